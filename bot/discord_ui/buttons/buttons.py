"""The answers to buttons, menus and forms: each use is acknowledged, judged, and answered in private."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord

from bot import journal
from bot.discord_ui.buttons.acting import NewerBoard, PrivateAnswer, in_place, led_on
from bot.discord_ui.buttons.member_buttons import MemberButtons
from bot.discord_ui.buttons.privacy_buttons import PrivacyButtons
from bot.discord_ui.buttons.server_panel import ServerButtons
from bot.discord_ui.channel.messages import Need, Said, lacking_at, whisper
from bot.discord_ui.components.acknowledging import Unacknowledged, acknowledge, acknowledged, too_late
from bot.discord_ui.components.cooldowns import PRESSES
from bot.discord_ui.components.forms import FilledForm
from bot.discord_ui.components.items import BLUE, BUTTONS, GREEN, RED, Interaction, Press, button
from bot.discord_ui.controller import Controller, apology
from bot.games.players.privacy import BeingForgotten, NothingKept
from bot.games.puzzles import NoneOpen
from bot.games.refusals import refuse
from bot.games.study.exploring import Expired
from bot.games.study.imports import RecordGone
from bot.games.study.learning import LessonGone
from engine.model.refusal import Refusal, Refused
from engine.play.refusals import CallDue, GameOver, HasLeft, NotYourTurn, StaleGame

log = logging.getLogger(__name__)

GONE = (
    NewerBoard
    | LessonGone
    | NoneOpen
    | RecordGone
    | Expired
    | StaleGame
    | GameOver
    | NotYourTurn
    | HasLeft
    | CallDue
    | NothingKept
    | BeingForgotten
)
"""Refusals that leave nothing for the buttons of a private message to do."""


class NothingMore(Refusal):
    """A button that this version does not have."""

    words = "I do not know that button any more. Press More… under the newest board."


async def answer_press(controller: Controller, interaction: Interaction, press: Press | FilledForm) -> None:
    """Acknowledge a press, or a form that was filled in, and answer it; if anything fails, the presser is told."""
    journal.note(interaction=interaction.id)
    if not await controller.admitted(interaction, PRESSES.get(press.action)):
        return
    kind = BUTTONS.get(press.action)
    about_a_game = kind is not None and kind.door != "own"
    try:
        if kind is not None and kind.form:
            await kind.answer(controller, interaction, press)
            return
        acknowledge(interaction)
        if kind is None:
            refuse(NothingMore())
            return
        if about_a_game:
            journal.note(game=press.game, event=press.sequence)
        refuse(lacking_at(interaction, Need.FILES if kind.posts else Need.NOTHING))
        if kind.door != "own":
            await getattr(controller, kind.door)(interaction, str(press.game))
        await kind.answer(controller, interaction, press)
        await acknowledged(interaction)
    except Refused as refused:
        said = await led_on(controller, press.game, refused.refusal)
        gone = isinstance(refused.refusal, GONE) and not isinstance(press, FilledForm)
        await _tell(in_place if gone else whisper, interaction, said)
    except Exception as problem:
        if not (too_late(problem) or controller.poster.closing):
            log.exception("game %d after event %d: %s failed", press.game, press.sequence, press.action)
            number = press.game if about_a_game and not isinstance(press, FilledForm) else None
            await _tell(whisper, interaction, apology(problem, number))


async def _tell(tell: Callable[[Interaction, Said], Awaitable[None]], interaction: Interaction, said: Said) -> None:
    try:
        await tell(interaction, said)
    except (discord.HTTPException, Unacknowledged) as problem:
        log.warning("an answer was not delivered: %s", problem)


@button("cancel", "Cancel")
async def _cancel(_: Controller, interaction: Interaction, __: Press) -> None:
    """Let a private question go away."""
    await PrivateAnswer(interaction).clear()


async def _away(controller: Controller, interaction: Interaction, press: Press) -> None:
    away = MemberButtons(controller)
    await {**away.ending, **away.asking}[press.action](interaction, press)


async def _kept(controller: Controller, interaction: Interaction, press: Press) -> None:
    await PrivacyButtons(controller).answers[press.action](interaction, press)


@button("srv")
async def _panel(controller: Controller, interaction: Interaction, press: Press) -> None:
    await ServerButtons(controller).answer(interaction, press)


button("closegame", "Close it unrated", door="mine", posts=True)(_away)
button("takeover", "Take over", GREEN, door="seen", posts=True)(_away)
button("agreeover", "Agree", GREEN, door="seen", posts=True)(_away)
button("declineover", "Decline", door="seen", posts=True)(_away)
button("export", "Export", BLUE)(_kept)
button("forget", "Delete everything", RED)(_kept)
button("farewell", "Yes, delete everything", RED)(_kept)
button("stay", "Cancel")(_kept)
