"""Attacks, checks and pins of the pieces in a position."""

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import NamedTuple

from engine.model.board import Cell
from engine.model.equipment import PieceType
from engine.model.position import VACANT, Move, Position, bit_set, bits
from engine.movement.compiled import ENEMY, OPEN, OWN, Line, Reach
from engine.variants.variant import Variant


class Pins(NamedTuple):
    """The cells open to any piece but the royal, those open to each pinned piece, the zone's attacked cells."""

    everywhere: int
    pinned: dict[Cell, int]
    danger: int


class Roster:
    """The pieces of one variant by their codes: where mechanics begin."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        owners = bytes(piece.seat if piece else 0 for piece in variant.pieces).ljust(256, b"\0")
        self._owners = owners
        self._cells = tuple(range(len(variant.board)))
        self._hostile = {
            seat.number: bytes(owner not in {0, seat.number} for owner in owners) for seat in variant.seats
        }
        self._views = {seat.number: _viewed(owners, seat.number) for seat in variant.seats}
        pieces = [(code, piece) for code, piece in enumerate(variant.pieces) if piece]
        self._royal = frozenset(code for code, piece in pieces if piece.kind.royal)
        self._unlike: dict[str, bytes] = {}
        self._royals: dict[int, list[int]] = {seat.number: [] for seat in variant.seats}
        for code, piece in pieces:
            if piece.kind.royal:
                self._royals[piece.seat].append(code)
        self._pawnlike = frozenset(code for code, piece in pieces if piece.kind.pawnlike)
        self._wandering = frozenset(code for code, piece in pieces if piece.kind.wanders)

    def view(self, position: Position) -> bytes:
        """The view of the player to move on each cell."""
        return position.placement.translate(self._views[position.turn])

    def mover(self, position: Position, move: Move) -> PieceType:
        """The kind of the piece that moves, or is placed."""
        placed = move.special.placed if move.special else VACANT
        return self.variant.piece_of(placed or position.placement[move.origin]).kind

    def captured(self, position: Position, move: Move) -> Cell | None:
        """The cell of the piece that the move takes, or None."""
        if move.special is not None and move.special.victim is not None:
            return move.special.victim
        return move.target if position.placement[move.target] else None

    def wanders(self, position: Position, pieces: int) -> bool:
        """True if any of these pieces moves by wandering, so that its lines cannot be compiled."""
        if not self._wandering:
            return False
        return any(pieces >> cell & 1 for code in self._wandering for cell in cells_with(position, code))

    def is_royal(self, code: int) -> bool:
        return code in self._royal

    def royal_set(self, position: Position) -> int:
        return bit_set([cell for code in self._royal for cell in cells_with(position, code)])

    def royals(self, position: Position, seat: int) -> tuple[Cell, ...]:
        return tuple([cell for code in self._royals[seat] for cell in cells_with(position, code)])

    def only(self, position: Position, letters: str = "") -> bool:
        """True if every piece is royal, or of one of the kinds with these letters."""
        others = self._unlike.get(letters)
        if others is None:
            pieces = enumerate(self.variant.pieces)
            found = [
                code for code, piece in pieces if piece and not piece.kind.royal and piece.kind.letter not in letters
            ]
            others = self._unlike[letters] = bytes([code in found for code in range(256)])
        return 1 not in position.placement.translate(others)

    def enemies(self, position: Position, seat: int) -> int:
        """The set of cells with pieces of other seats."""
        return position.pieces[0] ^ position.pieces[seat]


def cells_with(position: Position, code: int) -> Iterator[Cell]:
    """The cells with pieces of a code, ascending."""
    cell = position.placement.find(code)
    while cell >= 0:
        yield cell
        cell = position.placement.find(code, cell + 1)


def _viewed(owners: bytes, seat: int) -> bytes:
    """A table for `bytes.translate` that tells what a seat's player sees on a cell."""
    return bytes((OWN if owner == seat else ENEMY) if owner else OPEN for owner in owners)


class Attacks(Roster):
    """The reaches of one variant's pieces, compiled when a position first asks for them, and what they attack."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        cells = self._cells
        self._everywhere = (1 << len(cells)) - 1
        self._lines: dict[Line, Line] = {}
        self._moves = tuple(tuple(Move(origin, target) for target in cells) for origin in cells)
        self._reaches: list[list[Reach | None]] = [[None] * len(cells) for _ in variant.pieces]

    def _compile(self, code: int, cell: Cell) -> Reach:
        reach = Reach(self.variant, self.variant.piece_of(code), cell, self._moves[cell], self._lines)
        self._reaches[code][cell] = reach
        return reach

    def reach(self, code: int, cell: Cell) -> Reach:
        return self._reaches[code][cell] or self._compile(code, cell)

    def attackers(
        self, position: Position, cell: Cell, pieces: int, occupied: int | None = None, *, able: bool = False
    ) -> Sequence[Cell]:
        """The cells of `pieces` whose piece could capture on `cell`, over this occupation (else the position's).

        With `able` only those that the rule of captures lets take the enemy piece there; they are all of one side.
        """
        placement, reaches = position.placement, self._reaches
        found: list[Cell] = []
        blockers, target = position.pieces[0] if occupied is None else occupied, 1 << cell
        for origin in bits(pieces):
            reach = reaches[placement[origin]][origin]
            if reach is None:
                reach = self._compile(placement[origin], origin)
            if reach.touched & target and reach.hits(cell, blockers):
                found.append(origin)
        rule = self.variant.captures if able and found else None
        return found if rule is None else rule.able(self.variant, position, cell, found)

    def is_attacked(
        self, position: Position, targets: int, pieces: int, occupied: int | None = None, *, able: bool = False
    ) -> bool:
        """True if `attackers` would find any for one of a set of cells."""
        if able and self.variant.captures is not None:
            return any(self.attackers(position, cell, pieces, occupied, able=True) for cell in bits(targets))
        placement, reaches = position.placement, self._reaches
        blockers = position.pieces[0] if occupied is None else occupied
        for origin in bits(pieces):
            reach = reaches[placement[origin]][origin]
            if reach is None:
                reach = self._compile(placement[origin], origin)
            touched = reach.touched & targets
            while touched:
                low = touched & -touched
                touched ^= low
                if reach.hits(low.bit_length() - 1, blockers):
                    return True
        return False

    def attacks_from(self, position: Position, origin: Cell) -> int:
        """The cells on which the piece on an occupied cell could capture, occupied or not."""
        return self.reach(position.placement[origin], origin).seen(position.pieces[0])

    def pins(self, position: Position, royal: Cell, zone: int = 0) -> Pins:
        """The checks and pins on a royal piece of the player to move, and the attacks on the cells of `zone`.

        Checks and pins are found once: every line from an enemy piece to the royal that is free, or blocked by one
        piece, restricts where the others may go. The zone is judged with the royal lifted from its cell; the lines of
        wandering pieces are left out.
        """
        placement, occupied, own = position.placement, position.pieces[0], position.pieces[position.turn]
        reaches, standing = self._reaches, 1 << royal
        watched, lifted = zone | standing, occupied ^ standing
        everywhere = self._everywhere
        pinned: dict[Cell, int] = {}
        danger = 0
        for attacker in compress(self._cells, placement.translate(self._hostile[position.turn])):
            reach = reaches[placement[attacker]][attacker]
            if reach is None:
                reach = self._compile(placement[attacker], attacker)
            touched = reach.touched & watched
            if not touched:
                continue
            unseen = touched & zone & ~danger
            while unseen:
                low = unseen & -unseen
                unseen ^= low
                cell = low.bit_length() - 1
                if reach.hits(cell, lifted):
                    danger |= low
            if not touched & standing:
                continue
            for way in reach.ways(royal):
                blockers = way & occupied
                if not blockers:
                    everywhere &= way | 1 << attacker
                elif not blockers & (blockers - 1) and blockers & own:
                    cell = blockers.bit_length() - 1
                    pinned[cell] = pinned.get(cell, -1) & (way | 1 << attacker)
        return Pins(everywhere, pinned, danger)
