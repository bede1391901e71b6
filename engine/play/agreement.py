"""Agreement: proposals made, agreed to and declined, as a fold and as rulings, the same for every kind of proposal."""

from __future__ import annotations

from dataclasses import replace

from engine.model.refusal import Refusal
from engine.play.commands import Agree, Decline, Propose
from engine.play.events import Agreed, BrokenRecord, Declined, Event, Happening, Proposed, Proposing
from engine.play.proposal import Proposal
from engine.play.proposal_kinds import KINDS, ProposalKind
from engine.play.refusals import StaleGame
from engine.play.state import State, updated
from engine.play.takeback import moves_since
from engine.play.time_rulings import NoClock


class NotProposed(Refusal):
    """An answer to a proposal that does not stand: its kind, and when it would have `lapsed`."""

    kind: str
    lapsed: str

    words = "No {kind} offer is open: none was made, or it was declined, or it lapsed {lapsed}."


class ProposedAlready(Refusal):
    """Something proposed while another of its kind, which may mean something else, stands open."""

    kind: str

    words = "A {kind} has already been asked for; accept or decline it first."


class AgreedAlready(Refusal):
    """An answer to what all are asked, or the same proposed again, by one who agrees already."""

    kind: str
    withdrawable: bool = False

    @property
    def text(self) -> str:
        """What is waited for, and the way back where there is one."""
        way_back = " Declining withdraws it." if self.withdrawable else ""
        return f"You have already agreed to that {self.kind}; not everybody has answered yet.{way_back}"


# ---- the fold


def on_proposal(state: State, event: Event, what: Proposing) -> State:
    """The state after a proposal was made, agreed to or declined; BrokenRecord for an answer to none."""
    kind = KINDS[what.kind]
    if kind.timed and state.clock is None:
        raise BrokenRecord(f"event {event.sequence} is about time, and this game has no clock")
    if isinstance(what, Proposed):
        if kind.since is not None:
            moves_since(state, what.since)
        made = Proposal(kind.name, event.sequence, event.actor, frozenset({event.actor}), what.since)
        return _with(state, kind, made)
    proposal = state.proposal(kind.name)
    if proposal is None:
        raise BrokenRecord(f"a {kind.name} was answered that was not open")
    agreed = replace(proposal, agreed=proposal.agreed | {event.actor})
    return _with(state, kind, agreed if isinstance(what, Agreed) else None)


def _with(state: State, kind: ProposalKind, proposal: Proposal | None) -> State:
    """The state with this as the open proposal of its kind."""
    found = {each.kind: each for each in state.proposals} | {kind.name: proposal}
    return updated(state, proposals=tuple(each for name in KINDS if (each := found.get(name)) is not None))


def settled(before: State, after: State) -> State:
    """The state after its last event with the proposals that outlive it, or ended by one that all agree to now."""
    if not after.proposals:
        return after
    if after.result is not None:
        return updated(after, proposals=())
    lasting = tuple(each for each in after.proposals if not KINDS[each.kind].lapses(each, before, after))
    for each in lasting:
        result = KINDS[each.kind].result
        if result is not None and each.agreed >= set(after.remaining):
            changed = after if after.changed == after.sequence else after.altered()
            return updated(changed, proposals=(), result=result)
    return updated(after, proposals=lasting)


# ---- the rulings


def propose(state: State, command: Propose) -> Happening | Refusal:
    """A proposal made, or where one that can mean nothing else stands open, agreed to."""
    kind = KINDS[command.kind]
    against = _against(kind, state)
    if against is not None:
        return against
    if command.answers not in {None, state.changed}:
        return StaleGame()
    proposal = state.proposal(kind.name)
    if proposal is not None:
        return ProposedAlready(kind.name) if kind.since else _agreed(state, kind, proposal, command.seat)
    since = kind.since(state, command) if kind.since else 0
    return since if isinstance(since, Refusal) else Proposed(kind.name, since)


def answer(state: State, command: Agree | Decline) -> Happening | Refusal:
    """An answer to the open proposal of a kind."""
    kind = KINDS[command.kind]
    against = _against(kind, state)
    if against is not None:
        return against
    proposal = state.proposal(kind.name)
    if proposal is None or command.answers not in {None, proposal.sequence}:
        return NotProposed(kind.name, kind.lapsed)
    if isinstance(command, Decline) and (kind.withdrawable or command.seat not in proposal.agreed):
        return Declined(kind.name)
    return _agreed(state, kind, proposal, command.seat)


def _against(kind: ProposalKind, state: State) -> Refusal | None:
    return NoClock() if kind.timed and state.clock is None else kind.against(state)


def _agreed(state: State, kind: ProposalKind, proposal: Proposal, seat: int) -> Happening | Refusal:
    if seat in proposal.agreed:
        return AgreedAlready(kind.name, kind.withdrawable)
    everyone = proposal.agreed | {seat} >= set(state.remaining)
    return kind.follows(proposal) if everyone else Agreed(kind.name)
