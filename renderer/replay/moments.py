"""Moments: the few positions of a game that tell most of it."""

from __future__ import annotations

from itertools import pairwise

from engine.notation.checks import checks
from engine.play.state import State
from renderer.replay.reel import Reel, position_after
from renderer.sprites.figures import Rank, figure_of

FEWEST, LARGE = 6, 91
"""How many moments are shown of a board of LARGE cells and more; of smaller ones half as many again."""
_WORTH = {Rank.PAWN: 1, Rank.OFFICER: 3, Rank.ROYAL: 8}
_OUT, _CHECK, _PROMOTION, _FIGHT = 8, 2, 2, 1


def moments_of(reel: Reel) -> tuple[int, ...]:
    """The first and the last position of a reel and the best one of each of the equal parts between them.

    A position is given as the number of moves made, counting everybody's.
    """
    first, last = reel.plies[0], reel.plies[-1]
    parts = moments_shown(len(reel.state.variant.board)) - 2
    inner = range(first + 1, last)
    if len(inner) <= parts:
        return tuple(dict.fromkeys((first, *inner, last)))
    cuts = [len(inner) * part // parts for part in range(parts + 1)]
    best = (max(inner[start:end], key=lambda plies: weight(reel.state, plies)) for start, end in pairwise(cuts))
    return (first, *best, last)


def moments_shown(cells: int) -> int:
    """How many moments are shown of a board of so many cells."""
    return FEWEST if cells >= LARGE else FEWEST * 3 // 2


def weight(state: State, plies: int) -> int:
    """How much the move with this number changed: what fell in it, who was put out or in check, fights, promotions."""
    variant, played = state.variant, state.played[plies - 1]
    before, after = played.before, position_after(state, plies)
    worth = _OUT * (after.out & ~before.out).bit_count() + _FIGHT * (played.fought is not None)
    for seat in variant.seats:
        was, now = before.lost[seat.number], after.lost[seat.number]
        for code in set(now):
            worth += _WORTH[figure_of(variant, code).rank] * max(0, now.count(code) - was.count(code))
    return worth + _PROMOTION * (played.move.promotion is not None) + _CHECK * bool(checks(state.movement, after))
