"""Boards painted for terminals of many colours: cells in their shades, pieces in the colours of their sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from bot.console.screens import Painted
from bot.games.pictures import theme_of
from bot.games.settings import Viewer
from engine.model.board import Cell
from engine.model.position import Position
from engine.notation.textboard import WIDE, TextSign, grid_of
from engine.variants.variant import Variant

Colour = tuple[int, int, int]
_WHITE: Colour = (0xFF, 0xFF, 0xFF)
_LABEL = "dim"


class _Look(NamedTuple):
    """The colour of a mark, that of the text on it, and how much of a vacant cell's ground it covers, from 0 to 1."""

    fill: Colour
    text: Colour
    cover: float = 1.0


def painted(variant: Variant, position: Position, viewer: Viewer, signs: Mapping[Cell, TextSign]) -> Iterator[Painted]:
    """The board as its viewer sees it, part by part, the last line not ended.

    Pieces are capitals; what else it shows is as in `board_as_text`. Where cells are two lines high, half blocks on the
    lines between them belong to the cells above and below.
    """
    theme = theme_of(variant, viewer)
    looks = {
        TextSign.ORIGIN: _Look(theme.trace, theme.ink, 0.6),
        TextSign.ARRIVAL: _Look(theme.trace, theme.ink),
        TextSign.MOVABLE: _Look(theme.reach, _WHITE),
        TextSign.REACH: _Look(theme.reach, _WHITE),
        TextSign.QUIET: _Look(theme.reach, theme.ink, 0.4),
        TextSign.STRIKE: _Look(theme.danger, _WHITE),
        TextSign.SELECTED: _Look(theme.chosen, theme.ink),
        TextSign.CHECK: _Look(theme.danger, _WHITE),
        TextSign.HILL: _Look(theme.accent, theme.ink, 0.4),
    }
    grid = grid_of(variant.board, variant.seat(viewer.seat).view)
    page = _Page(grid.height, grid.width, above=grid.tall)
    for text, spot in grid.labels:
        page.put(*spot, [(_LABEL, f" {text}")])
    for cell, (line, column) in enumerate(grid.cells):
        ground = theme.shade(variant.board.shade(cell))
        sign, piece = signs.get(cell), variant.piece(position, cell)
        look = looks[sign] if sign else None
        if piece is None:
            if look is not None:
                ground = _mixed(ground, look.fill, look.cover)
            ink = look.text if look else _mixed(ground, theme.ink, 0.62)
            text = f"{sign.before if sign else ' '}{variant.board.names[cell]}".ljust(WIDE)
            page.put(line, column, [(f"{'bold ' if sign else ''}{_style(ink, ground)}", text)])
        else:
            livery = theme.livery(variant.seat(piece.seat).name, piece.seat)
            tired = position.fatigue(cell)
            body = f"bold {_style(livery.icon, livery.fill)}"
            letter = f"{piece.kind.letter}{tired or ' '}"[: WIDE - 2]
            if sign and look:
                ground = look.fill
                edge = f"bold {_style(look.text, ground)}"
                page.put(line, column, [(edge, sign.before), (body, letter), (edge, sign.behind or " ")])
            else:
                page.put(line, column, [(body, f" {letter}"), (f"bg:{_hex(ground)}", " ")])
        if grid.tall:
            page.spread(line, column, ground)
    yield from page.parts()


def tag(variant: Variant, seat: int, viewer: Viewer) -> Painted:
    """A seat's name in the colours of its pieces."""
    livery = theme_of(variant, viewer).livery(variant.seat(seat).name, seat)
    return f"bold {_style(livery.icon, livery.fill)}", f" {variant.seat(seat).name} "


class _Page:
    """Lines of styled characters, with a line more above and below where cells spread there."""

    def __init__(self, height: int, width: int, *, above: bool) -> None:
        self._first = int(above)
        self._lines = [[("", " ")] * width for _ in range(height + 2 * self._first)]
        self._halves: dict[tuple[int, int], tuple[Colour | None, Colour | None]] = {}

    def put(self, line: int, column: int, parts: Iterable[Painted]) -> None:
        """Write some parts from a column on."""
        for style, text in parts:
            for character in text:
                self._lines[line + self._first][column] = (style, character)
                column += 1

    def spread(self, line: int, column: int, ground: Colour) -> None:
        """Paint the half lines above and below a cell."""
        _, lower = self._halves.get((line + 1, column), (None, None))
        self._halves[line + 1, column] = ground, lower
        upper, _ = self._halves.get((line - 1, column), (None, None))
        self._halves[line - 1, column] = upper, ground

    def parts(self) -> Iterator[Painted]:
        """All lines, neighbours of one style as one part."""
        for (place, column), (upper, lower) in self._halves.items():
            self.put(place, column, [_half(upper, lower)])
        for line in self._lines:
            while line and line[-1] == ("", " "):
                line.pop()
        for number, line in enumerate(line for line in self._lines if line):
            if number:
                yield "", "\n"
            for style, run in groupby(line, itemgetter(0)):
                yield style, "".join(character for _, character in run)


def _half(upper: Colour | None, lower: Colour | None) -> Painted:
    """A cell's width of half blocks, one colour above the other; None is the terminal's own."""
    if upper is None:
        return f"fg:{_hex(lower or _WHITE)}", "▄" * WIDE
    return f"fg:{_hex(upper)}" + (f" bg:{_hex(lower)}" if lower else ""), "▀" * WIDE


def _mixed(start: Colour, end: Colour, part: float) -> Colour:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(start, end, strict=True))
    return red, green, blue


def _style(text: Colour, ground: Colour) -> str:
    return f"fg:{_hex(text)} bg:{_hex(ground)}"


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
