"""Boards drawn with characters: a cell in four columns, a mark before what stands there."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from engine.geometry.board import Cell
from engine.model.position import Position
from engine.notation.describe import letter_of
from engine.notation.grid import WIDE, grid_of
from engine.variants.variant import Variant


class TextSign(Enum):
    """What a mark on a cell says: the character before it, the one behind a piece, and its meaning."""

    ORIGIN = (":", "", "the last move came from here")
    ARRIVAL = ("[", "]", "the last move")
    MOVABLE = ("*", "", "can move")
    REACH = ("+", "", "it can go here")
    QUIET = ("-", "", "it can go here, but not take")
    STRIKE = ("x", "", "it can take here")
    SELECTED = ("(", ")", "the piece asked about")
    CHECK = ("!", "!", "attacked")
    HILL = ("^", "", "the hill")

    @property
    def before(self) -> str:
        """The character before what stands on the cell."""
        return self.value[0]

    @property
    def behind(self) -> str:
        """The character behind a piece, or ""."""
        return self.value[1]

    @property
    def meaning(self) -> str:
        """The sign in words."""
        return self.value[2]


NO_SIGNS: Mapping[Cell, TextSign] = MappingProxyType({})


def board_as_text(
    variant: Variant, position: Position, seat: int = 1, signs: Mapping[Cell, TextSign] = NO_SIGNS
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
    """What a cell shows, at most WIDE characters: a mark or a space, then its name or its piece."""
    before = sign.before if sign else " "
    piece = variant.piece(position, cell)
    if piece is None:
        return before + variant.board.names[cell]
    tired = position.fatigue(cell)
    text = before + letter_of(piece.kind.letter, piece.seat) + (str(tired) if tired else "")
    return (text + (sign.behind if sign else ""))[:WIDE]


def legend(signs: Mapping[Cell, TextSign]) -> str:
    """What the marks on a board mean: "[ ] the last move, : the last move came from here"; "" for none."""
    used = [sign for sign in TextSign if sign in signs.values()]
    return ", ".join(f"{f'{sign.before} {sign.behind}'.strip()} {sign.meaning}" for sign in used)
