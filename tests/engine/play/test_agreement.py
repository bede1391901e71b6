"""Proposals: one mechanism for every kind, a new one costing one value."""

from __future__ import annotations

import pytest

from engine.play import proposals
from engine.play.commands import Agree, Decline, Propose
from engine.play.events import DRAW, PAUSE, TAKEBACK, Agreed, BrokenRecord, Declined, Proposed
from engine.play.proposals import ProposalKind
from engine.play.refusals import AgreedAlready, NoClock, NotProposed, ProposedAlready
from engine.rules.protocols import Result
from tests.engine.proposing import ask_takeback, offer_draw
from tests.engine.support import after, done, happened, played, refused

TRUCE = ProposalKind("truce", lambda _, before, now: now.changed != before.changed, "at once", Result(None, "truce"))


@pytest.fixture
def truce(monkeypatch: pytest.MonkeyPatch) -> str:
    """A kind of proposal that the referee does not have."""
    monkeypatch.setitem(proposals.KINDS, "truce", TRUCE)
    return "truce"


def test_a_new_kind(truce: str) -> None:
    """A kind that is added as a value is proposed, agreed to, declined and lapses like the others."""
    state = done(after("b1c3"), Propose(2, kind=truce))
    assert (2, frozenset({2})) == (state.proposals[0].by, state.proposals[0].agreed)
    assert AgreedAlready(truce) == refused(state, Decline(2, kind=truce))
    assert () == done(state, Decline(1, kind=truce)).proposals
    assert () == played(state, "a4a3").proposals
    assert NotProposed(truce, "at once") == refused(played(state, "a4a3"), Agree(1, kind=truce))
    assert Result(None, "truce") == done(state, Agree(1, kind=truce)).result


def test_kinds_stand_side_by_side() -> None:
    """Proposals of different kinds are open at the same time, in the order in which they are told."""
    state = done(done(after("b1c3 a4a3"), ask_takeback(1)), offer_draw(2))
    assert [DRAW, TAKEBACK] == [each.kind for each in state.proposals]
    assert [TAKEBACK] == [each.kind for each in done(state, Decline(1, kind=DRAW)).proposals]
    assert () == done(state, Agree(2, kind=TAKEBACK)).proposals
    assert ProposedAlready(TAKEBACK) == refused(state, ask_takeback(2))


def test_no_clock_no_pause() -> None:
    """What is about time is refused in a game without clocks, and breaks its record."""
    state = after("b1c3")
    for command in (Propose(1, kind=PAUSE), Agree(2, kind=PAUSE), Decline(2, kind=PAUSE)):
        assert NoClock() == refused(state, command)
    for what in (Proposed(PAUSE), Agreed(PAUSE), Declined(PAUSE)):
        with pytest.raises(BrokenRecord, match="has no clock"):
            happened(state, what, 1)


@pytest.mark.parametrize("kind", [DRAW, TAKEBACK])
def test_answers_to_nothing_break_the_record(kind: str) -> None:
    """A record in which what was never proposed is agreed to or declined cannot be."""
    for what in (Agreed(kind), Declined(kind)):
        with pytest.raises(BrokenRecord, match=f"a {kind} was answered that was not open"):
            happened(after("b1c3"), what, 2)
