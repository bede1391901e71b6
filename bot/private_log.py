"""Privacy in the log: errors and library messages without the private words of players."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path

TALKATIVE = ("discord.gateway", "discord.http", "discord.webhook.async_")
"""Loggers whose DEBUG lines hold what people type and are told in private."""


def wordless(problem: BaseException) -> str:
    """An exception by its kind and place, without its text, which may quote what is private."""
    frames = traceback.extract_tb(problem.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(problem).__name__}{place}"


def hush() -> None:
    """Keep the lines that hold private words out of the log, whatever its level."""
    for name in TALKATIVE:
        logger = logging.getLogger(name)
        logger.setLevel(max(logging.INFO, logger.getEffectiveLevel()))
