"""The referee as a program that notes in the file HOLDS what has held its event loop for some time.

A line for each step of the loop that took more than a few milliseconds of its thread's processor time: when it ended
(s, of the clock that all processes share), how much it took (s), and what it was.
"""

from __future__ import annotations

import os
import sys
import time
from asyncio import Task, events
from pathlib import Path

from tests.bot import quick_bot

NOTED = 0.004
"""From which processor time on (s) a step is noted."""
_run = events.Handle._run


def what(handle: events.Handle) -> str:
    """Which task a handle belongs to and what that does, or which function it calls."""
    owner = getattr(handle._callback, "__self__", None)  # type: ignore[attr-defined]
    if isinstance(owner, Task):
        return f"{owner.get_name()}, {getattr(owner.get_coro(), '__qualname__', '')}"
    return repr(handle._callback)  # type: ignore[attr-defined]


def watch(path: Path) -> None:
    """Time all steps of loops from now on."""

    def timed(handle: events.Handle) -> None:
        begin = time.thread_time()
        _run(handle)
        taken = time.thread_time() - begin
        if taken > NOTED:
            with path.open("a", encoding="utf-8") as file:
                file.write(f"{time.monotonic()} {taken} {what(handle)}\n")

    events.Handle._run = timed  # type: ignore[assignment,method-assign]


if __name__ == "__main__":
    watch(Path(os.environ["HOLDS"]))
    sys.exit(quick_bot.run())
