"""Integer geometry of the two lattices the boards are made of: hexagons and squares.

A vector is a pair of integers. Directions are counted clockwise like the hours of a clock face, as the first
player sees it: an even hour leads through an edge, an odd one through a corner. Hexagons have twelve hours
(30 degrees each), squares eight (45 degrees each). Turning by an even number of hours maps a lattice onto itself.

Axial coordinates of hexagons follow https://www.redblobgames.com/grids/hexagons/.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

Vector = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Lattice:
    """A lattice: its directions by the hour, its quarter of a turn (two hours), its colouring and its lengths.

    `hours` holds one vector an hour; `quarter` is the integer matrix ((a, b), (c, d)) that turns a vector clockwise
    by two hours; `weights` and `colours` colour cells by (weights · vector) mod colours, so that neighbours differ;
    the largest of |axis · vector| over the `axes` is a vector's length in steps through edges.
    """

    name: str
    hours: tuple[Vector, ...]
    quarter: tuple[Vector, Vector]
    weights: Vector
    colours: int
    axes: tuple[Vector, ...]

    @cached_property
    def edges(self) -> tuple[int, ...]:
        """The hours that lead through an edge."""
        return tuple(range(0, len(self.hours), 2))

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """The hours that lead through a corner."""
        return tuple(range(1, len(self.hours), 2))

    def turn(self, vector: Vector, hours: int) -> Vector:
        """Turn a vector clockwise by an even number of hours; ValueError if the number is odd."""
        if hours % 2:
            raise ValueError(f"a lattice turns by even hours, not {hours}")
        (a, b), (c, d) = self.quarter
        x, y = vector
        for _ in range(hours % len(self.hours) // 2):
            x, y = a * x + b * y, c * x + d * y
        return x, y

    def vector(self, *hours: int) -> Vector:
        """The sum of one step in each of the given hours."""
        steps = [self.hours[hour % len(self.hours)] for hour in hours]
        return sum([x for x, _ in steps]), sum([y for _, y in steps])

    def colour(self, vector: Vector) -> int:
        """The colour class of the cell at this vector from the origin: 0 <= colour < colours."""
        return (self.weights[0] * vector[0] + self.weights[1] * vector[1]) % self.colours

    def length(self, vector: Vector) -> int:
        """The fewest steps through edges that lead along the vector."""
        x, y = vector
        return max([abs(a * x + b * y) for a, b in self.axes])


_N, _NE, _SE, _S, _SW, _NW = (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)

HEX = Lattice(
    name="hex",
    hours=(_N, (1, 1), _NE, (2, -1), _SE, (1, -2), _S, (-1, -1), _SW, (-2, 1), _NW, (-1, 2)),
    quarter=((1, 1), (-1, 0)),
    weights=(1, -1),
    colours=3,
    axes=((1, 0), (0, 1), (1, 1)),
)

SQUARE = Lattice(
    name="square",
    hours=((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)),
    quarter=((0, 1), (-1, 0)),
    weights=(1, 1),
    colours=2,
    axes=((1, 1), (1, -1)),
)
