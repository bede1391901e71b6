"""Proposals: their kinds as values, made, agreed to and declined; takebacks, which all who remain agree on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from engine.model.english import join_words
from engine.model.refusal import Refusal
from engine.movement.generator import movement_of
from engine.notation.moves import short_form
from engine.play import events
from engine.play.commands import Agree, Decline, Propose
from engine.play.events import (
    DRAW,
    PAUSE,
    TAKEBACK,
    Agreed,
    BrokenRecord,
    Declined,
    Event,
    Happening,
    Proposed,
    Proposing,
)
from engine.play.refusals import (
    AgreedAlready,
    AlreadyPaused,
    NoClock,
    NothingToTakeBack,
    NotProposed,
    NotYoursToTakeBack,
    ProposedAlready,
    StaleGame,
    TooFarBack,
)
from engine.play.state import Played, Proposal, State
from engine.rules.protocols import Result
from engine.variants.variant import Variant

MAX_TAKEN_BACK = 12
"""Maximum number of moves taken back together, so that all can be named before anyone agrees."""


def undoable(state: State, most: int = MAX_TAKEN_BACK) -> tuple[Played, ...]:
    """The last moves that could be taken back, in order: those since a player last left the game by will or by time.

    At most `most`; earlier moves aren't looked at.
    """
    count = 0
    moves = zip(islice(reversed(state.line), 1, None), reversed(state.played), strict=False)
    for before, played in islice(moves, most):
        if before != played.before:
            break
        count += 1
    return state.played[len(state.played) - count :]


def moves_since(state: State, since: int) -> tuple[Played, ...]:
    """The moves from the event with this number on; BrokenRecord where none that could be taken back has it."""
    moves = undoable(state, max(0, state.sequence + 1 - since))
    for index, played in enumerate(moves):
        if played.sequence == since:
            return moves[index:]
    raise BrokenRecord(f"event {since} is no move that could be taken back")


def first_undone(state: State, command: Propose) -> int | Refusal:
    """The number of the first event that a takeback would undo."""
    moves = undoable(state)
    meant = (
        count
        for count, played in enumerate(reversed(moves), 1)
        if (played.sequence == command.since if command.since else played.seat == command.seat)
    )
    count = command.moves or next(meant, 0)
    if not count or not moves:
        return NothingToTakeBack()
    if not 0 < count <= len(moves):
        return TooFarBack(len(moves))
    first = moves[-count]
    return first.sequence if first.seat == command.seat else NotYoursToTakeBack(move_named(state.variant, first))


def taken_back(state: State, since: int) -> State:
    """The state before the moves from an event on, with all rolls, salts and events; BrokenRecord if not asked for."""
    request = state.proposal(TAKEBACK)
    if request is None:
        raise BrokenRecord("moves were taken back, and a takeback was not open")
    if since != request.since:
        raise BrokenRecord(f"the takeback asked for begins with event {request.since}, not {since}")
    moves = moves_since(state, since)
    count = len(moves)
    return replace(state.altered(), line=state.line[:-count], played=state.played[:-count], undone=moves)


def moves_in_words(variant: Variant, moves: Sequence[Played], seat: int = 0) -> str:
    """Moves as they are taken back, the last first; `seat` is told "your".

    "Blue's Tb5 and your Pxd4 (fight 5-3): the dice stay spent".
    """
    words = [
        move_named(variant, played, seat) + (f" (fight {played.dice})" if played.dice else "")
        for played in reversed(moves)
    ]
    return join_words(words, "and") + (": the dice stay spent" if any(played.dice for played in moves) else "")


def move_named(variant: Variant, played: Played, seat: int = 0) -> str:
    """A move with its owner: "Blue's Tb5"; `seat` is told "your"."""
    owner = "your" if played.seat == seat else f"{variant.seat(played.seat).name}'s"
    return f"{owner} {short_form(movement_of(variant), played.before, played.move)}"


@dataclass(frozen=True)
class ProposalKind:
    """A kind of proposal; its `name` begins those of its events where they are stored.

    `lapses(proposal, before, after)` tells whether an open one ends with the last event of the state `after`. Once all
    who remain agree, the game ends with `result`; where there is none,
    the last to agree brings about the event `follows(proposal)` instead of saying so.

    `timed` ones exist only in games with clocks; `against(state)` is what else forbids making or answering one.
    `since(state, command)`, for those about moves, finds the event of the first of them. A seat that agrees to
    a `withdrawable` one may still decline it.
    """

    name: str
    lapses: Callable[[Proposal, State, State], bool]
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


def _paused(state: State) -> Refusal | None:
    return AlreadyPaused() if state.clock is not None and state.clock.paused else None


KINDS: Mapping[str, ProposalKind] = {
    kind.name: kind
    for kind in (
        ProposalKind(DRAW, _draw_lapses, result=Result(None, "agreement")),
        ProposalKind(
            TAKEBACK,
            lambda _, before, after: after.changed != before.changed,
            follows=lambda takeback: events.TakenBack(takeback.since),
            since=first_undone,
            withdrawable=True,
        ),
        ProposalKind(PAUSE, _pause_lapses, follows=lambda _: events.Paused(), timed=True, against=_paused),
    )
}
"""All kinds, in the order in which open proposals are told."""


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
    found = {each.kind: each for each in state.proposals} | {kind.name: proposal}
    return replace(state, proposals=tuple(each for name in KINDS if (each := found.get(name)) is not None))


def settle_proposals(before: State, after: State) -> State:
    """The state after its last event with the proposals that outlive it, or ended by one that all agree to now."""
    if not after.proposals:
        return after
    if after.result is not None:
        return replace(after, proposals=())
    lasting = tuple(each for each in after.proposals if not KINDS[each.kind].lapses(each, before, after))
    for each in lasting:
        result = KINDS[each.kind].result
        if result is not None and each.agreed >= set(after.remaining):
            changed = after if after.changed == after.sequence else after.altered()
            return replace(changed, proposals=(), result=result)
    return replace(after, proposals=lasting)


# ---- the rulings


def propose(state: State, command: Propose) -> Happening | Refusal:
    """Make a proposal, or agree to an open one that can mean nothing else."""
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
        return NotProposed(kind.name)
    if isinstance(command, Decline) and (kind.withdrawable or command.seat not in proposal.agreed):
        return Declined(kind.name)
    return _agreed(state, kind, proposal, command.seat)


def _against(kind: ProposalKind, state: State) -> Refusal | None:
    return NoClock() if kind.timed and state.clock is None else kind.against(state)


def _agreed(state: State, kind: ProposalKind, proposal: Proposal, seat: int) -> Happening | Refusal:
    if seat in proposal.agreed:
        missing = (state.variant.seat(each).name for each in state.remaining if each not in proposal.agreed)
        return AgreedAlready(kind.name, tuple(missing), kind.withdrawable)
    everyone = proposal.agreed | {seat} >= set(state.remaining)
    return kind.follows(proposal) if everyone else Agreed(kind.name)
