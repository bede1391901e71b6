"""Folds over the events of a game: twice as many events are twice as much work, whatever they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from typing import NamedTuple

import pytest

from engine.clocks.control import DAY, UNTIMED, TimeControl
from engine.dice.terms import LINKED, DiceTerms
from engine.play import referee
from engine.play.events import (
    Agreed,
    CameBack,
    ClockStarted,
    Credited,
    Declined,
    Event,
    Happening,
    Moved,
    Paused,
    Proposed,
    Resumed,
    Rolled,
    TakenBack,
    WentAway,
)
from engine.play.game import advance, new_game, replay
from engine.play.rolls import record_hashes
from engine.play.state import State
from engine.records.replay import state_after
from engine.records.scoresheet import read_scoresheet, scoresheet
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.engine.support import HEXEH_POLY, NOON, WINDING
from tests.steps import steps_of
from tests.suites import first

EVENTS = 160
MORE = 1.05
"""By how much twice the events may be more than twice the work: tables are not filled evenly."""

THREE = variant_of("nd-wellisch-3")
CLOCK = TimeControl(3 * DAY, DAY)

Deed = tuple[int | None, Callable[[int], Happening]]
"""Who does something (None: whose turn it is), and what, by the number of the last event."""


def does(actor: int | None, what: Happening) -> Deed:
    """A deed that does not hang on earlier events."""
    return actor, lambda _: what


def moves(text: str) -> tuple[Deed, ...]:
    """Moves, with their dice behind them where they fight."""
    deeds: list[Deed] = []
    for move in text.split():
        long, _, dice = move.partition("[")
        deeds.append(does(None, Moved(long)))
        if dice:
            deeds.append(does(None, Rolled(dice.removesuffix("]"))))
    return tuple(deeds)


def back(events: int, *agreeing: int) -> tuple[Deed, ...]:
    """All moves of the last so many events taken back by the first seat, others agreeing."""
    *some, last = agreeing
    return (
        (1, lambda now: Proposed("takeback", now - events + 1)),
        *(does(seat, Agreed("takeback")) for seat in some),
        (last, lambda now: TakenBack(now - events - len(some))),
    )


class Kind(NamedTuple):
    """A kind of game: what happens in it over and over again, after what has happened once."""

    again: tuple[Deed, ...]
    variant: Variant = WINDING
    control: TimeControl = UNTIMED
    once: tuple[Deed, ...] = ()
    dice: DiceTerms = LINKED

    def state(self, count: int) -> State:
        """The game after so many events."""
        state = new_game(self.variant, control=self.control, dice=self.dice)
        for actor, what in self._deeds():
            if state.sequence == count:
                break
            number = state.sequence + 1
            who = state.turn if actor is None else actor
            state = advance(state, Event(number, NOON + 1000 * number, who, what(state.sequence)))
        return state

    def _deeds(self) -> Iterator[Deed]:
        yield from self.once
        yield from cycle(self.again)


ROUND = moves("b1c3 b5c4 c3b1 c4b5")
FIGHTS = moves("b1c6[3-4,3-4,3-4] b5c4 b1c6[3-4,3-4,3-4] c4b5")
STARTED = (does(0, ClockStarted()),)
KINDS = {
    "moves under a clock": Kind(ROUND, control=CLOCK, once=STARTED),
    "fights taken back": Kind((*FIGHTS[:2], *back(2, 2)), HEXEH_POLY, CLOCK, STARTED),
    "takebacks late in a game": Kind((*ROUND[:1], *back(1, 2)), control=CLOCK, once=(*STARTED, *ROUND * 20)),
    "long takebacks of three": Kind((*moves("b3d3"), *back(1, 2, 3)), THREE, CLOCK, STARTED),
    "draws declined": Kind((does(1, Proposed("draw")), does(2, Declined("draw"))), once=ROUND),
    "pauses": Kind((does(1, Proposed("pause")), does(2, Paused()), does(1, Resumed())), control=CLOCK, once=STARTED),
    "vacations": Kind((does(1, WentAway()), does(1, CameBack())), control=CLOCK, once=STARTED),
    "credits": Kind((does(0, Credited(1, 1000, "sleep")),), control=CLOCK, once=STARTED),
}
FOLDS: dict[str, Callable[[State], object]] = {
    "replayed": lambda state: replay(state.variant, state.events, control=_control(state), dice=state.dice),
    "written and read": lambda state: read_scoresheet(scoresheet(state, {})),
    "in the middle": lambda state: state_after(state, len(state.played) // 2),
    "hashed": lambda state: record_hashes(state, "game 1", ""),
}


def _control(state: State) -> TimeControl:
    return state.clock.control if state.clock else UNTIMED


@pytest.fixture(autouse=True)
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no sheet be remembered: of a short game all would be, of a long one only the last."""
    monkeypatch.setattr(referee, "_sheet", referee._sheet.__wrapped__)


def doubled(fold: Callable[[State], object], kind: Kind) -> float:
    """How many times the work of half the events all events are."""
    half, whole = kind.state(EVENTS // 2), kind.state(EVENTS)
    return steps_of(lambda: fold(whole)) / steps_of(lambda: fold(half))


@pytest.mark.parametrize("kind", first(2, KINDS))
@pytest.mark.parametrize("fold", first(2, FOLDS))
def test_folds_are_linear(fold: str, kind: str) -> None:
    """Every fold over twice the events is twice the work, of whatever kind they are."""
    assert 2 * MORE >= doubled(FOLDS[fold], KINDS[kind])


@pytest.mark.parametrize("kind", [name for name, kind in KINDS.items() if kind.control is CLOCK])
def test_moves_keep_their_clocks(kind: str) -> None:
    """The clocks that a move keeps are those to which the events before it lead."""
    state = KINDS[kind].state(60)
    for played in (*state.played, *state.undone):
        before = replay(state.variant, state.events[: played.sequence - 1], control=CLOCK)
        assert before.clock == played.then
