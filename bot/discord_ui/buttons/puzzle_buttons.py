"""The buttons and menus of puzzles, each of which is one private message that changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.discord_ui.buttons.explore_buttons import Shown
from bot.discord_ui.buttons.learn_buttons import asked
from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import change, person, picture_file, whisper
from bot.discord_ui.components.buttons import GameButton, buttons
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.components.move_picker import PIECE, Path, Question, ask, asked_before
from bot.discord_ui.components.picker import SOLVING, PickMenu, TurnButton, picker_view
from bot.discord_ui.controller import Controller
from bot.games import Picture, Solving, pictures
from bot.games.puzzles import HINTED, NoneOpen
from bot.store import Player
from bot.text.puzzles import hinted, puzzle_text
from engine.lookahead.puzzles import shipped
from engine.model.position import Move
from engine.model.refusal import Refused

Change = Callable[[Solving], Awaitable[Solving]]


class PuzzleButtons:
    """The answers to presses in puzzles, by action."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._puzzles = controller.games.puzzles
        self.answers: Mapping[str, Callable[[Interaction, Press], Awaitable[None]]] = {
            "solve": self._choose,
            "solveleaf": self._choose,
            "puzzlehint": self._changing(self._puzzles.hint),
            "puzzleshow": self._changing(self._puzzles.give_up),
            "puzzlenext": self._next,
            "puzzlepieces": self._pieces,
            "puzzleday": self._today,
        }

    async def shown(self, solving: Solving, path: Path = (), page: int = 0) -> Shown:
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
            others = [GameButton(action, number, version) for action in actions]
            view = picker_view(number, version, question, page, back, SOLVING, others)
        files = [picture_file(await self._picture(solving, question), "puzzle.png")]
        return Shown(puzzle_text(solving), view, files)

    async def _picture(self, solving: Solving, question: Question | None) -> Picture:
        """The position, with the targets of the piece chosen or of the one hinted at."""
        owner = Player(solving.progress.player, "")
        viewer = await self._controller.games.settings.viewer(owner, solving.puzzle.start.turn)
        cell = None
        if question is not None and len(question.path) == PIECE:
            cell = solving.state.variant.board.cell(question.path[1])
        elif not solving.over and solving.progress.helped == HINTED:
            cell = hinted(solving)
        if cell is None:
            return await pictures.position(solving.state, viewer)
        return await pictures.reached(solving.state, viewer, cell)

    def _changing(self, change: Change) -> Callable[[Interaction, Press], Awaitable[None]]:
        """The answer to a button that changes a puzzle; one of an earlier version shows how it stands."""

        async def pressed(interaction: Interaction, press: Press) -> None:
            solving = await self._pressed(interaction, press)
            current = press.sequence == solving.progress.version
            await self._show(interaction, await change(solving) if current else solving)

        return pressed

    async def _next(self, interaction: Interaction, press: Press) -> None:
        """Another puzzle, of those that there are where the button was pressed."""
        await self._changing(self._puzzles.next)(interaction, press)

    async def _choose(self, interaction: Interaction, press: Press) -> None:
        """Ask on, or make the move that has been chosen."""
        solving = await self._pressed(interaction, press)
        if not isinstance(press, PickMenu | TurnButton):
            return
        if solving.over or press.sequence != solving.progress.version:
            await self._show(interaction, solving)
            return
        move = ask(solving.legal, press.path)
        if isinstance(move, Move):
            await self._show(interaction, await self._puzzles.make(solving, move))
        else:
            await self._show(interaction, solving, press.path, press.page)

    async def _today(self, interaction: Interaction, press: Press) -> None:
        """Open a puzzle of the day for the presser alone, beside the channel's message."""
        found = next((each for each in shipped().values() if each.number == press.sequence), None)
        if found is None:
            raise Refused(NoneOpen())
        solving = await self._puzzles.begin(person(interaction.user), found)
        content, view, files = await self.shown(solving)
        await whisper(interaction, content, view=view, files=files)

    async def _pieces(self, interaction: Interaction, press: Press) -> None:
        """How the pieces of the game move, beside the puzzle."""
        solving = await self._pressed(interaction, press)
        await papers.whisper_pieces(self._controller.games, interaction, solving.state.variant)

    async def _pressed(self, interaction: Interaction, press: Press) -> Solving:
        """The puzzle pressed."""
        return await self._puzzles.find(press.game, person(interaction.user))

    async def _show(self, interaction: Interaction, solving: Solving, path: Path = (), page: int = 0) -> None:
        """Put the puzzle as it now stands in the place of what was pressed; a refusal comes beside it."""
        shown: dict[str, Any] = (await self.shown(solving, path, page))._asdict()
        await change(interaction, **shown)
