"""Where the cells of a board, and the labels at its edges, stand among lines of characters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engine.geometry.board import Board
from engine.geometry.lattice import Lattice, Vector

WIDE = 4
"""The columns of a cell: one for a mark, three for a name."""


class TextSpot(NamedTuple):
    """Where a text of WIDE columns stands: its line, the top one being 0, and its first column."""

    line: int
    column: int

    def covers(self, other: TextSpot) -> bool:
        """Whether the texts on two spots overlap."""
        return self.line == other.line and abs(self.column - other.column) < WIDE


class EdgeLabel(NamedTuple):
    """A letter or a number beside the board, which names the line of cells that it prolongs, and its spot."""

    text: str
    spot: TextSpot


@dataclass(frozen=True)
class TextGrid:
    """A board laid out in characters: the spots of its cells, in cell order, and its labels.

    The whole is `width` columns wide and `height` lines high. Where it is `tall`, cells that touch in a column are two
    lines apart.
    """

    cells: tuple[TextSpot, ...]
    labels: tuple[EdgeLabel, ...]
    tall: bool
    height: int
    width: int


@lru_cache(maxsize=128)
def grid_of(board: Board, view: int) -> TextGrid:
    """The grid of a board seen with the hour `view` up."""
    hexes = len(board.lattice.hours) == 12
    up = 11 if hexes and view % 2 else 0

    def spot(place: Vector) -> TextSpot:
        x, y = place
        if not hexes:
            return TextSpot(-y, WIDE * x)
        return TextSpot(-y, WIDE // 2 * (2 * x + y)) if up else TextSpot(-2 * y - x, WIDE * x)

    places = [board.lattice.turn(place, up - view) for place in board.places]
    cells = [spot(place) for place in places]
    labels = _labels(board, places, spot)
    everything = [*cells, *(label.spot for label in labels)]
    top, left = min(each.line for each in everything), min(each.column for each in everything)

    def moved(spot: TextSpot) -> TextSpot:
        return TextSpot(spot.line - top, spot.column - left)

    return TextGrid(
        tuple(map(moved, cells)),
        tuple(EdgeLabel(text, moved(spot)) for text, spot in labels),
        tall=hexes and not up,
        height=max(each.line for each in everything) - top + 1,
        width=max(each.column for each in everything) - left + WIDE,
    )


def _labels(board: Board, places: Sequence[Vector], spot: Callable[[Vector], TextSpot]) -> list[EdgeLabel]:
    """The letters at one end of their lines of cells and the numbers at one of theirs.

    Of the ends where no two overlap those are taken that are lowest for the letters, and leftmost for the numbers.
    """
    both = [_lines(board, places, part) for part in (slice(1), slice(1, None))]

    def worth(ends: tuple[list[EdgeLabel], list[EdgeLabel]]) -> tuple[int, int, int]:
        labels = [label.spot for labels in ends for label in labels]
        clashes = sum(one.covers(other) for number, one in enumerate(labels) for other in labels[:number])
        return clashes, -sum(label.spot.line for label in ends[0]), sum(label.spot.column for label in ends[1])

    one, other = ([_ends(board.lattice, lines, spot, last=last) for last in (False, True)] for lines in both)
    best = min(product(one, other), key=worth)
    taken = [spot(place) for place in places]
    labels = []
    for label in (*best[0], *best[1]):
        if not any(label.spot.covers(other) for other in taken):
            labels.append(label)
            taken.append(label.spot)
    return labels


def _lines(board: Board, places: Sequence[Vector], part: slice) -> dict[str, list[Vector]]:
    """The places of the cells that share a part of their names, in cell order."""
    lines: dict[str, list[Vector]] = {}
    for name, place in zip(board.names, places, strict=True):
        lines.setdefault(name[part], []).append(place)
    return lines


def _ends(
    lattice: Lattice, lines: dict[str, list[Vector]], spot: Callable[[Vector], TextSpot], *, last: bool
) -> list[EdgeLabel]:
    """A label one step beyond the first, or the last, cell of each line; a lone cell's lies as the one before."""
    way = lattice.hours[lattice.edges[-1]]
    labels = []
    for text, line in lines.items():
        end, *inner = line[::-1] if last else line
        if inner:
            way = end[0] - inner[0][0], end[1] - inner[0][1]
        labels.append(EdgeLabel(text, spot((end[0] + way[0], end[1] + way[1]))))
    return labels
