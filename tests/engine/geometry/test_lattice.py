"""The two lattices: hours, turning, colours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.board import HEX, SQUARE, Lattice, Vector

LATTICES = pytest.mark.parametrize("lattice", [HEX, SQUARE], ids=["hex", "square"])
lattices = st.sampled_from([HEX, SQUARE])
vectors = st.tuples(st.integers(-20, 20), st.integers(-20, 20))
even = st.integers(-30, 30).map(lambda number: 2 * number)
any_hour = st.integers(-40, 40)


def test_hexagons_have_twelve_hours() -> None:
    """In file coordinates the hours of the hexagons run clockwise from (0, +2), straight ahead."""
    clock = [(0, 2), (1, 3), (1, 1), (2, 0), (1, -1), (1, -3), (0, -2), (-1, -3), (-1, -1), (-2, 0), (-1, 1), (-1, 3)]
    assert clock == [(q, 2 * r + q) for q, r in HEX.hours]


def test_squares_have_eight_hours() -> None:
    """The hours of the squares run clockwise from straight ahead."""
    clock = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    assert clock == list(SQUARE.hours)


@LATTICES
def test_corner_lies_between_edges(lattice: Lattice) -> None:
    """A step through a corner is the sum of the steps through the two edges beside it."""
    for hour in lattice.corners:
        assert lattice.hours[hour] == lattice.vector(hour - 1, hour + 1)


@LATTICES
def test_turning_follows_the_hours(lattice: Lattice) -> None:
    """Turning a step by two hours gives the step two hours later."""
    for hour, step in enumerate(lattice.hours):
        assert lattice.vector(hour + 2) == lattice.turn(step, 2)


@given(lattices, vectors, even, even)
def test_turns_add_up(lattice: Lattice, vector: Vector, first: int, second: int) -> None:
    """Two turns in a row are one by the sum of their hours."""
    assert lattice.turn(vector, first + second) == lattice.turn(lattice.turn(vector, first), second)


@given(lattices, st.integers(-20, 20).map(lambda number: 2 * number + 1))
def test_odd_turns_are_refused(lattice: Lattice, hours: int) -> None:
    """No lattice turns by an odd number of hours."""
    with pytest.raises(ValueError, match="even hours"):
        lattice.turn((1, 0), hours)


@given(lattices, vectors, any_hour)
def test_colours_of_neighbours(lattice: Lattice, vector: Vector, hour: int) -> None:
    """Cells that share an edge differ in colour, cells joined through a corner agree."""
    step = lattice.vector(hour)
    ahead = (vector[0] + step[0], vector[1] + step[1])
    assert bool(hour % 2) == (lattice.colour(vector) == lattice.colour(ahead))
    assert 0 <= lattice.colour(vector) < lattice.colours


@given(lattices, vectors)
def test_length_counts_steps(lattice: Lattice, vector: Vector) -> None:
    """A step through an edge changes a vector's length by one at most, and some step shortens any but no vector."""
    lengths = [
        lattice.length((vector[0] + x, vector[1] + y)) for x, y in (lattice.hours[hour] for hour in lattice.edges)
    ]
    assert max(abs(each - lattice.length(vector)) for each in lengths) <= 1
    assert (lattice.length(vector) == 0) == (vector == (0, 0))
    assert vector == (0, 0) or min(lengths) == lattice.length(vector) - 1
