"""Folds over the events of a game: twice as many events are twice as much work, whatever they are."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

import pytest

from engine.clocks.control import DAY, TimeControl
from engine.play import referee
from engine.play.events import ClockStarted, Credited, Declined, Event, Happening, Proposed, Rolled, TakenBack
from engine.play.game import advance, new_game, replay
from engine.play.rolls import record_hashes
from engine.play.state import State
from engine.records.replay import state_after
from engine.records.scoresheet import read_scoresheet, scoresheet
from tests.engine.support import HEXEH_POLY, NOON, moving
from tests.steps import steps_of
from tests.suites import spread_rows

EVENTS = 160
MORE = 1.05
"""By how much twice the events may be more than twice the work: tables are not filled evenly."""
CLOCK = TimeControl(3 * DAY, DAY)
Deed = Callable[[State], tuple[int, Happening]]
"""Who does something, and what."""


def moves(text: str) -> list[Deed]:
    """Moves by whose turn it is, with their dice behind them where they fight."""
    deeds: list[Deed] = []
    for word in text.split():
        move, _, dice = word.partition("[")
        deeds.append(lambda state, move=move: (state.turn, moving(state, move)))  # type: ignore[misc]
        if dice:
            deeds.append(lambda state, dice=dice: (state.turn, Rolled(dice[:-1])))  # type: ignore[misc]
    return deeds


QUIET = "b1c3 b5c4 c3b1 c4b5"
FIGHTS = "b1c6[3-4,3-4,3-4] b5c4 b1c6[3-4,3-4,3-4] c4b5"
UNDONE: list[Deed] = [
    lambda state: (1, Proposed("takeback", state.played[0].sequence)),
    lambda state: (2, TakenBack(state.proposals[0].since)),
]
KINDS: dict[str, list[Deed]] = {
    "moves": moves(QUIET),
    "fights": moves(FIGHTS),
    "fights taken back": [*moves(FIGHTS), *UNDONE],
    "draws declined": [*moves(QUIET), lambda _: (1, Proposed("draw")), lambda _: (2, Declined("draw"))],
    "credits": [lambda _: (0, Credited(1, 1000, "sleep"))],
}
"""What happens over and over again in a game."""
FOLDS: dict[str, Callable[[State], object]] = {
    "replayed": lambda state: replay(state.variant, state.events, control=CLOCK),
    "written and read": lambda state: read_scoresheet(scoresheet(state, {})),
    "in the middle": lambda state: state_after(state, len(state.played) // 2),
    "hashed": lambda state: record_hashes(state, "game 1", ""),
}


def game(kind: str, count: int) -> State:
    state, deeds = new_game(HEXEH_POLY, control=CLOCK), cycle(KINDS[kind])
    state = advance(state, Event(1, NOON, 0, ClockStarted()))
    while state.sequence < count:
        actor, what = next(deeds)(state)
        state = advance(state, Event(state.sequence + 1, NOON + 1000 * state.sequence, actor, what))
    return state


@pytest.mark.parametrize(("fold", "kind"), spread_rows(5, [(fold, kind) for kind in KINDS for fold in FOLDS]))
def test_folds_are_linear(fold: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every fold over twice the events is twice the work, of whatever kind they are; no list of moves is remembered."""
    monkeypatch.setattr(referee, "_sheet", referee._sheet.__wrapped__)
    half, whole = game(kind, EVENTS // 2), game(kind, EVENTS)
    assert 2 * MORE >= steps_of(lambda: FOLDS[fold](whole)) / steps_of(lambda: FOLDS[fold](half))


@pytest.mark.parametrize("kind", KINDS)
def test_moves_keep_their_clocks(kind: str) -> None:
    """The clocks that a move keeps are those to which the events before it lead."""
    state = game(kind, 40)
    for played in (*state.played, *state.undone):
        before = replay(state.variant, state.events[: played.sequence - 1], control=CLOCK)
        assert before.clock == played.then
