"""What is counted and timed for a host who wants to know, wherever it happens; by default nobody listens."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Listener(Protocol):
    """Takes what is measured; `what` and `kind` are words of the program, never of people."""

    def count(self, what: str, kind: str = "", times: int = 1) -> None:
        """Something has happened."""

    def took(self, what: str, seconds: float) -> None:
        """Something has taken so long."""


class Nobody:
    """Lets everything pass."""

    def count(self, what: str, kind: str = "", times: int = 1) -> None:
        """Count nothing."""

    def took(self, what: str, seconds: float) -> None:
        """Note nothing."""


listener: Listener = Nobody()


def listen(new: Listener) -> Listener:
    """Let a listener take what is measured from here on; the one before."""
    global listener
    before, listener = listener, new
    return before


def count(what: str, kind: str = "", times: int = 1) -> None:
    """Tell that something has happened, of a kind, so many times."""
    listener.count(what, kind, times)


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Tell how long a block takes, however it ends."""
    begin = time.perf_counter()
    try:
        yield
    finally:
        listener.took(what, time.perf_counter() - begin)
