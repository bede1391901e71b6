"""Taking a census of the pieces of one side: how many moves each has, and what that depends on."""

from __future__ import annotations

from engine.geometry.board import Cell
from engine.model.position import VACANT, Position, bit_set, bits
from engine.movement.compiled import Reach
from engine.movement.generator import Movement
from engine.variants.variant import Variant


class Census:
    """How many moves the pieces of one side have in one position, each for itself; it is not changed once it is made.

    `placement` holds the bytes of the position, `rights` its rights, `own` the cells of the side's pieces, `counts` the
    moves of the piece on each cell but of those that are `promoting`, and `total` their sum. `codes` are the pieces
    that were last seen on each cell, of which `watched` tells to whom each cell matters. `near` are the enemies that
    might attack the `royal` piece of the side, or the cells it might go to, all of which are in `sight`; `steps` are
    those that it reaches. `still` is how many legal moves it has where no piece is bound by a check or a pin, else -1;
    that holds while nothing changes on `lines` and no enemy arrives that might attack the `zone`.
    """

    def __init__(self, size: int, before: Census | None = None) -> None:
        self.placement, self.rights, self.own = 0, 0, 0
        self.total, self.promoting = 0, 0
        self.counts, self.codes, self.watched = [0] * size, [VACANT] * size, [0] * size
        self.royal, self.sight, self.steps, self.near = -1, 0, 0, 0
        self.still, self.zone, self.lines = -1, 0, 0
        if before is not None:
            self.placement, self.rights, self.own = before.placement, before.rights, before.own
            self.total, self.promoting = before.total, before.promoting
            self.counts, self.codes, self.watched = before.counts[:], before.codes[:], before.watched[:]
            self.royal, self.sight, self.steps, self.near = before.royal, before.sight, before.steps, before.near


class CensusTaker(Movement):
    """What takes a census of a position from one of an earlier one, of which it changes little."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant, remembers=True)
        self._size = len(self._cells)
        self._others = [~(255 << 8 * cell) for cell in self._cells]

    def _reach(self, code: int, cell: Cell) -> Reach:
        return self._reaches[code][cell] or self._compile(code, cell)

    def _taken(self, position: Position, royal: Cell, before: Census | None) -> Census:
        """The census of the side to move, made from one before; that one is not changed, since others may read it."""
        census = Census(self._size, before)
        placement, pieces, rights = position.placement, position.pieces, position.rights
        every, own = pieces[0], pieces[position.turn]
        now, changed, stale = int.from_bytes(placement, "little"), 0, rights ^ census.rights
        differing, watched, others, singles = now ^ census.placement, census.watched, self._others, self._singles
        while differing:
            cell = (differing & -differing).bit_length() - 1 >> 3
            differing &= others[cell]
            changed |= singles[cell]
            stale |= watched[cell]
        for cell in bits(census.own & changed & ~own):
            census.total -= census.counts[cell]
            census.counts[cell] = 0
            census.promoting &= ~singles[cell]
        census.placement, census.rights, census.own = now, rights, own
        if census.royal == royal:
            census.near &= ~changed
            for cell in bits(every & changed & ~own):
                if self._reach(placement[cell], cell).touched & census.sight:
                    census.near |= singles[cell]
        else:
            self._look_round(census, position, royal)
            stale |= singles[royal]
        stale = (stale | changed) & own
        if stale:
            self._recount(census, position, stale, own | (every ^ own) << self._size | rights << 2 * self._size)
        self._look_along(census, position, royal)
        return census

    def _recount(self, census: Census, position: Position, stale: int, situation: int) -> None:
        """Count the moves of some pieces anew."""
        placement, reaches = position.placement, self._reaches
        counts, codes, total = census.counts, census.codes, census.total
        view: list[int] = []
        while stale:
            cell = (stale & -stale).bit_length() - 1
            stale &= stale - 1
            code = placement[cell]
            reach = reaches[code][cell]
            if reach is None:
                reach = self._compile(code, cell)
            if codes[cell] != code:
                self._watch(census, cell, code)
            asked = situation & reach.mask
            answer = reach.answers.get(asked)
            if answer is None:
                answer = self._answered(position, reach, asked, view)
            count = len(answer.moves)
            if answer.promotes:
                census.promoting |= 1 << cell
                count = 0
            elif census.promoting:
                census.promoting &= ~(1 << cell)
            if cell == census.royal:
                census.steps = answer.targets
            total += count - counts[cell]
            counts[cell] = count
        census.total = total

    def _watch(self, census: Census, cell: Cell, code: int) -> None:
        """Let a piece on a cell be told of changes where they matter to it, and no longer the one it stands in for."""
        here, before = 1 << cell, census.codes[cell]
        for each in bits(self._reach(before, cell).within) if before else ():
            census.watched[each] &= ~here
        for each in bits(self._reach(code, cell).within):
            census.watched[each] |= here
        census.codes[cell] = code

    def _look_along(self, census: Census, position: Position, royal: Cell) -> None:
        """Find what binds the pieces of a side, and the cells on which that depends."""
        placement, castlings = position.placement, self._castlings[position.turn]
        zone = census.steps | 1 << royal
        lines = zone | self._reach(placement[royal], royal).within
        for castling, _ in castlings:
            lines |= castling.vacant | castling.safe | 1 << castling.partner[0]
            if not castling.vacant & position.pieces[0]:
                zone |= castling.safe
        for cell in bits(census.near):
            reach = self._reach(placement[cell], cell)
            for target in bits(reach.touched & zone):
                lines |= 1 << cell
                for way in reach.ways(target):
                    lines |= way
        own = position.pieces[position.turn]
        threats, castled = self._threatened(position, royal, census.steps, own, bits(census.near))
        calm = threats.everywhere == self._everywhere and not threats.pinned
        census.still = (census.steps & ~threats.danger).bit_count() + len(castled) if calm else -1
        census.zone, census.lines = zone, lines

    def _look_round(self, census: Census, position: Position, royal: Cell) -> None:
        """Find the enemies that are near a royal piece."""
        placement = position.placement
        census.royal, census.sight = royal, self._reach(placement[royal], royal).ends | 1 << royal
        for castling, _ in self._castlings[position.turn]:
            census.sight |= castling.safe
        touching = [(cell, self._reach(placement[cell], cell).touched) for cell in self.opponents(position)]
        census.near = bit_set([cell for cell, touched in touching if touched & census.sight])
