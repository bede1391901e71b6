"""Men as pictures show them."""

from __future__ import annotations

from typing import NamedTuple

from engine.variant import Variant


class Figure(NamedTuple):
    """A man to draw: its seat's number, its kind's letter and the name of its icon."""

    seat: int
    letter: str
    icon: str


def figure_of(variant: Variant, code: int) -> Figure:
    """The figure of a man's code; ValueError for the code of a vacant cell."""
    man = variant.men[code]
    if man is None:
        raise ValueError("code 0 is no man")
    return Figure(man.seat, man.kind.letter, man.kind.icon)


def words_of(variant: Variant, code: int) -> str:
    """A man's side and kind in words, like `White pawn`; ValueError for the code of a vacant cell."""
    man = variant.men[code]
    if man is None:
        raise ValueError("code 0 is no man")
    return f"{variant.seat(man.seat).name} {man.kind.name}"
