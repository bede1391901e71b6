"""Ways: the cells that a piece goes through when it makes a move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from engine.geometry.board import Board, Cell
from engine.model.atoms import Act, Atom
from engine.model.position import Move, Position
from engine.movement.generator import Movement

Way = tuple[Cell, ...]


def way(movement: Movement, before: Position, move: Move) -> Way:
    """The cells that a move made in the position `before` goes through, its origin first and its target last.

    All cells between are vacant. Of several ways it is the shortest, of several as short the first in cell order. A
    leap passes nothing, nor does the royal piece of a castling, whose partner's way is not told. Pieces that are placed
    come from nowhere: ().
    """
    variant, (origin, target, _, special) = movement.variant, move
    piece = variant.piece(before, origin)
    if piece is None or (special is not None and special.placed):
        return ()
    act = Act.MOVE if movement.captured(before, move) is None else Act.CAPTURE
    facing = variant.seat(piece.seat).facing
    atoms = [atom for atom in piece.kind.atoms if atom.act & act]
    ways = chain.from_iterable(_ways(variant.board, atom, facing, before, move) for atom in atoms)
    return min(ways, key=lambda each: (len(each), each), default=(origin, target))


def _ways(board: Board, atom: Atom, facing: int, before: Position, move: Move) -> Iterator[Way]:
    """The ways by which a piece that may move as the atom says could make the move."""
    origin, target = move.origin, move.target
    if atom.wanders:
        yield from _wandered(board, atom, facing, before, move)
    for cells, stops in chain(atom.paths(board, origin, facing), atom.first_steps(board, origin, facing, fresh=True)):
        if target in cells if stops else target == cells[-1]:
            passed = cells[: cells.index(target)]
            if not any(map(before.occupied, passed)):
                yield (origin, *passed, target)


def _wandered(board: Board, atom: Atom, facing: int, before: Position, move: Move) -> Iterator[Way]:
    """The shortest route over vacant cells, the first of these in cell order; none where there is none."""
    routes: list[Way] = [(move.origin,)]
    seen = {move.origin}
    for route in routes:
        for cell in sorted(atom.neighbours(board, route[-1], facing)):
            if cell == move.target:
                yield (*route, cell)
                return
            if cell not in seen and not before.occupied(cell):
                seen.add(cell)
                routes.append((*route, cell))
