"""A game's whole lesson: its steps in order, no more of them than a newcomer will walk through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.lookahead.lessons.course import MOST
from engine.lookahead.lessons.lesson import Lesson, LessonStep
from engine.lookahead.lessons.pieces import piece_step
from engine.lookahead.lessons.royals import fallen_step, royal_step, win_step
from engine.lookahead.lessons.rules import (
    capture_step,
    castling_step,
    fight_step,
    passing_step,
    placement_step,
    promotion_step,
)
from engine.lookahead.lessons.setting import Studio
from engine.model.pieces import PieceType
from engine.variants.variant import Variant


@lru_cache(maxsize=64)
def found_lesson(variant: Variant) -> Lesson:
    """The lesson in a game: placements, the pieces, single rules, what a royal piece must mind, and what wins.

    Pieces and rules are taught without fights, which come last. Rules that leave too many steps are left to the card,
    en passant first; where there are still too many, kinds of piece share a step.
    """
    calm = Studio(variant.peaceful or variant, variant)
    opening = [placement_step(calm)]
    rules = [
        passing_step(calm),
        castling_step(calm),
        *(promotion_step(calm, rule) for rule in calm.variant.promotions),
        capture_step(calm),
    ]
    ending = [royal_step(calm)]
    if variant.combat is None:
        ending.append(win_step(calm))
    else:
        fights = Studio(variant, variant)
        ending += [fight_step(fights), fallen_step(fights)]
    kinds = [kind for kind in calm.variant.kinds if not kind.royal]
    kept, spoken_for = _there(rules), len(_there(opening)) + len(_there(ending))
    while kept and spoken_for + len(kept) + len(kinds) > MOST:
        kept.pop(0)
    pieces = [
        piece_step(calm, group, attacks=index % 2 == 1 and not group[0].pawnlike)
        for index, group in enumerate(_groups(kinds, MOST - spoken_for - len(kept)))
    ]
    return Lesson(variant, tuple(_there([*opening, *pieces, *kept, *ending])))


def _there(steps: Sequence[LessonStep | None]) -> list[LessonStep]:
    return [step for step in steps if step is not None]


def _groups(kinds: Sequence[PieceType], most: int) -> Iterator[Sequence[PieceType]]:
    """The kinds in at most so many groups of neighbours."""
    size = -(-len(kinds) // most)
    return (kinds[start : start + size] for start in range(0, len(kinds), size))
