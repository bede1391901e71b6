"""Meters: so often a minute and no more, in bounded memory."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.games.meters import Meter
from tests.bot.timed import Time

MINUTE = 60_000


@given(st.integers(1, 20), st.lists(st.integers(0, MINUTE), max_size=60))
def test_no_more_than_allowed(times: int, pauses: list[int]) -> None:
    """What is done a minute is free at once, then comes back one by one; the wait that is told is just long enough."""
    time = Time()
    meter, done = Meter(time), list[int]()
    for pause in pauses:
        time.go(pause)
        wait = meter.wait("key", times)
        if wait:
            time.go(wait - 1)
            assert meter.wait("key", times) > 0
            time.go(1)
        assert meter.wait("key", times) == 0
        meter.note("key", times)
        done.append(time.now)
        recent = [at for at in done if at > time.now - MINUTE]
        assert len(recent) < 2 * times + 1


def test_bounded_memory() -> None:
    """Beyond its bound the key that has been quiet for longest is forgotten, and counting costs no more for it."""
    meter = Meter(Time(), kept=100)
    for key in range(1000):
        meter.note(key, 1)
        meter.note("busy", 1)
    assert len(meter) == 100
    assert meter.wait("busy", 1) > 0
    assert meter.wait(0, 1) == 0
