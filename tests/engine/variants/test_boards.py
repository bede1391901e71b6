"""The boards of the games on hexes, found anew from the (x, y) of the rules, and who sits at them."""

from __future__ import annotations

import pytest

from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant

Spot = tuple[int, int]
FILE_EDGES = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
FILE_CORNERS = ((1, 3), (2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3))
ROW_EDGES = ((1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1))
ROW_CORNERS = ((0, 2), (3, 1), (3, -1), (0, -2), (-3, -1), (-3, 1))
"""One step in each direction, clockwise from the owner's (half-)forward right: along orthogonals and diagonals."""
UPRIGHT = zip("abcdefghi", range(-4, 5), (1, 1, 1, 1, 1, 2, 3, 4, 5), (6, 7, 8, 9, 10, 10, 10, 10, 10), strict=True)
"""The files of Shafran's board, with their x, their first and their last cells."""


def file_spots(side: int, letters: str) -> dict[str, Spot]:
    """The (x, y) of the cells of a board of files: x the file counted from the middle, y in half cells."""
    found: dict[str, Spot] = {}
    for x, letter in enumerate(letters, 1 - side):
        cells = 2 * side - 1 - abs(x)
        found |= {f"{letter}{number}": (x, 2 * number - cells - 1) for number in range(1, cells + 1)}
    return found


def row_spots(letters: str, side: int) -> dict[str, Spot]:
    """The (x, y) of the cells of a board of rows: y the row, x in half cells from the middle line."""
    found: dict[str, Spot] = {}
    middle = len(letters) // 2
    for y, letter in enumerate(letters):
        first, last = (1, side + y) if y <= middle else (y - middle + 1, side + middle)
        found |= {f"{letter}{n}": (2 * (n - first) - (last - first), y) for n in range(first, last + 1)}
    return found


SMALL = file_spots(6, "abcdefghikl")
LARGE = file_spots(8, "abcdefghijklmno")
ROWS = row_spots("abcdefghijklmno", 8)
BOARDS: dict[str, dict[str, Spot]] = {
    "hexeh": file_spots(4, "abcdefg"),
    "imperial": row_spots("abcdefghijklm", 3),
    "glinski": SMALL,
    "mccooey": SMALL,
    "shafran": {f"{file}{n}": (x, 2 * n - x - 11) for file, x, first, last in UPRIGHT for n in range(first, last + 1)},
}
SHADES = {"hexeh": [12, 12, 13], "imperial": [25, 25, 25], "glinski": [30, 30, 31], "shafran": [23, 23, 24]}
"""How many cells of each colour there are; on the large boards 55, 57 and 57."""
TWO = "White 0 · Black 6"
SEATS = {
    "hexeh": "Red 0 · Blue 6",
    **dict.fromkeys(("nd-wellisch-3", "nd-mccooey-3", "nd-anglojewish-3", "nd-altorth-3"), "Red 0 · Gold 8 · Blue 4"),
    **dict.fromkeys(("nd-wellisch-4-mccooey", "nd-wellisch-4-trios"), "White 0 · Red 8 · Black 6 · Blue 2"),
    **dict.fromkeys(("chess", "combat-chess"), "White 0 · Black 4"),
}
HEXES = pytest.mark.parametrize("key", [key for key in GAMES if "chess" not in key])


def rows(key: str) -> bool:
    """Whether the board of a game is one of rows."""
    return "wellisch" in key or key == "imperial"


def spots_of(key: str) -> dict[str, Spot]:
    """The (x, y) of the cells of a game's board."""
    return BOARDS.get(key) or (ROWS if rows(key) else LARGE)


def shades(variant: Variant) -> list[str]:
    return [variant.board.shade(cell) for cell in range(len(variant.board))]


@HEXES
def test_cells_and_directions(key: str) -> None:
    """Cells have the names of the rules, and each direction leads by its (x, y) from every cell, or off the board."""
    board, spots = variant_of(key).board, spots_of(key)
    where = {spot: name for name, spot in spots.items()}
    assert set(spots) == set(board.names)
    assert ("row" if rows(key) else "file") == board.line
    edges, corners = (ROW_EDGES, ROW_CORNERS) if rows(key) else (FILE_EDGES, FILE_CORNERS)
    hours = (*range(0, 12, 2), *((11, 1, 3, 5, 7, 9) if rows(key) else (1, 3, 5, 7, 9, 11)))
    for name, (x, y) in spots.items():
        for hour, (dx, dy) in zip(hours, (*edges, *corners), strict=True):
            reached = board.step(board.cell(name), hour)
            assert where.get((x + dx, y + dy)) == (None if reached is None else board.names[reached])


@HEXES
def test_turned_boards(key: str) -> None:
    """Turned by half a circle a cell comes to lie opposite, by a third where the rules for three say."""
    board, spots = variant_of(key).board, spots_of(key)
    middle = max(y for _, y in spots.values()) // 2 if rows(key) else 0
    where = {(x, y - middle): board.cell(name) for name, (x, y) in spots.items()}
    for (x, y), cell in where.items():
        assert where[-x, -y] == board.rotate(cell, 6)
        if key not in {"imperial", "shafran"}:
            third = ((-x - 3 * y) // 2, (x - y) // 2) if rows(key) else ((-x - y) // 2, (3 * x - y) // 2)
            assert where[third] == board.rotate(cell, 8)


@HEXES
def test_colours(key: str) -> None:
    """There are three colours: no neighbours share one, and diagonals keep it."""
    variant = variant_of(key)
    board, found = variant.board, shades(variant)
    assert SHADES.get("glinski" if key == "mccooey" else key, [55, 57, 57]) == sorted(map(found.count, set(found)))
    for cell, shade in enumerate(found):
        for hour in range(12):
            near = board.step(cell, hour)
            assert near is None or (found[near] == shade) == (hour % 2 == 1)


@pytest.mark.parametrize("key", GAMES)
def test_seats(key: str) -> None:
    """The players by name, each with the hours by which army and view are turned, and one royal piece."""
    variant = variant_of(key)
    assert SEATS.get(key, TWO) == " · ".join(f"{seat.name} {seat.facing}" for seat in variant.seats)
    turned = [(variant.seats[0].view + seat.facing) % 12 for seat in variant.seats]
    assert [seat.view for seat in variant.seats] == ([11, 8, 5, 2] if len(turned) == 4 else turned)
    royals = [seat for seat, letter, _ in variant.array if variant.by_letter[letter].royal]
    assert [seat.number for seat in variant.seats] == sorted(royals)
