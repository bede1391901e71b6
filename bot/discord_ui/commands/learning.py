"""Lessons: a game taught in steps, in each of which the learner makes a move."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import discord
from discord import app_commands

from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import Need, answer, change, hosted, lacking_at, person, picture_file, whisper
from bot.discord_ui.commands.autocomplete import FIGHTS, FOUGHT, Choices, offer_moves, variants
from bot.discord_ui.commands.exploring import Shown
from bot.discord_ui.commands.lobby import challenge
from bot.discord_ui.commands.respond import DeskCog, everywhere
from bot.discord_ui.components.acknowledging import acknowledge
from bot.discord_ui.components.items import BLUE, GREEN, GREY, Interaction, Press, button, buttons, drawn
from bot.discord_ui.components.move_picker import PIECE, Path, Question, ask, asked_before
from bot.discord_ui.components.picker import LEARNING, asked_in, picker_view
from bot.discord_ui.components.sheets import card_pages
from bot.discord_ui.controller import Controller
from bot.games import ChallengeRequest, Learning, Picture, pictures
from bot.games.refusals import if_granted, refuse
from bot.games.study.learning import Lessons
from bot.store import Player
from bot.text.gamelist import key_of
from bot.text.study import lesson_text
from engine.lookahead.lessons import LessonStep
from engine.model.position import Move
from engine.notation.moves import MoveList
from engine.variants import COMBAT


async def shown(
    controller: Controller,
    learning: Learning,
    path: Path = (),
    page: int = 0,
    *,
    resumed: bool = False,
    playable: bool = False,
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
        others = [drawn(action, number, version) for action in actions]
        view = picker_view(number, version, question, page, back, LEARNING, others)
    text = lesson_text(learning, resumed=resumed, playable=playable)
    files = [picture_file(await _picture(controller, learning, step, question), "lesson.png")] if step else []
    return Shown(text, view, files)


async def _picture(controller: Controller, learning: Learning, step: LessonStep, question: Question | None) -> Picture:
    """The step's position with the targets of its piece or of the one chosen, or with threats where they matter.

    Once the task is done, it is what came of the move.
    """
    owner = Player(learning.progress.player, "")
    viewer = await controller.games.settings.viewer(owner, step.position.turn)
    if learning.done and learning.state is not None:
        return await pictures.position(learning.state, viewer)
    chosen = question.path[1] if question is not None and len(question.path) == PIECE else None
    cell = step.mover if chosen is None else step.variant.board.cell(chosen)
    if cell is None and step.danger:
        return await pictures.threat_map(step.state, viewer)
    if cell is None or step.position.due:
        return await pictures.position(step.state, viewer)
    return await pictures.reached(step.state, viewer, cell)


def _changing(
    action: str,
    label: str,
    change: Callable[[Lessons, Learning], Awaitable[Learning]],
    style: discord.ButtonStyle = GREY,
) -> None:
    """Declare a button that changes a lesson; one of an earlier version shows how it stands."""

    @button(action, label, style)
    async def pressed(controller: Controller, interaction: Interaction, press: Press) -> None:
        learning = await _pressed(controller, interaction, press)
        current = press.sequence == learning.progress.version
        changed = await change(controller.games.lessons, learning) if current else learning
        await _show(controller, interaction, changed)


_changing("lessonback", "Back", partial(Lessons.go, steps=-1))
_changing("lessonskip", "Skip", partial(Lessons.go, steps=1))
_changing("lessonnext", "Next", partial(Lessons.go, steps=1), BLUE)
_changing("lessonshow", "Show me", Lessons.show)
_changing("lessonanew", "Start over", Lessons.restart)


@button("learn")
@button("learnleaf")
async def _choose(controller: Controller, interaction: Interaction, press: Press) -> None:
    learning = await _pressed(controller, interaction, press)
    path, page = asked_in(press)
    step = learning.step
    if step is None or learning.done or press.sequence != learning.progress.version:
        await _show(controller, interaction, learning)
        return
    move = ask(step.legal, path)
    if isinstance(move, Move):
        await _show(controller, interaction, await controller.games.lessons.make(learning, move))
    else:
        await _show(controller, interaction, learning, path, page)


@button("lessonrules", "Rules")
async def _rules(controller: Controller, interaction: Interaction, press: Press) -> None:
    learning = await _pressed(controller, interaction, press)
    for page in card_pages(learning.lesson.variant):
        await whisper(interaction, "", embed=page)


@button("lessonpieces", "How pieces move")
async def _pieces(controller: Controller, interaction: Interaction, press: Press) -> None:
    learning = await _pressed(controller, interaction, press)
    await papers.whisper_pieces(controller.games, interaction, learning.lesson.variant)


@button("lessonplay", "Challenge anyone here", GREEN)
async def _play(controller: Controller, interaction: Interaction, press: Press) -> None:
    refuse(lacking_at(interaction, Need.FILES))
    progress = (await _pressed(controller, interaction, press)).progress
    request = ChallengeRequest(progress.variant, {COMBAT: progress.fights})
    await challenge(controller, interaction, request)


async def _pressed(controller: Controller, interaction: Interaction, press: Press) -> Learning:
    return await controller.games.lessons.find(press.game, person(interaction.user))


async def _show(
    controller: Controller, interaction: Interaction, learning: Learning, path: Path = (), page: int = 0
) -> None:
    """Put the lesson as it now stands in the place of what was pressed; a refusal comes beside it."""
    content, view, attachments = await shown(controller, learning, path, page, playable=hosted(interaction))
    await change(interaction, content=content, view=view, attachments=attachments)


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


class LearningCog(DeskCog):
    @everywhere
    @app_commands.command(description="Learn a game step by step: make a move, and I judge it. Only you see this")
    @app_commands.describe(
        game="The game; leave out to go on where you were, or to begin with the first",
        fights=FIGHTS,
        move="Your move in the present step, instead of choosing it below the picture",
    )
    @app_commands.choices(fights=FOUGHT)
    @app_commands.autocomplete(game=variants)
    async def learn(
        self,
        interaction: Interaction,
        game: str | None = None,
        fights: str | None = None,
        move: str | None = None,
    ) -> None:
        acknowledge(interaction, ephemeral=True, thinking=True)
        lessons = self.controller.games.lessons
        learning = await lessons.open(person(interaction.user), game and key_of(game), fights)
        if move is not None:
            learning = await lessons.read(learning, move)
        content, view, attachments = await shown(
            self.controller, learning, resumed=move is None, playable=hosted(interaction)
        )
        await answer(interaction, content, view=view, attachments=attachments)

    @learn.autocomplete("move")
    async def _moves(self, interaction: Interaction, typed: str) -> Choices:
        chosen = interaction.namespace
        learning = await if_granted(
            self.controller.games.lessons.look(
                person(interaction.user), chosen.game and key_of(chosen.game), chosen.fights
            )
        )
        if learning is None or learning.step is None or learning.done:
            return []
        return offer_moves(learning.step.legal, typed)
