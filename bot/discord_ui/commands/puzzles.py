"""Puzzles: a position in which one move wins the game, or a piece."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import answer, change, person, picture_file, whisper
from bot.discord_ui.commands.autocomplete import Choices, offer_moves, variants
from bot.discord_ui.commands.exploring import Shown
from bot.discord_ui.commands.learning import asked
from bot.discord_ui.commands.respond import DeskCog, EitherOr, everywhere
from bot.discord_ui.components.acknowledging import acknowledge
from bot.discord_ui.components.items import BLUE, GREEN, GREY, Interaction, Press, button, buttons, drawn
from bot.discord_ui.components.move_picker import PIECE, Path, Question, ask, asked_before
from bot.discord_ui.components.picker import SOLVING, asked_in, picker_view
from bot.discord_ui.controller import Controller
from bot.games import Picture, Solving, pictures
from bot.games.puzzles import HINTED, LEVELS, NoneOpen, Puzzles
from bot.games.refusals import if_granted
from bot.store import Player
from bot.text.gamelist import key_of
from bot.text.study import hinted, puzzle_text
from engine.lookahead.puzzles import shipped
from engine.model.position import Move
from engine.model.refusal import Refused


async def shown(controller: Controller, solving: Solving, path: Path = (), page: int = 0) -> Shown:
    """A puzzle as it stands, asking on for a move from the answers in `path`."""
    number, version = solving.progress.number, solving.progress.version
    question = None if solving.over else asked(solving.legal, path)
    actions = ["puzzlenext"] if solving.over else ["puzzlehint", "puzzleshow"]
    if solving.progress.helped and not solving.over:
        actions.remove("puzzlehint")
    actions.append("puzzlepieces")
    view = buttons(number, version, *actions)
    if question is not None:
        back = asked_before(solving.legal, question.path)
        others = [drawn(action, number, version) for action in actions]
        view = picker_view(number, version, question, page, back, SOLVING, others)
    files = [picture_file(await _picture(controller, solving, question), "puzzle.png")]
    return Shown(puzzle_text(solving), view, files)


async def _picture(controller: Controller, solving: Solving, question: Question | None) -> Picture:
    """The position, with the targets of the piece chosen or of the one hinted at."""
    owner = Player(solving.progress.player, "")
    viewer = await controller.games.settings.viewer(owner, solving.puzzle.start.turn)
    cell = None
    if question is not None and len(question.path) == PIECE:
        cell = solving.state.variant.board.cell(question.path[1])
    elif not solving.over and solving.progress.helped == HINTED:
        cell = hinted(solving)
    if cell is None:
        return await pictures.position(solving.state, viewer)
    return await pictures.reached(solving.state, viewer, cell)


def _changing(
    action: str, label: str, change: Callable[[Puzzles, Solving], Awaitable[Solving]], style: discord.ButtonStyle = GREY
) -> None:
    """Declare a button that changes a puzzle; one of an earlier version shows how it stands."""

    @button(action, label, style)
    async def pressed(controller: Controller, interaction: Interaction, press: Press) -> None:
        solving = await _pressed(controller, interaction, press)
        current = press.sequence == solving.progress.version
        await _show(controller, interaction, await change(controller.games.puzzles, solving) if current else solving)


_changing("puzzlehint", "Hint", Puzzles.hint)
_changing("puzzleshow", "Give up", Puzzles.give_up)
_changing("puzzlenext", "Next puzzle", Puzzles.next, BLUE)


@button("solve")
@button("solveleaf")
async def _choose(controller: Controller, interaction: Interaction, press: Press) -> None:
    solving = await _pressed(controller, interaction, press)
    path, page = asked_in(press)
    if solving.over or press.sequence != solving.progress.version:
        await _show(controller, interaction, solving)
        return
    move = ask(solving.legal, path)
    if isinstance(move, Move):
        await _show(controller, interaction, await controller.games.puzzles.make(solving, move))
    else:
        await _show(controller, interaction, solving, path, page)


@button("puzzleday", "Solve it", GREEN)
async def _today(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Open a puzzle of the day for the presser alone, beside the channel's message."""
    found = next((each for each in shipped().values() if each.number == press.sequence), None)
    if found is None:
        raise Refused(NoneOpen())
    solving = await controller.games.puzzles.begin(person(interaction.user), found)
    content, view, files = await shown(controller, solving)
    await whisper(interaction, content, view=view, files=files)


@button("puzzlepieces", "How pieces move")
async def _pieces(controller: Controller, interaction: Interaction, press: Press) -> None:
    solving = await _pressed(controller, interaction, press)
    await papers.whisper_pieces(controller.games, interaction, solving.state.variant)


async def _pressed(controller: Controller, interaction: Interaction, press: Press) -> Solving:
    return await controller.games.puzzles.find(press.game, person(interaction.user))


async def _show(
    controller: Controller, interaction: Interaction, solving: Solving, path: Path = (), page: int = 0
) -> None:
    """Put the puzzle as it now stands in the place of what was pressed; a refusal comes beside it."""
    content, view, attachments = await shown(controller, solving, path, page)
    await change(interaction, content=content, view=view, attachments=attachments)


HARDNESS = [app_commands.Choice(name=level, value=level) for level in LEVELS]


class PuzzleCog(DeskCog):
    @everywhere
    @app_commands.command(description="Solve a puzzle: find the move that wins. Only you see this")
    @app_commands.describe(
        game="The game; leave out to go on with the puzzle you have open, or for any game",
        difficulty="How hard it is to be; leave out for what suits you",
        move="Your move in the puzzle that you have open, instead of choosing it below the picture",
    )
    @app_commands.choices(difficulty=HARDNESS)
    @app_commands.autocomplete(game=variants)
    async def puzzle(
        self,
        interaction: Interaction,
        game: str | None = None,
        difficulty: str | None = None,
        move: str | None = None,
    ) -> None:
        acknowledge(interaction, ephemeral=True, thinking=True)
        puzzles, who = self.controller.games.puzzles, person(interaction.user)
        if move is not None and (game or difficulty):
            raise Refused(EitherOr("move: for your open puzzle", "game: and difficulty: for another"))
        if move is None:
            solving = await puzzles.open(who, game and key_of(game), difficulty)
        else:
            solving = await puzzles.read(await puzzles.look(who), move)
        content, view, attachments = await shown(self.controller, solving)
        await answer(interaction, content, view=view, attachments=attachments)

    @puzzle.autocomplete("move")
    async def _moves(self, interaction: Interaction, typed: str) -> Choices:
        solving = await if_granted(self.controller.games.puzzles.look(person(interaction.user)))
        if solving is None or solving.over:
            return []
        return offer_moves(solving.legal, typed)
