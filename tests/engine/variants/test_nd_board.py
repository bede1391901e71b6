"""The boards and arrays of the hexagonal chess games for two."""

from __future__ import annotations

import pytest

from engine.model.board import Board
from engine.model.position import bits
from engine.notation.position_code import code_of, position_of
from engine.play.game import new_game
from engine.variants import GAMES, variant_of
from tests.engine.nearly import FILE_CORNERS, FILE_EDGES, LARGE, ROW_CORNERS, ROW_EDGES, ROWS, RULES, SMALL, Spot
from tests.engine.support import names

LARGE_FILES = variant_of("nd-mccooey").board
WELLISCH = variant_of("nd-wellisch").board
SMALL_FILES = variant_of("glinski").board
EVERY_GAME = pytest.mark.parametrize("game", RULES)
LENGTHS = (8, 9, 10, 11, 12, 13, 14, 15, 14, 13, 12, 11, 10, 9, 8)
CLOCK = (*zip((0, 2, 4, 6, 8, 10), FILE_EDGES, strict=True), *zip((1, 3, 5, 7, 9, 11), FILE_CORNERS, strict=True))
ROW_CLOCK = (*zip((0, 2, 4, 6, 8, 10), ROW_EDGES, strict=True), *zip((11, 1, 3, 5, 7, 9), ROW_CORNERS, strict=True))


def test_the_games() -> None:
    """The seven games for two are in the registry."""
    assert set(RULES) <= set(GAMES)


def test_wellisch_alone_is_played_on_rows() -> None:
    """The Nearlydouble games but Wellisch share a board of files, the base games a smaller one."""
    assert "row" == WELLISCH.line
    for game in ("nd-mccooey", "nd-anglojewish", "nd-altorth", "nd-trios"):
        assert variant_of(game).board is LARGE_FILES
    assert variant_of("mccooey").board is SMALL_FILES
    assert "file" == LARGE_FILES.line == SMALL_FILES.line


# ---- cells and names


@pytest.mark.parametrize(("board", "count"), [(LARGE_FILES, 169), (WELLISCH, 169), (SMALL_FILES, 91)])
def test_number_of_cells(board: Board, count: int) -> None:
    """The Nearlydouble boards have 169 cells, the base games' 91."""
    assert count == len(board) == len(set(board.names))


@pytest.mark.parametrize("board", [LARGE_FILES, WELLISCH])
def test_letters(board: Board) -> None:
    """Fifteen files, or rows, a to o have 8 cells, 15 in the middle, and 8 again."""
    assert tuple("abcdefghijklmno") == board.letters
    assert LENGTHS == tuple(len(line) for line in board.lines)


def test_letters_of_the_base_games() -> None:
    """The base games' files are a to l without j, of 6 to 11 to 6 cells."""
    assert tuple("abcdefghikl") == SMALL_FILES.letters
    assert (6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6) == tuple(len(line) for line in SMALL_FILES.lines)


@pytest.mark.parametrize("board", [LARGE_FILES, SMALL_FILES])
def test_numbers_on_files(board: Board) -> None:
    """On every file the cells are numbered from 1 at White's end."""
    for line in board.lines:
        assert list(range(1, len(line) + 1)) == [board.number(cell) for cell in line]


@pytest.mark.parametrize(
    ("row", "first", "last"),
    [("a", 1, 8), ("b", 1, 9), ("g", 1, 14), ("h", 1, 15), ("i", 2, 15), ("j", 3, 15), ("n", 7, 15), ("o", 8, 15)],
)
def test_slanted_numbers(row: str, first: int, last: int) -> None:
    """Wellisch's rows are numbered from 1 up to row h, beyond it from 2, 3 … up to 15."""
    assert [f"{row}{n}" for n in range(first, last + 1)] == [name for name in WELLISCH.names if name[0] == row]


@pytest.mark.parametrize(("board", "name"), [(LARGE_FILES, "a9"), (LARGE_FILES, "h16"), (WELLISCH, "i1")])
def test_no_such_cell(board: Board, name: str) -> None:
    """Numbers outside a line's range name no cell."""
    assert board.find(name) is None


@pytest.mark.parametrize(
    ("board", "corners", "ahead"),
    [
        (LARGE_FILES, "h1 o1 o8 h15 a8 a1", 0),
        (SMALL_FILES, "f1 l1 l6 f11 a6 a1", 0),
        (WELLISCH, "a1 a8 h15 o15 o8 h1", 11),
    ],
)
def test_corners(board: Board, corners: str, ahead: int) -> None:
    """A corner has three neighbours: White's are h1 (f1) on files, a1 and a8 on rows."""
    found = {
        name
        for cell, name in enumerate(board.names)
        if 3 == sum(board.step(cell, hour) is not None for hour in (0, 2, 4, 6, 8, 10))
    }
    assert names(corners) == found
    assert ahead == board.up


# ---- geometry


@pytest.mark.parametrize(
    ("board", "spots", "clock"),
    [(LARGE_FILES, LARGE, CLOCK), (SMALL_FILES, SMALL, CLOCK), (WELLISCH, ROWS, ROW_CLOCK)],
    ids=["large", "small", "rows"],
)
def test_geometry(board: Board, spots: dict[str, Spot], clock: tuple[tuple[int, Spot], ...]) -> None:
    """Each of the twelve directions leads by its (x, y) from every cell, or off the board."""
    where = {spot: name for name, spot in spots.items()}
    assert set(spots) == set(board.names)
    for cell, name in enumerate(board.names):
        x, y = spots[name]
        for hour, (dx, dy) in clock:
            reached = board.step(cell, hour)
            assert where.get((x + dx, y + dy)) == (None if reached is None else board.names[reached])


@pytest.mark.parametrize(
    ("board", "name", "around", "beyond"),
    [
        (LARGE_FILES, "h8", "h9 i8 i7 h7 g7 g8", "i9 j7 i6 g6 f7 g9"),
        (LARGE_FILES, "e5", "e6 f6 f5 e4 d4 d5", "f7 g6 f4 d3 c4 d6"),
        (LARGE_FILES, "h1", "h2 i1 g1", "i2 g2"),
        (SMALL_FILES, "f6", "f7 g6 g5 f5 e5 e6", "g7 h5 g4 e4 d5 e7"),
        (WELLISCH, "h8", "i8 i9 h7 h9 g7 g8", "j9 i10 g9 f7 g6 i7"),
        (WELLISCH, "c5", "d5 d6 c4 c6 b4 b5", "e6 d7 b6 a4 b3 d4"),
        (WELLISCH, "m10", "n10 n11 m9 m11 l9 l10", "o11 n12 l11 k9 l8 n9"),
    ],
)
def test_neighbours(board: Board, name: str, around: str, beyond: str) -> None:
    """A cell has these neighbours along orthogonals and these along diagonals."""
    cell = board.cell(name)
    edges = {board.step(cell, hour) for hour in range(0, 12, 2)} - {None}
    corners = {board.step(cell, hour) for hour in range(1, 12, 2)} - {None}
    assert names(around) == {board.names[each] for each in edges if each is not None}
    assert names(beyond) == {board.names[each] for each in corners if each is not None}


@pytest.mark.parametrize(
    ("board", "middle", "counts"),
    [(LARGE_FILES, "h8", [57, 57]), (WELLISCH, "h8", [57, 57]), (SMALL_FILES, "f6", [30, 30])],
)
def test_colours(board: Board, middle: str, counts: list[int]) -> None:
    """There are three colours, two of them equally often; no neighbours share one, and diagonals keep it."""
    shades = [board.shade(cell) for cell in range(len(board))]
    centre = shades[board.cell(middle)]
    assert counts == [shades.count(shade) for shade in sorted({*shades} - {centre})]
    for cell in range(len(board)):
        near = [shades[each] for hour in range(0, 12, 2) if (each := board.step(cell, hour)) is not None]
        far = [shades[each] for hour in range(1, 12, 2) if (each := board.step(cell, hour)) is not None]
        assert shades[cell] not in near
        assert {shades[cell]} >= set(far)


@EVERY_GAME
def test_turned_board(game: str) -> None:
    """Turned by 180° a cell at (x, y) comes to lie at (−x, −y) from the middle."""
    board, rules = variant_of(game).board, RULES[game]
    for cell, name in enumerate(board.names):
        assert rules.opposite(name) == board.names[board.turned(cell, 6)]


@pytest.mark.parametrize(
    ("board", "pairs"),
    [
        (LARGE_FILES, "h1 h15 f1 j13 a1 o8 e5 k8 h8 h8"),
        (WELLISCH, "a1 o15 b5 n11 c10 m6 h1 h15 h8 h8"),
        (SMALL_FILES, "f1 f11 a1 l6 g1 e10 f6 f6"),
    ],
)
def test_opposite_cells(board: Board, pairs: str) -> None:
    """These cells lie opposite each other."""
    cells = board.cells(pairs)
    for one, other in zip(cells[::2], cells[1::2], strict=True):
        assert (other, one) == (board.turned(one, 6), board.turned(other, 6))


# ---- arrays


def found(game: str, seat: int) -> dict[str, set[str]]:
    """The cells of a seat's pieces by their letters, as the array's code has them."""
    variant = variant_of(game)
    position = position_of(variant, code_of(variant, new_game(variant).position))
    pieces: dict[str, set[str]] = {}
    for cell in bits(position.pieces[seat]):
        piece = variant.piece(position, cell)
        assert piece is not None
        pieces.setdefault(piece.kind.letter, set()).add(variant.board.names[cell])
    return pieces


@pytest.mark.parametrize(
    ("game", "counts"),
    [
        ("nd-wellisch", {"G": 1, "Q": 2, "R": 4, "V": 6, "P": 16}),
        ("nd-mccooey", {"K": 1, "D": 2, "R": 4, "U": 6, "S": 4, "B": 14}),
        ("nd-anglojewish", {"G": 1, "C": 2, "F": 4, "R": 6, "S": 4, "B": 14}),
        ("nd-altorth", {"G": 1, "R": 2, "F": 4, "H": 4, "V": 6, "M": 14}),
        ("nd-trios", {"K": 1, "D": 6, "R": 6, "U": 6, "S": 6, "B": 24}),
        ("glinski", {"K": 1, "Q": 1, "R": 2, "B": 3, "N": 2, "P": 9}),
        ("mccooey", {"K": 1, "Q": 1, "R": 2, "B": 3, "N": 2, "P": 7}),
    ],
)
def test_counts(game: str, counts: dict[str, int]) -> None:
    """Each side begins with so many pieces of each kind."""
    for seat in (1, 2):
        assert counts == {letter: len(cells) for letter, cells in found(game, seat).items()}


@EVERY_GAME
def test_white_array(game: str) -> None:
    """White's pieces stand on the cells of the rules."""
    groups = [group.split() for group in RULES[game].pieces.split("·")]
    assert {letter: set(cells) for letter, *cells in groups} == found(game, 1)


@EVERY_GAME
def test_black_array(game: str) -> None:
    """Black's pieces stand on White's cells turned by 180°, in the base games mirrored along their files."""
    across = RULES[game].across
    assert {letter: set(map(across, cells)) for letter, cells in found(game, 1).items()} == found(game, 2)


@pytest.mark.parametrize(
    ("game", "pieces"),
    [
        ("nd-wellisch", "G n11 Q o12 Q o11 R o15 R o8 P m15 P m6 P l9 P l11"),
        ("nd-mccooey", "K h15 D h14 D h13 U j13 U f13 R l11 R d11 B h11"),
        ("nd-trios", "K h15 R h12 R h11 B h9 B h10 B n9 B b9"),
        ("glinski", "K g10 Q e10 R c8 N d9 B f9 P f7 P b7 P k7"),
        ("mccooey", "K g10 Q e10 R d9 R h9 B f9 P f8 P c8 P i8"),
    ],
)
def test_black_pieces(game: str, pieces: str) -> None:
    """Some of Black's pieces by name: kings face each other on their file in the base games."""
    words = pieces.split()
    black = found(game, 2)
    assert all(cell in black[letter] for letter, cell in zip(words[::2], words[1::2], strict=True))


@EVERY_GAME
def test_arrays_are_symmetrical(game: str) -> None:
    """But for king and queen, knights and rooks of the base games, an army's left is its right mirrored."""
    rules = RULES[game]
    uneven = {"K", "Q"} if rules.mirrored else set()
    for letter, cells in found(game, 1).items():
        if letter not in uneven:
            assert set(map(rules.reflected, cells)) == cells


@pytest.mark.parametrize(
    ("game", "rights"),
    [
        ("nd-wellisch", "b1 b2 b8 b9"),
        ("nd-mccooey", "c1 d2 e3 f2 f3 g4 h4 h5 i4 j2 j3 k3 l2 m1 h1 d1 e1 k1 l1"),
        ("nd-anglojewish", "c1 d2 e3 f2 f3 g4 h4 h5 i4 j2 j3 k3 l2 m1"),
        ("nd-altorth", "c1 d2 e3 f2 f3 g4 h4 h5 i4 j2 j3 k3 l2 m1"),
        ("nd-trios", "c1 d2 e3 f4 g5 h6 i5 j4 k3 l2 m1 h1 d1 e1 k1 l1"),
        ("glinski", "b1 c2 d3 e4 f5 g4 h3 i2 k1"),
        ("mccooey", "c1 d2 e3 g3 h2 i1"),
    ],
)
def test_first_moves(game: str, rights: str) -> None:
    """Only these of White's pieces begin with a first move, a double step or castling, and their likes of Black's."""
    variant = variant_of(game)
    given = {variant.board.names[cell] for cell in bits(variant.start.rights)}
    assert names(rights) | set(map(RULES[game].across, rights.split())) == given


@EVERY_GAME
def test_white_begins(game: str) -> None:
    """White moves first, and Black sees the board from the other end."""
    variant = variant_of(game)
    assert ["White", "Black"] == [seat.name for seat in variant.seats]
    assert 1 == new_game(variant).turn
    assert 6 == (variant.seats[1].view - variant.seats[0].view) % 12 == variant.seats[1].facing
