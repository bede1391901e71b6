"""Snapshots: stretches of a game, packed as JSON, make the state to which its events lead."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from engine.clocks.control import UNTIMED
from engine.play.game import advance, new_game
from engine.play.snapshots import packed, restored
from engine.play.state import State
from engine.variants import GAMES, variant_of
from tests.engine.play.test_folds import KINDS
from tests.engine.support import D6, POLY, chance, random_fights, random_game
from tests.steps import steps_of
from tests.suites import spread

EVERY = 8


def states(last: State) -> list[State]:
    """All states of a game, from before its first event on."""
    control = last.clock.control if last.clock else UNTIMED
    found = [new_game(last.variant, last.line[0], control, last.dice)]
    for event in last.events:
        found.append(advance(found[-1], event))
    return found


def stretches(some: list[State]) -> list[Any]:
    """The stretches between states, as they come out of JSON."""
    found: list[Any] = json.loads(json.dumps([packed(*pair) for pair in pairwise(some)]))
    return found


def same(state: State, other: State) -> bool:
    """Whether two states are alike in everything, the chains included."""
    return state == other and (state.chain, state.log) == (other.chain, other.log)


def check(some: list[State]) -> None:
    """Cut a game into stretches anywhere, and put it together again."""
    rng = chance(len(some))
    cuts = sorted({0, len(some) - 1, *(rng.randrange(len(some)) for _ in range(len(some) // 4))})
    chosen = [some[cut] for cut in cuts]
    parts = stretches(chosen)
    for count, state in enumerate(chosen):
        assert same(state, restored(some[0], parts[:count], state.events))
    assert same(some[-1], restored(some[0], stretches([some[0], some[-1]]), some[-1].events))


@pytest.mark.parametrize("key", spread(8, GAMES))
def test_every_game(key: str) -> None:
    """A random game of every kind is put together from its stretches, and goes on as it would have."""
    some = list(random_game(variant_of(key), 7, 60))
    check(some)


@pytest.mark.parametrize("variant", [POLY, D6], ids=str)
def test_fights(variant: Any) -> None:
    """So is a game with fights."""
    check(list(random_fights(variant, 3, 80)))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_event(kind: str) -> None:
    """So is a game in which anything else happens: words, rolls, takebacks, pauses, clocks, endings."""
    check(states(KINDS[kind].state(60)))


@pytest.mark.parametrize("kind", ["moves under a clock", "words and fights", "games with takebacks"])
def test_twice_the_events_are_twice_the_work(kind: str) -> None:
    """Putting a game together takes steps as it has events, and packing its last events no more in a longer one."""
    taken: dict[int, tuple[int, int]] = {}
    for count in (200, 400):
        some = states(KINDS[kind].state(count))
        parts = stretches(some[::EVERY])
        whole = steps_of(lambda some=some, parts=parts: restored(some[0], parts, some[-1].events))  # type: ignore[misc]
        last = steps_of(lambda some=some: packed(some[-1 - EVERY], some[-1]))  # type: ignore[misc]
        taken[count] = whole, last
    assert taken[400][0] <= 2.1 * taken[200][0]
    assert taken[400][1] <= 1.5 * taken[200][1] + 400


def test_what_cannot_be_packed_is_told() -> None:
    """A value of an unknown class is refused when it is packed, not when it is needed."""
    some = states(KINDS["moves"].state(4))
    with pytest.raises((LookupError, TypeError)):
        packed(some[0], State(some[1].variant, some[1].line, result=object()))  # type: ignore[arg-type]
