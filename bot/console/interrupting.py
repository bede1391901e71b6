"""Ctrl-C while something goes on: it ends the waiting, not the program."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeVar

Found = TypeVar("Found")


async def unless_interrupted(waiting: Coroutine[Any, Any, Found]) -> Found | None:
    """What is waited for; None after Ctrl-C."""
    loop, task = asyncio.get_running_loop(), asyncio.ensure_future(waiting)
    interrupted = False

    def interrupt() -> None:
        nonlocal interrupted
        interrupted = True
        task.cancel()

    with _caught(loop, interrupt):
        try:
            return await task
        except asyncio.CancelledError:
            if not interrupted:
                raise
            return None


@contextmanager
def _caught(loop: asyncio.AbstractEventLoop, interrupt: Callable[[], None]) -> Iterator[None]:
    """Let Ctrl-C call `interrupt` on the loop meanwhile, where this thread is the one that is told of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def pressed(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - a handler's signature
        loop.call_soon_threadsafe(interrupt)

    before = signal.signal(signal.SIGINT, pressed)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
