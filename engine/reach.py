"""Movement compiled: what one kind of man can do from one cell, as paths ready to be walked.

A leap is a step, a slide a tuple of steps, a walk a hop with the sets of cells that must be vacant, wandering a graph.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.board import Board, Cell
from engine.pieces import Act, DoubleStep, Man, Path, Wander
from engine.position import Move, Special, bit_set, bits
from engine.variant import Promotion, Variant

Step = tuple[Cell, Move]


class Hop(NamedTuple):
    """A move to one target along any of several ways; `ways` are the sets of cells that must be vacant."""

    target: Cell
    move: Move
    ways: tuple[int, ...]


class Reach(NamedTuple):
    """What one kind of man can do from one cell, by the kind of path.

    `steps` and `slides` move or capture, `quiet` slides only move, `strikes` slides only capture; `hops` must find a
    free way to their target; `firsts` are double steps, for a man that still has its first move, or `freely`; `floods`
    are (cells one step on, act) for wandering men. `overlaps` tells that two paths may lead to one target, `promotes`
    which rule applies to arrivals on `zone`.
    """

    steps: tuple[Step, ...]
    slides: tuple[tuple[Step, ...], ...]
    quiet: tuple[tuple[Step, ...], ...]
    strikes: tuple[tuple[Step, ...], ...]
    hops: tuple[tuple[Hop, Act], ...]
    firsts: tuple[Hop, ...]
    freely: bool
    floods: tuple[tuple[Mapping[Cell, int], Act], ...]
    one_sided: bool
    overlaps: bool
    promotes: Promotion | None
    zone: int


Sight = Mapping[Cell, tuple[int, ...]]
"""Cells in reach of a capture, each with the ways there: sets of cells, of which one must be vacant."""


def compile_reach(variant: Variant, man: Man, cell: Cell, plain: Sequence[Move]) -> Reach:
    """The reach of a man on a cell; `plain` holds the plain move from that cell to each cell of the board."""
    seat = variant.seat(man.seat)
    steps: list[Step] = []
    slides: dict[Act, list[tuple[Step, ...]]] = {Act.BOTH: [], Act.MOVE: [], Act.CAPTURE: []}
    ways: dict[tuple[Cell, Act], list[int]] = {}
    floods = []
    firsts: list[Hop] = []
    freely = False
    for atom in man.kind.atoms:
        if isinstance(atom, Wander):
            floods.append((_graph(variant.board, atom, seat.facing), atom.act))
            continue
        if isinstance(atom, DoubleStep):
            if atom.applies(variant.board, cell, seat.facing):
                firsts += [_first(cell, path) for path in atom.paths(variant.board, cell, seat.facing)]
                freely = bool(atom.zone)
            continue
        for path in atom.paths(variant.board, cell, seat.facing):
            if path.stops or len(path.cells) == 1:
                slide = tuple((target, plain[target]) for target in path.cells)
                if len(slide) == 1 and atom.act is Act.BOTH:
                    steps += slide
                else:
                    slides[atom.act].append(slide)
            else:
                ways.setdefault((path.cells[-1], atom.act), []).append(bit_set(path.cells[:-1]))
    promotes = next((rule for rule in variant.promotions if rule.letter == man.kind.letter), None)
    reach = Reach(
        steps=tuple(steps),
        slides=tuple(slides[Act.BOTH]),
        quiet=tuple(slides[Act.MOVE]),
        strikes=tuple(slides[Act.CAPTURE]),
        hops=tuple((Hop(target, plain[target], tuple(masks)), act) for (target, act), masks in ways.items()),
        firsts=tuple(firsts),
        freely=freely,
        floods=tuple(floods),
        one_sided=bool(slides[Act.MOVE] or slides[Act.CAPTURE]),
        overlaps=False,
        promotes=promotes,
        zone=variant.promotion_zones.get((man.seat, man.kind.letter), 0),
    )
    return reach._replace(overlaps=_overlap(cell, reach))


def compile_sight(variant: Variant, man: Man, origin: Cell) -> Sight:
    """The cells that a man on `origin` could capture on over an empty board, wandering left out."""
    ways: dict[Cell, list[int]] = {}
    for atom in man.kind.atoms:
        if isinstance(atom, Wander | DoubleStep) or not atom.act & Act.CAPTURE:
            continue
        for path in atom.paths(variant.board, origin, variant.seat(man.seat).facing):
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


def _overlap(cell: Cell, reach: Reach) -> bool:
    """Whether two paths of the reach may offer the same move."""
    ends = [(target, Act.BOTH) for target, _ in reach.steps]
    for slides, act in ((reach.slides, Act.BOTH), (reach.quiet, Act.MOVE), (reach.strikes, Act.CAPTURE)):
        ends += [(target, act) for slide in slides for target, _ in slide]
    ends += [(hop.target, act) for hop, act in reach.hops]
    for graph, act in reach.floods:
        ends += [(target, act) for target in bits(flood(graph, cell, 0))]
    seen: dict[Cell, Act] = {}
    for target, act in ends:
        if seen.get(target, Act(0)) & act:
            return True
        seen[target] = seen.get(target, Act(0)) | act
    return False


def _first(cell: Cell, path: Path) -> Hop:
    middle, target = path.cells
    return Hop(target, Move(cell, target, special=Special(passed=middle)), (1 << middle,))


def _graph(board: Board, atom: Wander, facing: int) -> dict[Cell, int]:
    return {cell: bit_set(atom.neighbours(board, cell, facing)) for cell in range(len(board))}
