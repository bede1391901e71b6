"""Acknowledgements, made beside the work, and what follows when Discord refuses one.

What people ask for is judged, committed and shown without waiting for Discord's answer. Only what is sent with the
interaction's token (`acknowledged`) waits for it. So an act counts even if its acknowledgement is refused: the board
tells of it, and the private answer is left out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot import journal
from bot.discord_ui.components.gate import Gate
from bot.text.harmless import worded
from engine.model.refusal import Refusal

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
