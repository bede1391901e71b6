"""How wizards move: off the files, deflecting at the walls."""

from __future__ import annotations

import pytest

from tests.engine.support import after, long_moves, names, setup, targets

FROM_D2 = "c2 b2 a2 b3 c4 d5 e5 f5 e2 f2 g2 f3 e4 c5 b5 c1 e1"
LEFT_OF_D2 = ["c2", "b2", "a2", "b3", "c4", "d5", "e5"]


def test_wizard_on_an_open_board() -> None:
    """From d2 a wizard slides off the file in four directions and deflects off a2 and g2."""
    assert names(FROM_D2) == targets(setup("E a1 · W d2", "E d7"), "d2")


def test_never_along_a_file() -> None:
    """A wizard never slides along its file."""
    assert not names("d1 d3 d4 d6 d7") & targets(setup("E a1 · W d2", "E g4"), "d2")


def test_example_of_the_source() -> None:
    """From the array, once c2 is vacant, the wizard goes d2–c2–b2–a2–b3–c4–d5–e5."""
    assert "d2e5" not in long_moves(after(""))
    assert "d2e5" in long_moves(after("c2c3 a4a3"))


@pytest.mark.parametrize("place", range(6))
def test_every_cell_passed_must_be_vacant(place: int) -> None:
    """A piece on any cell of d2–c2–b2–a2–b3–c4–d5–e5, the wall a2 included, ends the slide there."""
    blocker = LEFT_OF_D2[place]
    right = "G e2 c1 e1"
    own = targets(setup(f"E a1 · W d2 · {right} {blocker}", "E d7"), "d2")
    assert set(LEFT_OF_D2[:place]) == own
    enemy = targets(setup(f"E a1 · W d2 · {right}", f"E d7 · G {blocker}"), "d2")
    assert set(LEFT_OF_D2[: place + 1]) == enemy


def test_two_deflections() -> None:
    """From b1 a wizard goes to d7 in one move, deflecting off a1 and off g4."""
    state = setup("E d1 · W b1", "E d7")
    assert names("a1 b2 c3 d4 e4 f4 g4 f5 e6 d7 c2 d3 e3 f3 g3 e5 d6 c6 c1") == targets(state, "b1")


def test_second_wall_must_be_vacant() -> None:
    """A piece on the second wall ends the slide there: b1 reaches f5 and beyond only past a vacant g4."""
    state = setup("E d1 · W b1 · G g4", "E d7")
    assert not names("g4 f5 e6 d7") & targets(state, "b1")


def test_back_to_front() -> None:
    """A slide backward deflects, too, and keeps its sense: from c6 by a4 down to g1, and on to d1's neighbours."""
    state = setup("E d2 · W c6", "E d7")
    assert names("b5 a4 b4 c4 d4 e3 f2 g1 f1 e1 d1") <= targets(state, "c6")


def test_stops_at_other_edges() -> None:
    """At an edge that is no wall a wizard stops: from d7's side it does not turn back."""
    state = setup("E a1 · W c6", "E g4 · G b5 c5 d6")
    assert names("b5 d7 d6") == targets(state, "c6")


def test_from_a_wall() -> None:
    """A wizard on a wall slides away from it, forward or backward."""
    state = setup("E d1 · W a2", "E d7")
    assert names("b3 c4 d5 e5 f5 b2 c2 d2 e1") == targets(state, "a2")


def test_captures_as_it_moves() -> None:
    """A wizard captures at the end of a deflected slide and never its own pieces."""
    state = setup("E a1 · W d2 · G c4", "E d7 · G f3")
    found = targets(state, "d2")
    assert "f3" in found
    assert not names("e4 c4 d5") & found
