"""Attacks, checks and pins."""

from __future__ import annotations

from engine.geometry.board import Cell
from engine.model.atoms import Act
from engine.model.position import Move, Position, bit_set, bits
from engine.movement.compiled import Line, Reach, compile_paths
from engine.movement.roster import Roster
from engine.variants.variant import Variant


class Threats:
    """The cells open to any piece but the royal, those open to each pinned piece, the zone's attacked cells."""

    def __init__(self, everywhere: int, pinned: dict[Cell, int], danger: int) -> None:
        self.everywhere, self.pinned, self.danger = everywhere, pinned, danger


class Attacks(Roster):
    """The reaches of one variant's pieces, compiled when a position first asks for them, and what they attack."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        cells = self._cells
        self._everywhere = (1 << len(cells)) - 1
        self._lines: dict[Line, Line] = {}
        self._moves = tuple(tuple(Move(origin, target) for target in cells) for origin in cells)
        self._reaches: list[list[Reach | None]] = [[None] * len(cells) for _ in variant.pieces]
        self._stations: dict[int, list[int]] = {}

    def _compile(self, code: int, cell: Cell) -> Reach:
        reach = Reach(self.variant, self._piece(code), cell, self._moves[cell], self._lines)
        self._reaches[code][cell] = reach
        return reach

    def sight(self, code: int, origin: Cell) -> tuple[Cell, ...]:
        """The cells that a piece on `origin` could capture on over an empty board, ascending."""
        return tuple(bits((self._reaches[code][origin] or self._compile(code, origin)).touched))

    def stations(self, code: int, target: Cell) -> int:
        """The cells from which a piece of this code could capture on the target over an empty board."""
        if code not in self._stations:
            stations = self._stations[code] = [0] * len(self._cells)
            for cell in self._cells:
                paths = compile_paths(self.variant, self._piece(code), cell)
                for each in bits(paths[Act.BOTH].ends(0) | paths[Act.CAPTURE].ends(0)):
                    stations[each] |= 1 << cell
        return self._stations[code][target]

    def attackers(self, position: Position, cell: Cell, pieces: int, occupied: int | None = None) -> list[Cell]:
        """The cells of `pieces` whose piece could capture on `cell`, over this occupation (else the position's)."""
        placement, reaches = position.placement, self._reaches
        found: list[Cell] = []
        blockers, target = position.pieces[0] if occupied is None else occupied, 1 << cell
        for origin in self.cells(position, pieces):
            reach = reaches[placement[origin]][origin]
            if reach is None:
                reach = self._compile(placement[origin], origin)
            if reach.touched & target and reach.hits(cell, blockers):
                found.append(origin)
        return found

    def attacks(self, position: Position, cell: Cell, pieces: int, occupied: int | None = None) -> bool:
        """Whether `attackers` would find any."""
        placement, reaches = position.placement, self._reaches
        blockers, target = position.pieces[0] if occupied is None else occupied, 1 << cell
        for origin in self.cells(position, pieces):
            reach = reaches[placement[origin]][origin]
            if reach is None:
                reach = self._compile(placement[origin], origin)
            if reach.touched & target and reach.hits(cell, blockers):
                return True
        return False

    def guarded(self, position: Position, cell: Cell, lifted: Cell) -> bool:
        """Whether an enemy of the player to move could capture on `cell`, the piece on `lifted` taken off the board."""
        enemies = position.pieces[0] ^ position.pieces[position.turn]
        return self.attacks(position, cell, enemies, position.pieces[0] & ~(1 << lifted))

    def reached_among(self, position: Position, cells: int, pieces: int) -> int:
        """Those of a set of cells on which one of `pieces` could capture."""
        placement, reaches, occupied = position.placement, self._reaches, position.pieces[0]
        found = 0
        for origin in self.cells(position, pieces):
            reach = reaches[placement[origin]][origin]
            if reach is None:
                reach = self._compile(placement[origin], origin)
            touched = reach.touched & cells
            if touched:
                found |= bit_set([cell for cell in bits(touched & ~found) if reach.hits(cell, occupied)])
        return found

    def screens(self, position: Position, royal: Cell) -> int:
        """The set of the mover's pieces that stand alone between an enemy and the mover's royal piece on a cell."""
        return bit_set(list(self.threats(position, royal, 0).pinned))

    def attacked(self, position: Position, origin: Cell) -> int:
        """The cells on which the piece on an occupied cell could capture, whoever stands there."""
        code = position.placement[origin]
        reach = self._reaches[code][origin] or self._compile(code, origin)
        return reach.seen(position.pieces[0])

    def threats(self, position: Position, royal: Cell, zone: int) -> Threats:
        """What the enemies of the player to move do to a royal piece of that player, and to the cells of `zone`.

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
        for attacker in self.opponents(position):
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
        return Threats(everywhere, pinned, danger)
