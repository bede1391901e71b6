"""The command /board: a game's board as a picture or in words, or where a piece can go."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord_ui.channel.boards import board_text
from bot.discord_ui.channel.messages import Need, answer, mention, person, picture_file, whisper
from bot.discord_ui.commands.autocomplete import (
    EVERY,
    EVERY_PIECE,
    SHARE,
    THEME_CHOICES,
    Choices,
    about_a_game,
    fitting,
    offer_pieces,
)
from bot.discord_ui.commands.respond import DeskCog, EitherOr, give, open_on
from bot.discord_ui.components.items import Interaction, Press, button
from bot.discord_ui.controller import Controller
from bot.games import Table, pictures
from bot.games.lobby.seats import seat_named
from bot.games.refusals import if_granted
from bot.games.settings import Look, Viewer, facing
from bot.store import Player
from bot.text import games
from bot.text.reminders import board_link
from engine.model.english import plain
from engine.model.refusal import Refused

Shown = tuple[str, discord.File]
"""A text and its picture."""


class BoardCog(DeskCog):
    @app_commands.command(description="Show the board of a game, or where a piece can go")
    @app_commands.describe(
        piece="Where the piece on this cell can go, such as c2; or all, for every piece that can move",
        share=SHARE,
        seat="The side to see it from; leave out for yours",
        letters="Each piece's letter beside its icon; leave out to follow the settings",
        theme="The colours of the board; leave out to follow the settings",
        words="Tell it in words instead of a picture, to you alone",
    )
    @app_commands.choices(theme=THEME_CHOICES)
    @about_a_game
    async def board(  # noqa: PLR0913, PLR0917 - each word is an option of the command
        self,
        interaction: Interaction,
        piece: str | None = None,
        game: str | None = None,
        share: bool = False,
        seat: str | None = None,
        letters: bool | None = None,
        theme: str | None = None,
        words: bool = False,
    ) -> None:
        posted = share and not words
        table = await open_on(interaction, self.controller.seen_table, game, Need.FILES if posted else Need.NOTHING)
        if words and not (seat is None and letters is None and theme is None):
            raise Refused(EitherOr("words:", "seat:, letters: and theme: for a picture"))
        if words:
            await _tell(interaction, table, piece)
            return
        viewer = await self._viewer(interaction, table, seat, Look(letters, theme), share=share)
        seen = await self._seen(table, viewer, piece, None if share else person(interaction.user))
        text, picture = seen
        if theme in pictures.unsuited(table.state.variant):
            drawn = pictures.theme_of(table.state.variant, viewer).name
            text += f"\n-# The pieces wouldn't stand out in {theme}, so I drew this board in {drawn}."
        await give(interaction, text, [picture], share=share, told="The board is in the channel.")

    async def _viewer(
        self, interaction: Interaction, table: Table, seat: str | None, look: Look, *, share: bool
    ) -> Viewer:
        variant, own = table.state.variant, table.game.seats_of(interaction.user.id)
        side = seat_named(variant, seat) if seat else variant.seat(own[0] if own else 1)
        settings = self.controller.games.settings
        if share:
            return await settings.channel(table, seat=side.number, look=look)
        return await settings.viewer(person(interaction.user), side.number, guild=table.game.guild, look=look)

    async def _seen(self, table: Table, viewer: Viewer, piece: str | None, you: Player | None) -> Shown:
        people = await self.controller.games.company.at(table)
        if piece is None:
            return board_text(table, you), picture_file(await pictures.board(table, viewer, people))
        origin = games.cell_named(table.state, cell_asked(piece))
        picture = await pictures.reach(table, viewer, origin, people)
        return f"**#{table.game.number}** {games.moves_from(table.state, origin)}", picture_file(picture, "moves.png")

    @board.autocomplete("piece")
    async def _pieces(self, interaction: Interaction, typed: str) -> Choices:
        table = await if_granted(self.controller.seen_table(interaction, interaction.namespace.game))
        return [] if table is None else offer_pieces(table.state, typed)

    @board.autocomplete("seat")
    async def _seats(self, interaction: Interaction, typed: str) -> Choices:
        table = await if_granted(self.controller.seen_table(interaction, interaction.namespace.game))
        names = [] if table is None else [seat.name for seat in table.state.variant.seats]
        return fitting([(name, name) for name in names], typed)


async def _tell(interaction: Interaction, table: Table, piece: str | None) -> None:
    told = games.board_in_words(table) if piece is None else games.reach_in_words(table, cell_asked(piece))
    first, *others = told
    await answer(interaction, first)
    for page in others:
        await whisper(interaction, page)


def cell_asked(piece: str) -> str:
    """The cell asked about, also by the words with which it is offered; "" for all of them."""
    wanted = plain(piece).casefold()
    return "" if wanted in {EVERY, EVERY_PIECE} else wanted.partition(":")[0]


@button("flip", "Flip", door="seen")
async def _flip(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Show the board from the presser's side, or from the one that the channel does not see."""
    table = await controller.games.tables.find(press.game)
    own, you, uses = table.game.seats_of(interaction.user.id), person(interaction.user), controller.games
    seat = own[0] if own else facing(table.state) % len(table.state.variant.seats) + 1
    viewer = await uses.settings.viewer(you, seat, guild=table.game.guild)
    picture = await pictures.board(table, viewer, await uses.company.at(table))
    lines = [games.heading(table, mention, you), games.standing(table, mention, you)]
    board = board_link(table.game)
    if board and press.sequence != table.state.changed:
        lines.append(f"The game has moved on since that board. Here is the newest {board}.")
    await whisper(interaction, "\n".join(lines), file=picture_file(picture))
