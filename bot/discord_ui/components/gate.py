"""How what people ask for is let in and acknowledged.

There is a gate for all, and a cooldown for what one person can do: roll dice, be shown pictures, bring scoresheets.
Boards that are posted because the game has moved on don't count. Acknowledgements are made beside the work: what people
ask for is judged, committed and shown without waiting for Discord's answer. Only what is sent with the interaction's
token (`acknowledged`) waits for it. So an act counts even if its acknowledgement is refused: the board tells of it, and
the private answer is left out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import Enum
from functools import partial
from typing import Any, ClassVar

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot import journal
from bot.text.harmless import worded
from engine.clocks.control import in_words
from engine.model.english import counted
from engine.model.refusal import Refusal

SPAN_S = 60.0


class Use(Enum):
    """Something limited: how often a minute one person can do it, and how that reads."""

    ROLL = (30, "rolled", "time")
    PICTURE = (40, "asked me for", "picture")
    IMPORT = (30, "brought me", "scoresheet")


COMMANDS = {
    "roll": Use.ROLL,
    **dict.fromkeys(("record look", "record continue", "Look at this record"), Use.IMPORT),
    **dict.fromkeys(("board", "explore", "learn", "puzzle", "replay", "review", "rules", "dice luck"), Use.PICTURE),
    **dict.fromkeys(("Profile", "players leaderboard", "players profile"), Use.PICTURE),
}
"""What counts as a use, by the qualified names of commands and menus."""
PRESSES = dict.fromkeys([
    "where", "look", "glance", "flip", "pick", "turn", "try", "leaf", "retract", "restart", "spin", "threats", "plain",
    "learn", "lessonback", "lessonskip", "lessonnext", "lessonshow", "lessonanew", "lessonpieces",
    "solve", "solveleaf", "puzzlehint", "puzzleshow", "puzzlenext", "puzzleday", "puzzlepieces",
    "first", "tenback", "back", "on", "tenon", "last", "replay", "film", "strip",
    "gamefirst", "gametenback", "gameback", "gameon", "gametenon", "gamelast", "piece", "kinds", "pieces",
], Use.PICTURE)  # fmt: skip
"""The same by the actions of buttons and menus."""


class TooOften(Refusal):
    """Something that a person has done `most` times within a minute; `wait` is for how long (ms) they can't."""

    done: str
    thing: str
    most: int
    wait: int

    @property
    def text(self) -> str:
        return (
            f"You have {self.done} {counted(self.most, self.thing)} within a minute, as often as I let one person. "
            f"It is possible again in {in_words(self.wait)}."
        )


class Cooldowns:
    def __init__(self) -> None:
        self._people = {use: commands.CooldownMapping[int].from_cooldown(use.value[0], SPAN_S, int) for use in Use}

    def against(self, use: Use, person: int) -> TooOften | None:
        """Count a use by a person (an id), or return a refusal."""
        most, done, thing = use.value
        wait = self._people[use].update_rate_limit(person)
        return None if wait is None else TooOften(done, thing, most, -int(-wait // 1) * 1000)


log = logging.getLogger(__name__)

GIVEN, GONE = 40060, 10062
"""Discord's codes for an interaction that is acknowledged already, and for one that it no longer knows."""
HASTE = 1.0
"""How long (s) suggestions may take: Discord waits for them three seconds, and people type on."""
_GIVING_UP: set[asyncio.Task[None]] = set()
_TASK = "acknowledgement"


class Unacknowledged(Exception):
    """An interaction cannot be answered: Discord has refused its acknowledgement, as the log says."""


def acknowledge(interaction: discord.Interaction[Any], *, ephemeral: bool = False, thinking: bool = False) -> None:
    """Begin to acknowledge an interaction, unless that has been done; parameters as in discord.py's `defer`."""
    if not _is_acknowledged(interaction):
        defer = partial(interaction.response.defer, ephemeral=ephemeral, thinking=thinking)
        interaction.extras[_TASK] = asyncio.create_task(_accepted(defer), name=_TASK)


async def acknowledged(interaction: discord.Interaction[Any]) -> None:
    """Wait until the token of an interaction can be used; Unacknowledged if it cannot."""
    task = interaction.extras.get(_TASK)
    if task is not None and not await asyncio.shield(task):
        raise Unacknowledged


def _is_acknowledged(interaction: discord.Interaction[Any]) -> bool:
    return _TASK in interaction.extras or interaction.response.is_done()


async def _accepted(defer: Callable[[], Awaitable[object]]) -> bool:
    """Acknowledge; False if Discord refuses. If it was acknowledged before, or may have been, answers are tried."""
    try:
        await defer()
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


async def let_in(gate: Gate, interaction: discord.Interaction[Any]) -> bool:
    """Let the task that answers an interaction in at the gate; False where it is refused, which is told at once."""

    async def last_word(said: Refusal) -> None:
        if interaction.type is not discord.InteractionType.autocomplete:
            await _tell(interaction, said)

    refusal = gate.enter(interaction.user.id, last_word)
    if refusal is not None:
        await turn_away(interaction, refusal)
    elif interaction.type is discord.InteractionType.autocomplete:
        _keep_short(interaction)
    return refusal is None


def _keep_short(interaction: discord.Interaction[Any]) -> None:
    """Suggest nothing where the present task does not come up with suggestions in time; others are waited for."""
    looking = asyncio.current_task()
    loop = asyncio.get_running_loop()

    def give_up() -> None:
        if looking is not None and not looking.done() and not interaction.response.is_done():
            looking.cancel()
            task = loop.create_task(_try(interaction.response.autocomplete([])))
            _GIVING_UP.add(task)
            task.add_done_callback(_GIVING_UP.discard)

    waiting = loop.call_later(HASTE, give_up)
    if looking is not None:
        looking.add_done_callback(lambda _: waiting.cancel())


async def turn_away(interaction: discord.Interaction[Any], refusal: Refusal) -> None:
    """Answer an interaction that is not let in, in one call: with the reason, which only its user sees.

    Where suggestions were wanted there are none.
    """
    if interaction.type is discord.InteractionType.autocomplete:
        await _try(interaction.response.autocomplete([]))
    else:
        await _tell(interaction, refusal)


async def _tell(interaction: discord.Interaction[Any], said: Refusal) -> None:
    """Tell the user of an interaction something, whether it has been acknowledged or not."""
    text, nobody = worded(said), discord.AllowedMentions.none()

    async def follow_up() -> None:
        await acknowledged(interaction)
        await interaction.followup.send(text, ephemeral=True, allowed_mentions=nobody)

    if _is_acknowledged(interaction):
        await _try(follow_up())
    else:
        await _try(interaction.response.send_message(text, ephemeral=True, allowed_mentions=nobody))


async def _try(telling: Awaitable[object]) -> None:
    try:
        await telling
    except (discord.HTTPException, aiohttp.ClientError, OSError, Unacknowledged) as problem:
        log.info("somebody could not be turned away: %r", problem)


class _Calm(logging.Filter):
    """Keeps such refusals out of a logger of discord.py, which would report them with a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and too_late(record.exc_info[1]))


_CALM = _Calm()


def keep_calm() -> None:
    """Log autocompletions that come too late quietly, too, and keep private lines of discord.py's out of the log."""
    journal.keep_private_lines_out()
    logging.getLogger("discord.app_commands.tree").addFilter(_CALM)


MOST, EACH = 128, 16
"""How many tasks can be inside: in all, and for one person."""
PATIENCE_S, GOODBYE_S = 1.0, 0.3
"""How long a stop waits for what is inside, and then for the last words: the bot ends within two seconds."""

LastWord = Callable[[Refusal], Awaitable[None]]
"""Tells the person who waits for a task that it is broken off."""


class TurnedAway(Refusal):
    """Something that is not let in; `why` says so in a sentence, whatever it was."""

    why: ClassVar[str]


class Full(TurnedAway):
    why = "I have too much to do right now."
    words = f"{why} Nothing has changed; please try again in a minute."


class StillBusy(TurnedAway):
    why = "I am still busy with what you have asked before."
    words = f"{why} Nothing has changed; please try again in a moment."


class Restarting(TurnedAway):
    why = "I am restarting."
    words = f"{why} Nothing is lost; please try again in a minute."


class BrokenOff(Refusal):
    """The last word about something that was not done when the bot stopped."""

    words = (
        "I am restarting before I could finish this. Nothing is lost: what has been done is shown in a minute. If it "
        "is not, please try again."
    )


class Gate:
    """Lets `most` tasks in, `each` of them for one person."""

    def __init__(self, most: int = MOST, each: int = EACH) -> None:
        self.most, self._each = most, each
        self._inside: dict[asyncio.Task[Any], tuple[int, LastWord | None]] = {}
        self.stopping = False
        self.refused = 0

    @property
    def inside(self) -> int:
        return len(self._inside)

    def enter(self, person: int, last_word: LastWord | None = None) -> TurnedAway | None:
        """Let the present task in for a person, until it ends, or say why not."""
        task = asyncio.current_task()
        refusal: TurnedAway | None = None
        if task is None or task in self._inside:
            return None
        if self.stopping:
            refusal = Restarting()
        elif sum(each == person for each, _ in self._inside.values()) >= self._each:
            refusal = StillBusy()
        elif len(self._inside) >= self.most:
            refusal = Full()
        else:
            self._inside[task] = person, last_word
            task.add_done_callback(self._inside.pop)
        self.refused += refusal is not None
        return refusal

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
