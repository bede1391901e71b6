"""Abandoned games: closed, or gone on with by somebody else; in the fold and in the record."""

from __future__ import annotations

import pytest

from engine.clocks.control import DAY, TimeControl
from engine.play.events import (
    Abandoned,
    BrokenRecord,
    ClockStarted,
    Event,
    GameClosed,
    Happening,
    Proposed,
    Replaced,
    Resigned,
    WentAway,
)
from engine.play.game import advance, new_game
from engine.play.referee import abandoned, last_activity
from engine.play.refusals import NotProposed
from engine.play.state import State
from engine.records.scoresheet import BadScoresheet, read_scoresheet, scoresheet
from engine.rules.protocols import Result
from engine.variants import variant_of
from tests.engine.proposing import accept_draw, accept_takeback, ask_takeback, offer_draw
from tests.engine.support import NOON, WINDING, after, clock_of, done, refused

WAIT = 28 * DAY
CLOCK = TimeControl(3 * DAY, 0)
FOUR = variant_of("nd-wellisch-4-trios")


def happen(state: State, actor: int, what: Happening, at: int = NOON) -> State:
    return advance(state, Event(state.sequence + 1, at, actor, what))


@pytest.mark.parametrize(
    ("moves", "wait", "passed", "ended"),
    [
        ("b1c3", WAIT, WAIT - 1, None),
        ("b1c3", WAIT, WAIT, Abandoned(2)),
        ("b1c3", 0, 10 * WAIT, None),
        ("", WAIT, WAIT - 1, None),
        ("", WAIT, WAIT, Abandoned(1)),
    ],
)
def test_silence_ends_a_game(moves: str, wait: int, passed: int, ended: Happening | None) -> None:
    """A game without a clock is closed once its player has done nothing for so long, never for 0: nobody wins."""
    state = after(moves)
    begun = state.events[-1].at if moves else NOON
    event = abandoned(state, wait, begun, begun + passed)
    assert ended == (event.what if event else None)
    if event is not None:
        assert (event.sequence, event.at, event.actor) == (state.sequence + 1, begun + passed, 0)
        assert Result(None, "closed") == advance(state, event).result


def test_a_clock_ends_its_game_itself() -> None:
    """Silence closes no game whose clock runs."""
    timed = happen(new_game(WINDING, control=CLOCK), 0, ClockStarted())
    assert abandoned(timed, WAIT, NOON, NOON + WAIT) is None


def test_who_does_something_is_there() -> None:
    """Whatever the player to move does counts as a sign of life; what the others do does not."""
    state = after("b1c3")
    begun = state.events[-1].at
    assert begun + 9 * DAY == last_activity(happen(state, 2, Proposed("draw"), begun + 9 * DAY), 0)
    assert begun == last_activity(happen(state, 1, Proposed("draw"), begun + 9 * DAY), 0)


def test_replaced() -> None:
    """The board stands, what was proposed is open no more, and the new player is as little away as anybody."""
    state = happen(new_game(WINDING, control=CLOCK), 0, ClockStarted())
    state = happen(happen(state, 1, WentAway(), NOON + DAY), 1, Proposed("draw"), NOON + DAY)
    other = happen(state, 0, Replaced(1), NOON + 9 * DAY)
    assert (other.position, other.proposals, other.changed) == (state.position, (), other.sequence)
    clock = clock_of(other)
    assert (clock.left, clock.away) == ((0, 3 * DAY, 3 * DAY), frozenset())
    assert (clock.began, clock.had, clock.flagged) == (NOON + 9 * DAY, 3 * DAY, False)
    clock = clock_of(happen(other, 0, Replaced(2), NOON + 10 * DAY))
    assert (clock.running, clock.began) == (1, NOON + 9 * DAY)


def test_nobody_takes_a_seat_that_is_out() -> None:
    """A seat that has left the game is not taken, nor does a player seat somebody or call a game abandoned."""
    state = happen(new_game(FOUR), 2, Resigned())
    for granted in (Replaced(1), GameClosed(), Abandoned(state.due)):
        happen(state, 0, granted)
    for actor, what in (
        (0, Replaced(2)),
        (0, Replaced(9)),
        (0, Abandoned(2)),
        (1, Replaced(1)),
        (2, GameClosed()),
        (1, Abandoned(state.due)),
    ):
        with pytest.raises(BrokenRecord):
            happen(state, actor, what)


def test_a_takeback_across_a_change_of_hands() -> None:
    """Moves made before somebody else took the seat can still be taken back; an offer made before is open no more."""
    state = happen(done(after("b1c3 b5c4"), offer_draw(1)), 0, Replaced(2))
    assert isinstance(refused(state, accept_draw(2)), NotProposed)
    back = done(done(state, ask_takeback(2)), accept_takeback(1))
    assert (1, 2) == (len(back.played), back.turn)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("* Red claims that Red has abandoned the game", "I can't read"),
        ("* Red lets somebody else play Blue", "is by Red"),
        ("* The referee lets somebody else play Grey", "is nothing that happens in a game"),
        ("* Grey closes the game", "a line begins with who did it"),
    ],
)
def test_records_of_what_cannot_be(line: str, words: str) -> None:
    """A record in which that happened which no referee grants is refused where it says so."""
    record = scoresheet(after("b1c3"), {})
    assert "\nunfinished" in record
    with pytest.raises(BadScoresheet, match=words) as caught:
        read_scoresheet(record.replace("\nunfinished", f"\n{line}\nunfinished"))
    assert caught.value.place is not None
    assert record[: record.index("\nunfinished")].count("\n") + 2 == caught.value.place.line


def test_the_words_of_a_record() -> None:
    """A record says it in sentences, and is read back to the same game."""
    state = happen(new_game(FOUR), 0, Replaced(2))
    state = happen(state, state.turn, Resigned())
    silent = state.variant.seat(state.due).name
    state = happen(state, 0, Abandoned(state.due))
    record = scoresheet(state, {})
    assert f"* The referee lets somebody else play {state.variant.seat(2).name}" in record
    assert f"\n* The referee closes the game that {silent} has abandoned" in record
    assert '[Result "no result: the game was closed"]' in record
    assert '[Outcome "none closed"]' in record
    assert state == read_scoresheet(record).state
