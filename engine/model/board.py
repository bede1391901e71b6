"""Boards and the lattices they are made of: cells with names and neighbours, directions as hours of a clock.

A vector is a pair of integers. Directions are counted clockwise like the hours of a clock face, as the first player
sees it: an even hour leads through an edge, an odd one through a corner. Hexagons have twelve hours (30 degrees each),
squares eight (45 degrees each). Turning by an even number of hours maps a lattice onto itself. Axial coordinates of
hexagons follow https://www.redblobgames.com/grids/hexagons/. Boards are built by `hexagon`, `files`, `rows` and
`squares`; inside the engine a cell is its index in cell order: by letter, then by number as a number.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

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
        return tuple(range(0, len(self.hours), 2))

    @cached_property
    def corners(self) -> tuple[int, ...]:
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


Cell = int
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class UnknownCell(ValueError):
    """A cell name that the board does not have."""


@dataclass(frozen=True, eq=False)
class Board:
    """A board: a lattice, the cells' places on it, their names, and the hour that points up for the first player.

    `places` and `names` run in cell order; `shades` names the lattice's colour classes, class 0 first.
    """

    lattice: Lattice
    places: tuple[Vector, ...]
    names: tuple[str, ...]
    shades: tuple[str, ...]
    up: int

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def _by_name(self) -> dict[str, Cell]:
        return {name: cell for cell, name in enumerate(self.names)}

    @cached_property
    def _by_place(self) -> dict[Vector, Cell]:
        return {place: cell for cell, place in enumerate(self.places)}

    @cached_property
    def _neighbours(self) -> tuple[tuple[Cell | None, ...], ...]:
        return tuple(tuple(self.offset(cell, way) for way in self.lattice.hours) for cell in range(len(self)))

    @cached_property
    def _straight(self) -> tuple[tuple[tuple[Cell, ...], ...], ...]:
        hours = range(len(self.lattice.hours))
        return tuple(tuple(self._line(cell, hour) for hour in hours) for cell in range(len(self)))

    def _line(self, cell: Cell, hour: int) -> tuple[Cell, ...]:
        cells, following = list[Cell](), self._neighbours[cell][hour]
        while following is not None:
            cells.append(following)
            following = self._neighbours[following][hour]
        return tuple(cells)

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters of files or rows, in order."""
        return tuple(sorted({name[0] for name in self.names}))

    @cached_property
    def lines(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each letter, in order of their numbers."""
        return tuple(tuple(c for c, name in enumerate(self.names) if name[0] == letter) for letter in self.letters)

    @cached_property
    def ranks(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each number, the highest first, in the order of their letters."""
        cells = sorted(range(len(self)), key=lambda cell: (-self.number(cell), self.letter(cell)))
        return tuple(tuple(rank) for _, rank in groupby(cells, self.number))

    def cell(self, name: str) -> Cell:
        """The cell of this name; UnknownCell if the board has none."""
        try:
            return self._by_name[name]
        except KeyError:
            raise UnknownCell(f"this board has no cell {name[:8]}") from None

    def find(self, name: str) -> Cell | None:
        return self._by_name.get(name)

    @property
    def line(self) -> str:
        """The players' word for cells that share a letter: a "file" runs away from the first player, a "row" across."""
        return "row" if self.up else "file"

    def cells(self, names: str) -> tuple[Cell, ...]:
        return tuple(self.cell(name) for name in names.split())

    def letter(self, cell: Cell) -> str:
        return self.names[cell][0]

    def number(self, cell: Cell) -> int:
        return int(self.names[cell][1:])

    def shade(self, cell: Cell) -> str:
        return self.shades[self.lattice.colour(self.places[cell])]

    def offset(self, cell: Cell, vector: Vector) -> Cell | None:
        """The cell at a vector from another one, or None off the board."""
        x, y = self.places[cell]
        return self._by_place.get((x + vector[0], y + vector[1]))

    def distance(self, cell: Cell, other: Cell) -> int:
        """The fewest steps through edges from one cell to another, gaps in the board aside."""
        (x, y), (u, v) = self.places[cell], self.places[other]
        return self.lattice.length((u - x, v - y))

    def step(self, cell: Cell, hour: int) -> Cell | None:
        """The neighbour in a direction, through an edge or a corner; None off the board."""
        ways = self._neighbours[cell]
        return ways[hour % len(ways)]

    def ray(self, cell: Cell, hour: int) -> tuple[Cell, ...]:
        """The cells met straight on in a direction, up to the edge of the board."""
        lines = self._straight[cell]
        return lines[hour % len(lines)]

    @cached_property
    def _double_centre(self) -> Vector:
        count = len(self.places)
        x, y = (2 * sum(place[axis] for place in self.places) for axis in (0, 1))
        if x % count or y % count:
            raise ValueError("this board has no centre to turn about")
        return x // count, y // count

    @cached_property
    def middle(self) -> tuple[Cell, ...]:
        cx, cy = self._double_centre
        away = [self.lattice.length((2 * x - cx, 2 * y - cy)) for x, y in self.places]
        return tuple(cell for cell, steps in enumerate(away) if steps == min(away))

    def rotate(self, cell: Cell, hours: int) -> Cell:
        """The image of a cell when the board is turned clockwise about its centre by an even number of hours.

        Raises ValueError where that turn does not map the board onto itself.
        """
        cx, cy = self._double_centre
        x, y = self.places[cell]
        dx, dy = self.lattice.turn((2 * x - cx, 2 * y - cy), hours)
        place = ((dx + cx) // 2, (dy + cy) // 2)
        try:
            return self._by_place[place]
        except KeyError:
            raise ValueError(f"this board doesn't turn by {hours} hours onto itself") from None


def _board(
    lattice: Lattice, cells: Iterable[tuple[str, int, Vector]], shades: Sequence[str], *, shift: int, up: int
) -> Board:
    """A board of (letter, number, place) cells; `shift` turns the list of shade names so that class 0 comes first."""
    ordered = sorted(cells)
    return Board(
        lattice=lattice,
        places=tuple(place for _, _, place in ordered),
        names=tuple(f"{letter}{number}" for letter, number, _ in ordered),
        shades=tuple(shades[(colour + shift) % len(shades)] for colour in range(lattice.colours)),
        up=up,
    )


HEX_SHADES = ("medium", "light", "dark")
SQUARE_SHADES = ("dark", "light")


def hexagon(side: int, letters: str = LETTERS, shades: Sequence[str] = HEX_SHADES) -> Board:
    """A hexagon with a corner towards the first player: flat-topped cells, letters for the files, left to right.

    In each file the first player's nearest cell is number 1; the centre has the first shade.
    """
    lengths = (*range(side, 2 * side), *range(2 * side - 2, side - 1, -1))
    return files(lengths, (1,) * len(lengths), letters, shades)


def files(
    lengths: Sequence[int], firsts: Sequence[int], letters: str = LETTERS, shades: Sequence[str] = HEX_SHADES
) -> Board:
    """A hex board of upright files, left to right: flat-topped cells, letters for the files.

    `lengths` are the cells in each file, neighbours differing by one; `firsts` the number of each file's cell nearest
    to the first player; files are centred.
    """
    middle = len(lengths) // 2
    cells = []
    for file, (length, first) in enumerate(zip(lengths, firsts, strict=True)):
        x = file - middle
        for place in range(length):
            y = 2 * place - (length - 1)
            cells.append((letters[file], first + place, (x, (y - x) // 2)))
    return _board(HEX, cells, shades, shift=0, up=0)


def rows(lengths: Sequence[int], firsts: Sequence[int], shades: Sequence[str] = HEX_SHADES, *, shift: int = 0) -> Board:
    """A hex board of horizontal rows, the first player's edge first: pointed-topped cells, letters for the rows.

    `lengths` are the cells in each row, `firsts` the number of each row's leftmost cell; rows are centred.
    """
    middle = len(lengths) // 2
    cells = []
    for row, (length, first) in enumerate(zip(lengths, firsts, strict=True)):
        y = row - middle
        for place in range(length):
            x = 2 * place - (length - 1)
            cells.append((LETTERS[row], first + place, ((x - y) // 2, y)))
    return _board(HEX, cells, shades, shift=shift, up=11)


def squares(files: int, ranks: int, shades: Sequence[str] = SQUARE_SHADES) -> Board:
    """A board of squares; a1 lies in the first player's left corner and has the first shade."""
    cells = [(LETTERS[x], y + 1, (x, y)) for x in range(files) for y in range(ranks)]
    return _board(SQUARE, cells, shades, shift=0, up=0)
