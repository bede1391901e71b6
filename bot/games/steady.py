"""The time as the referee counts it: the machine's, except that it never runs backwards."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from engine.clocks.control import DAY

log = logging.getLogger(__name__)

FARTHEST = DAY
"""By how much (ms) the machine's clock may be set back for the referee to wait for it; beyond, it was plainly wrong."""
WORTH_A_WORD = 1_000
"""By how much (ms) it has to be set back for the log to say so."""


def wall() -> int:
    """The machine's clock: UTC, ms since 1970."""
    return time.time_ns() // 1_000_000


def elapsed() -> int:
    """What has passed since some moment (ms), whatever is done to the machine's clock."""
    return time.monotonic_ns() // 1_000_000


class SteadyClock:
    """The time in ms since 1970 (UTC): that of `wall`, which may be set, told steadily with the help of `elapsed`.

    Where the machine's clock is set forward, or has slept, it is followed at once. Where it is set back, time goes on
    at half the pace until both agree again, much as `adjtime` does it: so clocks and heartbeats go on, nobody loses
    time, and what comes later is later. One set back by more than FARTHEST was plainly wrong, and is followed at once.
    """

    def __init__(self, wall: Callable[[], int] = wall, elapsed: Callable[[], int] = elapsed) -> None:
        self._wall, self._elapsed = wall, elapsed
        self._told, self._since = wall(), elapsed()
        self._waits = False

    def now(self) -> int:
        """The time."""
        wall, elapsed = self._wall(), self._elapsed()
        half = max(0, elapsed - self._since) // 2
        behind = self._told + half - wall
        if 0 < behind <= FARTHEST:
            if not self._waits and behind > WORTH_A_WORD:
                self._waits = True
                log.warning("the machine's clock was set back by %d s; time is slow until it is up", behind // 1000)
            self._told += half
            self._since += 2 * half
            return self._told
        if behind > FARTHEST:
            log.warning("the machine's clock was set back by %d s, and is followed", behind // 1000)
        self._told, self._since, self._waits = wall, elapsed, False
        return wall


_CLOCK = SteadyClock()


def utc_now() -> int:
    """The time, which never runs backwards in this process: UTC, ms since 1970."""
    return _CLOCK.now()
