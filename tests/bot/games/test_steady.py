"""The referee's time: the machine's, whose clock may be set, but never backwards."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.steady import FARTHEST, SteadyClock
from tests.bot.timed import NOON

HOUR, SECOND = 3_600_000, 1_000


class Machine:
    """A machine whose clock may be set."""

    def __init__(self) -> None:
        self.clock, self.uptime = NOON, 0
        self.steady = SteadyClock(lambda: self.clock, lambda: self.uptime)

    def pass_(self, milliseconds: int) -> int:
        """Let time pass; the referee's."""
        self.clock, self.uptime = self.clock + milliseconds, self.uptime + milliseconds
        return self.steady.now()


@given(st.lists(st.tuples(st.integers(0, HOUR), st.integers(-HOUR, HOUR)), max_size=20))
def test_time_never_runs_backwards(steps: list[tuple[int, int]]) -> None:
    """However the machine's clock is set, time goes on, at half the pace at least, and never behind the machine's."""
    machine = Machine()
    before = machine.steady.now()
    for passed, set_ in steps:
        machine.clock += set_
        now = machine.pass_(passed)
        assert now >= before + passed // 2
        assert now >= machine.clock
        before = now


def test_set_back(caplog: pytest.LogCaptureFixture) -> None:
    """Set back by an hour, the clock is caught up after two, at half the pace, and the log says so once."""
    machine = Machine()
    machine.clock -= HOUR
    with caplog.at_level(logging.WARNING):
        told = [machine.pass_(SECOND) - NOON for _ in range(2 * 3600)]
    assert told[:4] == [500, 1000, 1500, 2000]
    assert told[-1] == HOUR == machine.clock - NOON
    assert machine.pass_(SECOND) == machine.clock
    assert len(caplog.records) == 1


def test_set_forward_or_asleep() -> None:
    """Set forward, or asleep meanwhile, the machine's clock is followed at once."""
    machine = Machine()
    machine.clock += 5 * HOUR
    assert machine.pass_(SECOND) == NOON + 5 * HOUR + SECOND


def test_plainly_wrong() -> None:
    """A clock that was years ahead is followed when it is put right."""
    machine = Machine()
    machine.clock += 400 * FARTHEST
    machine.pass_(SECOND)
    machine.clock = NOON
    assert machine.pass_(SECOND) == NOON + SECOND
