"""Attacks, checks and pins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.geometry.board import Cell
from engine.model.atoms import Act
from engine.model.position import COMPILED, Move, Position, bit_set, bits
from engine.movement.compiled import Line, Reach, compile_paths
from engine.movement.memory import Memory
from engine.movement.roster import Roster
from engine.movement.strikes import SEES, Strikes, Watch
from engine.variants.variant import Variant

if TYPE_CHECKING:
    from mypy_extensions import i64


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
        self._memory = Memory()
        self._lines: dict[Line, Line] = {}
        self._moves = tuple(tuple(Move(origin, target) for target in cells) for origin in cells)
        self._reaches: list[list[Reach | None]] = [[None] * len(cells) for _ in variant.pieces]
        self._stations: dict[int, list[int]] = {}
        self._strikes: list[list[Strikes | None]] = [[None] * len(cells) for _ in variant.pieces]
        self._watches: dict[int, Watch] = {}
        self._watching = [self._watched(1 << cell) for cell in cells]

    def _compile(self, code: int, cell: Cell) -> Reach:
        reach = Reach(self.variant, self._piece(code), cell, self._moves[cell], self._lines, self._memory)
        self._reaches[code][cell] = reach
        return reach

    def _lay_out(self, code: int, cell: Cell) -> Strikes:
        """The strikes of a piece from a cell, made when they are first asked for."""
        reach = self._reaches[code][cell] or self._compile(code, cell)
        strikes = Strikes(self._moves[cell], reach.capturing(), promotes=bool(reach.zone))
        self._strikes[code][cell] = strikes
        return strikes

    def _strikes_of(self, code: int, cell: Cell) -> Strikes:
        return self._strikes[code][cell] or self._lay_out(code, cell)

    def _watched(self, cells: int) -> Watch:
        """The watch on some cells, made when it is first asked for."""
        watch = self._watches.get(cells)
        if watch is None:
            watch = self._watches[cells] = Watch(cells, len(self._cells), len(self._reaches))
        return watch

    def _sees(self, watch: Watch, code: int, origin: Cell) -> int:
        """Whether a piece could capture on a watched cell, reckoned for the first time."""
        reach = self._reaches[code][origin] or self._compile(code, origin)
        return watch.tell(code, origin, sees=bool(reach.touched & watch.cells))

    def looming(self, position: Position, royal: Cell, zone: int) -> Iterable[Cell]:
        """The enemies of the player to move that matter to a royal piece and a zone round it, ascending.

        The compiled build leaves out those that could not capture there over an empty board.
        """
        return self._looming(position, royal, zone) if COMPILED else self.opponents(position)

    def _looming(self, position: Position, royal: Cell, zone: int) -> list[Cell]:
        placement, hostile, found = position.placement, self._hostile[position.turn], list[Cell]()
        reach = self._reaches[placement[royal]][royal] or self._compile(placement[royal], royal)
        watch = self._watched(reach.ends | zone | 1 << royal) if zone else self._watched(1 << royal)
        told = watch.told
        size: i64 = len(placement)
        cell: i64
        code: i64
        for cell in range(size):
            code = placement[cell]
            if hostile[code]:
                sees = told[cell][code] or self._sees(watch, code, cell)
                if sees == SEES:
                    found.append(cell)
        return found

    def _striker(
        self, position: Position, cell: Cell, pieces: int, start: Cell, lifted: Cell = -1, occupied: int | None = None
    ) -> Cell:
        """The first cell from `start` on among `pieces` whose piece could capture on a cell; -1 where there is none.

        What stands between is seen over this occupation (else the position's), one more piece `lifted` (-1 for none).
        """
        placement, armies, turn, _, _, _, _, _, _, _, _, _ = position
        board = placement if occupied is None else _occupied(position, occupied)
        eligible, sure, watch = self._standing, True, self._watching[cell]
        if pieces == armies[0] ^ armies[turn]:
            eligible = self._hostile[turn]
        elif pieces == armies[turn]:
            eligible = self._allied[turn]
        else:
            sure = False
        told = watch.told
        first: i64 = start
        size: i64 = len(placement)
        origin: i64
        code: i64
        for origin in range(first, size):
            code = placement[origin]
            if eligible[code]:
                sees = told[origin][code] or self._sees(watch, code, origin)
                if sees == SEES and self._strikes_of(code, origin).hits(cell, board, lifted):
                    striker: Cell = origin
                    if sure or pieces >> striker & 1:
                        return striker
        return -1

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
        if COMPILED:
            origin = self._striker(position, cell, pieces, 0, occupied=occupied)
            while origin >= 0:
                found.append(origin)
                origin = self._striker(position, cell, pieces, origin + 1, occupied=occupied)
            return found
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
        if COMPILED:
            return self._striker(position, cell, pieces, 0, occupied=occupied) >= 0
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
        if COMPILED:
            return self._striker(position, cell, enemies, 0, lifted) >= 0
        return self.attacks(position, cell, enemies, position.pieces[0] & ~(1 << lifted))

    def reached_among(self, position: Position, cells: int, pieces: int) -> int:
        """Those of a set of cells on which one of `pieces` could capture."""
        if COMPILED:
            return bit_set([cell for cell in bits(cells) if self._striker(position, cell, pieces, 0) >= 0])
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
        return bit_set(list(self.threats(position, royal, 0, self.looming(position, royal, 0)).pinned))

    def attacked(self, position: Position, origin: Cell) -> int:
        """The cells on which the piece on an occupied cell could capture, whoever stands there."""
        code = position.placement[origin]
        reach = self._reaches[code][origin] or self._compile(code, origin)
        return reach.seen(position.pieces[0])

    def threats(self, position: Position, royal: Cell, zone: int, enemies: Iterable[Cell]) -> Threats:
        """What some enemies of the player to move do to a royal piece of that player, and to the cells of `zone`.

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
        for attacker in enemies:
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
                if COMPILED:
                    hit = self._strikes_of(placement[attacker], attacker).hits(cell, placement, royal)
                else:
                    hit = reach.hits(cell, lifted)
                if hit:
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


def _occupied(position: Position, occupied: int) -> bytes:
    """A position's placement with other cells occupied, whoever stands on them."""
    squares = bytearray(position.placement)
    for cell in bits(occupied ^ position.pieces[0]):
        squares[cell] = 0 if squares[cell] else 1
    return bytes(squares)
