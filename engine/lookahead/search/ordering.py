"""The order in which moves are tried: the likeliest first, since a good move first makes the others short work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.model.position import Move, Position

DEEPEST: Final = 60
_HINTED: Final = 1 << 40
_CAPTURE: Final = 1 << 32
_PROMOTION: Final = 1 << 31
_KILLER: Final = 1 << 30


class Ordering:
    """What a search has learned about moves: those that refuted others at the same ply, and those that often do."""

    def __init__(self, kinds: int, cells: int, worth: Sequence[int]) -> None:
        self._worth = list(worth)
        self._killers = [-1] * (DEEPEST + 2)
        self._older = [-1] * (DEEPEST + 2)
        self._history = [[0] * cells for _ in range(kinds)]

    def ordered(self, position: Position, legal: Sequence[Move], hint: Move | None, ply: int) -> list[Move]:
        """The moves: the one hinted at, captures of much by little, promotions, then what was good elsewhere."""
        placement, worth, history = position.placement, self._worth, self._history
        killer, other = self._killers[ply], self._older[ply]
        hinted = -1 if hint is None else hint.origin << 8 | hint.target
        ranks, others = list[int](), list[Move]()
        for number, move in enumerate(legal):
            origin, target, promotion, _ = move
            way = origin << 8 | target
            if way == hinted and move == hint:
                rank = _HINTED
            else:
                victim = placement[target]
                if victim:
                    rank = _CAPTURE + 16 * worth[victim] - worth[placement[origin]]
                else:
                    rank = _KILLER if way in (killer, other) else history[placement[origin]][target]
                if promotion is not None:
                    rank += _PROMOTION
            if rank:
                ranks.append(-rank << 16 | number)
            else:
                others.append(move)
        ranks.sort()
        return [legal[rank & 0xFFFF] for rank in ranks] + others

    def refuted(self, position: Position, move: Move, depth: int, ply: int) -> None:
        """A quiet move has refuted the one before it."""
        way = move.origin << 8 | move.target
        killer = self._killers[ply]
        if way != killer:
            self._killers[ply], self._older[ply] = way, killer
        self._history[position.placement[move.origin]][move.target] += depth * depth
