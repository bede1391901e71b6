"""Games, boards and moves: /games, /board, /move, and the buttons Move, Where can I go and Flip."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

import discord
from discord import app_commands

from bot.discord_ui.channel import messages
from bot.discord_ui.channel.boards import board_text
from bot.discord_ui.channel.messages import Need, answer, anywhere, in_place, is_private, mention, person, remove
from bot.discord_ui.commands import autocomplete
from bot.discord_ui.commands.presses import NotLegalNow
from bot.discord_ui.components import picker
from bot.discord_ui.components.items import BLUE, Interaction, Press, button, buttons
from bot.discord_ui.components.screens import Screen, picture_file
from bot.discord_ui.controller import Controller, DeskCog, EitherOr, addressed, carry_out, everywhere, give, open_on
from bot.games import Table, pictures
from bot.games.challenges import seat_named
from bot.games.directory import going_on, to_move
from bot.games.refusals import if_granted, refuse_if
from bot.games.settings import AUTO, Viewer
from bot.text import games
from bot.text import reminders as agendawords
from bot.text.harmless import answer_text
from engine.model.english import plain
from engine.model.position import Move
from engine.model.refusal import Refusal, Refused
from engine.model.wording import say
from engine.play.commands import MakeMove
from engine.play.referee import sheet
from engine.play.refusals import StaleGame
from engine.play.state import Await


def cell_asked(piece: str) -> str:
    """The cell asked about, also by the words with which it is offered; "" for all of them."""
    wanted = plain(piece).casefold()
    return "" if wanted in {autocomplete.EVERY, autocomplete.EVERY_PIECE} else wanted.partition(":")[0]


@button("flip", "Flip", door="seen")
async def _flip(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    own, you, uses = table.game.seats_of(interaction.user.id), person(interaction.user), controller.games
    seat = own[0] if own else await uses.settings.below(table) % len(table.state.variant.seats) + 1
    viewer = await uses.settings.viewer(you, seat, guild=table.game.guild)
    picture = await pictures.board(table, viewer, await uses.company.at(table))
    lines = [games.heading(table, mention, you), games.standing(table, mention, you)]
    board = games.board_link(table.game)
    if board and press.sequence != table.state.changed:
        lines.append(say("That board is out of date. Latest: {board}", board=board))
    colour = pictures.seat_colour(table.state)
    await messages.send_private(interaction, Screen("\n".join(lines), files=[picture_file(picture)], colour=colour))


# ---- moves


def _waits(table: Table, seats: Collection[int], _: int) -> bool:
    return table.state.awaits is Await.MOVE and table.state.turn in seats


@button("move", "Move", BLUE, door="mine", posts=True, fits=_waits)
@button(picker.PLAYING, door="mine", posts=True)
async def _pick(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    to_move(table, person(interaction.user), press.sequence)
    found = picker.ask(sheet(table.state), picker.asked_in(press))
    if found is None:
        raise Refused(NotLegalNow())
    if isinstance(found, Move):
        await controller.carry_out(interaction, table.game, partial(MakeMove, answers=press.sequence, move=found))
    else:
        await _ask(controller, interaction, table, found)


@button(f"typed-{picker.PLAYING}", door="mine", posts=True)
async def _play_typed(controller: Controller, interaction: Interaction, form: Press) -> None:
    """Make the move typed; if it is none, say why above the choice of a piece."""
    table = await controller.games.tables.find(form.game)
    to_move(table, person(interaction.user), form.sequence)
    legal = sheet(table.state)
    read, question = legal.read(form.text), picker.ask(legal, ())
    if isinstance(read, Refusal) and isinstance(question, picker.Question):
        await _ask(controller, interaction, table, question, f"{answer_text(read)}\n")
    else:
        await controller.carry_out(interaction, table.game, partial(MakeMove, answers=form.sequence, move=form.text))


async def _ask(
    controller: Controller, interaction: Interaction, table: Table, question: picker.Question, said: str = ""
) -> None:
    back = picker.asked_before(sheet(table.state), question.path)
    items = picker.picker_items(table.game.number, table.state.changed, question, back)
    files = []
    if len(question.path) == picker.PIECE:
        origin = table.state.variant.board.cell(question.path[1])
        files = [await _reach(controller, interaction, table, origin, table.state.turn)]
    await in_place(interaction, Screen(said + question.text, items, files))


@button("sure", "Yes, play it", door="mine", posts=True)
async def _insist(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Make a move that its player was asked about; the question goes away."""
    await _pick(controller, interaction, press)
    if not is_private(interaction):
        await remove(interaction)


@button("unsure", "Back", BLUE, door="mine")
async def _rethink(controller: Controller, interaction: Interaction, press: Press) -> None:
    await (_pick(controller, interaction, press) if is_private(interaction) else remove(interaction))


async def _reach(
    controller: Controller, interaction: Interaction, table: Table, origin: int | None, seat: int
) -> discord.File:
    """A piece's targets, or all movable pieces, seen from a seat's side."""
    uses = controller.games
    viewer = await uses.settings.viewer(person(interaction.user), seat, guild=table.game.guild)
    return picture_file(await pictures.reach(table, viewer, origin, await uses.company.at(table)), "reach.png")


# ---- looking


@button("where", "Where can I go?", door="seen", fits=lambda table, *_: table.state.awaits is Await.MOVE)
@button(picker.LOOKING, door="seen")
async def _look(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Show what can move, or the targets of the path's piece: in words, with the menus of all pieces, as a picture."""
    path = picker.asked_in(press)
    table = await controller.games.tables.find(press.game)
    state, legal = table.state, sheet(table.state)
    going_on(table)
    refuse_if(press.sequence != state.changed, StaleGame())
    question = picker.Question((), "Which piece?", picker.pieces(legal, legal.legal))
    known = ".".join(path) in {choice.value for choice in question.choices}
    origin = state.variant.board.cell(path[1]) if known else None
    own, extra = table.game.seats_of(interaction.user.id), []
    if state.turn in own:
        label = say("Move this {piece}", piece=state.variant.by_letter[path[0]].name) if known else "Move"
        extra.append(picker.turn_button(picker.PLAYING, label, press.game, press.sequence, path if known else ()))
    items = picker.picker_items(press.game, press.sequence, question, action=picker.LOOKING, extra=extra)
    words = games.moves_from(state, None if state.position.due else origin)
    picture = await _reach(controller, interaction, table, origin, own[0] if own else state.turn)
    await in_place(interaction, Screen(f"**#{press.game}** {words}", items, [picture]))


OTHER_THEME = "-# The pieces wouldn't stand out in {theme}, so I drew this board in {drawn}."
GAMES_OFFERED = 8
"""Maximum games whose moves are offered together."""


async def make_move(controller: Controller, interaction: Interaction, notation: str, game: str | None = None) -> None:
    number, text = addressed(notation) if game is None else (game, notation)
    find = partial(controller.to_move_in, text)
    await carry_out(interaction, controller, number, lambda seat: MakeMove(seat, None, text), find)


class MovesCog(DeskCog):
    @everywhere
    @app_commands.command(description="Show the board of a game, or where a piece can go")
    @app_commands.describe(
        piece="Show where a piece can go: its cell, like c2 (or all)",
        share=autocomplete.SHARE,
        seat="The side to see it from (yours if left out)",
        letters="Letters beside the icons (your setting if left out)",
        theme="The board's colours (your setting if left out)",
        words="Describe it in words, only to you",
    )
    @app_commands.choices(theme=autocomplete.THEME_CHOICES)
    @app_commands.autocomplete(
        piece=autocomplete.in_game(autocomplete.offer_pieces), seat=autocomplete.in_game(autocomplete.offer_seats)
    )
    @autocomplete.about_a_game
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
        of_picture = share or not (seat is None and letters is None and theme is None)
        refuse_if(words and of_picture, EitherOr("words:", "share:, seat:, letters: and theme: for a picture"))
        table = await open_on(interaction, self.controller.seen_table, game, Need.FILES if share else Need.NOTHING)
        cell = None if piece is None else cell_asked(piece)
        if words:
            first, *others = games.board_in_words(table) if cell is None else games.reach_in_words(table, cell)
            await answer(interaction, first)
            for page in others:
                await messages.send_private(interaction, page)
            return
        viewer = (await self._viewer(interaction, table, seat, share=share)).asked(letters, theme)
        people = await self.controller.games.company.at(table)
        if cell is None:
            text = board_text(table, None if share else person(interaction.user))
            if not share and table.game.seats_of(interaction.user.id):
                text = "\n".join(filter(None, (text, await self.controller.games.newcomers.danger(table))))
            picture = picture_file(await pictures.board(table, viewer, people))
        else:
            origin = games.cell_named(table.state, cell)
            text = f"**#{table.game.number}** {games.moves_from(table.state, origin)}"
            picture = picture_file(await pictures.reach(table, viewer, origin, people), "moves.png")
        drawn = pictures.theme_of(table.state.variant, viewer).name
        if theme not in {None, AUTO, drawn}:
            text += f"\n{say(OTHER_THEME, theme=theme, drawn=drawn)}"
        await give(interaction, Screen(text, files=[picture], colour=pictures.seat_colour(table.state)), share=share)

    async def _viewer(self, interaction: Interaction, table: Table, seat: str | None, *, share: bool) -> Viewer:
        variant, own = table.state.variant, table.game.seats_of(interaction.user.id)
        side = seat_named(variant, seat) if seat else variant.seat(own[0] if own else 1)
        settings = self.controller.games.settings
        if share:
            return await settings.channel(table, seat=side.number)
        return await settings.viewer(person(interaction.user), side.number, guild=table.game.guild)

    @everywhere
    @app_commands.command(description="Your games, the most urgent first")
    async def games(self, interaction: Interaction) -> None:
        player, place = person(interaction.user), anywhere(interaction)
        agenda = await self.controller.games.agendas.of(player, place.server)
        items = buttons(0, 0, "browser") if self.controller.games.browsers.address else []
        await answer(interaction, Screen(agendawords.listing(agenda, player, place), items))
        self.controller.poster.look_after(*(entry.game for entry in (*agenda.here, *agenda.elsewhere)))

    @everywhere
    @app_commands.command(description="Make a move")
    @app_commands.describe(notation="The move, like Pxd4, Tbc3 or b1c3")
    @autocomplete.about_a_game
    async def move(self, interaction: Interaction, notation: str, game: str | None = None) -> None:
        await make_move(self.controller, interaction, notation, game)

    @move.autocomplete("notation")
    async def _notation(self, interaction: Interaction, typed: str) -> autocomplete.Choices:
        chosen = interaction.namespace.game
        number, text = addressed(typed) if chosen is None else (chosen, typed)
        if number is None:
            player, place = person(interaction.user), anywhere(interaction)
            awaiting = await self.controller.games.directory.awaiting(place, player, GAMES_OFFERED)
            if len(awaiting) > 1 or any(game.channel != place.channel for game in awaiting):
                found = [await if_granted(self.controller.games.tables.at(game)) for game in awaiting]
                return autocomplete.offer_moves_of([table for table in found if table is not None], player, typed)
        table = await if_granted(self.controller.table(self.controller.mine, interaction, number))
        if table is None or table.state.turn not in table.game.seats_of(interaction.user.id):
            return []
        before = f"#{table.game.number} " if chosen is None and number else ""
        return autocomplete.offer_moves(sheet(table.state), text, before)

    @move.autocomplete("game")
    async def _awaiting(self, interaction: Interaction, typed: str) -> autocomplete.Choices:
        return await autocomplete.offer_games(interaction, typed, awaiting=True)
