"""Compiled movement: what a kind of piece can do from a cell, as paths to be walked.

Paths are told apart by what they may do on arrival, and by their kind: a step is a cell, a slide the cells passed in
order, a walk its end with the cells that must be vacant, wandering a graph.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engine.model.atoms import Act
from engine.model.board import Cell
from engine.model.equipment import Piece
from engine.model.position import Move, Position, Special, bit_set, bits
from engine.rules.protocols import Promotion
from engine.variants.variant import Variant

OWN: Final = 0
OPEN: Final = 1
ENEMY: Final = 2
"""A cell seen by the player to move: own piece, vacant or enemy; only the first can't be entered."""

Line = tuple[Cell, ...]
"""Cells in the order in which they are passed."""

Choice = tuple[Cell, int, Move]
"""A move that is open while its player sees this on that cell."""


class Paths:
    """The paths from one cell that may do the same on arrival.

    `steps` are the ends of paths of one cell, `slides` cells in the order in which they are passed, `walks` pairs of an
    end and the cells that must be vacant, `graphs` the cells one step on from each cell, for wandering pieces.
    """

    def __init__(self, origin: Cell) -> None:
        self.origin = origin
        self.steps: tuple[Cell, ...] = ()
        self.slides: list[Line] = []
        self.walks: list[tuple[Cell, int]] = []
        self.graphs: list[Mapping[Cell, int]] = []

    def ends(self, occupied: int) -> int:
        """The cells the paths reach over these occupied cells, their ends included, as a set."""
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

    def ways(self, target: Cell) -> list[int]:
        """The ways to a cell, as the sets of cells that must be vacant; none of them wandering."""
        ways = [0] * self.steps.count(target)
        ways += [bit_set(slide[: slide.index(target)]) for slide in self.slides if target in slide]
        return ways + [way for end, way in self.walks if end == target]


class Reach:
    """The compiled reach of a kind of piece from one cell of a board of n cells.

    `touched` are the cells that the piece could capture on over an empty board, `ends` all that it could go to.
    `promotes` is the rule for arrivals on `zone`, those of its ends on which it promotes.
    """

    def __init__(
        self, variant: Variant, piece: Piece, cell: Cell, plain: Sequence[Move], lines: dict[Line, Line]
    ) -> None:
        """Compile it; `plain` holds the plain move from that cell to each cell, `lines` what reaches may share."""
        paths = compile_paths(variant, piece, cell)
        self._sweeps, self._quiet, self._strikes = paths[Act.BOTH], paths[Act.MOVE], paths[Act.CAPTURE]
        self.touched = self._sweeps.ends(0) | self._strikes.ends(0)
        self.ends = self.touched | self._quiet.ends(0)
        firsts = [first for first in _first_steps(variant, piece, cell) if not self.ends >> first.move.target & 1]
        longer = {first.move.target: first.move for first in firsts}
        self._plain = [longer.get(target, move) for target, move in enumerate(plain)] if longer else plain
        self._needed = 0
        for first in firsts:
            self.ends |= 1 << first.move.target
            self._needed |= first.needed
        self._ways: dict[Cell, tuple[int, ...]] = {}
        self.promotes: Promotion | None = next((p for p in variant.promotions if p.letter == piece.kind.letter), None)
        self.zone = frozenset(bits(variant.promotion_zones.get((piece.seat, piece.kind.letter), 0) & self.ends))
        self._firsts = firsts
        self._lay_out(lines)

    def _lay_out(self, lines: dict[Line, Line]) -> None:
        """Lay out what is walked, so that little has to be asked in each position."""
        plain, sweeps = self._plain, self._sweeps
        self._steps = tuple(sorted({*sweeps.steps}))
        self._rays = tuple([(slide[0], lines.setdefault(slide[1:], slide[1:])) for slide in sweeps.slides])
        bound = {(cell, OPEN) for cell in self._quiet.steps} | {(cell, ENEMY) for cell in self._strikes.steps}
        self._pawnlike = bool(bound or self._firsts)
        if self._pawnlike:
            bound |= {(cell, kind) for cell in self._steps for kind in (OPEN, ENEMY)}
        fresh = bound | {(first.move.target, OPEN) for first in self._firsts}
        self._leaps = tuple([(cell, plain[cell]) for cell in self._steps])
        self._choices = tuple([(cell, kind, plain[cell]) for cell, kind in sorted(bound)])
        self._fresh = tuple([(cell, kind, plain[cell]) for cell, kind in sorted(fresh)])
        self._between = tuple({cell for first in self._firsts for cell in first.way[:-1]})
        self._odd = (
            any(each.walks or each.graphs for each in (sweeps, self._quiet, self._strikes))
            or bool(self._quiet.slides or self._strikes.slides)
            or (self._pawnlike and bool(self._rays))
            or len({first.needed for first in self._firsts}) > 1
        )
        self._crossing = len(self._steps) + sum(map(len, sweeps.slides)) > self.ends.bit_count()

    def walk(self, position: Position, view: list[int], found: list[Move]) -> None:
        """Add what the piece can do in a position, ascending by targets; `view` gives the contents of each cell."""
        if self._odd:
            found += self._reached(position)
        elif self._rays:
            plain = self._plain
            for cell in self._slid(view):
                found.append(plain[cell])
        elif self._pawnlike:
            needed, choices = self._needed, self._choices
            if self._firsts and (not needed or needed & position.rights):
                choices = self._open_choices(view)
            for cell, kind, move in choices:
                if view[cell] == kind:
                    found.append(move)
        else:
            for cell, move in self._leaps:
                if view[cell]:
                    found.append(move)

    def _slid(self, view: list[int]) -> list[Cell]:
        found: list[Cell] = []
        for cell in self._steps:
            if view[cell]:
                found.append(cell)  # noqa: PERF401 - most pieces that slide have no steps
        for first, tail in self._rays:
            kind = view[first]
            if kind:
                found.append(first)
                if kind == OPEN:
                    for cell in tail:
                        kind = view[cell]
                        if kind != OPEN:
                            if kind:
                                found.append(cell)
                            break
                        found.append(cell)
        if self._crossing:
            return sorted({*found})
        found.sort()
        return found

    def _open_choices(self, view: list[int]) -> tuple[Choice, ...]:
        """The choices of a piece that may make first steps, these among them if their way is free."""
        for between in self._between:
            if view[between] != OPEN:
                break
        else:
            return self._fresh
        if len(self._between) == 1:
            return self._choices
        blocked = {first.move.target for first in self._firsts if any(view[cell] != OPEN for cell in first.way)}
        return tuple([choice for choice in self._fresh if choice[0] not in blocked])

    def _reached(self, position: Position) -> list[Move]:
        occupied, own, rights = position.pieces[0], position.pieces[position.turn], position.rights
        reached = self._sweeps.ends(occupied) & ~own
        reached |= self._quiet.ends(occupied) & ~occupied
        reached |= self._strikes.ends(occupied) & occupied & ~own
        for first in self._firsts:
            if (not first.needed or first.needed & rights) and not bit_set(first.way) & occupied:
                reached |= 1 << first.move.target
        return [self._plain[cell] for cell in bits(reached)]

    def ways(self, target: Cell) -> tuple[int, ...]:
        """The ways to capture on a cell, as sets of cells of which one must be vacant; none of them wandering."""
        ways = self._ways.get(target)
        if ways is None:
            ways = self._ways[target] = (*self._sweeps.ways(target), *self._strikes.ways(target))
        return ways

    def hits(self, target: Cell, occupied: int) -> bool:
        """True if the piece could capture on a cell over these occupied cells."""
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
    board, facing = variant.board, variant.seat(piece.seat).facing
    found = {act: Paths(cell) for act in (Act.BOTH, Act.MOVE, Act.CAPTURE)}
    for atom in piece.kind.atoms:
        paths = found[atom.act]
        if atom.wanders:
            paths.graphs.append({each: bit_set(atom.neighbours(board, each, facing)) for each in range(len(board))})
        for path in atom.paths(board, cell, facing):
            if len(path.cells) == 1:
                paths.steps += path.cells
            elif path.stops:
                paths.slides.append(path.cells)
            else:
                paths.walks.append((path.cells[-1], bit_set(path.cells[:-1])))
    return found


class First(NamedTuple):
    """First steps: the cells from the first to the target, and the first move that they need, as a set, 0 for none."""

    move: Move
    way: Line
    needed: int


def _first_steps(variant: Variant, piece: Piece, cell: Cell) -> Iterator[First]:
    board, facing = variant.board, variant.seat(piece.seat).facing
    for atom in piece.kind.atoms:
        needed = 1 << cell if atom.once else 0
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
