"""The order in which moves are tried: the likeliest first, since a good move first makes the others short work."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.position import Move, Position

DEEPEST = 60
_HINTED, _CAPTURE, _PROMOTION, _KILLER = 1 << 40, 1 << 32, 1 << 31, 1 << 30


class Ordering:
    """What a search has learned about moves: those that refuted others at the same ply, and those that often do."""

    def __init__(self, kinds: int, cells: int, worth: Sequence[int]) -> None:
        self._worth = worth
        self._killers: list[tuple[int, int]] = [(-1, -1)] * (DEEPEST + 2)
        self._history = [[0] * cells for _ in range(kinds)]

    def ordered(self, position: Position, legal: Sequence[Move], hint: Move | None, ply: int) -> list[Move]:
        """The moves: the one hinted at, captures of much by little, promotions, then what was good elsewhere."""
        placement, worth, history = position.placement, self._worth, self._history
        killer, other = self._killers[ply]
        ranks: list[int] = []
        for number, (origin, target, promotion, _) in enumerate(legal):
            code, victim = placement[origin], placement[target]
            if victim:
                rank = _CAPTURE + 16 * worth[victim] - worth[code]
            else:
                way = origin << 8 | target
                rank = _KILLER if way in (killer, other) else history[code][target]
            ranks.append((rank if promotion is None else rank + _PROMOTION) << 16 | 0xFFFF ^ number)
        if hint is not None and hint in legal:
            number = legal.index(hint)
            ranks[number] = _HINTED << 16 | 0xFFFF ^ number
        ranks.sort(reverse=True)
        return [legal[0xFFFF ^ rank & 0xFFFF] for rank in ranks]

    def refuted(self, position: Position, move: Move, depth: int, ply: int) -> None:
        """A quiet move has refuted the one before it."""
        way = move.origin << 8 | move.target
        killer, _ = self._killers[ply]
        if way != killer:
            self._killers[ply] = way, killer
        self._history[position.placement[move.origin]][move.target] += depth * depth
