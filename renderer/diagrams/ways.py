"""Ways: how a kind of piece goes from a cell, as lines to draw, read off the paths of its atoms."""

from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from engine.model.atoms import Atom
from engine.model.board import Board, Cell
from engine.model.equipment import PieceType

MAX_ROUTE_STEPS = 4
"""The most steps of the route that represents all others of a wandering piece."""

Cells = tuple[Cell, ...]


class Way(Enum):
    """The act of a piece along a line."""

    SLIDE = "any number of steps straight on"
    BOUNCE = "any number of steps, deflected by walls"
    STEPS = "exactly this many steps"
    FIRST = "several steps at first"
    CIRCLE = "any number of steps round in a circle"
    ROUTE = "any number of steps, turning at will"


class Trail(NamedTuple):
    """The cells of a way in order, the piece's own first.

    A `bold` one represents others like it, one with `on` leads past its last cell.
    """

    cells: Cells
    way: Way
    bold: bool = False
    on: bool = False


class Stand(NamedTuple):
    """A piece that faces an hour on a cell of a board."""

    kind: PieceType
    board: Board
    facing: int
    cell: Cell


def trails_of(stand: Stand) -> Iterator[Trail]:
    """The ways of two steps and more; leaps have none, and of those that are hard to tell apart one is bold."""
    for atom in stand.kind.atoms:
        if atom.wanders:
            yield Trail(_route(stand, atom), Way.ROUTE, bold=True)
        elif atom.circles:
            yield from _circles(stand, atom)
        elif not atom.leaps:
            yield from _lines(stand, atom)


def leaps_of(stand: Stand) -> frozenset[Cell]:
    """The cells that it leaps to."""
    atoms = (atom for atom in stand.kind.atoms if atom.leaps)
    return frozenset(path.cells[-1] for atom in atoms for path in atom.paths(stand.board, stand.cell, stand.facing))


def roamed(stand: Stand) -> frozenset[Cell]:
    """The cells that it comes to by wandering over an empty board, its own included; none if it does not wander."""
    atoms = (atom for atom in stand.kind.atoms if atom.wanders)
    return frozenset(cell for atom in atoms for cell in atom.roamed(stand.board, stand.cell, stand.facing))


def walls_of(stand: Stand) -> Mapping[tuple[Cell, int], int]:
    """The edges of cells that deflect it, as (cell, hour), with the most deflections of a way that meets them.

    All of the board's edges are listed, even those out of reach.
    """
    walls: dict[tuple[Cell, int], int] = {}
    for atom in stand.kind.atoms:
        if not any(trail.way is Way.BOUNCE for trail in _lines(stand, atom)):
            continue
        for cell in range(len(stand.board)):
            for trail in _lines(stand._replace(cell=cell), atom):
                bends = list(_bends(stand.board, trail.cells))
                walls |= {bend: max(walls.get(bend, 0), len(bends)) for bend in bends}
    return walls


def _lines(stand: Stand, atom: Atom) -> Iterator[Trail]:
    """The straight and bent ways of an atom; of those off walls, the first with the most deflections is bold."""
    if atom.circles or atom.leaps:
        return
    board, cell, facing = stand.board, stand.cell, stand.facing
    paths = [((cell, *path.cells), path.stops) for path in atom.paths(board, cell, facing) if len(path.cells) > 1]
    deflected = [cells for cells, stops in paths if stops and any(_bends(board, cells))]
    boldest = max(deflected, key=lambda cells: len(list(_bends(board, cells))), default=())
    for cells, stops in paths:
        way = Way.BOUNCE if cells in deflected else Way.SLIDE if stops else Way.STEPS
        yield Trail(cells, way, bold=cells == boldest)
    steps = [(cell, *path.cells) for path in atom.first_steps(board, cell, facing, fresh=True)]
    for cells in steps:
        if not any(other[: len(cells)] == cells for other in steps if len(other) > len(cells)):
            yield Trail(cells, Way.FIRST)


def _bends(board: Board, cells: Cells) -> Iterator[tuple[Cell, int]]:
    """The turn of a way: the cell, and the hour in which it would have continued."""
    hours = [_hour(board, start, end) for start, end in pairwise(cells)]
    for cell, (before, after) in zip(cells[1:], pairwise(hours), strict=False):
        if before != after:
            yield cell, before


def _hour(board: Board, start: Cell, end: Cell) -> int:
    (x, y), (u, v) = board.places[start], board.places[end]
    return board.lattice.hours.index((u - x, v - y))


def _circles(stand: Stand, atom: Atom) -> Iterator[Trail]:
    """Each circle once that stays on the board; of those of one size the first is bold."""
    ways = [path.cells for path in atom.paths(stand.board, stand.cell, stand.facing)]
    circles: dict[frozenset[Cell], Cells] = {}
    for way in ways:
        if way[::-1] in ways:
            circles.setdefault(frozenset(way), way)
    for number, way in enumerate(circles.values()):
        yield Trail((stand.cell, *way), Way.CIRCLE, bold=number == 0)


def _route(stand: Stand, atom: Atom) -> Cells:
    """A winding route over different cells: as long as such routes get, with the most turns, far from its beginning."""
    board, origin = stand.board, stand.cell
    routes: list[Cells] = [(origin,)]
    for _ in range(MAX_ROUTE_STEPS):
        longer = [
            (*route, cell)
            for route in routes
            for cell in atom.neighbours(board, route[-1], stand.facing)
            if cell not in route
        ]
        routes = longer or routes

    def rank(route: Cells) -> tuple[int, int]:
        hours = [_hour(board, start, end) for start, end in pairwise(route)]
        turns = sum(before != after for before, after in pairwise(hours))
        return turns, sum(board.distance(origin, cell) for cell in route)

    return max(routes, key=rank)
