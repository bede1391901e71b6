"""Values as people understand them: as shares of a win, and in words."""

from __future__ import annotations

from engine.lookahead.search import mates_in
from engine.lookahead.search.chances import UNIT, hope
from engine.model.english import counted
from engine.rules.protocols import Result
from engine.variants.variant import Variant

_EVEN = 30
"""Hundredths of a pawn that make no difference worth telling."""


def share(value: int) -> float:
    """A value as a share of a win, from 0 (lost) by 0.5 (even) to 1 (won)."""
    plies = mates_in(value)
    if plies is not None:
        return float(plies > 0)
    return (1 + hope(value) / UNIT) / 2


def share_of(result: Result, seat: int, seats: int) -> float:
    """What a seat has of a finished game among so many: the whole of a win, its part of a draw."""
    if result.winner is None:
        return 1 / seats
    return float(result.winner == seat)


def percent(part: float) -> str:
    """A share as people read it: `71 %`."""
    return f"{round(100 * part)} %"


def standing(variant: Variant, seat: int, value: int) -> str:
    """How a seat stands at its own value, as a sentence: "Red stands better by 1.3 pawns (71 % of a win)."."""
    name, plies, alone = variant.seat(seat).name, mates_in(value), len(variant.seats) == 2
    if plies is not None:
        deed = "wins" if plies > 0 else "loses"
        moves = counted(max(1, (abs(plies) + 1) // 2), "move")
        return f"{name} {deed} in {moves}." if alone else f"{name} {deed} by force."
    if abs(value) < _EVEN:
        return "The sides stand about equal." if alone else f"{name} stands about as well as the others together."
    deed = "better" if value > 0 else "worse"
    return f"{name} stands {deed} by {abs(value) / 100:.1f} pawns ({percent(share(value))} of a win)."
