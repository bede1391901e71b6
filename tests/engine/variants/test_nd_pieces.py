"""How the officers of the hexagonal chess games move."""

from __future__ import annotations

import pytest

from engine.movement.generator import movement_of
from engine.variants import variant_of
from tests.engine.nearly import RULES, struck
from tests.engine.support import names, placed
from tests.suites import spread_rows

AROUND = "h9 i8 i7 h7 g7 g8"
"""The cells round h8 on files."""
BEYOND = "i9 j7 i6 g6 f7 g9"
"""The nearest cells along the diagonals from h8 on files."""
OFFICERS = [
    (game, letter)
    for game, rules in RULES.items()
    for letter, kind in rules.kinds.items()
    if kind not in {"Point", "Broker", "Migrant"}
]


def reach(game: str, origin: str, white: str, black: str = "", turn: int = 1) -> set[str]:
    """The cells that the piece on a cell can go to, check aside."""
    variant = variant_of(game)
    position = placed(variant, white, black, turn=turn)
    cell = variant.board.cell(origin)
    moves = [move for move in movement_of(variant).pseudo_legal(position) if move.origin == cell]
    assert len(moves) == len(set(moves))
    return {variant.board.names[move.target] for move in moves}


def alone(game: str, letter: str, origin: str) -> set[str]:
    """The cells that a white piece alone on the board can go to."""
    return reach(game, origin, f"{letter} {origin}")


# ---- alone on the board


@pytest.mark.parametrize(("game", "letter"), spread_rows(16, OFFICERS))
def test_moves_from_everywhere(game: str, letter: str) -> None:
    """From every cell of the empty board an officer goes exactly where the rules say, Black's turned by 180°."""
    rules = RULES[game]
    for origin in rules.spots:
        expected = struck(rules, rules.kinds[letter], 1, origin) - {origin}
        assert expected == alone(game, letter, origin)
        there = rules.opposite(origin)
        assert {rules.opposite(cell) for cell in expected} == reach(game, there, "", f"{letter} {there}", turn=2)


@pytest.mark.parametrize(
    ("game", "letter", "expected"),
    [
        ("nd-mccooey", "K", f"{AROUND} {BEYOND}"),
        ("nd-altorth", "G", AROUND),
        ("nd-altorth", "V", f"{BEYOND} h10 j8 j6 h6 f6 f8"),
        ("nd-mccooey", "S", "g10 i10 j9 k8 k6 j5 i5 g5 f5 e6 e8 f9 h11 k7 k5 h5 e5 e7"),
        ("nd-anglojewish", "F", f"{AROUND} {BEYOND} h10 j8 j6 h6 f6 f8"),
        ("nd-anglojewish", "R", f"{BEYOND} h11 k8 k5 h5 e5 e8 f10 j10 l6 j4 f4 d6"),
    ],
)
def test_moves_from_the_centre(game: str, letter: str, expected: str) -> None:
    """From h8 Grandduke, General, Vicbaba, Seiopelma, Finch and Rabbi go to these cells."""
    assert names(expected) == alone(game, letter, "h8")


@pytest.mark.parametrize(
    ("game", "letter", "count"),
    [
        ("nd-mccooey", "K", 12),
        ("nd-mccooey", "D", 60),
        ("nd-mccooey", "R", 42),
        ("nd-mccooey", "U", 18),
        ("nd-mccooey", "S", 18),
        ("nd-anglojewish", "G", 6),
        ("nd-anglojewish", "C", 30),
        ("nd-anglojewish", "F", 18),
        ("nd-anglojewish", "R", 18),
        ("nd-altorth", "F", 21),
        ("nd-altorth", "H", 21),
        ("nd-altorth", "V", 12),
        ("nd-wellisch", "Q", 48),
        ("nd-wellisch", "R", 42),
        ("nd-wellisch", "V", 12),
        ("nd-wellisch", "G", 6),
    ],
)
def test_number_of_moves_from_the_centre(game: str, letter: str, count: int) -> None:
    """From h8 of the empty board an officer has so many moves."""
    assert count == len(alone(game, letter, "h8"))


@pytest.mark.parametrize(
    ("game", "letter", "origin", "expected"),
    [
        ("nd-mccooey", "K", "h1", "h2 g1 i1 g2 i2"),
        ("nd-altorth", "G", "a8", "a7 b8 b9"),
        ("nd-mccooey", "S", "h1", "e1 f2 g3 h4 i3 j2 k1"),
        ("nd-altorth", "V", "a1", "a3 c3 c1 b3 c2"),
        ("nd-wellisch", "V", "o15", "o13 m15 m13 n13 m14"),
        ("nd-wellisch", "G", "a8", "a7 b8 b9"),
        ("nd-anglojewish", "F", "h1", "h2 h3 g1 g2 i1 i2 f1 j1"),
        ("nd-anglojewish", "R", "h1", "g2 e1 f3 h4 j3 k1 i2"),
        ("nd-mccooey", "U", "h1", "g2 f3 e4 d5 c6 b7 a8 i2 j3 k4 l5 m6 n7 o8"),
        ("nd-altorth", "F", "a4", "a5 a6 a7 a8 b4 c4 d4 e4 f4 g4 h4 i3 j2 k1"),
        ("nd-altorth", "H", "a4", "a1 a2 a3 b5 c6 d7 e8 f9 g10 h11 i11 j11 k11 l11"),
        (
            "nd-wellisch",
            "Q",
            "a8",
            "a1 a2 a3 a4 a5 a6 a7 b9 c10 d11 e12 f13 g14 h15 b8 c8 d8 e8 f8 g8 h8 i8 j8 k8 l8 m8 n8 o8 b7 c9",
        ),
        ("glinski", "N", "a1", "b4 c4 d3 d2"),
        ("mccooey", "B", "f1", "e2 d3 c4 b5 a6 g2 h3 i4 k5 l6"),
    ],
)
def test_moves_from_an_edge(game: str, letter: str, origin: str, expected: str) -> None:
    """From a corner or an edge an officer has only the moves that stay on the board."""
    assert names(expected) == alone(game, letter, origin)


@pytest.mark.parametrize(
    ("game", "letter", "moves", "turned"),
    [
        ("nd-altorth", "F", "h9 h15 g7 a1 i7 o1", "h7 h1 g8 a8 i8 o8"),
        ("nd-altorth", "H", "h7 h1 g8 a8 i8 o8", "h9 h15 g7 a1 i7 o1"),
    ],
)
def test_one_sided_rooks(game: str, letter: str, moves: str, turned: str) -> None:
    """A Forerook slides ahead and half backward, a Hindrook back and half forward, as its owner looks."""
    white, black = alone(game, letter, "h8"), reach(game, "h8", "", f"{letter} h8", turn=2)
    assert names(moves) == white & names(f"{moves} {turned}")
    assert names(turned) == black & names(f"{moves} {turned}")
    assert set() == white & black
    assert alone(game, "R", "h8") == white | black


def test_colours_of_riders() -> None:
    """Unicorns, Rabbis and the base games' bishops stay on cells of one colour."""
    for game, letter in (("nd-mccooey", "U"), ("nd-anglojewish", "R"), ("glinski", "B")):
        board = variant_of(game).board
        for origin in board.names:
            shades = {board.shade(board.cell(cell)) for cell in alone(game, letter, origin)}
            assert {board.shade(board.cell(origin))} >= shades


# ---- pieces in the way


@pytest.mark.parametrize(("game", "letter"), [("nd-mccooey", "S"), ("nd-altorth", "V"), ("nd-wellisch", "V")])
def test_leapers(game: str, letter: str) -> None:
    """Seiopelmas and Vicbabas leap over pieces of either side, and take where they land."""
    rules = RULES[game]
    free = alone(game, letter, "h8")
    others = " ".join(sorted(set(rules.spots) - free - {"h8"}))
    pawn = rules.pawn
    assert free == reach(game, "h8", f"{letter} h8 · {pawn} {others}")
    assert free == reach(game, "h8", f"{letter} h8", f"{pawn} {others}")
    assert free == reach(game, "h8", f"{letter} h8", f"{pawn} {' '.join(sorted(free))}")
    assert set() == reach(game, "h8", f"{letter} h8 · {pawn} {' '.join(sorted(free))}")


@pytest.mark.parametrize(
    ("game", "letter", "line"),
    [
        ("nd-mccooey", "R", "i8 j8 k8"),
        ("nd-mccooey", "D", "h9 h10 h11"),
        ("nd-mccooey", "D", "i9 j10 k11"),
        ("nd-mccooey", "U", "j7 l6 n5"),
        ("nd-altorth", "F", "i7 j6 k5"),
        ("nd-altorth", "H", "g8 f8 e8"),
        ("nd-altorth", "R", "g7 f6 e5"),
        ("nd-wellisch", "Q", "i9 j10 k11"),
        ("nd-wellisch", "R", "h9 h10 h11"),
    ],
)
def test_slides_end_at_pieces(game: str, letter: str, line: str) -> None:
    """A slide ends before a piece of its own side and on one of the enemy's."""
    near, far, beyond = line.split()
    pawn = RULES[game].pawn
    assert names(line) <= alone(game, letter, "h8")
    assert {near} == names(line) & reach(game, "h8", f"{letter} h8 · {pawn} {far}")
    assert {near, far} == names(line) & reach(game, "h8", f"{letter} h8", f"{pawn} {far}")
    assert beyond not in reach(game, "h8", f"{letter} h8", f"{pawn} {far}")


@pytest.mark.parametrize(("game", "letter"), [("nd-mccooey", "U"), ("nd-mccooey", "D"), ("glinski", "B")])
def test_squeezed_cells_do_not_matter(game: str, letter: str) -> None:
    """A diagonal slide passes between two pieces."""
    origin, around = ("h8", AROUND) if game == "nd-mccooey" else ("f6", "f7 g6 g5 f5 e5 e6")
    diagonals = alone(game, "U" if game == "nd-mccooey" else "B", origin)
    assert diagonals == reach(game, origin, f"{letter} {origin} · {RULES[game].pawn} {around}")


def test_single_diagonal_steps() -> None:
    """A Vicereine goes one diagonal step and no further, between two pieces if need be."""
    assert {"j9"} == {"j9", "l10"} & alone("nd-wellisch", "Q", "h8")
    assert names("j9 i10 g9 f7 g6 i7") == reach("nd-wellisch", "h8", "Q h8 · P i8 i9 h7 h9 g7 g8")


def test_hemmed_in() -> None:
    """Shut in by its own pieces a General has no move, a Grandduke its diagonal steps."""
    assert set() == reach("nd-altorth", "h8", f"G h8 · M {AROUND}")
    assert names(BEYOND) == reach("nd-mccooey", "h8", f"K h8 · B {AROUND}")


# ---- circuits


def finch(white: str = "", black: str = "", letter: str = "F") -> set[str]:
    """Where a white Finch (or other piece) on h8 can go among some Brokers."""
    return reach(
        "nd-anglojewish", "h8", f"{letter} h8" + (f" · B {white}" if white else ""), f"B {black}" if black else ""
    )


@pytest.mark.parametrize("letter", "FC")
def test_circuits_go_both_ways(letter: str) -> None:
    """The far cell j8 of the circuit round i8 is reached by h9 and i9 or by i7 and j7, whichever is open."""
    for blockers in ("h9", "i9", "i7", "j7", "h9 i9", "i7 j7"):
        assert "j8" in finch(blockers, letter=letter)
    for blockers in ("h9 i7", "h9 j7", "i9 i7", "i9 j7"):
        assert "j8" not in finch(blockers, letter=letter)


@pytest.mark.parametrize("letter", "RC")
def test_diagonal_circuits_go_both_ways(letter: str) -> None:
    """The far cell l6 of the circuit round j7 is reached by i9 and k8 or by i6 and k5, whichever is open."""
    for blockers in ("i9", "k8", "i6", "k5", "i9 k8", "i6 k5"):
        assert "l6" in finch(blockers, letter=letter)
    for blockers in ("i9 i6", "i9 k5", "k8 i6", "k8 k5"):
        assert "l6" not in finch(blockers, letter=letter)


@pytest.mark.parametrize("letter", "FRC")
def test_no_circuit_back(letter: str) -> None:
    """A circuit never leads back onto the piece's own cell."""
    assert "h8" not in finch(letter=letter)


def test_a_capture_ends_the_circuit() -> None:
    """A Finch takes the first enemy on its circuit and goes no further that way."""
    assert names("h9 i7") <= finch(black="h9 i7")
    assert set() == names("j8") & finch(black="h9 i7")
    assert names("j8 i9 h9") <= finch(black="i7")
    assert "i9" in finch(black="i9")


def test_circuits_end_before_own_pieces() -> None:
    """A Finch does not take its own pieces, and goes round no further than before them."""
    found = finch("j8")
    assert "j8" not in found
    assert names("h9 i9 i7 j7") <= found


def test_the_middle_of_a_circuit_does_not_matter() -> None:
    """A piece on the centre of a circuit blocks no step of it."""
    assert "j8" in finch("i8")
    assert "l6" in finch("j7", letter="R")


def test_circuits_end_at_the_edge() -> None:
    """A circuit that leaves the board ends there: from h1 a Finch comes to j1 by h2 and i2 alone."""
    game = "nd-anglojewish"
    assert "j1" in reach(game, "h1", "F h1 · B i1")
    assert "j1" not in reach(game, "h1", "F h1 · B h2")
    assert "j1" not in reach(game, "h1", "F h1 · B i2")


def test_no_turn_within_a_circuit() -> None:
    """A circle turns one way throughout: shut off from both its neighbours there, a Finch does not swing to k8."""
    assert set() == names("k8 k7 h11 i10") & finch()
    assert set() == finch(AROUND)


@pytest.mark.parametrize("game", ["nd-wellisch", "nd-mccooey", "nd-anglojewish", "nd-altorth", "nd-trios"])
def test_kinds(game: str) -> None:
    """Each game has the kinds of its rules, called by their names, one of them royal and one pawn-like."""
    kinds = variant_of(game).kinds
    assert RULES[game].kinds == {kind.letter: kind.name for kind in kinds}
    assert ["G" if "G" in RULES[game].kinds else "K"] == [kind.letter for kind in kinds if kind.royal]
    assert [RULES[game].pawn] == [kind.letter for kind in kinds if kind.pawnlike]
