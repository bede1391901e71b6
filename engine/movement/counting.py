"""Counting legal moves without listing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import overload

from engine.geometry.board import Cell
from engine.model.position import EVERYWHERE, Move, Position, bits
from engine.movement.census import Census, CensusTaker
from engine.movement.generator import Movement, situation_of
from engine.variants.variant import Variant

FEW = 6
"""In how many cells a position may differ from the one that it is counted from."""


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


class Counting(CensusTaker):
    """The movement of one variant for who only asks how many moves there are: its lists are made when looked at.

    Positions that one move leads to differ in a few cells from the one before it, and few pieces mind any of them:
    `censuses` holds the last one of each seat, made before that move, from which each of them is counted.
    """

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.censuses: dict[int, Census] = {}

    def plays(self, position: Position, moves: Iterable[Move]) -> list[Position]:
        """The positions after each of some moves, which are soon counted from this one."""
        reached = super().plays(position, moves)
        seat = reached[0].turn if reached else 0
        census = self.censuses.get(seat)
        if census is not None:
            royals = self.royals(position, seat)
            if len(royals) == 1 and not position.due:
                self.censuses[seat] = self._taken(position._replace(turn=seat), royals[0], census)
        return reached

    def legal(self, position: Position, movers: int = EVERYWHERE) -> Sequence[Move]:
        """The legal moves, unsorted, each once; those of the pieces on the cells `movers`."""
        return self.variant.legality.legal(self, position, movers)

    def pseudo_legal(self, position: Position, movers: int = EVERYWHERE) -> Sequence[Move]:
        """Every move the pieces of the player to move can make, or those on the cells `movers`, legal or not."""
        if movers != EVERYWHERE or position.due or self._exceptional(position):
            return super().pseudo_legal(position, movers)
        count = self._tally(position, self.allies(position), self._everywhere)
        count += len(self._open_castlings(position, position.pieces[position.turn]))
        return Counted(count, partial(Movement.pseudo_legal, self, position))

    def safe(
        self, position: Position, royal: Cell, judged: Callable[[Move], bool], movers: int = EVERYWHERE
    ) -> Sequence[Move]:
        """The moves of some pieces after which the royal piece on the cell, the mover's only one, is not attacked."""
        listed = partial(Movement.safe, self, position, royal, judged, movers)
        if movers != EVERYWHERE or self._exceptional(position):
            return listed()
        total, kings, still, steps, near, promoting = self._since(position, royal)
        own, everywhere, bound = position.pieces[position.turn], self._everywhere, 1 << royal
        if promoting & bound:
            return listed()
        if still >= 0:
            count = still + total - kings
            return Counted(count + self._tally(position, bits(promoting), everywhere) if promoting else count, listed)
        threats, castled = self._threatened(position, royal, steps, own, bits(near))
        count = (steps & ~threats.danger).bit_count() + len(castled)
        for cell, line in threats.pinned.items():
            bound |= 1 << cell
            count += self._tally(position, (cell,), threats.everywhere & line)
        if threats.everywhere != everywhere:
            return Counted(count + self._tally(position, bits(own & ~bound), threats.everywhere), listed)
        count += total - kings
        if threats.pinned:
            count -= self._tally(position, bits(bound & ~(1 << royal | promoting)), everywhere)
        if promoting:
            count += self._tally(position, bits(promoting & ~bound), everywhere)
        return Counted(count, listed)

    def _exceptional(self, position: Position) -> bool:
        """Whether more than the reach of its pieces tells what a player may do."""
        passed = position.passed
        if passed is None:
            return self.variant.captures is not None
        own = position.pieces[position.turn]
        return self.variant.captures is not None or bool(self._en_passant(position, passed, own))

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

    def _since(self, position: Position, royal: Cell) -> tuple[int, int, int, int, int, int]:
        """What the census of the side to move would hold: total, the royal's count, still, steps, near, promoting.

        One that differs in many cells from the one at hand is made and kept.
        """
        census, changed, stale = self.censuses.get(position.turn), 0, 0
        if census is not None and census.royal == royal:
            changed, stale = self._differing(position, census)
        if census is None or census.royal != royal or changed.bit_count() > FEW:
            census = self.censuses[position.turn] = self._taken(position, royal, census)
            changed = stale = 0
        own, counts, placement, reaches = (
            position.pieces[position.turn],
            census.counts,
            position.placement,
            self._reaches,
        )
        total, kings, steps, promoting = census.total, counts[royal], census.steps, census.promoting
        near, still = self._nearing(position, census, changed)
        if changed & census.own & ~own:
            for cell in bits(changed & census.own & ~own):
                total -= counts[cell]
                promoting &= ~(1 << cell)
        stale = (stale | changed) & own
        situation = situation_of(position) if stale else 0
        view: list[int] = []
        while stale:
            low = stale & -stale
            stale ^= low
            cell = low.bit_length() - 1
            reach = reaches[placement[cell]][cell]
            if reach is None:
                reach = self._compile(placement[cell], cell)
            asked = situation & reach.mask
            answer = reach.answers.get(asked)
            if answer is None:
                answer = self._answered(position, reach, asked, view)
            count = 0 if answer.promotes else len(answer.moves)
            promoting = promoting | low if answer.promotes else promoting & ~low
            if cell == royal:
                kings, steps = count, answer.targets
            total += count - counts[cell]
        return total, kings, still, steps, near, promoting

    def _differing(self, position: Position, census: Census) -> tuple[int, int]:
        """The cells in which a position differs from that of a census, and those whose pieces mind."""
        watched, others, singles = census.watched, self._others, self._singles
        differing = int.from_bytes(position.placement, "little") ^ census.placement
        changed, stale = 0, position.rights ^ census.rights
        while differing:
            cell, last = (differing & -differing).bit_length() - 1 >> 3, differing.bit_length() - 1 >> 3
            differing &= others[cell] & others[last]
            changed |= singles[cell] | singles[last]
            stale |= watched[cell] | watched[last]
        return changed, stale

    def _nearing(self, position: Position, census: Census, changed: int) -> tuple[int, int]:
        """The enemies that are near where some cells have changed, and what is still."""
        near, still = census.near & ~changed, census.still
        if (changed | position.rights ^ census.rights) & census.lines:
            still = -1
        come = changed & position.pieces[0] & ~position.pieces[position.turn]
        while come:
            low = come & -come
            come ^= low
            cell = low.bit_length() - 1
            touched = self._reach(position.placement[cell], cell).touched
            if touched & census.sight:
                near |= low
            if touched & census.zone:
                still = -1
        return near, still


@lru_cache(maxsize=32)
def counting(variant: Variant) -> Counting:
    """The movement of a variant for counting, made once."""
    return Counting(variant)
