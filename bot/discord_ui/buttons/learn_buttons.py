"""The buttons and menus of lessons, each of which is one private message that changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.discord_ui.buttons.explore_buttons import Shown
from bot.discord_ui.buttons.welcome_buttons import WelcomeButtons
from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import Need, change, hosted, lacking_at, person, picture_file, whisper
from bot.discord_ui.components.buttons import GameButton, buttons
from bot.discord_ui.components.cards import card_pages
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.components.move_picker import PIECE, Path, Question, ask, asked_before
from bot.discord_ui.components.picker import LEARNING, PickMenu, TurnButton, picker_view
from bot.discord_ui.controller import Controller
from bot.games import ChallengeRequest, Learning, Picture, pictures
from bot.games.refusals import refuse
from bot.store import Player
from bot.text.learning import lesson_text
from engine.lookahead.lessons import LessonStep
from engine.model.position import Move
from engine.notation.moves import MoveList
from engine.variants import COMBAT

Change = Callable[[Learning], Awaitable[Learning]]


class LearnButtons:
    """The answers to presses in lessons, by action."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        lessons = controller.games.lessons
        self.answers: Mapping[str, Callable[[Interaction, Press], Awaitable[None]]] = {
            "learn": self._choose,
            "learnleaf": self._choose,
            "lessonback": self._changing(lambda learning: lessons.go(learning, -1)),
            "lessonskip": self._changing(lambda learning: lessons.go(learning, 1)),
            "lessonnext": self._changing(lambda learning: lessons.go(learning, 1)),
            "lessonshow": self._changing(lessons.show),
            "lessonanew": self._changing(lessons.restart),
            "lessonrules": self._rules,
            "lessonpieces": self._pieces,
            "lessonplay": self._play,
        }

    async def shown(
        self, learning: Learning, path: Path = (), page: int = 0, *, resumed: bool = False, playable: bool = False
    ) -> Shown:
        """A lesson as it stands, asking on for a move from the answers in `path`.

        `resumed` is for a learner who comes back to it, `playable` for a place where games are played.
        """
        step, progress = learning.step, learning.progress
        question, back = None, None
        if step is not None and not learning.done:
            question = asked(step.legal, path)
            back = asked_before(step.legal, question.path) if question else None
        number, version = progress.number, progress.version
        actions = _actions(learning, resumed=resumed, playable=playable, asking=back is not None)
        view = buttons(number, version, *actions)
        if question is not None:
            others = [GameButton(action, number, version) for action in actions]
            view = picker_view(number, version, question, page, back, LEARNING, others)
        text = lesson_text(learning, resumed=resumed, playable=playable)
        files = [picture_file(await self._picture(learning, step, question), "lesson.png")] if step else []
        return Shown(text, view, files)

    async def _picture(self, learning: Learning, step: LessonStep, question: Question | None) -> Picture:
        """The step's position with the targets of its piece or of the one chosen, or with threats where they matter.

        Once the task is done, it is what came of the move.
        """
        owner = Player(learning.progress.player, "")
        viewer = await self._controller.games.settings.viewer(owner, step.position.turn)
        if learning.done and learning.state is not None:
            return await pictures.position(learning.state, viewer)
        chosen = question.path[1] if question is not None and len(question.path) == PIECE else None
        cell = step.mover if chosen is None else step.variant.board.cell(chosen)
        if cell is None and step.danger:
            return await pictures.threat_map(step.state, viewer)
        if cell is None or step.position.due:
            return await pictures.position(step.state, viewer)
        return await pictures.reached(step.state, viewer, cell)

    def _changing(self, change: Change) -> Callable[[Interaction, Press], Awaitable[None]]:
        """The answer to a button that changes a lesson; one of an earlier version shows how it stands."""

        async def pressed(interaction: Interaction, press: Press) -> None:
            learning = await self._pressed(interaction, press)
            current = press.sequence == learning.progress.version
            await self._show(interaction, await change(learning) if current else learning)

        return pressed

    async def _choose(self, interaction: Interaction, press: Press) -> None:
        """Ask on, or make the move that has been chosen."""
        learning = await self._pressed(interaction, press)
        if not isinstance(press, PickMenu | TurnButton):
            return
        step = learning.step
        if step is None or learning.done or press.sequence != learning.progress.version:
            await self._show(interaction, learning)
            return
        move = ask(step.legal, press.path)
        if isinstance(move, Move):
            await self._show(interaction, await self._controller.games.lessons.make(learning, move))
        else:
            await self._show(interaction, learning, press.path, press.page)

    async def _rules(self, interaction: Interaction, press: Press) -> None:
        """The whole rules card of the game, beside the lesson."""
        learning = await self._pressed(interaction, press)
        for page in card_pages(learning.lesson.variant):
            await whisper(interaction, "", embed=page)

    async def _pieces(self, interaction: Interaction, press: Press) -> None:
        """How the pieces of the game move, beside the lesson."""
        learning = await self._pressed(interaction, press)
        await papers.whisper_pieces(self._controller.games, interaction, learning.lesson.variant)

    async def _play(self, interaction: Interaction, press: Press) -> None:
        """Challenge anyone in the channel to the game learned."""
        refuse(lacking_at(interaction, Need.FILES))
        progress = (await self._pressed(interaction, press)).progress
        request = ChallengeRequest(progress.variant, {COMBAT: progress.fights})
        await WelcomeButtons(self._controller).challenge(interaction, request)

    async def _pressed(self, interaction: Interaction, press: Press) -> Learning:
        """The lesson pressed."""
        return await self._controller.games.lessons.find(press.game, person(interaction.user))

    async def _show(self, interaction: Interaction, learning: Learning, path: Path = (), page: int = 0) -> None:
        """Put the lesson as it now stands in the place of what was pressed; a refusal comes beside it."""
        shown: dict[str, Any] = (await self.shown(learning, path, page, playable=hosted(interaction)))._asdict()
        await change(interaction, **shown)


def _actions(learning: Learning, *, resumed: bool, playable: bool, asking: bool) -> list[str]:
    """The buttons of a lesson as it stands; while it is `asking` on, Back is for the question before."""
    begun = learning.progress.step > 0
    back = ["lessonback"] if begun and not asking else []
    if learning.step is None:
        return [*(["lessonplay"] if playable else []), "lessonrules", "lessonpieces", *back, "lessonanew"]
    on = ["lessonnext"] if learning.done else ["lessonskip", "lessonshow", "lessonpieces"]
    return [*back, *on, *(["lessonanew"] if resumed and begun else [])]


def asked(legal: MoveList, path: Path) -> Question | None:
    """What to ask after the answers in `path`; where they lead to no question, the first one."""
    found = ask(legal, path)
    if not isinstance(found, Question):
        found = ask(legal, ())
    return found if isinstance(found, Question) else None
