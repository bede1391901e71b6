"""Three and four players: random games played to their end, checked state by state, and replayed from their records."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.play.events import Agreed, DrawClaimed, Event, Proposed, Resigned, pack, unpack
from engine.play.game import advance, beginning
from engine.play.state import State
from engine.play.turns import Fate
from engine.records.scoresheet import read_scoresheet, scoresheet
from engine.rules.fight import FightResult
from engine.variants.variant import Variant
from tests.engine.hunts import Hunt
from tests.engine.lively import COMMITMENT, VARIANTS
from tests.engine.several import SEVERAL, only_royals, outcome, seen
from tests.suites import spread

PAWNLIKE = "PBM"
SHORT = {
    "nd-wellisch-3 off": 4,
    "nd-mccooey-3 off": 1,
    "nd-anglojewish-3 off": 9,
    "nd-altorth-3 off": 6,
    "nd-wellisch-4-mccooey off": 2,
    "nd-wellisch-4-trios off": 6,
    "nd-wellisch-3 d6": 0,
    "nd-mccooey-3 poly": 1,
    "nd-anglojewish-3 d6": 0,
    "nd-altorth-3 poly": 0,
    "nd-wellisch-4-mccooey d6": 8,
    "nd-wellisch-4-trios poly": 4,
}
"""The seeds of games that are over soon; in those that three divides somebody may resign."""
MANY = {"off": (10, 11, 12), "poly": (10, 12), "d6": (10, 12)}
"""The seeds of games that may take their time, by how captures are fought out."""


# ---- what holds in every state


def following(variant: Variant, seat: int, remaining: Iterable[int]) -> int:
    """Who sits next to a seat anticlockwise among those who remain."""
    here = variant.seat(seat).facing
    return min(remaining, key=lambda other: (here - variant.seat(other).facing) % 12 or 12)


def check_armies(state: State) -> None:
    """Fail unless all who remain have one royal each, and those who have left no piece on the board.

    The pieces of the last to leave stay on the last board, which shows why they lost.
    """
    pieces = [piece for code in state.position.placement if (piece := state.variant.pieces[code])]
    if state.result is not None and len(state.remaining) == 1:
        pieces = [piece for piece in pieces if piece.seat != last_to_leave(state)]
    assert dict.fromkeys(state.remaining, 1) == Counter(piece.seat for piece in pieces if piece.kind.royal)
    assert set(state.remaining) == {piece.seat for piece in pieces}


def last_to_leave(state: State) -> int:
    """The seat that has left last, in a state in which one has."""
    return [told.seat for told in state.told if told.fate is not Fate.SKIPPED][-1]


def check_turn(before: State, after: State) -> None:
    """Fail unless the turn went anticlockwise to the first who has neither left nor been skipped."""
    remaining, event = set(before.remaining), after.events[-1]
    fates = list(after.told)
    while fates and fates[0].fate in {Fate.FALLEN, Fate.LEFT}:
        remaining.remove(fates.pop(0).seat)
    stays = isinstance(event.what, Resigned) and event.actor != before.turn
    turn = before.turn if stays else following(before.variant, before.turn, remaining)
    for fate, seat, by in fates:
        assert turn == by
        if fate is Fate.CHECKMATED:
            remaining.remove(seat)
        else:
            assert (Fate.SKIPPED, turn) == (fate, seat)
            turn = following(before.variant, turn, remaining)
    assert remaining == set(after.remaining)
    if after.result is None:
        assert turn == after.turn


def check_count(before: State, after: State) -> None:
    """Fail unless moves are counted since the last piece left the board, or a pawn-like one last moved."""
    expected = list(before.position.quiet)
    if len(after.played) > len(before.played):
        mover, tied = before.variant.piece(before.position, after.played[-1].move.origin), is_tied(after)
        assert mover is not None
        expected[before.turn] += 1
        if mover.kind.letter in PAWNLIKE and not tied:
            expected = [0] * len(expected)
    if after.position.pieces[0].bit_count() < before.position.pieces[0].bit_count():
        expected = [0] * len(expected)
    assert tuple(expected) == after.position.quiet


def is_tied(state: State) -> bool:
    """Whether the last move was an attack tied three times."""
    fought = state.played[-1].fought
    return fought is not None and fought.verdict is FightResult.TIED


def check_reading(before: State, after: State) -> None:
    """Fail unless what befell anybody by a move without fights is what the second reading makes of it."""
    if not after.told and after.result is None:
        return
    expected = outcome(after.variant, after.movement.play(before.position, after.played[-1].move))
    found = seen(after)
    if found.result is not None:
        expected, found = expected._replace(turn=0), found._replace(turn=0)
    assert expected == found


# ---- why it ended


def check_end(states: Sequence[State]) -> str:
    """Fail unless the game ended as the rules have it; the reason."""
    end = states[-2]  # the last event but the secret
    assert end.result is not None
    winner, reason, _ = end.result
    fates = [told for _, after in turns(states) for told in after.told if told.fate is not Fate.SKIPPED]
    assert sorted(told.seat for told in fates) == sorted(
        {seat.number for seat in end.variant.seats} - set(end.remaining)
    )
    assert (winner is not None) == (len(end.remaining) == 1)
    match reason:
        case "last-standing":
            assert (winner,) == end.remaining
            assert fates[-1] in end.told
        case "insufficient":
            assert only_royals(end.variant, end.position)
        case "agreement":
            whose = [event.actor for event in end.events if isinstance(event.what, Proposed | Agreed)]
            assert set(end.remaining) <= set(whose[-len(end.variant.seats) :])
        case "claim-repetition":
            assert isinstance(end.events[-1].what, DrawClaimed)
            wanted = (end.position.placement, end.turn, end.position.rights)
            assert sum(wanted == (each.placement, each.turn, each.rights) for each in end.line) >= 3
        case "claim-50":
            assert isinstance(end.events[-1].what, DrawClaimed)
            quiet = quiet_moves(end)
            assert all(quiet[seat] >= 50 for seat in end.remaining)
        case _:
            raise AssertionError(reason)
    return reason


def turns(states: Sequence[State]) -> list[tuple[State, State]]:
    """The states before and after each change of the position."""
    settled = [state for state in states if state.fight is None]
    return [(before, after) for before, after in pairwise(settled) if len(before.line) < len(after.line)]


def quiet_moves(state: State) -> Counter[int]:
    """How many moves each seat has made since the last one by a pawn-like piece, the last attack or departure."""
    found: Counter[int] = Counter()
    for played, after in zip(reversed(state.played), reversed(state.line), strict=False):
        piece = state.variant.piece(played.before, played.move.origin)
        assert piece is not None
        if piece.kind.letter in PAWNLIKE or played.before.pieces[0].bit_count() != after.pieces[0].bit_count():
            break
        found[played.seat] += 1
    return found


# ---- replays


def point(state: State) -> State:
    """A state without what lies before its last event."""
    return replace(
        state,
        line=state.line[-1:],
        played=state.played[-1:],
        events=state.events[-1:],
        rolls=state.rolls[-1:],
    )


def check_replay(states: Sequence[State], events: Sequence[Event]) -> None:
    """Fail unless the events lead to the same state at every point."""
    assert len(states) == len(events) + 1
    state = beginning(states[0])
    assert states[0] == state
    for event, expected in zip(events, states[1:], strict=True):
        state = advance(state, event)
        assert point(expected) == point(state)
    assert states[-1] == state


def stored(events: Iterable[Event]) -> list[Event]:
    """The events as they come back from a store."""
    packed = [(event, json.loads(json.dumps(pack(event.what)))) for event in events]
    return [event._replace(what=unpack(*fields)) for event, fields in packed]


# ---- games


def check_game(name: str, seed: int) -> Counter[str]:
    """Play a game to its end and check all that; what happened in it is counted."""
    states = Hunt(VARIANTS[name], seed).play()
    end, counted = states[-1], Counter[str]()
    for state in states:
        check_armies(state)
    for before, after in turns(states):
        check_turn(before, after)
        check_count(before, after)
        counted.update(told.fate.value for told in after.told)
        if name.endswith(" off") and len(after.played) > len(before.played):
            check_reading(before, after)
    counted[check_end(states)] += 1
    check_replay(states, stored(end.events))
    text = scoresheet(end, {"Number": "14"}, COMMITMENT)
    check_replay(states, read_scoresheet(text).state.events)
    return counted


@pytest.mark.parametrize("name", spread(6, SHORT))
def test_games_to_their_end(name: str) -> None:
    """A game is won by the last player standing: armies leave, turns pass those who are out, the record replays."""
    counted = check_game(name, SHORT[name])
    assert counted["last-standing"] == 1
    assert bool(counted["left"]) <= (SHORT[name] % 3 == 0)


@pytest.mark.slow
@pytest.mark.parametrize("key", SEVERAL)
@pytest.mark.parametrize("combat", MANY)
def test_many_games_to_their_end(key: str, combat: str) -> None:
    """The same holds in many more, drawn ones among them; in each game, and with each dice, somebody wins."""
    counted = sum((check_game(f"{key} {combat}", seed) for seed in MANY[combat]), Counter[str]())
    assert counted["last-standing"]
