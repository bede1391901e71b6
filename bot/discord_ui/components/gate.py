"""How what people ask for is let in and acknowledged.

Acknowledgements are made beside the work: what people ask for is judged, committed and shown without waiting for
Discord's answer. Only what is sent with the interaction's token (`acknowledged`) waits for it. So an act counts even if
its acknowledgement is refused: the board tells of it, and the private answer is left out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from math import ceil
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot import journal
from bot.text.harmless import worded
from engine.clocks.control import in_words
from engine.model.refusal import Refusal

log = logging.getLogger(__name__)

GIVEN, GONE = 40060, 10062
"""Discord's codes for an interaction that is acknowledged already, and for one that it no longer knows."""
HASTE = 1.0
"""How long (s) suggestions may take: Discord waits for them three seconds, and people type on."""
_TASK = "acknowledgement"


class Unacknowledged(Exception):
    """An interaction cannot be answered: Discord has refused its acknowledgement, as the log says."""


def acknowledge(interaction: discord.Interaction[Any], *, ephemeral: bool = False, thinking: bool = False) -> None:
    """Begin to acknowledge an interaction, unless that has been done; parameters as in discord.py's `defer`."""
    if not _is_acknowledged(interaction):
        deferring = interaction.response.defer(ephemeral=ephemeral, thinking=thinking)
        interaction.extras[_TASK] = asyncio.create_task(_accepted(deferring), name=_TASK)


async def acknowledged(interaction: discord.Interaction[Any]) -> None:
    """Wait until the token of an interaction can be used; Unacknowledged if it cannot."""
    task = interaction.extras.get(_TASK)
    if task is not None and not await asyncio.shield(task):
        raise Unacknowledged


def _is_acknowledged(interaction: discord.Interaction[Any]) -> bool:
    return _TASK in interaction.extras or interaction.response.is_done()


async def _accepted(deferring: Awaitable[object]) -> bool:
    """Acknowledge; False if Discord refuses. If it was acknowledged before, or may have been, answers are tried."""
    try:
        await deferring
    except discord.HTTPException as problem:
        if not too_late(problem):
            log.exception("an acknowledgement was refused")
        return problem.code == GIVEN
    except (aiohttp.ClientError, OSError, RuntimeError) as problem:  # the library raises RuntimeError once it is closed
        log.warning("whether an interaction is acknowledged is not known: %r", problem)
    return True


def too_late(problem: BaseException | None) -> bool:
    """Whether a failure is an acknowledgement that Discord has refused; if none was expected, it is logged quietly."""
    if isinstance(problem, app_commands.CommandInvokeError):
        problem = problem.original
    if isinstance(problem, Unacknowledged):
        return True
    if not isinstance(problem, discord.HTTPException) or problem.code not in {GIVEN, GONE}:
        return False
    log.info("an interaction had been answered, or was no longer waited for: %s", problem)
    return True


def _is_loud(record: logging.LogRecord) -> bool:
    return not (record.exc_info and too_late(record.exc_info[1]))


def keep_calm() -> None:
    """Log autocompletions that come too late quietly, too, and keep private lines of discord.py's out of the log."""
    journal.keep_private_lines_out()
    logging.getLogger("discord.app_commands.tree").addFilter(_is_loud)


async def let_in(gate: Gate, interaction: discord.Interaction[Any]) -> bool:
    """Let the task that answers an interaction in at the gate; False where it is refused, which is told at once."""
    refusal, looking = gate.enter(interaction.user.id, partial(_tell, interaction)), asyncio.current_task()
    if refusal is not None:
        await _tell(interaction, refusal)
    elif interaction.type is discord.InteractionType.autocomplete and looking is not None:
        interaction.extras["patience"] = asyncio.create_task(_keep_short(interaction, looking))
    return refusal is None


async def _keep_short(interaction: discord.Interaction[Any], looking: asyncio.Task[Any]) -> None:
    """Suggest nothing where a task does not come up with suggestions in time."""
    await asyncio.wait([looking], timeout=HASTE)
    if not looking.done() and not interaction.response.is_done():
        looking.cancel()
        await _tell(interaction, None)


async def _tell(interaction: discord.Interaction[Any], said: Refusal | None) -> None:
    """Tell the user of an interaction alone why nothing comes of it; where suggestions were wanted there are none."""
    shown: dict[str, Any] = {"ephemeral": True, "allowed_mentions": discord.AllowedMentions.none()}
    try:
        if said is None or interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        elif _is_acknowledged(interaction):
            await acknowledged(interaction)
            await interaction.followup.send(worded(said), **shown)
        else:
            await interaction.response.send_message(worded(said), **shown)
    except (discord.DiscordException, aiohttp.ClientError, OSError, Unacknowledged) as problem:
        log.info("somebody could not be turned away: %r", problem)


MOST, EACH = 128, 16
"""How many tasks can be inside: in all, and for one person."""
ROLLS, SPAN_S = 30, 60.0
"""How often one person can roll shared dice within how long (s); pictures and texts wait for their threads."""
PATIENCE_S, GOODBYE_S = 1.0, 0.3
"""How long a stop waits for what is inside, and then for the last words: the bot ends within two seconds."""

LastWord = Callable[[Refusal], Awaitable[None]]
"""Tells the person who waits for a task that it is broken off."""


class TurnedAway(Refusal):
    """Something that is not let in; `why` says so in a sentence, whatever it was."""

    why: str
    then: str

    words = "{why} {then}"


FULL = TurnedAway("I have too much to do right now.", "Nothing has changed; please try again in a minute.")
STILL_BUSY = TurnedAway(
    "I am still busy with what you have asked before.", "Nothing has changed; please try again in a moment."
)
RESTARTING = TurnedAway("I am restarting.", "Nothing is lost; please try again in a minute.")


class BrokenOff(Refusal):
    words = (
        "I am restarting before I could finish this. Nothing is lost: what has been done is shown in a minute. If it "
        "is not, please try again."
    )


class TooManyRolls(Refusal):
    wait: str

    words = (
        f"You have rolled {ROLLS} times within a minute, as often as I let one person. "
        "It is possible again in {wait}."
    )


class Gate:
    """Lets `most` tasks in, `each` of them for one person, and rolls as often as one person may."""

    def __init__(self, most: int = MOST, each: int = EACH) -> None:
        self.most, self._each = most, each
        self._inside: dict[asyncio.Task[Any], tuple[int, LastWord | None]] = {}
        self._rolls = commands.CooldownMapping[int].from_cooldown(ROLLS, SPAN_S, int)
        self.stopping = False
        self.refused = 0

    @property
    def inside(self) -> int:
        return len(self._inside)

    def enter(self, person: int, last_word: LastWord | None = None) -> TurnedAway | None:
        """Let the present task in for a person, until it ends, or say why not."""
        task = asyncio.current_task()
        if task is None or task in self._inside:
            return None
        if self.stopping:
            refusal = RESTARTING
        elif sum(each == person for each, _ in self._inside.values()) >= self._each:
            refusal = STILL_BUSY
        elif len(self._inside) >= self.most:
            refusal = FULL
        else:
            self._inside[task] = person, last_word
            task.add_done_callback(self._inside.pop)
            return None
        self.refused += 1
        return refusal

    def roll(self, person: int) -> TooManyRolls | None:
        """Count a roll by a person, or say why they cannot roll now."""
        wait = self._rolls.update_rate_limit(person)
        return None if wait is None else TooManyRolls(in_words(ceil(wait) * 1000))

    async def stop(self, patience: float = PATIENCE_S) -> None:
        """Let nothing in any more, and wait until all inside is done, `patience` s at most.

        What is left then is broken off, and its people are told; the next start shows what it has committed.
        """
        self.stopping = True
        if self._inside:
            await asyncio.wait(list(self._inside), timeout=patience)
        left = {task: last_word for task, (_, last_word) in self._inside.items() if not task.done()}
        if left:
            log.warning("%d pieces of work are broken off", len(left))
        words = [asyncio.ensure_future(tell(BrokenOff())) for tell in left.values() if tell]
        if words:
            await asyncio.wait(words, timeout=GOODBYE_S)
        for task in left:
            task.cancel()
