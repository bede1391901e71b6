"""Imperial's board, its array, and the scouts placed before the first move."""

from __future__ import annotations

import pytest

from engine.lookahead.imagined import perft
from engine.model.position import bits
from engine.notation.moves import IllegalMove
from engine.notation.position_code import BadCode, code_of, position_of
from engine.play.commands import MakeMove
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.refusals import NotYourTurn
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.engine.support import after, long_moves, played, refused

IMPERIAL = variant_of("imperial")
BOARD = IMPERIAL.board
LENGTHS = (3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3)
WHITE = {
    "D": "a1 b4",
    "K": "a2",
    "E": "a3 b1",
    "Q": "b2",
    "N": "b3 c3",
    "P": "c1 c5 d2 d3 d4 d5",
    "G": "c2 c4",
}
BLACK = {
    "D": "m9 l6",
    "K": "m8",
    "E": "m7 l9",
    "Q": "l8",
    "N": "l7 k7",
    "P": "k9 k5 j8 j7 j6 j5",
    "G": "k8 k6",
}


def place(name: str) -> tuple[int, int]:
    """The (x, y) of a cell as the rules count it: y the row, x in half cells from the middle line."""
    row, number = "abcdefghijklm".index(name[0]), int(name[1:])
    first = 1 if row < 7 else row - 5
    return 2 * (number - first) - (LENGTHS[row] - 1), row


def opposite(name: str) -> str:
    """The cell that this one comes to lie on when the board is turned by 180°."""
    return f"{'mlkjihgfedcba'['abcdefghijklm'.index(name[0])]}{10 - int(name[1:])}"


def pieces(variant: Variant, code: str, seat: int) -> dict[str, set[str]]:
    """The cells of a seat's pieces by their letters."""
    position = position_of(variant, code)
    found: dict[str, set[str]] = {}
    for cell in bits(position.pieces[seat]):
        piece = variant.piece(position, cell)
        assert piece is not None
        found.setdefault(piece.kind.letter, set()).add(variant.board.names[cell])
    return found


# ---- board


def test_number_of_cells() -> None:
    """The board has 75 cells."""
    assert 75 == len(BOARD) == len(set(BOARD.names))


def test_rows() -> None:
    """There are thirteen rows A–M of 3 to 9 to 3 cells."""
    assert tuple("abcdefghijklm") == BOARD.letters
    assert LENGTHS == tuple(len(line) for line in BOARD.lines)
    assert "row" == BOARD.line


@pytest.mark.parametrize(
    ("row", "first", "last"),
    [
        ("a", 1, 3),
        ("b", 1, 4),
        ("c", 1, 5),
        ("d", 1, 6),
        ("e", 1, 7),
        ("f", 1, 8),
        ("g", 1, 9),
        ("h", 2, 9),
        ("i", 3, 9),
        ("j", 4, 9),
        ("k", 5, 9),
        ("l", 6, 9),
        ("m", 7, 9),
    ],
)
def test_numbers(row: str, first: int, last: int) -> None:
    """Cells are numbered along the oblique: from 1 up to row G, then from 2, 3 … up to 9."""
    assert [f"{row}{n}" for n in range(first, last + 1)] == [name for name in BOARD.names if name[0] == row]


@pytest.mark.parametrize("name", ["a0", "a4", "d7", "g10", "h1", "i2", "m6", "m10", "n7"])
def test_no_such_cell(name: str) -> None:
    """Numbers outside a row's range name no cell."""
    assert BOARD.find(name) is None


@pytest.mark.parametrize(
    ("hour", "offset"),
    [
        (10, (-1, 1)),
        (0, (1, 1)),
        (2, (2, 0)),
        (4, (1, -1)),
        (6, (-1, -1)),
        (8, (-2, 0)),
        (11, (0, 2)),
        (5, (0, -2)),
        (1, (3, 1)),
        (3, (3, -1)),
        (7, (-3, -1)),
        (9, (-3, 1)),
    ],
)
def test_geometry(hour: int, offset: tuple[int, int]) -> None:
    """Each of the twelve directions leads by its (x, y) from every cell, or off the board."""
    where = {place(name): name for name in BOARD.names}
    for cell, name in enumerate(BOARD.names):
        x, y = place(name)
        reached = BOARD.step(cell, hour)
        assert where.get((x + offset[0], y + offset[1])) == (None if reached is None else BOARD.names[reached])


def test_colours() -> None:
    """There are 25 cells of each colour; A1 is Blue, A2 White, A3 Red, and no neighbours share a colour."""
    shades = [BOARD.shade(cell) for cell in range(75)]
    assert {"blue": 25, "white": 25, "red": 25} == {shade: shades.count(shade) for shade in set(shades)}
    assert ["blue", "white", "red"] == [BOARD.shade(BOARD.cell(name)) for name in ("a1", "a2", "a3")]
    for cell in range(75):
        assert all(shades[near] != shades[cell] for hour in (0, 2, 4) if (near := BOARD.step(cell, hour)) is not None)


def test_colour_of_every_cell() -> None:
    """A cell's colour follows from its x alone."""
    begin = place("a1")[0]
    for cell, name in enumerate(BOARD.names):
        assert ("blue", "white", "red")[2 * (place(name)[0] - begin) % 3] == BOARD.shade(cell)


def test_turned_board() -> None:
    """Turned by 180° the cell in row i with number n comes to lie on row 12 − i, number 10 − n."""
    for cell, name in enumerate(BOARD.names):
        assert opposite(name) == BOARD.names[BOARD.turned(cell, 6)]


# ---- array


@pytest.mark.parametrize(("seat", "army"), [(1, WHITE), (2, BLACK)])
def test_array(seat: int, army: dict[str, str]) -> None:
    """Each side begins with 16 pieces: a King, a Queen, six pawns, and two of every other piece."""
    found = pieces(IMPERIAL, code_of(IMPERIAL, new_game(IMPERIAL).position), seat)
    assert {letter: set(cells.split()) for letter, cells in army.items()} == found


def test_array_of_black() -> None:
    """Black's array is White's turned by 180°."""
    for letter, cells in WHITE.items():
        assert {opposite(name) for name in cells.split()} == set(BLACK[letter].split())


def test_guards_stand_on_blue_and_red() -> None:
    """White's Guards begin on Blue and Red."""
    assert {"blue", "red"} == {BOARD.shade(cell) for cell in BOARD.cells(WHITE["G"])}


@pytest.mark.parametrize("white", ["@e1e7", "@e2e6", "@e3e5"])
@pytest.mark.parametrize("black", ["@i3i9", "@i4i8", "@i5i7"])
def test_nothing_is_attacked(white: str, black: str) -> None:
    """When the scouts stand nothing is attacked, and every piece but scouts at the ends of their rows is protected."""
    state = after(f"{white} {black}", IMPERIAL)
    position, movement = state.position, state.movement
    ends = {"e1", "e7", "i3", "i9"}
    for seat in (1, 2):
        for cell in bits(position.pieces[seat]):
            assert [] == list(movement.attackers(position, cell, position.pieces[3 - seat]))
            protected = list(movement.attackers(position, cell, position.pieces[seat]))
            assert protected or BOARD.names[cell] in ends


# ---- scouts


def test_three_placements() -> None:
    """White begins by choosing one of three symmetrical pairs on row E, then Black one on row I."""
    state = new_game(IMPERIAL)
    assert 1 == state.turn
    assert ["@e1e7", "@e2e6", "@e3e5"] == long_moves(state)
    state = played(state, "P@e1")
    assert 2 == state.turn
    assert ["@i3i9", "@i4i8", "@i5i7"] == long_moves(state)
    assert 1 == played(state, "P@i5").turn


def test_a_toss_decides_who_begins() -> None:
    """The referee's coin toss decides who begins, and the beginner is White."""
    assert IMPERIAL.phase is not None
    assert IMPERIAL.phase.toss
    assert "White" == IMPERIAL.seat(new_game(IMPERIAL).turn).name


def test_short_placements() -> None:
    """Written short, a placement names the cell of the lower number."""
    state = new_game(IMPERIAL)
    assert ("P@e1", "P@e2", "P@e3") == sheet(state).shorts(sheet(state).legal)
    state = played(state, "P@e2")
    assert ("P@i3", "P@i4", "P@i5") == sheet(state).shorts(sheet(state).legal)


@pytest.mark.parametrize("text", ["P@e3", "P@e5", "@e3e5", "@e5e3", "P@e3e5", "p@E3", "@e3", " P @ e3 "])
def test_spellings_of_a_placement(text: str) -> None:
    """A placement is read in its short and its long form, by either of its cells."""
    state = played(new_game(IMPERIAL), text)
    assert after("@e3e5", IMPERIAL).position == state.position
    assert {"e3", "e5"} == pieces(IMPERIAL, code_of(IMPERIAL, state.position), 1)["P"] - set(WHITE["P"].split())


@pytest.mark.parametrize(
    "text", ["P@e4", "P@d1", "P@e8", "P@i3", "P@d2", "Q@e3", "P@e3e6", "e3", "Pe3", "a1b1", "d2e2"]
)
def test_refused_placements(text: str) -> None:
    """Anything but the three placements is refused with what is to be done instead and the three choices."""
    refusal = refused(new_game(IMPERIAL), MakeMove(1, move=text))
    assert isinstance(refusal, IllegalMove)
    assert "each side places two more pawns, its scouts" in refusal.text
    assert refusal.text.endswith("Legal nearby: P@e1, P@e2, P@e3.")


def test_black_places_on_its_own_row() -> None:
    """Black cannot place its scouts on White's row, nor White place twice."""
    state = played(new_game(IMPERIAL), "P@e3")
    assert refused(state, MakeMove(2, move="P@e1")).text.endswith("Legal nearby: P@i3, P@i4, P@i5.")
    assert isinstance(refused(state, MakeMove(1, move="P@e1")), NotYourTurn)


def test_no_placements_later() -> None:
    """After both placements nothing more is placed."""
    state = played(new_game(IMPERIAL), "P@e3", "P@i5")
    assert "all pieces have been placed" in refused(state, MakeMove(1, move="P@e1")).text
    assert not any(move.startswith("@") for move in long_moves(state))


def test_a_position_without_placements() -> None:
    """A game that begins from a position code has no placements unless the code says so."""
    code = code_of(IMPERIAL, after("@e1e7 @i3i9", IMPERIAL).position)
    assert "due" not in code
    assert "due=2" in code_of(IMPERIAL, new_game(IMPERIAL).position)
    assert not any(move.startswith("@") for move in long_moves(new_game(IMPERIAL, position_of(IMPERIAL, code))))


@pytest.mark.parametrize(("depth", "nodes"), [(1, 3), (2, 9), (3, 225), (4, 5625)])
def test_perft(depth: int, nodes: int) -> None:
    """The array has so many sequences of placements and moves."""
    assert nodes == perft(new_game(IMPERIAL), depth)


def test_a_placement_names_two_cells() -> None:
    """A placement that names one cell twice is refused."""
    assert "P@e1" in refused(new_game(IMPERIAL), MakeMove(1, None, "@e3e3")).text


@pytest.mark.parametrize("captor", ["e5", "f5,g5", "z1"])
def test_captors_that_cannot_be(captor: str) -> None:
    """A code whose captor is no piece on one cell is refused."""
    code = code_of(IMPERIAL, after("@e3e5 @i3i9", IMPERIAL).position)
    with pytest.raises(BadCode):
        position_of(IMPERIAL, f"{code} captor={captor if captor != 'e5' else 'g5'}")
