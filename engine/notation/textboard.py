"""Boards drawn with characters: a cell in four columns, a mark before its content."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from engine.model.board import Board, Cell, Vector
from engine.model.position import Position
from engine.notation.describe import letter_of
from engine.variants.variant import Variant

WIDE = 4
"""The columns of a cell: one for a mark, three for a name."""


class TextSpot(NamedTuple):
    """The place of a text of WIDE columns: its line, the top one being 0, and its first column."""

    line: int
    column: int

    def covers(self, other: TextSpot) -> bool:
        """True if the texts on two spots overlap."""
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
    labels = _labels(board, cells, 2 if hexes and not up else 1)
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


def _labels(board: Board, cells: Sequence[TextSpot], step: int) -> list[EdgeLabel]:
    """The letters and the numbers of the cells' names, each straight beside the cell at an end of its line.

    Cells that touch in a column are `step` lines apart. Of the ends where most labels are beside their cells those are
    taken that are lowest for the letters, and leftmost for the numbers.
    """
    taken = {TextSpot(spot.line + line, spot.column) for spot in cells for line in range(1 - step, step)}
    found: list[tuple[tuple[int, int, int], list[EdgeLabel]]] = []
    for one, other in product((0, -1), repeat=2):
        letters, off = _laid(_lines(board, cells, slice(1)), one, taken, step)
        full = taken.union(label.spot for label in letters)
        numbers, also = _laid(_lines(board, cells, slice(1, None)), other, full, step)
        low, left = sum(label.spot.line for label in letters), sum(label.spot.column for label in numbers)
        found.append(((off + also, -low, left), [*letters, *numbers]))
    return min(found)[1]


def _lines(board: Board, cells: Sequence[TextSpot], part: slice) -> dict[str, list[TextSpot]]:
    lines: dict[str, list[TextSpot]] = {}
    for name, spot in zip(board.names, cells, strict=True):
        lines.setdefault(name[part], []).append(spot)
    return lines


def _laid(
    lines: Mapping[str, Sequence[TextSpot]], end: int, taken: Iterable[TextSpot], step: int
) -> tuple[list[EdgeLabel], int]:
    """A label for each line beside its cell at an end, 0 or -1, outwards, and how many are further away.

    It goes to the side where the line runs sideways or slants, else above or below, or two cells off at a corner that
    is named already; a lone cell's as the one before.
    """
    full, labels, off = set(taken), list[EdgeLabel](), 0
    out = (0, 0)
    for text, line in lines.items():
        last = line[end]
        if len(line) > 1:
            inner = line[1 if end == 0 else -2]
            out = last.line - inner.line, last.column - inner.column
        ways = [(0, WIDE if out[1] > 0 else -WIDE)] if out[1] else []
        ways += [(step if out[0] > 0 else -step, 0)] if out[0] else []
        ways += [(0, 2 * right) for _, right in ways if right]
        spots = [TextSpot(last.line + down, last.column + right) for down, right in ways]
        free = [spot for spot in spots if not any(map(spot.covers, full))]
        off += not free or abs(free[0].column - last.column) > WIDE
        labels += [EdgeLabel(text, spot) for spot in free[:1]]
        full.update(free[:1])
    return labels, off


class TextSign(Enum):
    """The meaning of a mark on a cell: the character before it, the one behind a piece, and the words."""

    ORIGIN = (":", "", "the last move came from here")
    ARRIVAL = ("[", "]", "the last move")
    MOVABLE = ("*", "", "can move")
    REACH = ("+", "", "it can go here")
    QUIET = ("-", "", "it can go here, but not take")
    STRIKE = ("x", "", "it can take here")
    SELECTED = ("(", ")", "the piece asked about")
    CHECK = ("!", "!", "attacked")
    HILL = ("^", "", "the hill")

    def __init__(self, before: str, behind: str, meaning: str) -> None:
        self.before, self.behind, self.meaning = before, behind, meaning


def board_as_text(
    variant: Variant, position: Position, seat: int = 1, signs: Mapping[Cell, TextSign] = MappingProxyType({})
) -> str:
    """The board drawn with characters, a seat's side below, letters and numbers at its edges.

    A vacant cell shows its name. A piece is its letter, capital for the first seat, small for the second, with ' for
    the third and fourth, and its fatigue behind it.
    """
    grid = grid_of(variant.board, variant.seat(seat).view)
    lines = [[" "] * grid.width for _ in range(grid.height)]
    texts = [(spot, f" {text}") for text, spot in grid.labels]
    texts += [(spot, cell_as_text(variant, position, cell, signs.get(cell))) for cell, spot in enumerate(grid.cells)]
    for (line, column), text in texts:
        lines[line][column : column + len(text)] = text
    return "\n".join("".join(line).rstrip() for line in lines)


def cell_as_text(variant: Variant, position: Position, cell: Cell, sign: TextSign | None) -> str:
    """The characters of a cell, at most WIDE: a mark or a space, then its name or its piece."""
    before = sign.before if sign else " "
    piece = variant.piece(position, cell)
    if piece is None:
        return before + variant.board.names[cell]
    tired = position.fatigue(cell)
    text = before + letter_of(piece.kind.letter, piece.seat) + (str(tired) if tired else "")
    return (text + (sign.behind if sign else ""))[:WIDE]


def legend(signs: Mapping[Cell, TextSign]) -> str:
    """The key to the marks on a board: "[ ] the last move, : the last move came from here"; "" for none."""
    used = [sign for sign in TextSign if sign in signs.values()]
    return ", ".join(f"{f'{sign.before} {sign.behind}'.strip()} {sign.meaning}" for sign in used)
