"""Acknowledgements that were given before, or that Discord waits for no longer: no errors of anybody's.

A restart, a second process or a slow line bring them about; the one who acted sees what came of it, or acts again.
"""

from __future__ import annotations

import logging

import discord
from discord import app_commands

log = logging.getLogger(__name__)

GIVEN, GONE = 40060, 10062
"""Discord's codes for an interaction that is acknowledged already, and for one that it no longer knows."""


def too_late(problem: BaseException | None) -> bool:
    """Whether an acknowledgement was refused because none was waited for; then that is logged, quietly."""
    if isinstance(problem, app_commands.CommandInvokeError):
        problem = problem.original
    if not isinstance(problem, discord.HTTPException) or problem.code not in {GIVEN, GONE}:
        return False
    log.info("an interaction had been answered, or was no longer waited for: %s", problem)
    return True


class _Calm(logging.Filter):
    """Keeps what is no error out of a logger of the library's, which tells of it with a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is to be written."""
        return not (record.exc_info and too_late(record.exc_info[1]))


_CALM = _Calm()


def keep_calm() -> None:
    """Let completions that come too late be logged quietly, too: the library catches what they raise."""
    logging.getLogger("discord.app_commands.tree").addFilter(_CALM)
