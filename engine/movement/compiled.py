"""Compiled movement: what a kind of piece can do from a cell, as tables.

Paths become sets of cells: a leap is a cell, a slide the cells passed in order, a walk a cell with the sets of cells
that must be vacant, wandering a graph. Which cells they lead to over some occupation is looked up in tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.geometry.board import Board, Cell
from engine.model.atoms import Act, Atom
from engine.model.pieces import Piece
from engine.model.position import Move, Special, bit_set, bits
from engine.movement.memo import Memo, Memory
from engine.rules.protocols import Promotion
from engine.variants.variant import Variant

Sight = Mapping[Cell, tuple[int, ...]]
"""Cells in reach of a capture, each with the ways there: sets of cells, of which one must be vacant."""


@dataclass
class Paths:
    """The paths from one cell that may do the same on arrival; single cells are bit sets, too.

    `steps` are the ends of paths of one cell; `rising` and `falling` the cells of slides along which the numbers of the
    cells do so, whose first blocker is the lowest or the highest bit; `slides` the cells of others as they are passed,
    each with all up to it; `walks` pairs of an end and the cells that must be vacant; `graphs` the cells one step on
    from each cell, for wandering pieces.
    """

    origin: Cell
    steps: int = 0
    rising: list[int] = field(default_factory=list)
    falling: list[int] = field(default_factory=list)
    slides: list[Sequence[tuple[int, int]]] = field(default_factory=list)
    walks: list[tuple[int, int]] = field(default_factory=list)
    graphs: list[Mapping[Cell, int]] = field(default_factory=list)

    def slide(self, cells: tuple[Cell, ...]) -> None:
        """Add a slide over cells in this order."""
        if cells == tuple(sorted(cells)):
            self.rising.append(bit_set(cells))
        elif cells == tuple(sorted(cells, reverse=True)):
            self.falling.append(bit_set(cells))
        else:
            passed = [bit_set(cells[: end + 1]) for end in range(len(cells))]
            self.slides.append([(1 << each, upto) for each, upto in zip(cells, passed, strict=True)])

    def ends(self, occupied: int) -> int:
        """Where the paths lead over these occupied cells, those included on which they end."""
        reached = self.steps
        for line in self.rising:
            met = line & occupied
            reached |= line & (met ^ met - 1)
        for line in self.falling:
            met = line & occupied
            reached |= line & (-1 << met.bit_length() - 1) if met else line
        for slide in self.slides:
            passed = 0
            for cell, passed in slide:  # noqa: B007 - what is passed when the slide ends is reached
                if cell & occupied:
                    break
            reached |= passed
        for end, way in self.walks:
            if not way & occupied:
                reached |= end
        for graph in self.graphs:
            reached |= flood(graph, self.origin, occupied)
        return reached

    @property
    def mask(self) -> int:
        """The cells whose occupation decides where the paths lead."""
        mask = 0
        for line in self.rising:
            mask |= line & ~(1 << line.bit_length() - 1)
        for line in self.falling:
            mask |= line & line - 1
        for slide in self.slides:
            for cell, _ in slide[:-1]:
                mask |= cell
        for _, way in self.walks:
            mask |= way
        for graph in self.graphs:
            mask |= flood(graph, self.origin, 0)
        return mask


class Reach:
    """What a kind of piece can do from a cell.

    A situation is the set of occupied cells and, above it, that of the cells with pieces that have their first move:
    bit n + k for cell k of n. `reached[situation & mask]` are the cells that the piece can move to, or capture on if
    enemies stand there, `moves[targets]` the moves to some of them, promotion aside; `seen[occupied & blinds]` are the
    cells it could capture on, `touched` those it could over an empty board. `promotes` is the rule for arrivals on
    `zone`.
    """

    def __init__(self, variant: Variant, piece: Piece, cell: Cell, plain: Sequence[Move], memory: Memory) -> None:
        """Compile it; `plain` holds the plain move from that cell to each cell of the board."""
        paths = compile_paths(variant, piece, cell)
        self._sweeps, self._quiet, self._strikes = paths[Act.BOTH], paths[Act.MOVE], paths[Act.CAPTURE]
        self.touched = self._sweeps.ends(0) | self._strikes.ends(0)
        ends = self.touched | self._quiet.ends(0)
        self._firsts = [first for first in _first_steps(variant, piece, cell) if not ends >> first.move.target & 1]
        longer = {first.move.target: first.move for first in self._firsts}
        self._plain = [longer.get(target, move) for target, move in enumerate(plain)] if longer else plain
        self.blinds = self._sweeps.mask | self._strikes.mask
        self.mask = self.blinds | self._quiet.mask | self._quiet.ends(0) | self._strikes.ends(0)
        for first in self._firsts:
            self.mask |= first.needed | first.vacant
        self.reached = Memo(self._reached, memory)
        self.seen = self.reached if self.mask == self.blinds else Memo(self._seen, memory)
        self.moves = Memo(self._moves, memory)
        self.promotes: Promotion | None = next((p for p in variant.promotions if p.letter == piece.kind.letter), None)
        self.zone = variant.promotion_zones.get((piece.seat, piece.kind.letter), 0)

    def _reached(self, situation: int) -> int:
        reached = self._sweeps.ends(situation)
        reached |= self._quiet.ends(situation) & ~situation
        reached |= self._strikes.ends(situation) & situation
        for first in self._firsts:
            if not (first.needed & ~situation or first.vacant & situation):
                reached |= 1 << first.move.target
        return reached

    def _seen(self, occupied: int) -> int:
        return self._sweeps.ends(occupied) | self._strikes.ends(occupied)

    def _moves(self, targets: int) -> tuple[Move, ...]:
        return tuple([self._plain[target] for target in bits(targets)])


def compile_paths(variant: Variant, piece: Piece, cell: Cell) -> Mapping[Act, Paths]:
    """The paths of a piece from a cell by what they may do on arrival, first steps left out."""
    facing = variant.seat(piece.seat).facing
    found = {act: Paths(cell) for act in (Act.BOTH, Act.MOVE, Act.CAPTURE)}
    for atom in piece.kind.atoms:
        paths = found[atom.act]
        if atom.wanders:
            paths.graphs.append(_graph(variant.board, atom, facing))
        for path in atom.paths(variant.board, cell, facing):
            if len(path.cells) == 1:
                paths.steps |= 1 << path.cells[0]
            elif path.stops:
                paths.slide(path.cells)
            else:
                paths.walks.append((1 << path.cells[-1], bit_set(path.cells[:-1])))
    return found


class First(NamedTuple):
    """First steps: the situation it needs, and the cells that must be vacant."""

    move: Move
    needed: int
    vacant: int


def _first_steps(variant: Variant, piece: Piece, cell: Cell) -> Iterator[First]:
    board, facing = variant.board, variant.seat(piece.seat).facing
    for atom in piece.kind.atoms:
        needed = 1 << len(board) + cell if atom.once else 0
        for path in atom.first_steps(board, cell, facing, fresh=True):
            *passed, target = path.cells
            yield First(Move(cell, target, special=Special(passed=tuple(passed))), needed, bit_set(path.cells))


def compile_sight(variant: Variant, piece: Piece, origin: Cell) -> Sight:
    """The cells that a piece on `origin` could capture on over an empty board, wandering left out."""
    ways: dict[Cell, list[int]] = {}
    for atom in piece.kind.atoms:
        if not atom.act & Act.CAPTURE:
            continue
        for path in atom.paths(variant.board, origin, variant.seat(piece.seat).facing):
            ends = range(len(path.cells)) if path.stops else (len(path.cells) - 1,)
            for end in ends:
                ways.setdefault(path.cells[end], []).append(bit_set(path.cells[:end]))
    return {target: tuple(masks) for target, masks in ways.items()}


def flood(graph: Mapping[Cell, int], origin: Cell, occupied: int) -> int:
    """The cells reached from `origin` by steps of the graph over vacant cells, with the occupied ones they end on."""
    start = 1 << origin
    reached = frontier = graph[origin]
    frontier &= ~occupied
    while frontier:
        low = frontier & -frontier
        found = graph[low.bit_length() - 1] & ~reached
        reached |= found
        frontier = frontier ^ low | found & ~occupied
    return reached & ~start


def _graph(board: Board, atom: Atom, facing: int) -> dict[Cell, int]:
    return {cell: bit_set(atom.neighbours(board, cell, facing)) for cell in range(len(board))}
