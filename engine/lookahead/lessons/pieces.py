"""The steps of a lesson that teach pieces: how each kind moves, with something to take or to attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from engine.geometry.board import Cell
from engine.lookahead.lessons.aims import TakeAim, ThreatAim
from engine.lookahead.lessons.lesson import LessonStep
from engine.lookahead.lessons.setting import Studio, drawn
from engine.model.array import Placement
from engine.model.pieces import PieceType
from engine.model.position import Position

TRIES = 400
"""How many arrangements of pieces are looked at for one step."""
CHOICES = 4
"""How many moves a piece has at least, if that can be; fewer than half of them do what is asked for."""


def piece_step(studio: Studio, kinds: Sequence[PieceType], *, attacks: bool) -> LessonStep | None:
    """How some kinds move, practised with the first of them: it takes a piece, or `attacks` a royal one if it can."""
    kind = kinds[0]
    seat = studio.owner(kind.letter).number
    made = _threat(studio, seat, kind) if attacks else None
    return made or _capture(studio, seat, kind, kinds)


def told(kinds: Sequence[PieceType]) -> str:
    """How some kinds move, in sentences."""
    return "\n".join(f"The **{kind.name}** ({kind.letter}) {kind.text}" for kind in kinds)


def titled(kinds: Sequence[PieceType]) -> str:
    """What a step about some kinds is called."""
    return ", ".join(f"{kind.name[:1].upper()}{kind.name[1:]}" for kind in kinds)


def homes(studio: Studio, seat: int, kind: PieceType) -> list[Cell]:
    """Where a piece of a kind may stand for its step: where it begins if it has first steps, else anywhere."""
    begins = [each.cell for each in studio.variant.array if (each.seat, each.letter) == (seat, kind.letter)]
    stepping = [each.cell for each in studio.variant.stepping if (each.seat, each.letter) == (seat, kind.letter)]
    name = (studio.variant.key, kind.letter)
    if kind.passes:
        return drawn(stepping or begins, *name)
    board = studio.variant.board
    middle = board.middle[0]
    near = [cell for cell in studio.cells if board.distance(cell, middle) <= 3]
    return drawn(near, *name) + drawn(begins, *name)


def rights_of(studio: Studio, seat: int, letter: str, cell: Cell) -> int:
    """The right of the first move for a piece that begins there with one, as a set of cells."""
    steps = (each.cell for each in studio.variant.stepping if (each.seat, each.letter) == (seat, letter))
    return 1 << cell if cell in steps else 0


def _victims(studio: Studio, code: int, cell: Cell) -> list[Cell]:
    """Where the piece on a cell could capture over an empty board, those some steps away first."""
    board = studio.variant.board
    found = [each for each in studio.cells if studio.movement.stations(code, each) >> cell & 1]
    return sorted(drawn(found, studio.variant.key, code, cell), key=lambda each: abs(board.distance(cell, each) - 3))


def _capture(studio: Studio, seat: int, kind: PieceType, kinds: Sequence[PieceType]) -> LessonStep | None:
    """A step in which the piece takes one of the next side's humblest pieces."""
    variant, enemy = studio.variant, studio.enemy(seat)
    code, foot = variant.codes[seat, kind.letter], studio.foot(enemy)
    pairs = ((cell, victim) for cell in homes(studio, seat, kind) for victim in _victims(studio, code, cell)[:6])
    best: LessonStep | None = None
    for cell, victim in islice(pairs, TRIES):
        pieces = [*studio.royals(), Placement(seat, kind.letter, cell), Placement(enemy, foot, victim)]
        position = studio.stand(seat, pieces, rights=rights_of(studio, seat, kind.letter, cell))
        if position is None:
            continue
        moves = studio.moves(position, cell)
        if all(move.target != victim for move in moves) or not studio.fit(position):
            continue
        step = LessonStep(titled(kinds), told(kinds), variant, position, TakeAim(victim, cell), cell)
        if len(moves) >= CHOICES:
            return step
        best = best or step
    return best


def _threat(studio: Studio, seat: int, kind: PieceType) -> LessonStep | None:
    """A step in which the piece goes to where it attacks the next side's royal piece."""
    variant, enemy = studio.variant, studio.enemy(seat)
    foot, royal = studio.foot(enemy), studio.royal_of(enemy).cell
    begins = [each.cell for each in variant.array if (each.seat, each.letter) == (enemy, foot)]
    pairs = product(homes(studio, seat, kind), drawn(begins, variant.key)[:2])
    for cell, other in islice(pairs, TRIES):
        pieces = [*studio.royals(), Placement(seat, kind.letter, cell), Placement(enemy, foot, other)]
        position = studio.stand(seat, pieces)
        if position is None:
            continue
        attacking = sum(_attacks(studio, position, cell, royal))
        if not 0 < attacking * 2 < len(studio.moves(position, cell)) or not studio.fit(position):
            continue
        return LessonStep(titled((kind,)), told((kind,)), variant, position, ThreatAim(royal, cell), cell)
    return None


def _attacks(studio: Studio, position: Position, cell: Cell, royal: Cell) -> Iterator[bool]:
    """For each move of a piece, whether it could take the royal piece afterwards."""
    for move in studio.moves(position, cell):
        after = studio.movement.play(position, move)
        yield bool(studio.movement.takers(after, royal, 1 << move.target))
