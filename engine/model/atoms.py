"""Movement atoms, of which the moves of every kind of piece are made.

An atom describes movement as its owner sees it; given a board, a cell and the owner's facing it yields paths.
A path is the cells passed in order. A path that `stops` may end on each of its cells, another only on its last;
every cell before the end must be vacant. What is asked of atoms, `Atom` answers for most; a kind of atom answers for
itself where it differs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Flag
from itertools import count
from typing import ClassVar, NamedTuple

from engine.model.board import Board, Cell

Hours = tuple[int, ...]


class Act(Flag):
    """The effects a movement can have on arrival."""

    MOVE = 1
    CAPTURE = 2
    BOTH = 3


class Path(NamedTuple):
    """Cells passed in order, and whether the piece may stop on each of them or on the last alone."""

    cells: tuple[Cell, ...]
    stops: bool


class Atom:
    """The defaults of every atom: no moves, nothing special."""

    act: Act
    passes: ClassVar[bool] = False
    """True if its first steps may be answered en passant."""
    leaps: ClassVar[bool] = False
    """True if it jumps over pieces in between."""
    wanders: ClassVar[bool] = False
    """True if its moves can't be listed as paths."""

    @property
    def once(self) -> bool:
        """True if only a piece that still has its first move makes its first steps."""
        return False

    @property
    def keeps_first_move(self) -> bool:
        """True if a piece may keep its first move when it uses it to capture."""
        return False

    @property
    def called(self) -> str:
        """The players' name for its first steps."""
        return ""

    @property
    def circles(self) -> bool:
        """True if its paths lead in circles."""
        return False

    @property
    def note(self) -> str:
        """A remark that a diagram of its moves can't show; "" for none."""
        return ""

    def paths(self, board: Board, cell: Cell, facing: int) -> Iterator[Path]:  # noqa: ARG002
        """The paths from a cell that are open at any time."""
        return iter(())

    def first_steps(self, board: Board, cell: Cell, facing: int, *, fresh: bool) -> Iterator[Path]:  # noqa: ARG002
        """The paths of first steps from a cell, for a piece that has its first move if it is `fresh`."""
        return iter(())

    def neighbours(self, board: Board, cell: Cell, facing: int) -> tuple[Cell, ...]:  # noqa: ARG002
        """The cells one step of a wandering route away."""
        return ()

    def roamed(self, board: Board, cell: Cell, facing: int) -> Mapping[Cell, int]:
        """The cells that wandering leads to over an empty board, each with its fewest steps, the cell itself first."""
        steps, queue = {cell: 0}, [cell]
        for each in queue:
            for neighbour in self.neighbours(board, each, facing):
                if neighbour not in steps:
                    steps[neighbour] = steps[each] + 1
                    queue.append(neighbour)
        return steps

    def walls(self, board: Board, facing: int) -> Iterator[tuple[Cell, int]]:  # noqa: ARG002
        """The edges of the board off which it bounces, each a cell and the hour that leads off the board there."""
        return iter(())


@dataclass(frozen=True)
class Ride(Atom):
    """A slide in each of the hours, at most `limit` cells far.

    `bends` are the turns (in hours) taken after every step: (0,) rides straight on, (2, -2) circles either way; a
    circling ride ends before it comes back to its own cell.
    """

    hours: Hours
    limit: int | None = None
    bends: Hours = (0,)
    act: Act = Act.BOTH

    @property
    def circles(self) -> bool:
        return any(self.bends)

    def paths(self, board: Board, cell: Cell, facing: int) -> Iterator[Path]:
        for hour in self.hours:
            for bend in self.bends:
                if bend:
                    cells = self._round(board, cell, hour + facing, bend)
                else:
                    cells = board.ray(cell, hour + facing)[: self.limit]
                if cells:
                    yield Path(cells, stops=True)

    def _round(self, board: Board, cell: Cell, hour: int, bend: int) -> tuple[Cell, ...]:
        cells: list[Cell] = []
        current = cell
        for taken in count():
            ahead = board.step(current, hour + bend * taken)
            if ahead is None or ahead == cell or taken == self.limit:
                break
            cells.append(ahead)
            current = ahead
        return tuple(cells)


@dataclass(frozen=True)
class Leap(Atom):
    """A jump to the end of each route (hours, one step each), over anything in between."""

    routes: tuple[Hours, ...]
    act: Act = Act.BOTH
    leaps = True

    def paths(self, board: Board, cell: Cell, facing: int) -> Iterator[Path]:
        for route in self.routes:
            target = board.offset(cell, board.lattice.vector(*(hour + facing for hour in route)))
            if target is not None:
                yield Path((target,), stops=False)


@dataclass(frozen=True)
class Walk(Atom):
    """A way along each route (hours, one step each) to its end, over vacant cells only."""

    routes: tuple[Hours, ...]
    act: Act = Act.BOTH

    def paths(self, board: Board, cell: Cell, facing: int) -> Iterator[Path]:
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
class FirstStep(Atom):
    """A move of two steps, or of up to `most`, straight on in one of the hours, over vacant cells to a vacant one.

    Only a piece that still has its first move makes it, or, where `zone` names cells of the first seat, any piece
    on them (turned for other seats). One that keeps to its `half` goes no further than the middle of its line.
    With `keeps_first_move`, a piece keeps it when it captures onto a cell where an allied piece of its kind began
    with one. An enemy piece of its kind that could capture on a cell passed over may take it there on the very next
    turn (en passant).
    """

    hours: Hours
    zone: str = ""
    most: int = 2
    half: bool = False
    keeps_first_move: bool = False
    act: Act = Act.MOVE
    passes = True

    @property
    def once(self) -> bool:
        return not self.zone

    @property
    def called(self) -> str:
        return "double step" if self.most == 2 else "long step"

    @property
    def note(self) -> str:
        steps = "two steps" if self.most == 2 else f"up to {self.most} steps"
        return f"{steps} only from certain cells" if self.zone else f"{steps} only as its first move"

    def first_steps(self, board: Board, cell: Cell, facing: int, *, fresh: bool) -> Iterator[Path]:
        begins = cell in {board.rotate(each, facing) for each in board.cells(self.zone)} if self.zone else fresh
        for hour in self.hours if begins else ():
            ahead = board.ray(cell, hour + facing)
            behind = len(board.ray(cell, hour + facing + len(board.lattice.hours) // 2))
            for steps in range(2, min(self.most, len(ahead)) + 1):
                if not self.half or behind + steps <= len(ahead) - steps:
                    yield Path(ahead[:steps], stops=False)


@dataclass(frozen=True)
class Ricochet(Atom):
    """A slide that deflects off the walls, the board's first and last lines.

    On a wall it can continue with left and right exchanged, keeping its forward or backward sense; at most `limit`
    times.
    """

    hours: Hours
    limit: int
    act: Act = Act.BOTH

    def paths(self, board: Board, cell: Cell, facing: int) -> Iterator[Path]:
        walls = {*_wall_cells(board)}
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

    def walls(self, board: Board, facing: int) -> Iterator[tuple[Cell, int]]:
        for cell in _wall_cells(board):
            for hour in self.hours:
                if board.step(cell, hour + facing) is None and board.step(cell, facing - hour) is not None:
                    yield cell, hour + facing


def _wall_cells(board: Board) -> tuple[Cell, ...]:
    return board.lines[0] + board.lines[-1]


@dataclass(frozen=True)
class Wander(Atom):
    """A route of any length made of single steps in the hours, turning at will, over vacant cells only.

    It has no paths to compile: the generator floods the vacant cells.
    """

    hours: Hours
    act: Act = Act.BOTH
    wanders = True

    @property
    def note(self) -> str:
        return "by any route over vacant cells"

    def neighbours(self, board: Board, cell: Cell, facing: int) -> tuple[Cell, ...]:
        ahead = (board.step(cell, hour + facing) for hour in self.hours)
        return tuple(target for target in ahead if target is not None)
