"""What the referee decides: events or a refusal, and never a change of the state it is shown."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.refusal import Refusal
from engine.notation.moves import AmbiguousMove, IllegalMove, UnreadableMove
from engine.play.commands import ClaimDraw, Command, MakeMove, Resign
from engine.play.events import Event, Happening, Proposed, Resigned
from engine.play.game import advance
from engine.play.referee import decide
from engine.play.refusals import AgreedAlready, GameOver, HasLeft, NothingToClaim, NotProposed, NotYourTurn, StaleGame
from engine.play.state import State
from engine.variants.variant import Variant
from tests.engine.proposing import (
    accept_draw,
    accept_takeback,
    ask_takeback,
    decline_draw,
    decline_takeback,
    offer_draw,
)
from tests.engine.support import NOON, WINDING, after, done, moving, refused, some_state
from tests.engine.toys import CHECK, THREE

answers = st.none() | st.integers(0, 12)
seats = st.integers(0, 4)
texts = st.sampled_from(["b1c3", "Tc3", "Gc3", "a4a3", "Pxd4", "", "hello", "d1d2", "x" * 5000])
commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(MakeMove, seats, answers, texts),
    st.builds(ask_takeback, seats, answers, moves=st.integers(-3, 20)),
    *(
        st.builds(kind, seats, answers)
        for kind in (offer_draw, accept_draw, decline_draw, ClaimDraw, Resign, accept_takeback, decline_takeback)
    ),
)


# ---- grants


@pytest.mark.parametrize(
    ("command", "what"),
    [
        (MakeMove(1, move="Tbc3"), moving(after(""), "b1c3")),
        (MakeMove(1, move="gc3"), moving(after(""), "c2c3")),
        (offer_draw(1), Proposed("draw")),
        (offer_draw(2), Proposed("draw")),
        (Resign(2), Resigned()),
    ],
)
def test_granted(command: Command, what: Happening) -> None:
    """A granted command is one event with the next number, the time and the actor; moves are in long form."""
    assert (Event(1, NOON, command.seat, what),) == decide(after(""), command, NOON)


# ---- refusals


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        (MakeMove(2, move="a4a3"), NotYourTurn),
        (MakeMove(1, move="hello"), UnreadableMove),
        (MakeMove(1, move="Tc3"), AmbiguousMove),
        (MakeMove(1, move="c1d3"), IllegalMove),
        (MakeMove(1, 5, "Tbc3"), StaleGame),
        (offer_draw(1, 5), StaleGame),
        (Resign(1, 5), StaleGame),
        (accept_draw(1), NotProposed),
        (decline_draw(2), NotProposed),
        (ClaimDraw(1), NothingToClaim),
        (MakeMove(3, move="Tbc3"), HasLeft),
        (Resign(0), HasLeft),
    ],
)
def test_refused_at_first(command: Command, kind: type[Refusal]) -> None:
    """In a new game each command that cannot be granted has its own kind of refusal."""
    assert kind is type(refused(after(""), command))


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        (offer_draw(1), AgreedAlready),
        (accept_draw(1), AgreedAlready),
        (decline_draw(1), AgreedAlready),
        (accept_draw(2, 7), NotProposed),
        (decline_draw(2, 0), NotProposed),
    ],
)
def test_refused_with_an_offer(command: Command, kind: type[Refusal]) -> None:
    """While an offer stands, who made it can neither repeat nor answer it, and an answer to another is none."""
    assert kind is type(refused(done(after(""), offer_draw(1)), command))


@pytest.mark.parametrize(
    "kind", [offer_draw, accept_draw, decline_draw, ClaimDraw, Resign, ask_takeback, accept_takeback, decline_takeback]
)
@pytest.mark.parametrize("seat", [1, 2])
def test_a_finished_game(kind: type[Command], seat: int) -> None:
    """A finished game refuses every command, with how it ended."""
    over = done(after(""), Resign(2))
    refusal = refused(over, kind(seat))
    assert isinstance(refusal, GameOver)
    assert "That game is over – Red won by resignation." == refusal.text


# ---- what a command answers


def test_stale_moves() -> None:
    """A move is stale when it answers a board before the last change, and current when it answers that change."""
    state = after("b1c3 b5c4")
    assert 2 == state.changed
    for old in (0, 1, 3):
        assert isinstance(refused(state, MakeMove(1, old, "Gc2b2")), StaleGame)
    for current in (2, None):
        assert not isinstance(decide(state, MakeMove(1, current, "c2b2"), NOON), Refusal)


def test_offers_leave_a_board_current() -> None:
    """An offer or a refused offer does not make the board stale."""
    state = done(after("b1c3"), offer_draw(1))
    assert (2, 1) == (state.sequence, state.changed)
    assert not isinstance(decide(state, MakeMove(2, 1, "a4a3"), NOON), Refusal)
    state = done(state, decline_draw(2, 2))
    assert not isinstance(decide(state, MakeMove(2, 1, "a4a3"), NOON), Refusal)


# ---- purity


@given(st.sampled_from([WINDING, THREE, CHECK]), st.integers(0, 500), st.integers(0, 12), commands)
def test_deciding_changes_nothing(variant: Variant, seed: int, plies: int, command: Command) -> None:
    """Deciding leaves the state as it was and decides the same again; what it grants can be advanced."""
    state = some_state(variant, seed, plies)
    before: State = replace(state)
    decision = decide(state, command, NOON)
    assert before == state
    assert decision == decide(state, command, NOON)
    if isinstance(decision, Refusal):
        assert decision.text
    else:
        for event in decision:
            state = advance(state, event)
        assert before.sequence + len(decision) == state.sequence
