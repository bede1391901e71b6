"""The kinds of proposals, as values: what may stand against one, how it lapses, what follows when all agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.model.refusal import Refusal
from engine.play import events
from engine.play.commands import Propose
from engine.play.proposal import DRAW, PAUSE, TAKEBACK, Proposal
from engine.play.state import State
from engine.play.takeback import first_undone
from engine.play.time_rulings import AlreadyPaused
from engine.rules.protocols import Result


@dataclass(frozen=True)
class ProposalKind:
    """A kind of proposal; its `name` begins those of its events where they are stored.

    `lapses(proposal, before, after)` tells whether an open one ends with the last event of the state `after`, `lapsed`
    says in players' words when that is. Once all who remain agree, the game ends with `result`; where there is none,
    the last to agree brings about the event `follows(proposal)` instead of saying so.

    `timed` ones exist only in games with clocks; `against(state)` is what else forbids making or answering one.
    `since(state, command)`, for those about moves, finds the event of the first of them. Whoever agrees to a
    `withdrawable` one may still decline it.
    """

    name: str
    lapses: Callable[[Proposal, State, State], bool]
    lapsed: str
    result: Result | None = None
    follows: Callable[[Proposal], events.Happening] = lambda proposal: events.Agreed(proposal.kind)
    timed: bool = False
    against: Callable[[State], Refusal | None] = lambda _: None
    since: Callable[[State, Propose], int | Refusal] | None = None
    withdrawable: bool = False


def _draw_lapses(draw: Proposal, before: State, after: State) -> bool:
    """A draw lapses when one who has not agreed moves, or the one who offered it leaves the game."""
    match after.events[-1].what:
        case events.Moved():
            return before.turn not in draw.agreed
        case events.Rolled():
            return False
        case events.Continued() | events.TakenBack():
            return True
        case _:
            return draw.by in set(before.remaining) - set(after.remaining)


_END_PAUSES = events.Moved | events.TakenBack | events.Continued | events.Paused | events.Resumed


def _pause_lapses(pause: Proposal, before: State, after: State) -> bool:  # noqa: ARG001 - one signature for all
    """A pause lapses with the turn, though it come to the same player again."""
    return isinstance(after.events[-1].what, _END_PAUSES) or after.turn != before.turn


def _takeback_lapses(takeback: Proposal, before: State, after: State) -> bool:  # noqa: ARG001 - one signature for all
    """A takeback lapses with whatever changes the position."""
    return after.changed != before.changed


def _paused(state: State) -> Refusal | None:
    return AlreadyPaused() if state.clock is not None and state.clock.paused else None


KINDS: Mapping[str, ProposalKind] = {
    kind.name: kind
    for kind in (
        ProposalKind(DRAW, _draw_lapses, "when somebody moved who had not agreed", result=Result(None, "agreement")),
        ProposalKind(
            TAKEBACK,
            _takeback_lapses,
            "when the game went on",
            follows=lambda takeback: events.TakenBack(takeback.since),
            since=first_undone,
            withdrawable=True,
        ),
        ProposalKind(
            PAUSE, _pause_lapses, "with the last move", follows=lambda _: events.Paused(), timed=True, against=_paused
        ),
    )
}
"""All kinds, in the order in which open proposals are told."""
