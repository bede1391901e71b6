"""The commands /move and /board."""

from __future__ import annotations

import re

import discord
from discord import app_commands

from bot.discord_ui.channel.boards import board_text
from bot.discord_ui.channel.messages import NOBODY, Need, answer, anywhere, person, picture_file
from bot.discord_ui.commands.autocomplete import (
    EVERY,
    Choices,
    Interaction,
    about_a_game,
    fitting,
    offer_games,
    offer_moves,
    offer_moves_of,
    offer_pieces,
)
from bot.discord_ui.commands.respond import DeskCog, carry_out, open_on
from bot.games import Table, pictures
from bot.games.lobby.seats import seat_named
from bot.games.settings import Viewer
from bot.store import Player
from bot.text import games
from engine.model.refusal import Refusal
from engine.play.commands import MakeMove
from engine.play.referee import sheet

GAMES_OFFERED = 8
"""In how many of the games that await somebody moves are offered at once."""
_NUMBERED = re.compile(r"#(\d{1,15})\s+(.*)", re.DOTALL)

Shown = tuple[str, discord.File]
"""A text and its picture."""


class MovesCog(DeskCog):
    """Making moves and looking at boards."""

    @app_commands.command(description="Make a move")
    @app_commands.describe(notation="The move, such as Pxd4, Tbc3 or b1c3")
    @about_a_game
    async def move(self, interaction: Interaction, notation: str, game: str | None = None) -> None:
        """Make a move."""
        numbered = _NUMBERED.fullmatch(notation) if game is None else None
        number, text = numbered.groups() if numbered else (game, notation)
        await carry_out(interaction, self.controller, number, lambda seat: MakeMove(seat, None, text))

    @move.autocomplete("notation")
    async def _notation(self, interaction: Interaction, typed: str) -> Choices:
        chosen = interaction.namespace.game
        numbered = _NUMBERED.fullmatch(typed) if chosen is None else None
        if chosen is None and numbered is None:
            player, place = person(interaction.user), anywhere(interaction)
            awaiting = await self.controller.games.directory.awaiting(place, player)
            if len(awaiting) > 1 or any(game.channel != place.channel for game in awaiting):
                found = [await self.controller.games.tables.find(game.number) for game in awaiting[:GAMES_OFFERED]]
                return offer_moves_of([table for table in found if isinstance(table, Table)], player, typed)
        number, text = numbered.groups() if numbered else (chosen, typed)
        table = await self.controller.my_table(interaction, number)
        if not isinstance(table, Table) or table.state.turn not in table.game.seats_of(interaction.user.id):
            return []
        return offer_moves(sheet(table.state), text, f"#{table.game.number} " if numbered else "")

    @move.autocomplete("game")
    async def _awaiting(self, interaction: Interaction, typed: str) -> Choices:
        return await offer_games(self.controller, interaction, typed, awaiting=True)

    @app_commands.command(description="Show the board of a game, or where a piece can go")
    @app_commands.describe(
        piece="Where the piece on this cell can go, such as c2; or all, for every piece that can move",
        share="Show it to the whole channel instead of only you",
        seat="The side to see it from; leave out for yours",
        letters="Each piece's letter beside its icon; leave out to follow your settings",
    )
    @about_a_game
    async def board(
        self,
        interaction: Interaction,
        piece: str | None = None,
        game: str | None = None,
        share: bool = False,
        seat: str | None = None,
        letters: bool | None = None,
    ) -> None:
        """Show a board, to the asker or to the channel."""
        table = await open_on(interaction, self.controller.seen_table, game, Need.FILES if share else Need.NOTHING)
        if table is None:
            return
        variant, own = table.state.variant, table.game.seats_of(interaction.user.id)
        side = seat_named(variant, seat) if seat else variant.seat(own[0] if own else 1)
        if isinstance(side, Refusal):
            await answer(interaction, side)
            return
        viewer = await self.controller.games.settings.viewer(
            person(interaction.user), side.number, letters=letters, guild=table.game.guild
        )
        you = None if share else person(interaction.user)
        seen = await (_standing(table, viewer, you) if piece is None else _moving(table, viewer, piece))
        if isinstance(seen, Refusal):
            await answer(interaction, seen)
            return
        text, picture = seen
        if not share or not isinstance(interaction.channel, discord.abc.Messageable):
            await answer(interaction, text, attachments=[picture])
            return
        await interaction.channel.send(text, file=picture, allowed_mentions=NOBODY)
        await answer(interaction, "The board is in the channel.")

    @board.autocomplete("piece")
    async def _pieces(self, interaction: Interaction, typed: str) -> Choices:
        table = await self.controller.seen_table(interaction, interaction.namespace.game)
        return [] if isinstance(table, Refusal) else offer_pieces(table.state, typed)

    @board.autocomplete("seat")
    async def _seats(self, interaction: Interaction, typed: str) -> Choices:
        table = await self.controller.seen_table(interaction, interaction.namespace.game)
        names = [] if isinstance(table, Refusal) else [seat.name for seat in table.state.variant.seats]
        return fitting([(name, name) for name in names], typed)


async def _standing(table: Table, viewer: Viewer, you: Player | None) -> Shown:
    """The board as it stands, told to everybody or to `you`."""
    return board_text(table, you), picture_file(await pictures.board(table, viewer))


async def _moving(table: Table, viewer: Viewer, piece: str) -> Shown | Refusal:
    """Where a piece can go, or which pieces can move."""
    origin = games.cell_named(table.state, "" if piece.strip().casefold() == EVERY else piece)
    if isinstance(origin, Refusal):
        return origin
    picture = await pictures.reach(table, viewer, origin)
    return f"**#{table.game.number}** {games.moves_from(table.state, origin)}", picture_file(picture, "moves.png")
