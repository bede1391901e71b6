"""Acknowledgements that are refused because they were given before or come too late, which is nobody's error.

A restart, a second process or a slow line causes them; the user sees what came of the press, or presses again.
"""

from __future__ import annotations

import logging

import discord
from discord import app_commands

log = logging.getLogger(__name__)

GIVEN, GONE = 40060, 10062
"""Discord's codes for an interaction that is acknowledged already, and for one that it no longer knows."""


def too_late(problem: BaseException | None) -> bool:
    """Whether an acknowledgement was refused because none was expected, which is then logged quietly."""
    if isinstance(problem, app_commands.CommandInvokeError):
        problem = problem.original
    if not isinstance(problem, discord.HTTPException) or problem.code not in {GIVEN, GONE}:
        return False
    log.info("an interaction had been answered, or was no longer waited for: %s", problem)
    return True


class _Calm(logging.Filter):
    """Keeps such refusals out of a logger of discord.py, which would report them with a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is to be written."""
        return not (record.exc_info and too_late(record.exc_info[1]))


_CALM = _Calm()


def keep_calm() -> None:
    """Log autocompletions that come too late quietly, too; discord.py catches what they raise."""
    logging.getLogger("discord.app_commands.tree").addFilter(_CALM)
