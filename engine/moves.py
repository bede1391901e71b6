"""Movement compiled to paths: what every man can reach, who attacks a cell along which line, and moves made.

`Movement` compiles a variant's atoms lazily, per kind of man and cell, and keeps the tables for as long as the variant
lives. Everything it returns is a frozen value; positions are never changed in place.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeVar

from engine.board import Cell
from engine.pieces import Act, Man, Wander
from engine.position import VACANT, Move, Position, bits
from engine.reach import Reach, Sight, compile_reach, compile_sight, flood
from engine.variant import Variant

T = TypeVar("T")


class Movement:
    """The compiled movement of one variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._reaches: list[list[Reach | None]] = [[None] * len(variant.board) for _ in variant.men]
        self._sights: list[list[Sight | None]] = [[None] * len(variant.board) for _ in variant.men]
        owners = bytes(man.seat if man else 0 for man in variant.men)
        self._owners = owners + bytes(256 - len(owners))
        self._royal = frozenset(code for code, man in enumerate(variant.men) if man and man.kind.royal)
        self._pawnlike = frozenset(code for code, man in enumerate(variant.men) if man and man.kind.pawnlike)
        self._wandering = frozenset(
            code for code, man in enumerate(variant.men) if man and any(isinstance(a, Wander) for a in man.kind.atoms)
        )
        cells = range(len(variant.board))
        self._moves = tuple(tuple(Move(origin, target) for target in cells) for origin in cells)

    # ---- what a man can reach

    def pseudo_legal(self, position: Position, origin: Cell | None = None) -> list[Move]:
        """Every move the men of the player to move can make, or those of the one on `origin`, legal or not."""
        placement, men, turn = position[:3]
        owners = placement.translate(self._owners)
        moves: list[Move] = []
        append = moves.append
        movers = men[turn] if origin is None else men[turn] & 1 << origin
        while movers:
            low = movers & -movers
            movers ^= low
            cell = low.bit_length() - 1
            code = placement[cell]
            reach = self._reaches[code][cell] or self._compile(code, cell)
            begin = len(moves)
            for target, move in reach.steps:
                if owners[target] != turn:
                    append(move)
            for slide in reach.slides:
                for target, move in slide:
                    owner = owners[target]
                    if not owner:
                        append(move)
                        continue
                    if owner != turn:
                        append(move)
                    break
            if reach.one_sided:
                self._one_sided(reach, owners, turn, moves)
            if reach.hops:
                self._hops(reach, owners, position, moves)
            if reach.floods:
                self._floods(reach, cell, position, moves)
            if reach.overlaps:
                moves[begin:] = dict.fromkeys(moves[begin:])
            if reach.promotes:
                self._promote(reach, position, moves, begin)
        return moves

    def _one_sided(self, reach: Reach, owners: bytes, turn: int, moves: list[Move]) -> None:
        """Add the moves along paths that only move or only capture; `owners` is the seat on each cell."""
        for slide in reach.quiet:
            for target, move in slide:
                if owners[target]:
                    break
                moves.append(move)
        for slide in reach.strikes:
            for target, move in slide:
                if owners[target]:
                    if owners[target] != turn:
                        moves.append(move)
                    break

    def _hops(self, reach: Reach, owners: bytes, position: Position, moves: list[Move]) -> None:
        """Add the moves to targets with a free way."""
        turn, occupied = position.turn, position.men[0]
        for (target, move, ways), act in reach.hops:
            owner = owners[target]
            if owner == turn or not (act & (Act.CAPTURE if owner else Act.MOVE)):
                continue
            for way in ways:
                if not way & occupied:
                    moves.append(move)
                    break

    def _floods(self, reach: Reach, cell: Cell, position: Position, moves: list[Move]) -> None:
        """Add the moves of a wandering man."""
        occupied = position.men[0]
        plain = self._moves[cell]
        for graph, act in reach.floods:
            reached = flood(graph, cell, occupied) & ~position.men[position.turn]
            if act is Act.MOVE:
                reached &= ~occupied
            elif act is Act.CAPTURE:
                reached &= occupied
            moves.extend([plain[target] for target in bits(reached)])

    def _promote(self, reach: Reach, position: Position, moves: list[Move], begin: int) -> None:
        """Replace the arrivals on promotion cells by one move for each choice."""
        rule = reach.promotes
        if rule is None:
            return
        choices: tuple[str | None, ...] | None = None
        arrived: list[Move] = []
        for move in moves[begin:]:
            if reach.zone >> move.target & 1:
                if choices is None:
                    choices = rule.choices(self.variant, position)
                arrived += [move if letter is None else move._replace(promotion=letter) for letter in choices]
            else:
                arrived.append(move)
        moves[begin:] = arrived

    def _compile(self, code: int, cell: Cell) -> Reach:
        reach = compile_reach(self.variant, self._man(code), cell, self._moves[cell])
        self._reaches[code][cell] = reach
        return reach

    def _man(self, code: int) -> Man:
        man = self.variant.men[code]
        if man is None:
            raise ValueError("no man has code 0")
        return man

    # ---- who attacks what

    def sight(self, code: int, origin: Cell) -> Sight:
        """The cells that a man on `origin` could capture on over an empty board, with the ways there."""
        known = self._sights[code][origin]
        if known is None:
            known = self._sights[code][origin] = compile_sight(self.variant, self._man(code), origin)
        return known

    def wanders(self, position: Position, men: int) -> bool:
        """Whether any of these men moves by wandering, so that its lines cannot be compiled."""
        return bool(self._wandering) and any(position.placement[cell] in self._wandering for cell in bits(men))

    def attackers(self, position: Position, cell: Cell, men: int, occupied: int | None = None) -> Iterator[Cell]:
        """The cells among `men` whose man could capture on `cell`, over the given occupation (else the position's)."""
        blockers = position.men[0] if occupied is None else occupied
        for origin in bits(men):
            code = position.placement[origin]
            ways = self.sight(code, origin).get(cell, ())
            if any(not way & blockers for way in ways) or (
                code in self._wandering and self._wanders_to(code, origin, cell, blockers)
            ):
                yield origin

    def _wanders_to(self, code: int, origin: Cell, cell: Cell, blockers: int) -> bool:
        reach = self._reaches[code][origin] or self._compile(code, origin)
        return any(
            act & Act.CAPTURE and flood(graph, origin, blockers & ~(1 << cell)) >> cell & 1
            for graph, act in reach.floods
        )

    def royals(self, position: Position, seat: int) -> tuple[Cell, ...]:
        """The cells of a seat's royal men."""
        return tuple(cell for cell in bits(position.men[seat]) if position.placement[cell] in self._royal)

    def enemies(self, position: Position, seat: int) -> int:
        """The set of cells with men of other seats."""
        return position.men[0] & ~position.men[seat]

    # ---- moves made

    def captured(self, position: Position, move: Move) -> Cell | None:
        """The cell of the man that the move takes, or None."""
        if move.special is not None and move.special.victim is not None:
            return move.special.victim
        return move.target if position.placement[move.target] else None

    def play(self, position: Position, move: Move) -> Position:
        """The position after a move that the man on its origin can make; the next seat still in the game is to move."""
        placement, men, turn, quiet, lost, out = position
        code = placement[move.origin]
        victim = self.captured(position, move)
        squares = bytearray(placement)
        sides = list(men)
        fallen = 0
        if victim is not None:
            taken = squares[victim]
            loser = self._owners[taken]
            squares[victim] = VACANT
            sides[loser] &= ~(1 << victim)
            lost = _with(lost, loser, bytes(sorted(lost[loser] + bytes([taken]))))
            fallen = loser if taken in self._royal else 0
        squares[move.origin] = VACANT
        squares[move.target] = code
        if move.promotion is not None:
            squares[move.target] = self.variant.codes[turn, move.promotion]
            rule = next(r for r in self.variant.promotions if r.letter == self._man(code).kind.letter)
            lost = _with(lost, turn, rule.lost(self.variant, position._replace(lost=lost), move))
        sides[turn] = sides[turn] & ~(1 << move.origin) | 1 << move.target
        if move.special is not None and move.special.partner is not None:
            origin, target = move.special.partner
            squares[target], squares[origin] = placement[origin], VACANT
            sides[turn] = sides[turn] & ~(1 << origin) | 1 << target
        sides[0] = sum(sides[1:])
        if victim is not None or code in self._pawnlike:
            quiet = (0,) * len(quiet)
        else:
            quiet = _with(quiet, turn, quiet[turn] + 1)
        after = Position(bytes(squares), tuple(sides), turn, quiet, lost, out)
        if fallen:
            after = self.leave(after, fallen)
        return after._replace(turn=self.next_seat(after))

    def leave(self, position: Position, seat: int) -> Position:
        """The position after a seat has left the game; its men leave too as long as more than one seat remains."""
        position = position._replace(out=position.out | 1 << seat)
        if len(self.variant.remaining(position)) < 2:
            return position
        gone = position.men[seat]
        placement = bytes(0 if gone >> cell & 1 else code for cell, code in enumerate(position.placement))
        men = _with(_with(position.men, seat, 0), 0, position.men[0] & ~gone)
        return position._replace(placement=placement, men=men)

    def next_seat(self, position: Position) -> int:
        """The seat that follows the one to move, leaving out the eliminated ones."""
        count = len(self.variant.seats)
        seat = position.turn
        for _ in range(count):
            seat = seat % count + 1
            if not position.out >> seat & 1:
                break
        return seat


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The tuple with one value replaced."""
    return (*values[:index], value, *values[index + 1 :])


@lru_cache(maxsize=128)
def movement_of(variant: Variant) -> Movement:
    """The compiled movement of a variant, made once."""
    return Movement(variant)
