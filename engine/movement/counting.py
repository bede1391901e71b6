"""Counting legal moves without listing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import overload

from engine.geometry.board import Cell
from engine.model.position import VACANT, Move, Position, bit_set, bits
from engine.movement.compiled import Reach
from engine.movement.generator import Movement, situation_of
from engine.variants.variant import Variant


class Counted(Sequence[Move]):
    """Moves of which only the number is known until somebody looks at one."""

    __slots__ = ("_count", "_listed")

    def __init__(self, count: int, listed: Callable[[], Sequence[Move]]) -> None:
        self._count = count
        self._listed = listed

    def __len__(self) -> int:
        """How many there are."""
        return self._count

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...

    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        """One of them, or some."""
        return self._listed()[index]

    def __iter__(self) -> Iterator[Move]:
        """All of them."""
        return iter(self._listed())


class Census:
    """How many moves the pieces of one side have, each for itself, brought up to date from position to position.

    `placement` holds the bytes of the position that it is up to date with, `rights` its rights, `counts` the moves of
    the piece on each cell but of those that are `promoting`, and `total` their sum. `codes` are the pieces that were
    last seen on each cell, of which `watched` tells to whom each cell matters. `near` are the enemies that might attack
    the `royal` piece of the side, or the cells it might go to, all of which are in `sight`; `steps` are those that it
    reaches.
    """

    def __init__(self, size: int) -> None:
        self.placement, self.rights, self.own = 0, 0, 0
        self.total, self.promoting = 0, 0
        self.counts, self.codes, self.watched = [0] * size, [VACANT] * size, [0] * size
        self.royal, self.sight, self.steps, self.near = -1, 0, 0, 0


class Counting(Movement):
    """The movement of one variant for who only asks how many moves there are: its lists are made when looked at.

    Positions that follow each other when a game is counted differ in a few cells, and few pieces mind any of them:
    `censuses` holds the last one of each seat.
    """

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant, remembers=True)
        self.censuses: dict[int, Census] = {}
        self._size = len(self._cells)
        self._singles = [1 << cell for cell in self._cells]
        self._others = [~(255 << 8 * cell) for cell in self._cells]

    def legal(self, position: Position) -> Sequence[Move]:
        """The legal moves, unsorted, each once."""
        return self.variant.legality.legal(self, position)

    def pseudo_legal(self, position: Position, origin: Cell | None = None) -> Sequence[Move]:
        """Every move the pieces of the player to move can make, or those of the one on `origin`, legal or not."""
        if origin is not None or position.due or self._exceptional(position):
            return super().pseudo_legal(position, origin)
        count = self._tally(position, self.allies(position), self._everywhere)
        count += len(self._open_castlings(position, position.pieces[position.turn]))
        return Counted(count, partial(Movement.pseudo_legal, self, position))

    def safe(self, position: Position, royal: Cell, judged: Callable[[Move], bool]) -> Sequence[Move]:
        """The moves after which the royal piece on the cell, the mover's only one, is not attacked."""
        listed = partial(Movement.safe, self, position, royal, judged)
        if self._exceptional(position):
            return listed()
        census = self._taken(position, royal)
        everywhere, steps, promoting = self._everywhere, census.steps, census.promoting
        threats, castled = self._threatened(position, royal, steps, bits(census.near))
        count = (steps & ~threats.danger).bit_count() + len(castled)
        bound = 1 << royal
        for cell, line in threats.pinned.items():
            bound |= 1 << cell
            count += self._tally(position, (cell,), threats.everywhere & line)
        if threats.everywhere != everywhere:
            count += self._tally(position, bits(position.pieces[position.turn] & ~bound), threats.everywhere)
        else:
            count += census.total - census.counts[royal]
            for cell in threats.pinned:
                count -= census.counts[cell]
            if promoting:
                count += self._tally(position, bits(promoting & ~bound), everywhere)
        self.censuses[position.turn] = census
        return listed() if promoting >> royal & 1 else Counted(count, listed)

    def _exceptional(self, position: Position) -> bool:
        """Whether more than the reach of its pieces tells what a player may do."""
        passed = position.passed
        if passed is None:
            return self.variant.captures is not None
        own = position.pieces[position.turn]
        return self.variant.captures is not None or bool(self._en_passant(position, passed, own))

    def _reach(self, code: int, cell: Cell) -> Reach:
        return self._reaches[code][cell] or self._compile(code, cell)

    def _tally(self, position: Position, movers: Iterable[Cell], able: int) -> int:
        """How many moves the pieces on some cells have to those cells, among the ones they reach, that lie in a set."""
        placement, reaches, situation = position.placement, self._reaches, situation_of(position)
        count, all_able = 0, able == self._everywhere
        view: list[int] = []
        for cell in movers:
            reach = reaches[placement[cell]][cell]
            if reach is None:
                reach = self._compile(placement[cell], cell)
            asked = situation & reach.mask
            answer = reach.answers.get(asked)
            if answer is None:
                answer = self._answered(position, reach, asked, view)
            if answer.promotes:
                moves = [move for move in answer.moves if able >> move.target & 1]
                count += len(self._promoted(position, reach, moves))
            elif all_able:
                count += len(answer.moves)
            else:
                count += (answer.targets & able).bit_count()
        return count

    def _taken(self, position: Position, royal: Cell) -> Census:
        """The census of the side to move, brought up to date, for who gives it back afterwards.

        It is nobody else's meanwhile: who asks in another thread begins a new one.
        """
        census = self.censuses.pop(position.turn, None) or Census(len(self._cells))
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

    def _look_round(self, census: Census, position: Position, royal: Cell) -> None:
        """Find the enemies that are near a royal piece."""
        placement = position.placement
        census.royal, census.sight = royal, self._reach(placement[royal], royal).ends | 1 << royal
        for castling, _ in self._castlings[position.turn]:
            census.sight |= castling.safe
        touching = [(cell, self._reach(placement[cell], cell).touched) for cell in self.opponents(position)]
        census.near = bit_set([cell for cell, touched in touching if touched & census.sight])


@lru_cache(maxsize=32)
def counting(variant: Variant) -> Counting:
    """The movement of a variant for counting, made once."""
    return Counting(variant)
