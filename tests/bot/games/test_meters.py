"""Meters: so often a minute and no more, for people, channels and servers; in bounded memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.meters import IMPORTS, PICTURES, ROLLS, Meter, Meters, TooOften
from bot.limits import HostLimits, Scoped
from tests.bot.timed import NOON, Time

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


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        (Scoped(2, 9, 9), "You have rolled 2 times within a minute, as often as I let one person."),
        (Scoped(9, 2, 9), "People in this channel have rolled 2 times within a minute, as often as I let one channel."),
        (Scoped(9, 9, 2), "People in this server have rolled 2 times within a minute, as often as I let one server."),
    ],
)
def test_each_scope(limit: Scoped, text: str) -> None:
    """Each scope has its limit, whose refusal names it and says when it is possible again, which then it is."""
    time = Time()
    meters = Meters(time, HostLimits(rolls=limit))
    assert [None, None] == [meters.take(ROLLS, 1, 2, 3) for _ in range(2)]
    refused = meters.take(ROLLS, 1, 2, 3)
    assert refused is not None
    assert refused.text == f"{text} It is possible again in 30 seconds."
    assert meters.take(ROLLS, 4, 5, 6) is None
    assert meters.take(PICTURES, 1, 2, 3) is None
    time.go(30_000)
    assert meters.take(ROLLS, 1, 2, 3) is None
    assert meters.take(ROLLS, 1, 2, 3) is not None


def test_a_servers_own() -> None:
    """A server may let one person do less, there alone; a limit of 0 is none."""
    meters = Meters(Time(), HostLimits(rolls=Scoped(3)))
    assert meters.take(ROLLS, 1, 2, 3, own=1) is None
    assert meters.take(ROLLS, 1, 2, 3, own=1) == TooOften("person", ROLLS, 1, MINUTE)
    assert meters.take(ROLLS, 1, 2, 4) is None
    free = Meters(lambda: NOON, HostLimits(imports=Scoped()))
    assert {None} == {free.take(IMPORTS, 1, 2, 3) for _ in range(1000)}


def test_what_is_refused_is_not_counted() -> None:
    """Who is refused does not use up what their channel may do."""
    meters = Meters(Time(), HostLimits(rolls=Scoped(1, 3)))
    for _ in range(10):
        meters.take(ROLLS, 1, 2)
    assert [None, None] == [meters.take(ROLLS, person, 2) for person in (3, 4)]
    assert meters.take(ROLLS, 5, 2) == TooOften("channel", ROLLS, 3, 20_000)


@pytest.mark.parametrize("text", ["", "1", "1/2", "1/2/3/4", "a/b/c", "-1/2/3", "1/2/3.5", "٣/1/1", "1/2/99999999"])
def test_what_is_no_limit(text: str) -> None:
    """A limit is three whole numbers."""
    with pytest.raises(ValueError, match="three whole numbers"):
        Scoped.read(text)
    assert Scoped.read("30/0/600") == (30, 0, 600)
