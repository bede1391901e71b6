"""The log: lines that say which game, event and interaction they are about, and never a word that people typed.

Any exception's text may quote what people typed. So exceptions are logged by
kind and place, with the error numbers of Discord and the system.
"""

import asyncio
import logging
import sqlite3
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

TALKATIVE = ("discord.gateway", "discord.http", "discord.webhook.async_")
"""Loggers whose DEBUG lines hold what people type and are told in private."""

_ABOUT: ContextVar[Mapping[str, int]] = ContextVar("about", default={})  # noqa: B039 - never changed, only replaced


def note(**ids: int) -> None:
    """Say what the present task is about from here on: game, event, interaction, message_id."""
    _ABOUT.set({**_ABOUT.get(), **ids})


@contextmanager
def concerning(**ids: int) -> Iterator[None]:
    before = _ABOUT.set({**_ABOUT.get(), **ids})
    try:
        yield
    finally:
        _ABOUT.reset(before)


def about() -> str:
    return ", ".join(f"{name} {value}" for name, value in _ABOUT.get().items())


class Lines(logging.Formatter):
    """A line: time, level, logger, message, and in brackets what it is about; below it the places of an exception."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = f"{time} {record.levelname} {record.name}: {message_of(record)}"
        problem = record.exc_info[1] if record.exc_info else None
        return "\n".join([f"{line} [{about()}]" if about() else line, *(trace_of(problem) if problem else ())])


def message_of(record: logging.LogRecord) -> str:
    args = tuple(map(_safe, record.args)) if isinstance(record.args, tuple) else record.args
    return str(_safe(record.msg)) % args if args else str(_safe(record.msg))


def _safe(told: object) -> object:
    return without_message(told) if isinstance(told, BaseException) else told


def without_message(problem: BaseException) -> str:
    """An exception by its kind and place, such as `KeyError at play.py:123`, with what holds no words of players.

    That is SQLite's text, which names columns and never values; the system's word for an error number; Discord's two
    numbers; and the text of exceptions that say of themselves that it is `harmless`.
    """
    told, status = type(problem).__name__, getattr(problem, "status", None)
    if isinstance(problem, sqlite3.Error) or getattr(type(problem), "harmless", False):
        told += f": {problem}"
    elif isinstance(problem, OSError) and problem.errno is not None:
        told += f": {problem.strerror or problem.errno}"
    elif isinstance(status, int):
        told += f": status {status}, code {getattr(problem, 'code', None)}"
    frames = traceback.extract_tb(problem.__traceback__)
    return f"{told} at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else told


def trace_of(problem: BaseException) -> list[str]:
    """The lines of a traceback: places and kinds of an exception and of those that led to it, without their texts."""
    lines = [*"".join(traceback.format_tb(problem.__traceback__)).splitlines(), without_message(problem)]
    cause = problem.__cause__ or (None if problem.__suppress_context__ else problem.__context__)
    return [*trace_of(cause), "which led to:", *lines] if cause else lines


def begin(level: str) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    logging.basicConfig(level=level, handlers=[handler], force=True)


def keep_private_lines_out() -> None:
    for name in TALKATIVE:
        logger = logging.getLogger(name)
        logger.setLevel(max(logging.INFO, logger.getEffectiveLevel()))


def unhandled(loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """Log what no task has handled; asyncio would write the task itself, and with it what the exception says."""
    del loop
    logging.getLogger("asyncio").error("%s", context.get("message"), exc_info=context.get("exception"))


async def log_for_owner(what: str) -> None:
    """Write to the log, as an error, what the owner should know: what there is without Discord."""
    logging.getLogger(__name__).error("%s", what)
