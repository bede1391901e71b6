"""The log: lines that say which game, event and interaction they are about, and never a word that people typed.

What people type may stand in the text of any exception, their own code's or a library's. So exceptions are written by
their kind and place, with the numbers by which Discord and the system name a failure.
"""

from __future__ import annotations

import asyncio
import copy
import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from bot.private_log import kind_of, trace_of

FIELDS = ("game", "event", "interaction", "message_id")
"""What a line may be about, each an id."""

_ABOUT: ContextVar[Mapping[str, int]] = ContextVar("about", default={})  # noqa: B039 - never changed, only replaced


def note(**ids: int) -> None:
    """Say what the present task is about from here on; see FIELDS."""
    _ABOUT.set({**_ABOUT.get(), **ids})


@contextmanager
def concerning(**ids: int) -> Iterator[None]:
    """Say what a part of a task is about."""
    before = _ABOUT.set({**_ABOUT.get(), **ids})
    try:
        yield
    finally:
        _ABOUT.reset(before)


def about() -> Mapping[str, int]:
    """What the present task is about."""
    return _ABOUT.get()


class Lines(logging.Formatter):
    """A line for people: time, level, logger, message, and in brackets what it is about; below it the places."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as text."""
        ids = ", ".join(f"{name} {value}" for name, value in _ids(record).items())
        begin = f"{_time(record)} {record.levelname} {record.name}: {message_of(record)}"
        return "\n".join([f"{begin} [{ids}]" if ids else begin, *_trace(record)])


class Json(logging.Formatter):
    """A line for programs: one JSON object, with the ids as numbers and an exception as `error` and `trace`."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as JSON."""
        written: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname,
            "logger": record.name,
            "message": message_of(record),
            **_ids(record),
        }
        problem = record.exc_info[1] if record.exc_info else None
        if problem is not None:
            written |= {"error": kind_of(problem), "trace": "\n".join(_trace(record))}
        return json.dumps(written, ensure_ascii=False)


FORMATS: Mapping[str, type[logging.Formatter]] = {"text": Lines, "json": Json}


def message_of(record: logging.LogRecord) -> str:
    """The message of a record, exceptions in it written without their texts."""
    told = copy.copy(record)
    if isinstance(told.msg, BaseException):
        told.msg = kind_of(told.msg)
    if isinstance(told.args, tuple):
        told.args = tuple(kind_of(each) if isinstance(each, BaseException) else each for each in told.args)
    return told.getMessage()


def begin(level: str, form: str) -> None:
    """Let the log be written to standard error, from a level on, in one of FORMATS."""
    handler = logging.StreamHandler()
    handler.setFormatter(FORMATS[form]())
    logging.basicConfig(level=level, handlers=[handler], force=True)


def unhandled(loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """Log what no task has handled; asyncio would write the task itself, and with it what the exception says."""
    del loop
    logging.getLogger("asyncio").error("%s", context.get("message"), exc_info=context.get("exception"))


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _ids(record: logging.LogRecord) -> Mapping[str, int]:
    """What a record is about, as it was noted in the task that made it."""
    del record
    known = _ABOUT.get()
    return {name: known[name] for name in FIELDS if name in known}


def _trace(record: logging.LogRecord) -> list[str]:
    problem = record.exc_info[1] if record.exc_info else None
    return [] if problem is None else trace_of(problem)
