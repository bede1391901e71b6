"""The answers to buttons, menus and forms: each use is acknowledged, judged, and answered in private."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence

import discord

from bot import journal
from bot.discord_ui.channel.messages import Need, Said, Tell, answer, lacking_at, person, remove, whisper
from bot.discord_ui.channel.papers import Paper
from bot.discord_ui.components.gate import Unacknowledged, acknowledge, acknowledged, let_in, too_late
from bot.discord_ui.components.items import BUTTONS, FilledForm, Interaction, Press, button
from bot.discord_ui.controller import Controller, apology
from bot.games import Table
from bot.games.privacy import BeingForgotten, NothingKept
from bot.games.puzzles import NoneOpen
from bot.games.records import RecordGone
from bot.games.refusals import Pointing, if_granted, refuse
from bot.games.study import Expired, LessonGone
from bot.store import StoredGame
from bot.text.reminders import board_link
from engine.model.refusal import Refusal, Refused
from engine.play.commands import Command
from engine.play.refusals import CallDue, GameOver, HasLeft, NotYourTurn, StaleGame

log = logging.getLogger(__name__)


class NewerBoard(Pointing):
    """Something about an earlier board than the newest, or about a game that is over; `board` is the way there."""

    why: str
    which: str
    board: str

    words = "{why} Here is the {which} {board}."


def is_private(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


async def in_place(
    interaction: Interaction,
    said: Said,
    view: discord.ui.View | None = None,
    files: Sequence[discord.File] = (),
    embeds: Sequence[discord.Embed] = (),
) -> None:
    if is_private(interaction):
        await answer(interaction, said, view=view, attachments=list(files), embeds=list(embeds))
    else:
        shown = {"view": view} if view else {}
        await whisper(interaction, said, files=list(files), embeds=list(embeds), **shown)


async def hand_over(interaction: Interaction, paper: Paper) -> None:
    await in_place(interaction, paper.text, paper.view, paper.files, paper.embeds[:1])
    for embed in paper.embeds[1:]:
        await whisper(interaction, "", embed=embed)


async def act(
    controller: Controller, interaction: Interaction, press: Press, command: Callable[[int], Command]
) -> bool:
    """Carry out a command from a private message, which goes away; a refusal comes in its place."""
    gone = False

    async def tell(said: Said) -> None:
        await (whisper if gone else in_place)(interaction, said)

    async def clear() -> None:
        nonlocal gone
        if is_private(interaction):
            gone = True
            await remove(interaction)

    return await act_beside(controller, interaction, press, command, tell, clear)


async def act_beside(
    controller: Controller,
    interaction: Interaction,
    press: Press,
    command: Callable[[int], Command],
    tell: Tell,
    instead: Callable[[], Awaitable[None]] | None = None,
) -> bool:
    """Carry out a command on the game pressed; False if it was refused, which the presser has then been told."""

    async def tell_or_lead(said: Said) -> None:
        await tell(await led_on(controller, press.game, said))

    game = await controller.games.tables.game(press.game)
    return await controller.carry_out(game, person(interaction.user), command, interaction.id, tell_or_lead, instead)


async def led_on(controller: Controller, number: int, said: Said) -> Said:
    """What is said; where it is that the game has moved on or is over, with the way to its newest board."""
    if not isinstance(said, StaleGame | GameOver):
        return said
    game = await if_granted(controller.games.tables.game(number))
    return said if game is None else moved_on(game, said)


def moved_on(game: StoredGame, why: StaleGame | GameOver) -> Refusal:
    """That a game has moved on or is over, with the way to its newest board, if that has been posted."""
    board = board_link(game)
    if not board or game.shown < game.sequence:
        return why
    if isinstance(why, StaleGame):
        return NewerBoard("The game has moved on since that board.", "newest", board)
    return NewerBoard(why.text, "last", board)


def current(table: Table, press: Press) -> Refusal | None:
    return None if press.sequence == table.state.changed else moved_on(table.game, StaleGame())


class NotLegalNow(Refusal):
    words = "That choice is not legal any more. Press Move on the newest board."


GONE = (
    NewerBoard
    | NotLegalNow
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
    words = "I do not know that button any more. Press More… under the newest board."


async def answer_press(controller: Controller, interaction: Interaction, press: Press | FilledForm) -> None:
    """Acknowledge a press, or a form that was filled in, and answer it; if anything fails, the presser is told."""
    journal.note(interaction=interaction.id)
    if not await let_in(controller.gate, interaction):
        return
    kind = BUTTONS.get(press.action)
    about_a_game = kind is not None and kind.door != "own"
    try:
        if kind is not None and kind.form:
            await kind.answer(controller, interaction, press)
            return
        acknowledge(interaction)
        if kind is None:
            raise Refused(NothingMore())  # noqa: TRY301
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
    if is_private(interaction):
        await remove(interaction)
