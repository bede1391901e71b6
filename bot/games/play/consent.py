"""Consent: the referee's answers, where it plays, to what the others propose. They are given with the proposal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.games.readers import apart
from bot.games.tables import Table
from engine.lookahead.search import level_of, think
from engine.model.refusal import Refusal
from engine.play.commands import Agree, Decline
from engine.play.events import DRAW, Event, Proposed
from engine.play.game import advance
from engine.play.referee import decide
from engine.play.state import Await, Proposal, State

EARLY = 40
"""Before each side has moved so often the referee agrees to no draw."""
GLANCE = level_of(2)._replace(blind=0, taste=0, doubt=0)
"""How well it looks at a position that might be drawn: for a moment."""


async def consents(table: Table, events: Sequence[Event]) -> tuple[Event, ...]:
    if not events or not isinstance(events[-1].what, Proposed):
        return ()
    state, kind, answers = table.state, events[-1].what.kind, list[Event]()
    for event in events:
        state = advance(state, event)
    for seat in (seat for seat in state.remaining if table.game.seats[seat].level):
        proposal = state.proposal(kind)
        if proposal is None or seat in proposal.agreed:
            break
        answer = Agree if await _agrees(state, proposal, seat) else Decline
        found = decide(state, answer(seat, kind=kind), events[-1].at)
        for event in () if isinstance(found, Refusal) else found:
            state = advance(state, event)
            answers.append(event)
    return tuple(answers)


async def _agrees(state: State, proposal: Proposal, seat: int) -> bool:
    """Whether a seat of the referee's agrees: to all but draws, and to those late in a game that it does not win."""
    if proposal.kind != DRAW:
        return True
    few = len(state.played) < EARLY * len(state.variant.seats)
    if few or len(state.remaining) != 2 or state.awaits is not Await.MOVE:
        return False
    value = (await apart(partial(think, state, GLANCE, 0))).value
    return (value if state.turn == seat else -value) <= 0
