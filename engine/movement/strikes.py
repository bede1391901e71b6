"""Strikes: what a piece captures from a cell, laid out cell by cell for the compiled build.

Sets of more than 60 cells are numbers that C has to make anew at each step; bytes it reads where they lie. Pure Python
is sooner done with sets and with what it remembers, and makes no strikes. Bytes are read by their places, since a loop
over them would make an object of each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from engine.geometry.board import Cell
from engine.model.position import Move, bits
from engine.movement.compiled import Paths

if TYPE_CHECKING:
    from mypy_extensions import i64

Graph = tuple[bytes, ...]
"""By cell, the cells one step on."""

UNASKED: Final = 0
UNSEEN: Final = 1
SEES: Final = 2
_ANSWERS: Final = (b"\x00", b"\x01", b"\x02")


class Watch:
    """Which pieces could capture on any of some cells over an empty board, as far as anybody has asked.

    `told` says so by the cell and the code of a piece: UNASKED, UNSEEN or SEES.
    """

    def __init__(self, cells: int, size: int, codes: int) -> None:
        """Watch a set of cells of a board of `size` cells, on which pieces of so many `codes` may stand."""
        self.cells = cells
        self.told = [bytes(codes)] * size

    def tell(self, code: int, origin: Cell, *, sees: bool) -> int:
        """Remember whether a piece of a code on a cell could capture there; SEES or UNSEEN."""
        told, answer = self.told[origin], SEES if sees else UNSEEN
        self.told[origin] = told[:code] + _ANSWERS[answer] + told[code + 1 :]
        return answer


class Strikes:
    """What a piece captures from a cell of a board, by its paths that may capture.

    `promotes` tells whether it may promote by a move from there.
    """

    def __init__(self, plain: Sequence[Move], paths: tuple[Paths, Paths], *, promotes: bool) -> None:
        """Lay them out; `plain` holds the plain move from that cell to each cell."""
        self.promotes = promotes
        self._paths, self._plain, self._origin = paths, tuple(plain), paths[0].origin
        self._steps = bytes(sorted({cell for each in paths for cell in each.steps}))
        self._rays = tuple([bytes(slide) for each in paths for slide in each.slides])
        self._walks = tuple([(end, bytes(list(bits(way)))) for each in paths for end, way in each.walks])
        self._graphs = tuple([_laid_out(graph, len(plain)) for each in paths for graph in each.graphs])
        self._tangled = bool(self._rays or self._walks or self._graphs)
        self._ways: list[tuple[bytes, ...] | None] = [None] * len(plain)

    def add(self, placement: bytes, owners: bytes, turn: int, found: list[Move]) -> None:
        """Add the captures of the piece, which is one of the player to move, ascending by targets."""
        plain, start, steps = self._plain, len(found), self._steps
        seat: i64 = turn
        place: i64
        size: i64 = len(steps)
        cell: i64
        code: i64
        for place in range(size):
            cell = steps[place]
            code = placement[cell]
            if code and owners[code] != seat:
                found.append(plain[cell])
        if not self._tangled:
            return
        for ray in self._rays:
            size = len(ray)
            for place in range(size):
                cell = ray[place]
                code = placement[cell]
                if code:
                    if owners[code] != seat:
                        found.append(plain[cell])
                    break
        for end, way in self._walks:
            code = placement[end]
            if code and owners[code] != seat and _clear(way, placement, -1):
                found.append(plain[end])
        for graph in self._graphs:
            for each in _flooded(graph, self._origin, placement, -1):
                code = placement[each]
                if code and owners[code] != seat:
                    found.append(plain[each])
        if len(found) > start + 1:
            found[start:] = [plain[each] for each in sorted({move.target for move in found[start:]})]

    def hits(self, target: Cell, placement: bytes, lifted: Cell) -> bool:
        """Whether the piece could capture on a cell, another piece lifted from a cell, -1 for none."""
        ways = self._ways[target]
        if ways is None:
            sets = [way for each in self._paths for way in each.ways(target)]
            ways = self._ways[target] = tuple([bytes(list(bits(way))) for way in sets])
        for way in ways:
            if _clear(way, placement, lifted):
                return True
        return any(target in _flooded(graph, self._origin, placement, lifted) for graph in self._graphs)


def _clear(way: bytes, placement: bytes, lifted: Cell) -> bool:
    """Whether all cells of a way are vacant once the piece on `lifted` is lifted."""
    return all(not placement[way[place]] or way[place] == lifted for place in range(len(way)))


def _flooded(graph: Graph, origin: Cell, placement: bytes, lifted: Cell) -> list[Cell]:
    """The cells reached from `origin` by steps of the graph over vacant cells, with the occupied ones they end on."""
    fresh, queue = [True] * len(placement), [origin]
    fresh[origin] = False
    found: list[Cell] = []
    place: i64
    for each in queue:
        around = graph[each]
        for place in range(len(around)):
            cell = around[place]
            if fresh[cell]:
                fresh[cell] = False
                found.append(cell)
                if not placement[cell] or cell == lifted:
                    queue.append(cell)
    return found


def _laid_out(graph: Mapping[Cell, int], cells: int) -> Graph:
    return tuple([bytes(list(bits(graph[cell]))) for cell in range(cells)])
