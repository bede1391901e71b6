"""Privacy in the log: errors and library messages without the private words of players."""

from __future__ import annotations

import logging
import sqlite3
import traceback
from collections.abc import Iterator
from pathlib import Path

TALKATIVE = ("discord.gateway", "discord.http", "discord.webhook.async_")
"""Loggers whose DEBUG lines hold what people type and are told in private."""
DEEPEST = 8
"""How many exceptions are told of that led to one another."""


def wordless(problem: BaseException) -> str:
    """An exception by its kind and place, without its text, which may quote what is private."""
    return f"{type(problem).__name__}{place_of(problem)}"


def place_of(problem: BaseException) -> str:
    """Where an exception was raised, such as ` at play.py:123`; "" where that is not known."""
    frames = traceback.extract_tb(problem.__traceback__)
    return f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""


def kind_of(problem: BaseException) -> str:
    """An exception by its kind, with what is known to hold no words of players.

    That is SQLite's text, which names columns and never values; the system's word for an error number; Discord's two
    numbers; and the text of exceptions that say of themselves that it is `harmless`.
    """
    name = type(problem).__name__
    if isinstance(problem, sqlite3.Error) or getattr(type(problem), "harmless", False):
        return f"{name}: {problem}"
    if isinstance(problem, OSError) and problem.errno is not None:
        return f"{name}: {problem.strerror or problem.errno}"
    status, code = getattr(problem, "status", None), getattr(problem, "code", None)
    if isinstance(status, int):
        return f"{name}: status {status}, code {code}" if isinstance(code, int) else f"{name}: status {status}"
    return wordless(problem)


def trace_of(problem: BaseException) -> list[str]:
    """The lines of a traceback: places and kinds of an exception and of those that led to it, without their texts."""
    lines: list[str] = []
    for depth, each in enumerate(_chain(problem)):
        lines += ["which led to:"] if depth else []
        lines += "".join(traceback.format_tb(each.__traceback__)).rstrip().splitlines()
        lines.append(kind_of(each))
        if isinstance(each, BaseExceptionGroup):
            lines += [f"  {wordless(part)}" for part in each.exceptions[:DEEPEST]]
    return lines


def _chain(problem: BaseException) -> Iterator[BaseException]:
    """An exception and what led to it, the first one first."""
    found: list[BaseException] = []
    following: BaseException | None = problem
    while following is not None and len(found) < DEEPEST and all(following is not each for each in found):
        found.append(following)
        hidden = following.__suppress_context__
        following = following.__cause__ or (None if hidden else following.__context__)
    yield from reversed(found)


def hush() -> None:
    """Keep the lines that hold private words out of the log, whatever its level."""
    for name in TALKATIVE:
        logger = logging.getLogger(name)
        logger.setLevel(max(logging.INFO, logger.getEffectiveLevel()))
