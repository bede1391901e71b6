"""The arrays of the games for three and four, each cell found anew from the coordinates in the rules text."""

from __future__ import annotations

import pytest

from engine.lookahead.imagined import perft
from engine.movement.generator import movement_of
from engine.play.game import find_move, new_game
from engine.variants import variant_of
from tests.engine.several import moves, outcome
from tests.engine.support import names, targets

BROKERS = "c1 d2 e3 f2 f3 g4 h4 h5 i4 j2 j3 k3 l2 m1"
WELLISCH = {"R": "a1 a2 a7 a8", "V": "a3 a6 b3 b4 b6 b7", "Q": "a4 a5", "G": "b5"}
POINTS = "b1 b2 b8 b9 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 d5 d7"
FEWER = "b1 b2 b8 b9 c2 c3 c4 c5 c6 c7 c8 c9 d5 d7"
ARMIES = {
    "nd-wellisch-3": WELLISCH | {"P": POINTS},
    "nd-mccooey-3": {
        "K": "h1",
        "D": "h2 h3",
        "R": "d1 e1 k1 l1",
        "U": "f1 g1 g2 i1 i2 j1",
        "S": "e2 g3 i3 k2",
        "B": BROKERS,
    },
    "nd-anglojewish-3": {
        "G": "h1",
        "C": "h2 h3",
        "F": "d1 e1 k1 l1",
        "R": "f1 g1 g2 i1 i2 j1",
        "S": "e2 g3 i3 k2",
        "B": BROKERS,
    },
    "nd-altorth-3": {
        "G": "h1",
        "R": "h2 h3",
        "F": "f1 g3 i3 j1",
        "H": "e1 g1 i1 k1",
        "V": "d1 e2 g2 i2 k2 l1",
        "M": BROKERS,
    },
}
HOMES = {
    "nd-wellisch-4-mccooey": WELLISCH | {"P": POINTS},
    "nd-wellisch-4-trios": WELLISCH | {"P": FEWER},
}
SIDES = {
    "nd-wellisch-4-mccooey": {
        "K": "i15",
        "D": "g14",
        "R": "f13 j15",
        "N": "g13 i14",
        "U": "h13 h14 h15",
        "B": "e12 f12 g12 h12 i13 j14 k15",
    },
    "nd-wellisch-4-trios": {
        "K": "i15",
        "D": "g13 g14 i14",
        "R": "f12 f13 j15",
        "N": "g12 i13 j14",
        "U": "h13 h14 h15",
        "B": "d11 e11 f11 g11 h11 i12 j13 k14 l15 e12 h12 k15",
    },
}
FILES = {
    f"{'abcdefghijklmno'[x + 7]}{number}": (x, 2 * number - (15 - abs(x)) - 1)
    for x in range(-7, 8)
    for number in range(1, 16 - abs(x))
}
"""By the rules text: x is the file less h, y = 2 * number - (cells in file) - 1."""


def rows() -> dict[str, tuple[int, int]]:
    """Rows a to o of 8 to 15 to 8 cells, centred, two columns a cell; y doubled to match."""
    places = {}
    for r in range(15):
        length = 15 - abs(7 - r)
        first = 1 if r <= 7 else r - 6
        for place in range(length):
            places[f"{'abcdefghijklmno'[r]}{first + place}"] = (2 * place - (length - 1), r - 7)
    return places


ROWS = rows()


def on_files(name: str, thirds: int) -> str:
    """The cell of the files board turned anticlockwise by thirds of a circle."""
    x, y = FILES[name]
    for _ in range(thirds):
        x, y = (-x - y) // 2, (3 * x - y) // 2
    return next(cell for cell, place in FILES.items() if place == (x, y))


def on_rows(name: str, thirds: int) -> str:
    """The cell of the rows board turned anticlockwise by thirds of a circle."""
    x, y = ROWS[name]
    for _ in range(thirds):
        x, y = (-x - 3 * y) // 2, (x - y) // 2
    return next(cell for cell, place in ROWS.items() if place == (x, y))


def opposite(name: str) -> str:
    """Row i, number n to row 14 - i, number 16 - n."""
    return f"{'onmlkjihgfedcba'['abcdefghijklmno'.index(name[0])]}{16 - int(name[1:])}"


def found(key: str) -> dict[tuple[int, str], set[str]]:
    """The array of a game: cells by seat and letter."""
    variant = variant_of(key)
    cells: dict[tuple[int, str], set[str]] = {}
    for seat, letter, cell in variant.array:
        cells.setdefault((seat, letter), set()).add(variant.board.names[cell])
    return cells


@pytest.mark.parametrize("key", ARMIES)
def test_three_armies(key: str) -> None:
    """Gold's army is Red's turned by 120 degrees anticlockwise, Blue's that turned once more."""
    turn = on_rows if "wellisch" in key else on_files
    expected = {
        (seat, letter): {turn(name, seat - 1) for name in cells.split()}
        for seat in (1, 2, 3)
        for letter, cells in ARMIES[key].items()
    }
    assert expected == found(key)


@pytest.mark.parametrize("key", HOMES)
def test_four_armies(key: str) -> None:
    """White and Black have Wellisch armies, Red and Blue original ones, each pair turned by 180 degrees."""
    expected = {}
    for seat, army in ((1, HOMES[key]), (2, SIDES[key])):
        for letter, cells in army.items():
            expected[seat, letter] = set(cells.split())
            expected[seat + 2, letter] = {opposite(name) for name in cells.split()}
    assert expected == found(key)


@pytest.mark.parametrize(
    ("key", "seat", "origin", "ahead"),
    [
        ("nd-mccooey-3", 1, "h5", "h6 h7"),
        ("nd-mccooey-3", 2, "k8", "j8 i8"),
        ("nd-mccooey-3", 3, "e8", "f8 g8"),
        ("nd-wellisch-4-mccooey", 2, "h12", "h11 h10"),
        ("nd-wellisch-4-mccooey", 4, "h4", "h5 h6"),
    ],
)
def test_forward(key: str, seat: int, origin: str, ahead: str) -> None:
    """Each seat's Broker before its royal steps towards the centre, one cell or two."""
    variant = variant_of(key)
    assert names(ahead) == targets(new_game(variant, variant.start._replace(turn=seat)), origin)


NODES = {
    "nd-wellisch-3": (28, 784),
    "nd-mccooey-3": (50, 2499),
    "nd-anglojewish-3": (50, 2499),
    "nd-altorth-3": (36, 1293),
    "nd-wellisch-4-mccooey": (28, 899),
    "nd-wellisch-4-trios": (26, 651),
}


@pytest.mark.parametrize("key", NODES)
def test_perft(key: str) -> None:
    """Moves and pairs of moves from the array."""
    state = new_game(variant_of(key))
    assert NODES[key] == (perft(state, 1), perft(state, 2))


@pytest.mark.parametrize("key", NODES)
def test_perft_by_a_second_reading(key: str) -> None:
    """The slow reading of the rules counts as many."""
    variant = variant_of(key)
    movement = movement_of(variant)
    legal = [find_move(movement, variant.start, long) for long in moves(variant, variant.start)]
    pairs = sum(len(outcome(variant, movement.play(variant.start, move)).legal) for move in legal)
    assert NODES[key] == (len(legal), pairs)
