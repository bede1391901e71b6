"""The answers to buttons, menus and forms: each use is acknowledged, judged, and answered in private."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord

from bot import journal
from bot.discord_ui.channel import messages
from bot.discord_ui.channel.messages import Need, in_place, person, send_private
from bot.discord_ui.components.items import ANSWERS, BUTTONS, Interaction, Press, button
from bot.discord_ui.components.screens import Screen, TextOrRefusal
from bot.discord_ui.controller import Controller, apology, remedies_of
from bot.games.newcomers import RoyalLeft
from bot.games.privacy import BeingForgotten, NothingKept
from bot.games.puzzles import NoneOpen
from bot.games.records import RecordGone
from bot.games.refusals import Pointing, if_granted
from bot.games.study import Expired, LessonGone
from bot.text.games import board_link
from engine.model.refusal import Refusal, Refused
from engine.play.refusals import CallDue, GameOver, HasLeft, NotYourTurn, StaleGame

log = logging.getLogger(__name__)


class NewerBoard(Pointing):
    """Something about an earlier board than the newest, or about a game that is over; `board` is the way there."""

    why: str
    which: str
    board: str

    words = "{why} {which}: {board}"


async def with_newest_link(controller: Controller, number: int, said: TextOrRefusal) -> TextOrRefusal:
    """An answer; if a game has moved on or is over, with the link to its newest board."""
    if not isinstance(said, StaleGame | GameOver):
        return said
    game = await if_granted(controller.games.tables.game(number))
    board = "" if game is None or game.shown < game.sequence else board_link(game)
    if not board:
        return said
    if isinstance(said, StaleGame):
        return NewerBoard("That board is out of date.", "Latest", board)
    return NewerBoard(said.text, "Last", board)


class NotLegalNow(Refusal):
    words = "That isn't legal any more. Press Move under the newest board."


ENDS_SCREEN = (
    NotLegalNow
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
    | RoyalLeft
)
"""Refusals that leave nothing for the buttons of a private message to do, or bring their own."""


class NothingMore(Refusal):
    words = "I don't know that button any more. Press ⋯ under the newest board."


async def answer_press(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Acknowledge a press, or a form that was filled in, and answer it; if anything fails, the presser is told."""
    journal.note(interaction=interaction.id)
    if not await messages.admit(controller.gate, interaction):
        return
    kind = BUTTONS.get(press.action)
    about_a_game = kind is not None and kind.door != "own"
    try:
        if kind is not None and kind.form:
            await ANSWERS[press.action](controller, interaction, press)
            return
        messages.acknowledge(interaction)
        if kind is None:
            raise Refused(NothingMore())  # noqa: TRY301
        messages.require(interaction, Need.FILES if kind.posts else Need.NOTHING)
        if about_a_game:
            journal.note(game=press.game, event=press.sequence)
            await getattr(controller, kind.door)(interaction, str(press.game))
        await ANSWERS[press.action](controller, interaction, press)
        await messages.acknowledged(interaction)
    except Refused as refused:
        said = await with_newest_link(controller, press.game, refused.refusal)
        shown = Screen(said, remedies_of(refused.refusal, person(interaction.user), interaction))
        await _tell(in_place if isinstance(refused.refusal, ENDS_SCREEN) else send_private, interaction, shown)
    except Exception as problem:
        if not (messages.too_late(problem) or controller.poster.closing):
            log.exception("%s failed", press.action)
            await _tell(send_private, interaction, Screen(apology(problem, press.game if about_a_game else None)))


async def _tell(
    tell: Callable[[Interaction, Screen], Awaitable[None]], interaction: Interaction, shown: Screen
) -> None:
    try:
        await tell(interaction, shown)
    except (discord.HTTPException, messages.Unacknowledged) as problem:
        log.warning("an answer was not delivered: %s", problem)


@button("cancel", "Cancel")
async def _cancel(_: Controller, interaction: Interaction, __: Press) -> None:
    if messages.is_private(interaction):
        await messages.remove(interaction)
