"""Acknowledgements at the gate, and those that Discord refuses because they were given before or come too late.

The latter is nobody's error: a restart, a second process or a slow line causes it; the user sees what came of the
press, or presses again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from functools import partial
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.discord_ui.components.gate import Gate
from bot.text.harmless import worded
from engine.model.refusal import Refusal

log = logging.getLogger(__name__)

GIVEN, GONE = 40060, 10062
"""Discord's codes for an interaction that is acknowledged already, and for one that it no longer knows."""
HASTE = 1.0
"""How long (s) suggestions may take: Discord waits for them three seconds, and people type on."""
_KEPT_RESPONSE = "_cs_response"
"""The slot in which an interaction of discord.py keeps its response, which refers back to it."""
_GIVING_UP: set[asyncio.Task[None]] = set()


def too_late(problem: BaseException | None) -> bool:
    """Whether an acknowledgement was refused because none was expected, which is then logged quietly."""
    if isinstance(problem, app_commands.CommandInvokeError):
        problem = problem.original
    if not isinstance(problem, discord.HTTPException) or problem.code not in {GIVEN, GONE}:
        return False
    log.info("an interaction had been answered, or was no longer waited for: %s", problem)
    return True


async def let_in(gate: Gate, interaction: discord.Interaction[Any]) -> bool:
    """Let the task that answers an interaction in at the gate; False where it is refused, which is told at once."""
    answering = asyncio.current_task()
    if answering is not None:
        answering.add_done_callback(partial(_release, interaction))

    async def last_word(said: Refusal) -> None:
        if interaction.type is not discord.InteractionType.autocomplete:
            await _tell(interaction, said)

    refusal = gate.enter(interaction.user.id, interaction.guild_id, last_word)
    if refusal is not None:
        await turn_away(interaction, refusal)
    elif interaction.type is discord.InteractionType.autocomplete:
        _keep_short(interaction)
    return refusal is None


def _release(interaction: discord.Interaction[Any], _: asyncio.Task[None]) -> None:
    """Let an interaction and all that came with it leave memory once nobody refers to it."""
    with suppress(AttributeError):
        delattr(interaction, _KEPT_RESPONSE)


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
    if interaction.response.is_done():
        await _try(interaction.followup.send(text, ephemeral=True, allowed_mentions=nobody))
    else:
        await _try(interaction.response.send_message(text, ephemeral=True, allowed_mentions=nobody))


async def _try(telling: Awaitable[object]) -> None:
    try:
        await telling
    except (discord.HTTPException, aiohttp.ClientError, OSError) as problem:
        log.info("somebody could not be turned away: %s", problem)


class _Calm(logging.Filter):
    """Keeps such refusals out of a logger of discord.py, which would report them with a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is to be written."""
        return not (record.exc_info and too_late(record.exc_info[1]))


_CALM = _Calm()


def keep_calm() -> None:
    """Log autocompletions that come too late quietly, too; discord.py catches what they raise."""
    logging.getLogger("discord.app_commands.tree").addFilter(_CALM)
