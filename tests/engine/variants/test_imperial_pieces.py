"""How Imperial's seven pieces move, the pawn's double step, en passant, and promotion."""

from __future__ import annotations

import pytest

from engine.movement.generator import movement_of
from engine.notation.moves import IllegalMove
from engine.notation.position_code import code_of
from engine.play.commands import MakeMove
from engine.variants import variant_of
from tests.engine.support import begun, long_moves, names, placed, played, refused, targets
from tests.engine.variants.test_imperial_board import opposite, place

IMPERIAL = variant_of("imperial")
BOARD = IMPERIAL.board
OBLIQUE = ((-1, 1), (1, 1), (1, -1), (-1, -1))
SIDEWAYS = ((-2, 0), (2, 0))
STRAIGHT = ((0, 2), (0, -2))
SLIDES = {"Q": OBLIQUE + SIDEWAYS + STRAIGHT, "D": OBLIQUE, "E": SIDEWAYS + STRAIGHT}
STEPS = {
    "K": OBLIQUE + SIDEWAYS,
    "D": SIDEWAYS + STRAIGHT,
    "E": OBLIQUE,
    "N": ((1, 3), (1, -3), (-1, 3), (-1, -3), (3, 1), (3, -1), (-3, 1), (-3, -1)),
    "G": (*STRAIGHT, (3, 1), (3, -1), (-3, 1), (-3, -1)),
    "P": ((-1, 1), (1, 1)),
}
KINGS = ("K a1", "K m9")


def reach(origin: str, white: str, black: str = "", turn: int = 1) -> set[str]:
    """The cells that the piece on a cell can go to, whatever becomes of anyone's King."""
    position = placed(IMPERIAL, white, black, turn=turn)
    cell = BOARD.cell(origin)
    moves = movement_of(IMPERIAL).pseudo_legal(position)
    return {BOARD.names[move.target] for move in moves if move.origin == cell}


def by_the_rules(letter: str, origin: str) -> set[str]:
    """The cells that a white piece reaches over the empty board, counted in (x, y)."""
    where = {place(name): name for name in BOARD.names}
    x, y = place(origin)
    found = {where[x + dx, y + dy] for dx, dy in STEPS.get(letter, ()) if (x + dx, y + dy) in where}
    for dx, dy in SLIDES.get(letter, ()):
        step = 1
        while (x + step * dx, y + step * dy) in where:
            found.add(where[x + step * dx, y + step * dy])
            step += 1
    if letter == "P" and origin[0] == "d":
        found |= {where[x + 2 * dx, y + 2] for dx in (-1, 1) if (x + 2 * dx, y + 2) in where}
    return found


def pieces_of(code: str) -> list[str]:
    """The cells with pieces of a position code."""
    lines, found = code.split(maxsplit=1)[0].split("/"), []
    for cells, line in zip(BOARD.lines, lines, strict=True):
        at = 0
        for token in line:
            if token.isdecimal():
                at += int(token)
            else:
                found.append(BOARD.names[cells[at]])
                at += 1
    return found


# ---- the seven pieces


@pytest.mark.parametrize(("letter", "count"), [("K", 6), ("Q", 30), ("D", 20), ("E", 18), ("N", 8), ("G", 6), ("P", 2)])
def test_moves_from_the_centre(letter: str, count: int) -> None:
    """From G5 on the empty board each piece has as many moves as its relative power."""
    assert count == len(reach("g5", f"{letter} g5"))


@pytest.mark.parametrize("letter", "KQDENGP")
def test_moves_from_everywhere(letter: str) -> None:
    """From every cell of the empty board each piece goes exactly where the rules say, Black's pieces turned by 180°."""
    for name in BOARD.names:
        expected = by_the_rules(letter, name)
        assert expected == reach(name, f"{letter} {name}")
        there = opposite(name)
        assert {opposite(cell) for cell in expected} == reach(there, "", f"{letter} {there}", turn=2)


@pytest.mark.parametrize(
    ("letter", "expected"),
    [
        ("K", "g4 g6 h5 h6 f4 f5"),
        ("N", "d3 d4 j6 j7 f3 f6 h4 h7"),
        ("G", "i6 e4 h4 h7 f3 f6"),
        ("P", "h5 h6"),
    ],
)
def test_steps_by_name(letter: str, expected: str) -> None:
    """From G5 King, Knight, Guard and Pawn go to these cells."""
    assert names(expected) == reach("g5", f"{letter} g5")


def test_guards_keep_their_colour() -> None:
    """A Guard stays on cells of one colour."""
    for name in BOARD.names:
        shade = BOARD.shade(BOARD.cell(name))
        assert {shade} >= {BOARD.shade(BOARD.cell(to)) for to in reach(name, f"G {name}")}


@pytest.mark.parametrize("letter", "NG")
def test_jumpers(letter: str) -> None:
    """Guards and Knights leap over pieces of either side."""
    around = "g4 g6 h5 h6 f4 f5"
    assert by_the_rules(letter, "g5") == reach("g5", f"{letter} g5 · P {around}")
    assert by_the_rules(letter, "g5") == reach("g5", f"{letter} g5", f"P {around}")


@pytest.mark.parametrize(
    ("letter", "expected"),
    [
        ("Q", "a2 c3 e4 i6 k7 m8"),
        ("D", "e4 i6"),
        ("E", "a2 c3 e4 i6 k7 m8"),
        ("K", ""),
        ("P", ""),
    ],
)
def test_hemmed_in(letter: str, expected: str) -> None:
    """Shut in by its own pieces a piece has only its moves straight between two cells."""
    assert names(expected) == reach("g5", f"{letter} g5 · P g4 g6 h5 h6 f4 f5")
    assert names(expected) == reach("g5", f"{letter} g5 · G g4 g6 h5 h6 f4 f5")


@pytest.mark.parametrize(("letter", "line"), [("Q", "g6 g7"), ("E", "g6 g7"), ("Q", "h6 i7"), ("D", "h6 i7")])
def test_slides_end_at_pieces(letter: str, line: str) -> None:
    """A slide ends before a piece of its own side and on one of the enemy's."""
    near, far = line.split()
    own = reach("g5", f"{letter} g5 · P {far}")
    enemy = reach("g5", f"{letter} g5", f"P {far}")
    assert {near, far} == by_the_rules(letter, "g5") & enemy & {near, far}
    assert {near} == own & {near, far}
    beyond = {"g6": "g8 g9", "h6": "j8 k9"}[near]
    assert set() == names(beyond) & (own | enemy)


@pytest.mark.parametrize("letter", "QE")
def test_straight_slides_end_at_pieces(letter: str) -> None:
    """A straight slide is blocked by a piece on its own cells, not by those beside its way."""
    assert {"i6", "k7"} == {"i6", "k7", "m8"} & reach("g5", f"{letter} g5", "P h5 h6 k7 j6 j7")
    assert {"i6"} == {"i6", "k7", "m8"} & reach("g5", f"{letter} g5 · P k7")


@pytest.mark.parametrize(("letter", "step"), [("D", "g6"), ("D", "i6"), ("E", "h6")])
def test_single_steps(letter: str, step: str) -> None:
    """A Dragon goes one step sideways or straight, an Elephant one oblique step, and no further."""
    further = {"g6": "g7", "i6": "k7", "h6": "i7"}[step]
    found = reach("g5", f"{letter} g5")
    assert step in found
    assert further not in found


def test_pawns_capture_as_they_move() -> None:
    """A Pawn takes forward-left and forward-right and nowhere else."""
    assert {"h5", "h6"} == reach("g5", "P g5", "P h5 h6 g4 g6 f4 f5 i6")
    assert {"f4", "f5"} == reach("g5", "P h5 h6 g4 g6 f4 f5 i6", "P g5", turn=2)


# ---- the double step


@pytest.mark.parametrize(
    ("origin", "expected"),
    [("d3", "e3 e4 f3 f5"), ("d1", "e1 e2 f1 f3"), ("c3", "d3 d4"), ("e3", "f3 f4"), ("f3", "g3 g4")],
)
def test_double_step(origin: str, expected: str) -> None:
    """From its own fourth row, and no other, a Pawn may go two steps straight on."""
    assert names(expected) == reach(origin, f"P {origin}")


def test_double_step_of_black() -> None:
    """Black's Pawns have their double step on row J."""
    assert names("i6 i7 h5 h7") == reach("j7", "", "P j7", turn=2)
    assert names("c2 c3") == reach("d3", "", "P d3", turn=2)


def test_double_step_after_moving() -> None:
    """A Pawn that has come to the fourth row has its double step there."""
    state = begun(IMPERIAL, "K a1 · P c2", "K m9 · P k8")
    state = played(state, "c2d3", "k8j7")
    assert {"d3e3", "d3e4", "d3f3", "d3f5"} <= set(long_moves(state))
    assert {"j7h5", "j7h7"} <= set(long_moves(played(state, "a1a2")))


@pytest.mark.parametrize(("white", "black"), [("", "P e4"), ("G e4", ""), ("", "G f5"), ("G f5", "")])
def test_double_step_over_vacant_cells(white: str, black: str) -> None:
    """The double step goes over a vacant cell to a vacant cell and captures nothing."""
    found = reach("d3", " · ".join(filter(None, ("P d3", white))), black)
    assert "f5" not in found
    assert "f3" in found


def test_double_step_is_straight() -> None:
    """A Pawn does not turn halfway through its double step."""
    assert "f4" not in reach("d3", "P d3")


# ---- en passant

BEFORE = ("K a1 · P d3", "K m9 · P f4")


def test_en_passant() -> None:
    """A Pawn that could take on the cell passed over takes the Pawn that made the double step."""
    state = played(begun(IMPERIAL, *BEFORE), "d3f5")
    assert "passed=e4,f5" in code_of(IMPERIAL, state.position)
    state = played(state, "f4e4")
    assert ["a1", "e4", "m9"] == pieces_of(code_of(IMPERIAL, state.position))
    assert "lost=P," in code_of(IMPERIAL, state.position)
    assert "captor=e4" in code_of(IMPERIAL, state.position)


def test_stepping_there_is_capturing() -> None:
    """On the very next move there is one move to the cell passed over, and it captures."""
    state = played(begun(IMPERIAL, *BEFORE), "d3f5")
    assert 1 == long_moves(state).count("f4e4")
    assert "e4" in targets(state, "f4")
    assert 3 == played(state, "f4e4").position.pieces[0].bit_count()


def test_en_passant_only_at_once() -> None:
    """One move later the same step is a quiet move."""
    state = played(begun(IMPERIAL, *BEFORE), "d3f5", "m9m8", "a1a2", "f4e4")
    assert 4 == state.position.pieces[0].bit_count()
    assert "f5" in pieces_of(code_of(IMPERIAL, state.position))


def test_en_passant_by_pawns_only() -> None:
    """No other piece takes en passant; on the cell passed over it takes nothing."""
    state = played(begun(IMPERIAL, "K a1 · P d3", "K m9 · D e6 · P f1"), "d3f5")
    state = played(state, "e6e5", "a1a2")
    assert 5 == state.position.pieces[0].bit_count()
    state = played(begun(IMPERIAL, "K a1 · P d3", "K m9 · D e5 · P f1"), "d3f5", "e5e4")
    assert 5 == state.position.pieces[0].bit_count()


def test_en_passant_by_white() -> None:
    """White takes a black Pawn's double step in the same way."""
    state = played(begun(IMPERIAL, "K a1 · P h6", "K m9 · P j7", turn=2), "j7h5")
    assert "passed=i6,h5" in code_of(IMPERIAL, state.position)
    assert 3 == played(state, "h6i6").position.pieces[0].bit_count()


def test_single_step_is_no_double_step() -> None:
    """A single step leaves nothing to be taken en passant."""
    state = played(begun(IMPERIAL, *BEFORE), "d3e3")
    assert "passed" not in code_of(IMPERIAL, state.position)


# ---- promotion


@pytest.mark.parametrize(
    ("white", "black", "turn", "origin", "expected"),
    [
        ("K a1 · P j7", "K m7", 1, "j7", "j7k7 j7k7=G j7k7=N j7k8 j7k8=G j7k8=N"),
        ("K a1", "K m7 · P d3", 2, "d3", "d3c2 d3c2=G d3c2=N d3c3 d3c3=G d3c3=N"),
        ("K a1 · P k7", "K m9", 1, "k7", "k7l7=D k7l7=E k7l7=Q k7l8=D k7l8=E k7l8=Q"),
        ("K a1", "K m9 · P c3", 2, "c3", "c3b2=D c3b2=E c3b2=Q c3b3=D c3b3=E c3b3=Q"),
        ("K a1 · P i7", "K m7", 1, "i7", "i7j7 i7j8"),
        ("K a1 · P c3", "K m7", 1, "c3", "c3d3 c3d4"),
    ],
)
def test_promotion(white: str, black: str, turn: int, origin: str, expected: str) -> None:
    """On the 11th row a Pawn may become a Knight or a Guard or stay; on the 12th it must become a higher piece."""
    found = [move for move in long_moves(begun(IMPERIAL, white, black, turn=turn)) if move.startswith(origin)]
    assert expected.split() == found


def test_promotion_by_capture() -> None:
    """A Pawn that arrives by a capture promotes as well."""
    found = long_moves(begun(IMPERIAL, "K a1 · P k7", "K m9 · P l7"))
    assert {"k7l7=D", "k7l7=E", "k7l7=Q"} <= set(found)
    assert "k7l7" not in found


@pytest.mark.parametrize("text", ["k7l7", "k7l7=N", "k7l7=G", "k7l7=K", "k7l7=P"])
def test_refused_promotions(text: str) -> None:
    """On the 12th row a Pawn neither stays one nor becomes a King, a Knight or a Guard."""
    assert "k7l7=Q" in long_moves(begun(IMPERIAL, "K a1 · P k7", "K m9"))
    assert refused(begun(IMPERIAL, "K a1 · P k7", "K m9"), MakeMove(1, move=text)).text


@pytest.mark.parametrize("text", ["j7k7=Q", "j7k7=D", "j7k7=E"])
def test_refused_promotions_a_row_early(text: str) -> None:
    """On the 11th row a Pawn becomes no Queen, Dragon or Elephant."""
    assert isinstance(refused(begun(IMPERIAL, "K a1 · P j7", "K m7"), MakeMove(1, move=text)), IllegalMove)


def test_promotion_after_promotion() -> None:
    """A Pawn that stayed one on the 11th row promotes on the 12th; a Knight made on the 11th is a Knight."""
    state = begun(IMPERIAL, "K a1 · P j7 c1", "K m7")
    stayed = played(state, "j7k8", "m7m8", "a1a2", "m8m7")
    assert {"k8l8=Q", "k8l9=D"} <= set(long_moves(stayed))
    knight = played(state, "j7k7=N", "m7m8", "a1a2", "m8m9")
    assert by_the_rules("N", "k7") == targets(knight, "k7")


def test_a_new_queen_gives_check() -> None:
    """A Pawn that becomes a Queen gives check at once, so the enemy King can only take her."""
    state = played(begun(IMPERIAL, "K a1 · P k7", "K m9 · P j5"), "k7l8=Q")
    assert ["m9l8"] == long_moves(state)
