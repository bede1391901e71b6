"""Compiled movement: what a kind of piece can do from a cell, as paths to be walked.

Paths are told apart by what they may do on arrival, and by their kind: a step is a cell, a slide the cells passed in
order, a walk its end with the cells that must be vacant, wandering a graph.

Who looks ahead meets the same situations of a piece again and again, and may let a reach remember its answers. Programs
for 64 squares enumerate every situation beforehand and find it by perfect hashing (magic bitboards,
https://www.chessprogramming.org/Magic_Bitboards); on 169 cells there are far too many, but a search meets few.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.geometry.board import Board, Cell
from engine.model.atoms import Act, Atom
from engine.model.pieces import Piece
from engine.model.position import Move, Special, bit_set, bits
from engine.movement.memory import Memory
from engine.movement.roster import ENEMY, OWN
from engine.rules.protocols import Promotion
from engine.variants.variant import Variant

Line = tuple[Cell, ...]
"""Cells in the order in which they are passed."""

Answer = tuple[Sequence[Move], Sequence[Move], bool]
"""The moves of a piece, ascending by their targets, those of them that capture, and whether any may promote."""


@dataclass
class Paths:
    """The paths from one cell that may do the same on arrival.

    `steps` are the ends of paths of one cell, `slides` cells in the order in which they are passed, `walks` pairs of an
    end and the cells that must be vacant, `graphs` the cells one step on from each cell, for wandering pieces.
    """

    origin: Cell
    steps: tuple[Cell, ...] = ()
    slides: list[Line] = field(default_factory=list)
    walks: list[tuple[Cell, int]] = field(default_factory=list)
    graphs: list[Mapping[Cell, int]] = field(default_factory=list)

    def ends(self, occupied: int) -> int:
        """Where the paths lead over these occupied cells, those included on which they end, as a set."""
        reached = bit_set(self.steps)
        for slide in self.slides:
            for cell in slide:
                reached |= 1 << cell
                if occupied >> cell & 1:
                    break
        for end, way in self.walks:
            if not way & occupied:
                reached |= 1 << end
        for graph in self.graphs:
            reached |= flood(graph, self.origin, occupied)
        return reached

    def passed(self) -> int:
        """All cells that the paths pass or end on, as a set."""
        cells = self.ends(0)
        for _, way in self.walks:
            cells |= way
        return cells

    def ways(self, target: Cell) -> list[int]:
        """The ways to a cell, as the sets of cells that must be vacant; none of them wandering."""
        ways = [0] * self.steps.count(target)
        ways += [bit_set(slide[: slide.index(target)]) for slide in self.slides if target in slide]
        return ways + [way for end, way in self.walks if end == target]

    def count(self) -> int:
        """How many ends the paths have, those counted twice to which two lead."""
        slid = sum(len(slide) for slide in self.slides)
        return len(self.steps) + slid + len(self.walks) + sum(len(graph) for graph in self.graphs)


class Reach:
    """What a kind of piece can do from a cell of a board of n cells.

    A situation is three sets in one: bit k for a piece on cell k of the player to move, n + k for an enemy there, and
    2n + k if the piece there has its first move. `mask` is what of it matters here. `touched` are the cells that the
    piece could capture on over an empty board, `ends` all that it could go to, `plain` its moves there by cell.
    `promotes` is the rule for arrivals on `zone`, `answers` what is remembered.
    """

    def __init__(
        self, variant: Variant, piece: Piece, cell: Cell, plain: Sequence[Move], lines: dict[Line, Line], memory: Memory
    ) -> None:
        """Compile it; `plain` holds the plain move from that cell to each cell, `lines` what reaches may share."""
        paths = compile_paths(variant, piece, cell)
        self._sweeps, self._quiet, self._strikes = paths[Act.BOTH], paths[Act.MOVE], paths[Act.CAPTURE]
        self.touched = self._sweeps.ends(0) | self._strikes.ends(0)
        self.ends = self.touched | self._quiet.ends(0)
        firsts = [first for first in _first_steps(variant, piece, cell) if not self.ends >> first.move.target & 1]
        longer = {first.move.target: first.move for first in firsts}
        self._firsts = [(first.way, first.needed) for first in firsts]
        self.plain = [longer.get(target, move) for target, move in enumerate(plain)] if longer else plain
        cells, rights = self._sweeps.passed() | self._quiet.passed() | self._strikes.passed(), 0
        for way, needed in self._firsts:
            self.ends |= 1 << way[-1]
            cells |= bit_set(way)
            rights |= needed
        self.mask = cells | cells << len(plain) | rights
        self._steps = self._sweeps.steps
        self._slides = tuple([lines.setdefault(slide, slide) for slide in self._sweeps.slides])
        self._advances, self._strokes = self._quiet.steps, self._strikes.steps
        self._pawnlike = bool(self._advances or self._strokes or self._firsts)
        self._odd = any(
            each.walks or each.graphs or (each.slides and each is not self._sweeps) for each in paths.values()
        )
        self._crossing = sum(each.count() for each in paths.values()) + len(self._firsts) > self.ends.bit_count()
        self._ways: dict[Cell, tuple[int, ...]] = {}
        self.promotes: Promotion | None = next((p for p in variant.promotions if p.letter == piece.kind.letter), None)
        self.zone = frozenset(bits(variant.promotion_zones.get((piece.seat, piece.kind.letter), 0)))
        self._memory = memory
        self.answers: dict[int, Answer] = {}
        memory.join(self.answers.clear)

    def answer(self, situation: int, view: list[int]) -> Answer:
        """What the piece can do, walked and remembered; `situation` is only what of it matters here."""
        found, plain, zone = self.walk(situation, view), self.plain, self.zone
        moves = [plain[cell] for cell in found]
        takes = [plain[cell] for cell in found if view[cell]]
        self._memory.add()
        self.answers[situation] = answer = moves, takes, not zone.isdisjoint(found)
        return answer

    def walk(self, situation: int, view: list[int]) -> list[Cell]:
        """The cells that the piece can go to, ascending; `view` is what stands on each cell."""
        if self._odd:
            return self._reached(situation, len(view))
        found: list[Cell] = []
        append = found.append
        for cell in self._steps:
            if view[cell] != OWN:
                append(cell)
        for slide in self._slides:
            for cell in slide:
                kind = view[cell]
                if kind:
                    if kind == ENEMY:
                        append(cell)
                    break
                append(cell)
        if self._pawnlike:
            self._walk_as_pawn(situation, view, found)
        if self._crossing:
            found = list(set(found))
        found.sort()
        return found

    def _walk_as_pawn(self, situation: int, view: list[int], found: list[Cell]) -> None:
        """Add where steps lead that are only to move or to capture, and first steps."""
        append = found.append
        for cell in self._advances:
            if not view[cell]:
                append(cell)
        for cell in self._strokes:
            if view[cell] == ENEMY:
                append(cell)
        for way, needed in self._firsts:
            for cell in way:
                if view[cell]:
                    break
            else:
                if not needed or needed & situation:
                    append(way[-1])

    def _reached(self, situation: int, cells: int) -> list[Cell]:
        """Where paths of all kinds lead, ascending."""
        own, enemies = situation & (1 << cells) - 1, situation >> cells & (1 << cells) - 1
        occupied = own | enemies
        reached = self._sweeps.ends(occupied) & ~own
        reached |= self._quiet.ends(occupied) & ~occupied
        reached |= self._strikes.ends(occupied) & enemies
        for way, needed in self._firsts:
            if (not needed or needed & situation) and not bit_set(way) & occupied:
                reached |= 1 << way[-1]
        return list(bits(reached))

    def ways(self, target: Cell) -> tuple[int, ...]:
        """The ways to capture on a cell, as sets of cells of which one must be vacant; none of them wandering."""
        ways = self._ways.get(target)
        if ways is None:
            ways = self._ways[target] = (*self._sweeps.ways(target), *self._strikes.ways(target))
        return ways

    def hits(self, target: Cell, occupied: int) -> bool:
        """Whether the piece could capture on a cell over these occupied cells."""
        if not self.touched >> target & 1:
            return False
        for way in self.ways(target):
            if not way & occupied:
                return True
        for graph in (*self._sweeps.graphs, *self._strikes.graphs):
            if flood(graph, self._sweeps.origin, occupied) >> target & 1:
                return True
        return False

    def seen(self, occupied: int) -> int:
        """The cells on which the piece could capture over these occupied cells."""
        return self._sweeps.ends(occupied) | self._strikes.ends(occupied)


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
                paths.steps += path.cells
            elif path.stops:
                paths.slides.append(path.cells)
            else:
                paths.walks.append((path.cells[-1], bit_set(path.cells[:-1])))
    return found


class First(NamedTuple):
    """First steps: the cells from the first to the target, and the situation that they need, 0 for any."""

    move: Move
    way: Line
    needed: int


def _first_steps(variant: Variant, piece: Piece, cell: Cell) -> Iterator[First]:
    board, facing = variant.board, variant.seat(piece.seat).facing
    for atom in piece.kind.atoms:
        needed = 1 << 2 * len(board) + cell if atom.once else 0
        for path in atom.first_steps(board, cell, facing, fresh=True):
            *passed, target = path.cells
            yield First(Move(cell, target, special=Special(passed=tuple(passed))), path.cells, needed)


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
