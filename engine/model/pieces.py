"""Seats, kinds of piece, and the atoms their movement is made of.

An atom describes movement as its owner sees it; given a board, a cell and the owner's facing it yields paths.
A path is the cells passed in order. A path that `stops` may end on each of its cells, another only on its last;
every cell before the end must be vacant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Flag
from itertools import count
from typing import NamedTuple

from engine.geometry.board import Board, Cell

Hours = tuple[int, ...]


class Act(Flag):
    """What a movement may do on arrival."""

    MOVE = 1
    CAPTURE = 2
    BOTH = 3


class Path(NamedTuple):
    """Cells passed in order, and whether the piece may stop on each of them or on the last alone."""

    cells: tuple[Cell, ...]
    stops: bool


@dataclass(frozen=True)
class Ride:
    """A slide in each of the hours, at most `limit` cells far.

    `bends` are the turns (in hours) taken after every step: (0,) rides straight on, (2, -2) circles either way; a
    circling ride ends before it comes back to its own cell.
    """

    hours: Hours
    limit: int | None = None
    bends: Hours = (0,)
    act: Act = Act.BOTH

    def paths(self, board: Board, cell: Cell, facing: int) -> Iterator[Path]:
        """One path for every hour and bend that leaves the cell."""
        for hour in self.hours:
            for bend in self.bends:
                cells: list[Cell] = []
                current = cell
                for taken in count():
                    ahead = board.step(current, hour + facing + bend * taken)
                    if ahead is None or ahead == cell or taken == self.limit:
                        break
                    cells.append(ahead)
                    current = ahead
                if cells:
                    yield Path(tuple(cells), stops=True)


@dataclass(frozen=True)
class Leap:
    """A jump to the end of each route (hours, one step each), whatever stands between."""

    routes: tuple[Hours, ...]
    act: Act = Act.BOTH

    def paths(self, board: Board, cell: Cell, facing: int) -> Iterator[Path]:
        """One path of one cell for every route that ends on the board."""
        for route in self.routes:
            target = board.away(cell, board.lattice.vector(*(hour + facing for hour in route)))
            if target is not None:
                yield Path((target,), stops=False)


@dataclass(frozen=True)
class Walk:
    """A way along each route (hours, one step each) to its end, over vacant cells only."""

    routes: tuple[Hours, ...]
    act: Act = Act.BOTH

    def paths(self, board: Board, cell: Cell, facing: int) -> Iterator[Path]:
        """One path for every route that stays on the board."""
        for route in self.routes:
            cells: list[Cell] = []
            for hour in route:
                ahead = board.step(cells[-1] if cells else cell, hour + facing)
                if ahead is None:
                    break
                cells.append(ahead)
            else:
                yield Path(tuple(cells), stops=False)


@dataclass(frozen=True)
class DoubleStep:
    """A move of two steps straight on in one of the hours, over a vacant cell to a vacant one.

    Only a man that still has its first move makes it, or, where `zone` names cells of the first seat, whoever stands
    on them (turned for other seats). A first move that is `kept` stays with a man that uses it to capture onto a cell
    where an allied man of its kind began with one. An enemy man of its kind that could capture on the cell passed over
    may take it there on the very next turn (en passant).
    """

    hours: Hours
    zone: str = ""
    act: Act = Act.MOVE
    kept: bool = False

    def applies(self, board: Board, cell: Cell, facing: int) -> bool:
        """Whether a man on the cell may make it, its first move aside."""
        return not self.zone or cell in {board.turned(each, facing) for each in board.cells(self.zone)}

    def paths(self, board: Board, cell: Cell, facing: int) -> Iterator[Path]:
        """One path of two cells for every hour that stays on the board."""
        for hour in self.hours:
            middle = board.step(cell, hour + facing)
            target = None if middle is None else board.step(middle, hour + facing)
            if middle is not None and target is not None:
                yield Path((middle, target), stops=False)


@dataclass(frozen=True)
class Ricochet:
    """A slide that deflects off the walls, the board's first and last lines.

    On a wall it may go on with left and right exchanged, keeping its forward or backward sense; at most `limit` times.
    """

    hours: Hours
    limit: int
    act: Act = Act.BOTH

    def paths(self, board: Board, cell: Cell, facing: int) -> Iterator[Path]:
        """One path for every hour that leaves the cell without a deflection."""
        walls = {*board.lines[0], *board.lines[-1]}
        for hour in self.hours:
            cells: list[Cell] = []
            current, heading, left = cell, hour, self.limit
            while True:
                ahead = board.step(current, heading + facing)
                if ahead is None and cells and current in walls and left:
                    heading, left = -heading, left - 1
                    ahead = board.step(current, heading + facing)
                if ahead is None:
                    break
                cells.append(ahead)
                current = ahead
            if cells:
                yield Path(tuple(cells), stops=True)


@dataclass(frozen=True)
class Wander:
    """A route of any length made of single steps in the hours, turning at will, over vacant cells only.

    It has no paths to compile: the generator floods the vacant cells.
    """

    hours: Hours
    act: Act = Act.BOTH

    def neighbours(self, board: Board, cell: Cell, facing: int) -> tuple[Cell, ...]:
        """The cells one step of the route away."""
        ahead = (board.step(cell, hour + facing) for hour in self.hours)
        return tuple(target for target in ahead if target is not None)


Atom = Ride | Leap | Walk | DoubleStep | Ricochet | Wander


@dataclass(frozen=True)
class PieceType:
    """A kind of piece: what players call it, how it moves, and the words the rules have for that.

    `letter` is its capital in notation, `icon` names its picture (a glyph of an icon font; `^` at its end says that it
    points forward). A `royal` piece loses the game when it falls; moves of a `pawnlike` one restart the counters of
    quiet moves. `text` completes the sentence "the <name> …", `rulings` are the referee's readings where the source is
    silent. `die` is the die it fights with where captures are fought out: 6, 8 or 10 faces.
    """

    name: str
    letter: str
    icon: str
    atoms: tuple[Atom, ...]
    text: str
    royal: bool = False
    pawnlike: bool = False
    die: int = 8
    rulings: tuple[str, ...] = ()

    @property
    def plural(self) -> str:
        """Several of them: "guards", "Finches"."""
        return f"{self.name}{'es' if self.name.endswith(('s', 'x', 'ch', 'sh')) else 's'}"


@dataclass(frozen=True)
class Seat:
    """A side: its number in order of play (from 1), its name, and how far its army is turned.

    `facing` is the even number of hours by which its forward differs from the first seat's; `view` is the hour of the
    board that points up when it is seen from this side.
    """

    number: int
    name: str
    facing: int
    view: int


class Man(NamedTuple):
    """A piece on the board: whose it is (a seat's number) and of what kind."""

    seat: int
    kind: PieceType
