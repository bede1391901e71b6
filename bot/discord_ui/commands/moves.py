"""Games and moves: /games, /move, and the menus of the buttons Move and Where can I go."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import discord
from discord import app_commands

from bot.discord_ui.channel.messages import answer, anywhere, person, picture_file, whisper, whispering
from bot.discord_ui.commands.autocomplete import Choices, about_a_game, offer_games, offer_moves, offer_moves_of
from bot.discord_ui.commands.presses import NotLegalNow, act, act_beside, current, in_place, moved_on
from bot.discord_ui.commands.respond import DeskCog, carry_out, everywhere
from bot.discord_ui.components.acknowledging import acknowledge
from bot.discord_ui.components.items import BLUE, Interaction, Press, button
from bot.discord_ui.components.move_picker import PIECE, Path, Question, ask, asked_before, pieces
from bot.discord_ui.components.picker import LOOKING, asked_in, picker_view, turn_button
from bot.discord_ui.controller import Controller, addressed
from bot.games import Picture, Table, pictures
from bot.games.refusals import if_granted, refuse
from bot.text import games
from bot.text import reminders as agendawords
from engine.model.position import Move, long_form
from engine.model.refusal import Refused
from engine.notation.describe import result_in_words
from engine.play.commands import MakeMove
from engine.play.referee import sheet
from engine.play.refusals import GameOver

REACH = "reach.png"


# ---- moves


@button("move", "Move", BLUE, door="mine", posts=True)
async def _move(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Ask which piece, or where to if only one can move."""
    table = await controller.games.play.to_move(press.game, person(interaction.user), press.sequence)
    question = ask(sheet(table.state), ())
    if isinstance(question, Move):
        command = _making(press, table, question)
        await act_beside(controller, interaction, press, command, whispering(interaction))
        return
    if question is None:
        raise Refused(NotLegalNow())
    files = await _reach(controller, interaction, table, question.path)
    view = picker_view(press.game, press.sequence, question)
    await whisper(interaction, question.text, view=view, files=files)


@button("pick", door="mine", posts=True)
@button("turn", door="mine", posts=True)
async def _pick(controller: Controller, interaction: Interaction, press: Press) -> None:
    path, page = asked_in(press)
    table = await controller.games.play.to_move(press.game, person(interaction.user), press.sequence)
    legal = sheet(table.state)
    question = ask(legal, path)
    if question is None:
        raise Refused(NotLegalNow())
    if isinstance(question, Move):
        await act(controller, interaction, press, _making(press, table, question))
        return
    view = picker_view(press.game, press.sequence, question, page, asked_before(legal, question.path))
    files = await _reach(controller, interaction, table, question.path)
    await in_place(interaction, question.text, view, files)


async def _reach(controller: Controller, interaction: Interaction, table: Table, path: Path) -> list[discord.File]:
    if len(path) != PIECE:
        return []
    viewer = await controller.games.settings.viewer(person(interaction.user), table.state.turn, guild=table.game.guild)
    people = await controller.games.company.at(table)
    picture = await pictures.reach(table, viewer, table.state.variant.board.cell(path[1]), people)
    return [picture_file(picture, REACH)]


def _making(press: Press, table: Table, move: Move) -> Callable[[int], MakeMove]:
    text = long_form(table.state.variant.board, move)
    return lambda seat: MakeMove(seat, press.sequence, text)


# ---- looking


@button("where", "Where can I go?", door="seen")
async def _where(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await _looked_at(controller, press)
    text, view, picture = await _shown(controller, interaction, press, table, (), 0)
    await whisper(interaction, text, view=view, file=picture_file(picture, REACH))


@button("look", door="seen")
@button("glance", door="seen")
async def _look(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await _looked_at(controller, press)
    text, view, picture = await _shown(controller, interaction, press, table, *asked_in(press))
    await answer(interaction, text, view=view, attachments=[picture_file(picture, REACH)])


async def _looked_at(controller: Controller, press: Press) -> Table:
    """The table of a running game as it stands; a refusal where a press is about another board."""
    table = await controller.games.tables.find(press.game)
    state = table.state
    if state.result is not None:
        raise Refused(moved_on(table.game, GameOver(result_in_words(state.variant, state.result))))
    refuse(current(table, press))
    return table


async def _shown(
    controller: Controller, interaction: Interaction, press: Press, table: Table, path: Path, page: int
) -> tuple[str, discord.ui.View, Picture]:
    """What can move, or where the piece of a path can go: in words, with the menus of all pieces, as a picture.

    The player to move goes on from there by a button to the targets of the piece.
    """
    player, legal = person(interaction.user), sheet(table.state)
    question = Question((), "Which piece?", pieces(legal, legal.legal))
    known = ".".join(path) in {choice.value for choice in question.choices}
    origin = table.state.variant.board.cell(path[1]) if known else None
    seats = table.game.seats_of(player.id)
    viewer = await controller.games.settings.viewer(
        player, seats[0] if seats else table.state.turn, guild=table.game.guild
    )
    picture = await pictures.reach(table, viewer, origin, await controller.games.company.at(table))
    extra = []
    if table.state.turn in seats:
        label = f"Move this {legal.movement.variant.by_letter[path[0]].name}" if known else "Move"
        extra.append(turn_button("turn", label, press.game, press.sequence, path if known else ()))
    view = picker_view(press.game, press.sequence, question, page, purpose=LOOKING, extra=extra)
    words = games.moves_from(table.state, None if table.state.position.due else origin)
    return f"**#{press.game}** {words}", view, picture


GAMES_OFFERED = 8
"""In how many of the games that await somebody moves are offered at once."""


class MovesCog(DeskCog):
    @everywhere
    @app_commands.command(description="Your games, the most urgent first, and those that await you in other servers")
    async def games(self, interaction: Interaction) -> None:
        acknowledge(interaction, ephemeral=True, thinking=True)
        player, place = person(interaction.user), anywhere(interaction)
        agenda = await self.controller.games.agendas.of(player, place.server)
        await answer(interaction, agendawords.listing(agenda, player, place))
        self.controller.poster.look_after(*(entry.game.number for entry in (*agenda.here, *agenda.elsewhere)))

    @app_commands.command(description="Make a move")
    @app_commands.describe(notation="The move, such as Pxd4, Tbc3 or b1c3")
    @about_a_game
    async def move(self, interaction: Interaction, notation: str, game: str | None = None) -> None:
        number, text = addressed(notation) if game is None else (game, notation)
        find = partial(self.controller.to_move_in, text)
        await carry_out(interaction, self.controller, number, lambda seat: MakeMove(seat, None, text), find)

    @move.autocomplete("notation")
    async def _notation(self, interaction: Interaction, typed: str) -> Choices:
        chosen = interaction.namespace.game
        number, text = addressed(typed) if chosen is None else (chosen, typed)
        if number is None:
            player, place = person(interaction.user), anywhere(interaction)
            awaiting = await self.controller.games.directory.awaiting(place, player, GAMES_OFFERED)
            if len(awaiting) > 1 or any(game.channel != place.channel for game in awaiting):
                found = [await if_granted(self.controller.games.tables.find(game.number)) for game in awaiting]
                return offer_moves_of([table for table in found if table is not None], player, typed)
        table = await if_granted(self.controller.my_table(interaction, number))
        if table is None or table.state.turn not in table.game.seats_of(interaction.user.id):
            return []
        return offer_moves(sheet(table.state), text, f"#{table.game.number} " if chosen is None and number else "")

    @move.autocomplete("game")
    async def _awaiting(self, interaction: Interaction, typed: str) -> Choices:
        return await offer_games(self.controller, interaction, typed, awaiting=True)
