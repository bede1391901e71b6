"""Values as people understand them: as shares of a win, and in words."""

from __future__ import annotations

from engine.lookahead.search import mates_in
from engine.lookahead.search.chances import UNIT, half_of, hope
from engine.model.english import counted
from engine.rules.protocols import Result
from engine.variants.variant import Variant

_EVEN = 0.03
"""How far from half a win makes no difference worth telling."""


def share(variant: Variant, value: int) -> float:
    """A value as a share of a win, from 0 (lost) by 0.5 (even) to 1 (won); the same lead is worth less under fights."""
    plies = mates_in(value)
    if plies is not None:
        return float(plies > 0)
    return (1 + hope(value, half_of(variant)) / UNIT) / 2


def share_of(result: Result, seat: int, seats: int) -> float:
    """What a seat has of a finished game among so many: the whole of a win, its part of a draw."""
    if result.shares:
        return float(result.shares[seat - 1])
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
    part = share(variant, value)
    if abs(part - 0.5) < _EVEN:
        return "The sides stand about equal." if alone else f"{name} stands about as well as the others together."
    deed = "better" if value > 0 else "worse"
    lead = "" if variant.combat else f" by {abs(value) / 100:.1f} pawns"
    return f"{name} stands {deed}{lead} ({percent(part)} of a win)."
