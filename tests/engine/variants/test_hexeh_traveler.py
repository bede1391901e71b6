"""How travelers move: one step, or along a colour-path."""

from __future__ import annotations

import pytest

from engine.variants.variant import Variant
from tests.engine.support import STRAIGHT, WINDING, after, long_moves, names, setup, targets

AROUND = "c3 c4 d3 d5 e3 e4"
MEDIUM = "a1 a4 b3 c2 c5 d1 d7 e2 e5 f3 g1 g4"
BOTH = pytest.mark.parametrize("variant", [WINDING, STRAIGHT], ids=["winding", "straight"])


def test_winding_traveler() -> None:
    """From d4 on an open board a traveler has the six steps and every other cell of its colour."""
    assert names(f"{AROUND} {MEDIUM}") == targets(setup("E d2 · T d4", "E d6"), "d4")


def test_straight_traveler() -> None:
    """With travelers=straight it has the six steps and the straight diagonals."""
    state = setup("E d2 · T d4", "E d6", variant=STRAIGHT)
    assert names(f"{AROUND} b3 f3 c2 c5 e2 e5") == targets(state, "d4")


def test_straight_traveler_goes_far() -> None:
    """A straight diagonal line may be of any length: from a1 to g1 and to d7."""
    state = setup("E d2 · T a1", "E d6", variant=STRAIGHT)
    assert names("a2 b1 b2 c2 e2 g1 b3 c5 d7") == targets(state, "a1")


def test_straight_line_is_blocked() -> None:
    """A straight line ends at the first piece: an enemy may be taken, nothing beyond reached."""
    state = setup("E d2 · T a1 · G c5", "E d6 · G c2", variant=STRAIGHT)
    assert names("a2 b1 b2 c2 b3") == targets(state, "a1")


@BOTH
def test_between_cells_do_not_matter(variant: Variant) -> None:
    """A diagonal step passes between two cells whatever stands on them."""
    state = setup(f"E d2 · T d4 · G {AROUND}", "E d6", variant=variant)
    expected = MEDIUM if variant is WINDING else "b3 f3 c2 c5 e2 e5"
    assert names(expected) == targets(state, "d4")


def test_route_over_vacant_cells() -> None:
    """Every cell of a route before the last must be vacant: past an enemy or a friend there is no way."""
    assert names("c1 d2 e1 e2") == targets(setup("E a1 · T d1 · G c2", "E d6 · G e2"), "d1")


def test_second_ring() -> None:
    """Pieces two diagonal steps away close the routes as near ones do: they may be taken, nothing beyond reached."""
    state = setup("E d2 · T d1", "E d6 · G a1 b3 d4 f3 g1")
    assert names("c1 e1 c2 e2 a1 b3 d4 f3 g1") == targets(state, "d1")


def test_route_round_a_piece() -> None:
    """A route may turn at any cell to go round a piece in its way."""
    state = setup("E d2 · T d1 · G c2", "E d6 · G c5 b3")
    assert names("c1 e1 e2 g1 f3 d4 e5 g4 d7 b3 c5") == targets(state, "d1")


def test_route_ends_with_a_capture() -> None:
    """A traveler captures where its route ends and goes no further: behind a closed ring nothing is reached."""
    state = setup("E d2 · T d1", "E d6 · G c2 e2")
    assert names("c1 e1 c2 e2") == targets(state, "d1")


@BOTH
def test_not_back_where_it_began(variant: Variant) -> None:
    """A traveler's route may not end where it began, for a traveler may not stay."""
    state = setup("E d2 · T d4", "E d6", variant=variant)
    assert "d4d4" not in long_moves(state)
    assert "d4" not in targets(state, "d4")


def test_blocked_traveler() -> None:
    """A traveler with neither a step nor a route cannot move, though it could end where it began."""
    assert set() == targets(setup("E c1 · T d1 · G d2 e1 · P c2 e2", "E d6"), "d1")


def test_no_other_colour_along_a_path() -> None:
    """Along a colour-path a traveler keeps to its colour: beyond one step it reaches no other."""
    board = WINDING.board
    state = setup("E d2 · T c1", "E d6")
    for name in targets(state, "c1") - names("b1 c2 d1 d2"):
        assert "light" == board.shade(board.cell(name))


def test_a_step_changes_the_colour() -> None:
    """By one step a traveler goes on to another colour, capturing or not."""
    state = setup("E d2 · T c1 · G b1", "E d6 · G c2")
    assert names("c2 d1") <= targets(state, "c1")


def test_two_travelers_to_c3() -> None:
    """From the array both travelers can go to c3: b1 by one diagonal step, f1 by the route f1–e3–c3."""
    assert {"b1c3", "f1c3"} <= set(long_moves(after("")))


def test_straight_travelers_to_c3() -> None:
    """With travelers=straight the one from f1 cannot go to c3, for its route turns."""
    assert "f1c3" not in long_moves(after("", STRAIGHT))
    assert "b1c3" in long_moves(after("", STRAIGHT))
