"""Abandoned games: closed, or gone on with by somebody else; in the fold and in the record."""

from __future__ import annotations

import random

import pytest

from engine.clocks.control import DAY, TimeControl
from engine.model.refusal import Refusal
from engine.notation.describe import result_in_words
from engine.play.events import (
    Abandoned,
    BrokenRecord,
    ClockStarted,
    Continued,
    Event,
    GameClosed,
    Happening,
    Proposed,
    Replaced,
    Resigned,
    WentAway,
)
from engine.play.game import advance, new_game, replay
from engine.play.referee import abandoned, decide, heard
from engine.play.state import State
from engine.records.scoresheet import BadScoresheet, read_scoresheet, scoresheet
from engine.rules.protocols import Result
from engine.variants import GAMES, variant_of
from tests.engine.proposing import accept_draw, accept_takeback, ask_takeback, offer_draw
from tests.engine.support import NOON, chance, done, long_moves, played
from tests.engine.toys import FOUR, TOYS
from tests.suites import first

HEXEH = variant_of("hexeh")
WAIT = 28 * DAY


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let records of the made-up games be read."""
    for key, game in TOYS.items():
        monkeypatch.setitem(GAMES, key, game)


def happen(state: State, actor: int, what: Happening, at: int = NOON) -> State:
    """The state after something has happened."""
    return advance(state, Event(state.sequence + 1, at, actor, what))


# ---- silence


def test_silence_ends_a_game() -> None:
    """A game without a clock is closed once its player has done nothing for so long, never for 0: nobody wins."""
    state = played(new_game(HEXEH), "b1c3")
    begun = state.events[-1].at
    assert abandoned(state, WAIT, begun, begun + WAIT - 1) is None
    assert abandoned(state, 0, begun, begun + 10 * WAIT) is None
    timed = happen(new_game(HEXEH, control=TimeControl(60 * DAY, 0)), 0, ClockStarted())
    assert abandoned(timed, WAIT, NOON, NOON + WAIT) is None
    ended = abandoned(state, WAIT, begun, begun + WAIT)
    assert ended == Event(2, begun + WAIT, 0, Abandoned(2))
    assert Result(None, "closed") == advance(state, ended).result
    assert "no result: the game was closed" == result_in_words(HEXEH, Result(None, "closed"))


def test_who_does_something_is_there() -> None:
    """Whatever the player to move does counts as a sign of life; what the others do does not."""
    state = played(new_game(HEXEH), "b1c3")
    begun = state.events[-1].at
    offered = happen(state, 2, Proposed("draw"), begun + 9 * DAY)
    assert begun + 9 * DAY == heard(offered, 0)
    assert begun == heard(happen(state, 1, Proposed("draw"), begun + 9 * DAY), 0)


def test_the_first_move_is_waited_for_from_the_beginning() -> None:
    """In a game without a move, time counts from the moment it began."""
    state = new_game(HEXEH)
    assert abandoned(state, WAIT, NOON, NOON + WAIT - DAY) is None
    assert abandoned(state, WAIT, NOON, NOON + WAIT) == Event(1, NOON + WAIT, 0, Abandoned(1))


# ---- somebody else plays on


def test_replaced() -> None:
    """The board stands, what was proposed is open no more, and the new player is as little away as anybody."""
    state = happen(new_game(HEXEH, control=TimeControl(3 * DAY, 0)), 0, ClockStarted())
    state = happen(happen(state, 1, WentAway(), NOON + DAY), 1, Proposed("draw"), NOON + DAY)
    after = happen(state, 0, Replaced(1), NOON + 9 * DAY)
    assert (after.position, after.proposals, after.changed) == (state.position, (), after.sequence)
    clock = after.clock
    assert clock is not None
    assert (clock.left, clock.away, clock.began, clock.had) == (
        (0, 3 * DAY, 3 * DAY),
        frozenset(),
        NOON + 9 * DAY,
        3 * DAY,
    )


def test_nobody_takes_a_seat_that_is_out() -> None:
    """A seat that has left the game is not taken, nor does a player seat somebody."""
    before = played(new_game(FOUR), "Ne3")
    gone = before.turn
    state = happen(before, gone, Resigned())
    for actor, what in (
        (0, Replaced(gone)),
        (1, Replaced(1)),
        (0, Replaced(9)),
        (gone, GameClosed()),
        (0, Abandoned(gone)),
        (1, Abandoned(state.due)),
    ):
        with pytest.raises(BrokenRecord):
            happen(state, actor, what)


# ---- all of it together


def lively(dice: random.Random) -> State:
    """A random game for four in which seats change hands, are left and are taken back across, and one may close."""
    state = new_game(FOUR)
    for _ in range(40):
        if state.result is not None:
            break
        now = NOON + 1000 * state.sequence
        match dice.randrange(12):
            case 0:
                state = happen(state, 0, Replaced(dice.choice(state.remaining)), now)
            case 1 if len(state.remaining) > 2:
                state = happen(state, dice.choice(state.remaining), Resigned(), now)
            case 2:
                state = taken_back(state, now)
            case 3 if dice.random() < 0.1:
                state = happen(state, 0, dice.choice((GameClosed(), Abandoned(state.due))), now)
            case 4:
                state = happen(state, 0, Continued("7", ""), now)
            case _:
                state = played(state, dice.choice(long_moves(state)))
    return state


def taken_back(state: State, now: int) -> State:
    """The state after a takeback that all agree to; as it is where none can be asked for."""
    for seat in state.remaining:
        asked = decide(state, ask_takeback(seat), now)
        if not isinstance(asked, Refusal):
            state = advance(state, asked[0])
            for other in state.remaining:
                if other != seat:
                    state = done(state, accept_takeback(other))
            break
    return state


@pytest.mark.parametrize("seed", first(4, range(60)))
def test_it_replays_and_stands_in_the_record(seed: int) -> None:
    """Replayed up to any event the game stands as it stood then, and its record is read back to the same game."""
    state = lively(chance(seed))
    so_far = new_game(FOUR)
    for count, event in enumerate(state.events, 1):
        so_far = advance(so_far, event)
        assert replay(FOUR, state.events[:count]) == so_far
    assert so_far == state
    read = read_scoresheet(scoresheet(state, {})).state
    assert (state.line, state.events, state.result) == (read.line, read.events, read.result)


def test_all_of_it_happens() -> None:
    """The random games have all of it in them."""
    kinds = {type(event.what) for seed in range(60) for event in lively(chance(seed)).events}
    assert {Resigned, GameClosed, Abandoned, Replaced} <= kinds


def test_a_takeback_across_a_change_of_hands() -> None:
    """Moves made before somebody else took the seat can still be taken back, and the seat stays theirs."""
    state = happen(played(played(new_game(HEXEH), "b1c3"), "b5c4"), 0, Replaced(2))
    asked = done(state, ask_takeback(2))
    after = done(asked, accept_takeback(1))
    assert [Replaced(2)] == [event.what for event in after.events if isinstance(event.what, Replaced)]
    assert 1 == len(after.played)
    assert 2 == after.turn


def test_a_draw_is_not_agreed_on_for_somebody_else() -> None:
    """An offer does not outlive the change: the new player has to be asked anew."""
    state = happen(done(played(new_game(HEXEH), "b1c3"), offer_draw(1)), 0, Replaced(2))
    assert isinstance(decide(state, accept_draw(2), NOON), Refusal)


@pytest.mark.parametrize(
    "line",
    [
        "* Red claims that Red has abandoned the game",
        "* Red claims that Grey has abandoned the game",
        "* Red lets somebody else play Blue",
        "* The referee lets somebody else play Grey",
        "* Grey closes the game",
    ],
)
def test_records_of_what_cannot_be(line: str) -> None:
    """A record in which that happened which no referee grants is refused where it says so."""
    record = scoresheet(played(new_game(HEXEH), "b1c3"), {})
    with pytest.raises(BadScoresheet):
        read_scoresheet(record.replace("\nunfinished", f"\n{line}\nunfinished"))


def test_the_words_of_a_record() -> None:
    """A record says it in sentences."""
    state = happen(played(new_game(FOUR), "Ne3"), 0, Replaced(2))
    state = happen(state, state.turn, Resigned())
    silent = state.variant.seat(state.due).name
    state = happen(state, 0, Abandoned(state.due))
    record = scoresheet(state, {})
    assert f"\n* The referee lets somebody else play {state.variant.seat(2).name}" in record
    assert f"\n* The referee closes the game that {silent} has abandoned" in record
    assert '[Result "no result: the game was closed"]' in record
    assert '[Outcome "none closed"]' in record
