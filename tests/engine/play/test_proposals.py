"""Proposals: one mechanism for every kind; takebacks: who may ask for what, what is undone, what stays for good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.refusal import Refusal
from engine.play import proposals
from engine.play.commands import Agree, Command, Decline, MakeMove, Propose, Resign
from engine.play.events import (
    DRAW,
    PAUSE,
    TAKEBACK,
    Agreed,
    BrokenRecord,
    Declined,
    Event,
    Moved,
    Proposed,
    StoredEvent,
    TakenBack,
    pack,
)
from engine.play.game import advance, new_game, restored
from engine.play.proposals import MAX_TAKEN_BACK, ProposalKind, moves_in_words, undoable
from engine.play.referee import decide, roll_fight
from engine.play.refusals import (
    AgreedAlready,
    GameOver,
    HasLeft,
    NoClock,
    NothingToTakeBack,
    NotProposed,
    NotYoursToTakeBack,
    ProposedAlready,
    StaleGame,
    TooFarBack,
)
from engine.play.state import State
from engine.records.replay import short_moves
from engine.rules.protocols import Result
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.engine.lively import Sworn
from tests.engine.proposing import accept_draw, accept_takeback, ask_takeback, decline_takeback, offer_draw
from tests.engine.support import (
    CHESS,
    HEXEH_POLY,
    NOON,
    after,
    begun,
    done,
    happened,
    long_moves,
    played,
    refused,
    setup,
    told,
)
from tests.engine.toys import CHECK, FOUR, THREE

TRUCE = ProposalKind("truce", lambda _, before, now: now.changed != before.changed, Result(None, "truce"))
TWO = "b1c3 a4a3"


def undone(state: State, seat: int, moves: int = 0) -> State:
    """The state after a seat's takeback that all others agree to."""
    state = done(state, ask_takeback(seat, moves=moves))
    for other in state.remaining:
        proposal = state.proposal(TAKEBACK)
        if proposal is not None and other not in proposal.agreed:
            state = done(state, accept_takeback(other))
    return state


def standing(state: State) -> State:
    """What of a state does not tell how it came about."""
    nothing = {"proposals": (), "notices": (), "undone": (), "rolls": (), "sequence": 0, "changed": 0}
    nothing |= {"events": (), "inherited": 0, "fight": None, "call": None}
    line = tuple(each._replace(sequence=0, at=0, then=None) for each in state.played)
    return replace(state, played=line, **nothing)  # type: ignore[arg-type]


# ---- all kinds


def test_a_new_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind that is added as a value is proposed, agreed to, declined and lapses like the others."""
    monkeypatch.setitem(proposals.KINDS, "truce", TRUCE)
    state = done(after("b1c3"), Propose(2, kind="truce"))
    assert (2, frozenset({2})) == (state.proposals[0].by, state.proposals[0].agreed)
    assert AgreedAlready("truce", ("Red",)) == refused(state, Decline(2, kind="truce"))
    assert () == done(state, Decline(1, kind="truce")).proposals
    assert () == played(state, "a4a3").proposals
    assert NotProposed("truce") == refused(played(state, "a4a3"), Agree(1, kind="truce"))
    assert Result(None, "truce") == done(state, Agree(1, kind="truce")).result


def test_kinds_stand_side_by_side() -> None:
    """Proposals of different kinds are open at the same time, in the order in which they are told."""
    state = done(done(after(TWO), ask_takeback(1)), offer_draw(2))
    assert [DRAW, TAKEBACK] == [each.kind for each in state.proposals]
    assert [TAKEBACK] == [each.kind for each in done(state, Decline(1, kind=DRAW)).proposals]
    assert () == done(state, Agree(2, kind=TAKEBACK)).proposals
    assert ProposedAlready(TAKEBACK) == refused(state, ask_takeback(2))


def test_no_clock_no_pause() -> None:
    """What is about time is refused in a game without clocks, and breaks its record."""
    for command in (Propose(1, kind=PAUSE), Agree(2, kind=PAUSE), Decline(2, kind=PAUSE)):
        assert NoClock() == refused(after("b1c3"), command)
    for what in (Proposed(PAUSE), Agreed(PAUSE), Declined(PAUSE)):
        with pytest.raises(BrokenRecord, match="has no clock"):
            happened(after("b1c3"), what, 1)


@pytest.mark.parametrize("kind", [DRAW, TAKEBACK])
def test_answers_to_nothing_break_the_record(kind: str) -> None:
    """A record in which what was never proposed is agreed to or declined cannot be."""
    for what in (Agreed(kind), Declined(kind)):
        with pytest.raises(BrokenRecord, match=f"a {kind} was answered that was not open"):
            happened(after("b1c3"), what, 2)


# ---- what a takeback undoes


@pytest.mark.parametrize(
    ("moves", "seat", "count", "rest"),
    [
        (TWO, 1, 0, ""),
        (TWO, 2, 0, "b1c3"),
        ("b1c3 a4a3 c2d3 g4g3", 2, 3, "b1c3"),
        ("b1c3 a4a3 c2d3 g4g3", 1, 4, ""),
    ],
)
def test_what_is_undone(moves: str, seat: int, count: int, rest: str) -> None:
    """The asker's last move with all that followed it, or so many moves the first of which is the asker's."""
    back = undone(after(moves), seat, count)
    assert standing(after(rest)) == standing(back)
    assert seat == back.turn


def test_events_of_a_takeback() -> None:
    """What is asked for and what is taken back name the first event undone, so that any fold can tell what is left."""
    state = after("b1c3 a4a3 c2d3")
    assert (Event(4, NOON, 2, Proposed(TAKEBACK, 2)),) == decide(state, ask_takeback(2), NOON)
    state = done(state, ask_takeback(2))
    assert (Event(5, NOON, 1, TakenBack(2)),) == decide(state, accept_takeback(1), NOON)
    assert (Event(5, NOON, 1, Declined(TAKEBACK)),) == decide(state, decline_takeback(1), NOON)


@pytest.mark.parametrize("seat", [1, 2])
def test_nothing_changes_before_all_agree(seat: int) -> None:
    """A takeback asked for, declined or withdrawn leaves the line and the board's buttons as they were."""
    state = after(TWO)
    asked = done(state, ask_takeback(1))
    assert (asked.line, asked.played, asked.changed) == (state.line, state.played, state.changed)
    declined = done(asked, decline_takeback(seat))
    assert replace(declined, sequence=state.sequence, events=state.events) == state


def test_new_buttons() -> None:
    """A takeback changes the position, so what answers an earlier board is stale."""
    state = undone(after(TWO), 1)
    assert 4 == state.changed
    assert isinstance(refused(state, MakeMove(1, 2, "b1c3")), StaleGame)
    done(state, MakeMove(1, 4, "b1c3"))


def test_in_words() -> None:
    """What would be undone is said move by move, the last first, with the dice of fights, which stay spent."""
    moves = undoable(told(new_game(HEXEH_POLY), "b1c6[3-5]", "f5e4", "f1c6[2-4,4-7]"))
    assert "Red's Txc6 (fight 2-4,4-7), Blue's Tfe4 and Red's Tbxc6 (fight 3-5): the dice stay spent" == moves_in_words(
        HEXEH_POLY, moves
    )
    assert "your Tfe4" == moves_in_words(HEXEH_POLY, moves[1:2], 2)


def test_repetition_does_not_count_what_was_undone() -> None:
    """A position that was taken back has not occurred."""
    threefold = next(claim for claim in CHESS.claims if claim.reason == "claim-repetition")
    state = after("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", CHESS)
    assert threefold.available(state.movement, state.line)
    back = undone(state, 2)
    assert not threefold.available(back.movement, back.line)
    again = played(undone(played(back, "f6g8"), 2), "f6g8")
    assert "3 of 3 repetitions" == threefold.progress(again.movement, again.line)


def test_counters_go_back() -> None:
    """The counters of quiet moves are those of the position that is come back to."""
    quiet = played(setup("E d1 · T b1", "E d7 · T b5 · G g4"), "b1c3", "b5c4")
    reset = played(quiet, "c3b1", "g4g3")
    assert (quiet.position.quiet, (0, 0, 0)) == ((0, 1, 1), reset.position.quiet)
    assert quiet.position == undone(reset, 1).position


def test_placements() -> None:
    """Placements before the first move are taken back like moves."""
    imperial = variant_of("imperial", {"combat": "poly"})
    assert new_game(imperial).position == undone(after("@e3e5", imperial), 1).position
    assert ["P@e3"] == short_moves(undone(after("@e3e5 @i5i7", imperial), 2))


def test_a_draw_offer_lapses() -> None:
    """A takeback closes an open draw offer, as a move of the other side does."""
    state = done(done(after(TWO), offer_draw(1)), ask_takeback(1))
    assert state.proposal(DRAW) is not None
    assert done(state, accept_takeback(2)).proposal(DRAW) is None


def test_dice_stay_spent() -> None:
    """After a fight is taken back its roll stays, and the next roll has the next number."""
    back = undone(told(new_game(HEXEH_POLY), "b1c6[3-4,5-3]"), 1)
    assert new_game(HEXEH_POLY).position == back.position
    assert [(3, 4), (5, 3)] == [made.dice for made in back.rolls]
    numbers: list[int] = []

    def throw(number: int, _: Sequence[int]) -> Sequence[int]:
        numbers.append(number)
        return [8, 1]

    again = played(back, "b1c6")
    again = advance(again, roll_fight(again, throw, NOON))
    assert ([2], 3) == (numbers, len(again.rolls))
    assert ["move 1, b1c6"] * 3 == [made.what for made in again.rolls]


# ---- refusals


@pytest.mark.parametrize(
    ("moves", "command", "refusal"),
    [
        ("", ask_takeback(1), NothingToTakeBack()),
        ("", ask_takeback(1, moves=1), NothingToTakeBack()),
        ("b1c3", ask_takeback(2), NothingToTakeBack()),
        ("b1c3", ask_takeback(2, moves=1), NotYoursToTakeBack("Red's Tbc3")),
        (TWO, ask_takeback(1, moves=1), NotYoursToTakeBack("Blue's Ga3")),
        (TWO, ask_takeback(1, moves=3), TooFarBack(2)),
        (TWO, ask_takeback(1, moves=-1), TooFarBack(2)),
        ("b1c3 b5c4 c3b1 c4b5 " * 4, ask_takeback(1, moves=14), TooFarBack(MAX_TAKEN_BACK)),
        (TWO, ask_takeback(1, 1), StaleGame()),
        ("b1c3", ask_takeback(3), HasLeft()),
        ("b1c3", accept_takeback(2), NotProposed(TAKEBACK)),
        ("b1c3", decline_takeback(1), NotProposed(TAKEBACK)),
    ],
)
def test_refused(moves: str, command: Command, refusal: Refusal) -> None:
    """What cannot be taken back, or is another's to ask for, or was never asked for, is refused for its own reason."""
    assert refusal == refused(after(moves), command)


def test_as_many_as_can_be_named() -> None:
    """Twelve moves are taken back at once."""
    assert 4 == len(undone(after("b1c3 b5c4 c3b1 c4b5 " * 4), 1, MAX_TAKEN_BACK).played)


def test_one_at_a_time() -> None:
    """While a takeback is asked for, no other is; who asked cannot agree; who moves lets the request lapse."""
    state = done(after(TWO), ask_takeback(1))
    for command, kind in (
        (ask_takeback(1), ProposedAlready),
        (ask_takeback(2), ProposedAlready),
        (accept_takeback(1), AgreedAlready),
        (accept_takeback(2, 1), NotProposed),
    ):
        assert isinstance(refused(state, command), kind)
    done(state, accept_takeback(2, 3))
    assert isinstance(refused(played(state, "c2d3"), accept_takeback(2)), NotProposed)


def test_results_stand() -> None:
    """A finished game takes nothing back, however it ended."""
    over = done(done(after(TWO), ask_takeback(1)), Resign(1))
    assert over.proposal(TAKEBACK) is None
    for command in (ask_takeback(1), accept_takeback(2), decline_takeback(2)):
        assert isinstance(refused(over, command), GameOver)


# ---- more than two


def begun_three() -> State:
    return begun(THREE, "K d1 · R c1 · L e1 · N d2 · S c2 e2", "K g4 · S f4 · L g3", "K a4 · S b4 · R a3")


def test_everybody_has_to_agree() -> None:
    """Of three, both others have to agree; one who declines keeps all as it is."""
    state = played(begun_three(), "Sc3", "Se4", "Sc4")
    asked = done(state, ask_takeback(2))
    assert (Event(5, NOON, 1, Agreed(TAKEBACK)),) == decide(asked, accept_takeback(1), NOON)
    half = done(asked, accept_takeback(1))
    assert half.line == state.line
    assert isinstance(refused(half, accept_takeback(1)), AgreedAlready)
    assert (Event(6, NOON, 3, TakenBack(2)),) == decide(half, accept_takeback(3), NOON)
    assert done(half, decline_takeback(3)).proposal(TAKEBACK) is None


def test_a_draw_of_three() -> None:
    """All who remain agree to a draw; who leaves is not waited for, nor is an offer by one who has left."""
    state = done(done(begun_three(), offer_draw(1)), accept_draw(2))
    assert state.result is None
    assert Result(None, "agreement") == done(state, accept_draw(3)).result
    assert Result(None, "agreement") == done(state, Resign(3)).result
    assert done(done(begun_three(), offer_draw(1)), Resign(1)).proposals == ()


def test_what_came_before_a_resignation_stands() -> None:
    """Who has left by will stays away: only moves made since can be taken back."""
    state = done(played(begun_three(), "Sc3", "Se4"), Resign(3))
    assert isinstance(refused(state, ask_takeback(1)), NothingToTakeBack)
    moved = undone(played(state, "Se3"), 1)
    assert (state.position, (1, 2)) == (moved.position, moved.remaining)


def test_an_eliminated_seat_comes_back() -> None:
    """A seat that fell by a move is in the game again when that move is taken back, the others having agreed."""
    state = begun(THREE, "K d1 · R d3", "K d4 · S f4 · L g3", "K a4 · S b4 · R a3")
    fallen = played(state, "Rxd4")
    assert (1, 3) == fallen.remaining
    back = undone(fallen, 1)
    assert ((1, 2, 3), state.position, ()) == (back.remaining, back.position, back.notices)


# ---- any game


@given(
    st.sampled_from([CHECK, THREE, FOUR, HEXEH_POLY, variant_of("imperial", {"combat": "d6"})]),
    st.integers(0, 10_000),
)
def test_a_takeback_leads_to_the_earlier_position(variant: Variant, seed: int) -> None:
    """After a takeback the game stands as before the first move undone, its rolls kept; stored events replay to it."""
    table = Sworn(variant, seed)
    table.begin()
    table.play(12)
    states = table.states
    for before, state in pairwise(states):
        event = state.events[-1]
        if isinstance(event.what, TakenBack):
            earlier = states[event.what.since - 1]
            assert standing(earlier) == standing(state)
            assert before.rolls == state.rolls
            assert event.sequence == state.changed
            assert long_moves(earlier) == long_moves(state)
    made = [event.what.move for event in table.state.events if isinstance(event.what, Moved)]
    assert set(made) >= {each.move for each in table.state.played}
    stored = [StoredEvent(*event[:3], *pack(variant.board, event.what)) for event in table.state.events]
    assert table.state == restored(new_game(table.state.variant, dice=table.state.dice), stored)


@pytest.mark.parametrize("since", [0, 2, 9, -1])
def test_what_was_never_moved(since: int) -> None:
    """A takeback of an event that is no move breaks the record, and so does undoing something else than asked for."""
    with pytest.raises(BrokenRecord, match="no move that could be taken back"):
        happened(done(after("b1c3"), offer_draw(2)), Proposed(TAKEBACK, since), 1)
    with pytest.raises(BrokenRecord, match="begins with event 1, not 2"):
        happened(done(after(TWO), ask_takeback(1)), TakenBack(2), 2)
    with pytest.raises(BrokenRecord, match="not open"):
        happened(after(TWO), TakenBack(1), 2)
