"""How a game of Hexeh is drawn."""

from __future__ import annotations

import pytest

from engine.play.commands import ClaimDraw
from engine.play.events import DrawClaimed
from engine.play.referee import sheet
from engine.play.refusals import AgreedAlready, NothingToClaim, NotProposed
from engine.play.state import State
from engine.rules.protocols import Result
from tests.engine.proposing import accept_draw, decline_draw, offer_draw
from tests.engine.support import after, done, happened, long_moves, names, played, refused, setup, targets

SHUFFLE = "b1b2 b5b4 b2b1 b4b5"
STUCK = ("E d7 · G c6 d6 e6", "E d1 · P b5 c5 d5 e5 f5")


def shuffled(plies: int) -> State:
    """The game after so many quiet plies, two travelers going to and fro."""
    moves = SHUFFLE.split()
    return after(" ".join(moves[ply % 4] for ply in range(plies)))


# ---- agreement


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("moves", ["", "b1c3"])
def test_agreement(seat: int, moves: str) -> None:
    """A draw may be offered at any time, by either player, on the move or not, and accepted."""
    offered = done(after(moves), offer_draw(seat))
    assert offered.result is None
    assert Result(None, "agreement") == done(offered, accept_draw(3 - seat)).result


def test_no_side_draws_alone() -> None:
    """An offer alone ends nothing, and who made it cannot accept it."""
    offered = done(after(""), offer_draw(1))
    assert isinstance(refused(offered, accept_draw(1)), AgreedAlready)
    assert isinstance(refused(offered, offer_draw(1)), AgreedAlready)


def test_declining() -> None:
    """An offer may be declined; then it is gone, and a new one may be made."""
    declined = done(done(after(""), offer_draw(1)), decline_draw(2))
    assert declined.result is None
    assert isinstance(refused(declined, accept_draw(2)), NotProposed)
    assert done(declined, offer_draw(1)).proposal("draw") is not None


def test_an_offer_lapses() -> None:
    """An offer lapses when the other side moves."""
    offered = done(after("b1c3"), offer_draw(1))
    moved = played(offered, "a4a3")
    assert moved.proposal("draw") is None
    assert isinstance(refused(moved, accept_draw(2)), NotProposed)


def test_an_offer_outlives_ones_own_move() -> None:
    """An offer made before one's own move still stands after it."""
    moved = played(done(after(""), offer_draw(1)), "b1c3")
    assert Result(None, "agreement") == done(moved, accept_draw(2)).result


def test_counter_offer_accepts() -> None:
    """An offer made while the other side's stands accepts it."""
    assert Result(None, "agreement") == done(done(after(""), offer_draw(1)), offer_draw(2)).result


# ---- only the empresses


def test_two_empresses() -> None:
    """When the last other piece falls and only the empresses are left, the game is drawn at once."""
    state = setup("E d4", "E g4 · G d5")
    assert state.result is None
    assert Result(None, "insufficient") == played(state, "d4d5").result


@pytest.mark.parametrize("piece", "GTPW")
def test_no_other_insufficient_material(piece: str) -> None:
    """One piece more than the empresses is enough to play on."""
    assert setup(f"E d1 · {piece} a1", "E d7").result is None
    assert setup("E d1", f"E d7 · {piece} g4").result is None


def test_capturing_the_empress_comes_first() -> None:
    """An empress that captures the other wins, though nothing else is left."""
    state = setup("E d4 · G a1", "E d5")
    assert Result(1, "royal-captured") == played(state, "d4d5").result


# ---- the 37-move rule


@pytest.mark.parametrize("seat", [1, 2])
def test_claim_at_seventy_three(seat: int) -> None:
    """After 73 quiet moves in all a claim is refused and the counter told."""
    refusal = refused(shuffled(73), ClaimDraw(seat))
    assert isinstance(refusal, NothingToClaim)
    assert "You cannot claim a draw yet (37-move rule: 36 of 37)." == refusal.text


@pytest.mark.parametrize("seat", [1, 2])
def test_claim_at_seventy_four(seat: int) -> None:
    """After 37 quiet moves by each side either player may claim the draw."""
    assert Result(None, "claim-37") == done(shuffled(74), ClaimDraw(seat)).result


def test_unclaimed_the_game_goes_on() -> None:
    """Unclaimed, the game goes on, and the draw may be claimed later."""
    state = shuffled(81)
    assert state.result is None
    assert long_moves(state)
    assert Result(None, "claim-37") == done(state, ClaimDraw(2)).result


@pytest.mark.parametrize(("turn", "quiet"), [(1, "40,36"), (2, "36,40")])
def test_both_sides_must_be_quiet(turn: int, quiet: str) -> None:
    """The moves count for each side: forty of one do not make up for thirty-six of the other."""
    state = setup("E d1 · P a1", "E d7 · P g4", turn=turn, quiet=quiet)
    assert isinstance(refused(state, ClaimDraw(turn)), NothingToClaim)


@pytest.mark.parametrize("seat", [1, 2])
def test_a_guard_move_restarts_the_counters(seat: int) -> None:
    """A guard move of either side restarts both counters."""
    state = setup("E d1 · G a1", "E d7 · G g4", turn=seat, quiet="50,50")
    state = played(state, {1: "a1a2", 2: "g4g3"}[seat])
    assert (0, 0, 0) == state.position.quiet
    assert isinstance(refused(state, ClaimDraw(seat)), NothingToClaim)


@pytest.mark.parametrize("seat", [1, 2])
def test_a_capture_restarts_the_counters(seat: int) -> None:
    """A capture by either side restarts both counters."""
    state = setup("E d1 · P d3", "E d7 · P d5 · T a1", turn=seat, quiet="50,50")
    state = played(state, {1: "d3d5", 2: "d5d3"}[seat])
    assert (0, 0, 0) == state.position.quiet


def test_quiet_moves_are_counted() -> None:
    """Each quiet move counts for the side that made it."""
    assert (0, 2, 1) == shuffled(3).position.quiet


def test_the_counter_is_shown() -> None:
    """The counter shown to players is that of the side with fewer quiet moves."""
    (rule,) = shuffled(0).variant.claims
    state = shuffled(7)
    assert "37-move rule: 3 of 37" == rule.standing(state.movement, state.line)


# ---- stalemate and repetition


def test_stalemate() -> None:
    """A player without any legal move draws the game."""
    state = setup(*STUCK)
    assert () == sheet(state).legal
    assert Result(None, "stalemate") == state.result


def test_stalemate_after_a_move() -> None:
    """The game is drawn by the very move that leaves the other side without one."""
    red, blue = STUCK
    state = setup(red, blue.replace("c5", "c3"), turn=2)
    assert Result(None, "stalemate") == played(state, "c3c5").result


def test_only_the_player_to_move_is_stalemated() -> None:
    """A side that could not move, were it its turn, draws nothing while the other moves."""
    state = setup(*STUCK, turn=2)
    assert state.result is None


def test_one_move_is_enough() -> None:
    """A single legal move keeps the game alive."""
    red, blue = STUCK
    state = setup(red, blue.replace(" f5", ""))
    assert state.result is None
    assert names("f5") == targets(state, "e6")


def test_no_repetition_rule() -> None:
    """The same position may come back twenty times, and there is nothing to claim for it."""
    state = setup("E d1 · T b1 · G a1", "E d7 · T b5 · G g4")
    first = state.position.placement
    for _ in range(18):
        state = played(state, *SHUFFLE.split())
    assert 19 == sum(first == position.placement and position.turn == 1 for position in state.line)
    assert state.result is None
    assert isinstance(refused(state, ClaimDraw(1)), NothingToClaim)


def test_a_claim_is_an_event() -> None:
    """A claim granted ends the game by its reason, also when it is replayed."""
    assert Result(None, "claim-37") == happened(shuffled(74), DrawClaimed("claim-37")).result
