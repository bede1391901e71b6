"""Applying moves: the positions they lead to, and removing pieces from the board."""

from bisect import bisect
from collections.abc import Iterable
from typing import Final, TypeVar

from engine.model.board import Cell
from engine.model.equipment import Castling
from engine.model.position import VACANT, Move, Passed, Position, Special, Tokens, bit_set, bits, fatigue
from engine.movement.attacks import Attacks
from engine.variants.variant import Variant

T = TypeVar("T")

_SINGLE: Final = tuple(bytes([code]) for code in range(256))


class MoveMaker(Attacks):
    """Applies moves, fights and departures to positions of one variant; positions are never changed in place."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self._keeping = _keeping(variant)
        self._castlings: dict[int, list[tuple[Castling, Move]]] = {seat.number: [] for seat in variant.seats}
        for castling in variant.castlings:
            move = Move(*castling.royal, special=Special(partner=castling.partner))
            self._castlings[castling.seat].append((castling, move))
        self._seats = len(variant.seats)
        self._restarted = (0,) * (self._seats + 1)
        self._binding = variant.captures is not None
        self._castling_pairs = [1 << each.royal[0] | 1 << each.partner[0] for each in variant.castlings]
        self._castling_pieces = bit_set([c for each in variant.castlings for c in (each.royal[0], each.partner[0])])

    def play(self, position: Position, move: Move) -> Position:
        """The position after a move that the piece on its origin can make, the next seat in the game to move."""
        if position.due:
            return self._place(position, move)
        turn, quiet, lost = position.turn, position.quiet, position.lost
        origin, target, promotion, special = move
        code, victim, taken = position.placement[origin], self.captured(position, move), VACANT
        squares, sides = bytearray(position.placement), list(position.pieces)
        if victim is not None:
            taken = squares[victim]
            loser, standing = self._owners[taken], 1 << victim
            squares[victim] = VACANT
            sides[loser] ^= standing
            sides[0] ^= standing
            lost = _with(lost, loser, _joined(lost[loser], taken))
        change = _carry(squares, move)
        sides[turn] ^= change
        sides[0] ^= change
        if promotion is not None:
            squares[target] = self.variant.codes[turn, promotion]
            rule = next(r for r in self.variant.promotions if r.letter == self.variant.piece_of(code).kind.letter)
            lost = _with(lost, turn, rule.lost(self.variant, position._replace(lost=lost), move))
        restarts = victim is not None or code in self._pawnlike
        after = Position(
            placement=bytes(squares),
            pieces=tuple(sides),
            turn=self.next_seat(position),
            quiet=self._restarted if restarts else _with(quiet, turn, quiet[turn] + 1),
            lost=lost,
            out=position.out,
            rights=self._rights_after(position.rights, code, move, victim) if position.rights else 0,
            passed=None if special is None or not special.passed else Passed(special.passed, target),
            tokens=_carried(position.tokens, move, victim) if position.tokens else (),
            captor=target if victim is not None and self._binding else None,
            tally=position.tally,
        )
        return self._fallen(after, turn, self._owners[taken]) if taken in self._royal else after

    def _fallen(self, after: Position, turn: int, fallen: int) -> Position:
        after = self.leave(after._replace(turn=turn), fallen)
        return after._replace(turn=self.next_seat(after))

    def _place(self, position: Position, move: Move) -> Position:
        squares, pieces = bytearray(position.placement), list(position.pieces)
        both = 1 << move.origin | 1 << move.target
        squares[move.origin] = squares[move.target] = move.special.placed if move.special else VACANT
        pieces[position.turn] |= both
        pieces[0] |= both
        after = position._replace(placement=bytes(squares), pieces=tuple(pieces), due=position.due - 1)
        return after._replace(turn=self.next_seat(after))

    def remove(self, position: Position, cells: Iterable[Cell]) -> Position:
        """The position without the pieces on some cells, which go among their sides' lost pieces; the turn stays.

        A removal restarts the counters of quiet moves; a seat whose royal is removed leaves the game.
        """
        squares, pieces, lost = bytearray(position.placement), list(position.pieces), position.lost
        gone, fallen = bit_set(list(cells)), list[int]()
        for cell in bits(gone):
            code = squares[cell]
            owner = self._owners[code]
            lost = _with(lost, owner, _joined(lost[owner], code))
            squares[cell] = VACANT
            pieces[owner] &= ~(1 << cell)
            if code in self._royal:
                fallen.append(owner)
        pieces[0] &= ~gone
        after = position._replace(
            placement=bytes(squares),
            pieces=tuple(pieces),
            quiet=self._restarted,
            lost=lost,
            rights=self._rights(position.rights, gone),
            tokens=tuple([pair for pair in position.tokens if not gone >> pair[0] & 1]),
        )
        for seat in fallen:
            after = self.leave(after, seat)
        return after

    def pass_turn(self, position: Position) -> Position:
        """The position with the turn passed to the next seat and nothing left to be taken en passant."""
        return position._replace(turn=self.next_seat(position), passed=None, captor=None)

    def _rights(self, rights: int, touched: int) -> int:
        """The first moves left after pieces on some cells have moved or fallen; castling needs both its pieces."""
        gone = rights & touched
        if not gone:
            return rights
        left, bound = rights ^ gone, self._castling_pieces
        if bound and gone & bound and left & bound:
            kept = 0
            for both in self._castling_pairs:
                if left & both == both:
                    kept |= both
            left = left & ~bound | kept
        return left

    def _rights_after(self, rights: int, code: int, move: Move, victim: Cell | None) -> int:
        """The first moves left after a move of a piece of some code, which may keep its own where it captures."""
        touched = 1 << move.origin | 1 << move.target
        if victim is None:
            return self._rights(rights, touched)
        kept = rights >> move.origin & self._keeping.get(code, 0) >> move.target & 1
        return self._rights(rights, touched | 1 << victim) | kept << move.target

    def castling_of(self, move: Move, seat: int) -> Castling | None:
        if move.special is None or move.special.partner is None:
            return None
        return next(castling for castling, candidate in self._castlings[seat] if candidate == move)

    def leave(self, position: Position, seat: int) -> Position:
        """The position after a seat has left the game, with its pieces where more than two play.

        An army that leaves restarts the counters of quiet moves.
        """
        position = position._replace(out=position.out | 1 << seat)
        if len(self.variant.seats) == 2:
            return position
        gone = position.pieces[seat]
        placement = bytes(0 if gone >> cell & 1 else code for cell, code in enumerate(position.placement))
        pieces = _with(_with(position.pieces, seat, 0), 0, position.pieces[0] & ~gone)
        passed = position.passed if position.passed and not gone >> position.passed.piece & 1 else None
        rights = position.rights & ~gone
        tokens = tuple(pair for pair in position.tokens if not gone >> pair[0] & 1)
        return position._replace(
            placement=placement, pieces=pieces, quiet=self._restarted, rights=rights, passed=passed, tokens=tokens
        )

    def next_seat(self, position: Position) -> int:
        """The seat that follows the one to move, leaving out the eliminated ones."""
        count, seat, out = self._seats, position.turn, position.out
        for _ in range(count):
            seat = seat % count + 1
            if not out >> seat & 1:
                break
        return seat


def _keeping(variant: Variant) -> dict[int, int]:
    """By the codes of pieces that keep a first move when they use it to capture: the cells on which they keep it."""
    cells: dict[int, int] = {}
    for seat, letter, cell in variant.stepping:
        if variant.by_letter[letter].keeps_first_move:
            code = variant.codes[seat, letter]
            cells[code] = cells.get(code, 0) | 1 << cell
    return cells


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[index] = value
    return tuple(changed)


def _joined(lost: bytes, code: int) -> bytes:
    if not lost or lost[-1] <= code:
        return lost + _SINGLE[code]
    place = bisect(lost, code)
    return lost[:place] + _SINGLE[code] + lost[place:]


def _carry(squares: bytearray, move: Move) -> int:
    """Carry a piece, and its partner, from origin to target; the cells that changed hands, as a set."""
    change = 1 << move.origin | 1 << move.target
    squares[move.target], squares[move.origin] = squares[move.origin], VACANT
    if move.special is not None and move.special.partner is not None:
        origin, target = move.special.partner
        squares[target], squares[origin] = squares[origin], VACANT
        change ^= 1 << origin | 1 << target
    return change


def _carried(tokens: Tokens, move: Move, victim: Cell | None) -> Tokens:
    """The tokens after a move: those of the mover, and of its partner, go along; those of the piece taken leave."""
    origin, target, _, special = move
    partner = None if special is None else special.partner
    if partner is None and not fatigue(tokens, origin) and (victim is None or not fatigue(tokens, victim)):
        return tokens
    found: list[tuple[Cell, int]] = []
    for cell, count in tokens:
        if cell == origin:
            found.append((target, count))
        elif partner is not None and cell == partner[0]:
            found.append((partner[1], count))
        elif cell != victim:
            found.append((cell, count))
    found.sort()
    return tuple(found)
