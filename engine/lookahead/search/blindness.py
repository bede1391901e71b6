"""Blindness: the moves that a player overlooks."""

from __future__ import annotations

from functools import lru_cache

from engine.geometry.board import Board
from engine.lookahead.search.values import mixed
from engine.model.position import Move, Position


class Blindness:
    """What a player overlooks: of a thousand moves so many, and more of those that go far.

    The same piece is overlooked on the same cells all through a search. What has just moved, to `recent`, is seen at
    once.
    """

    def __init__(self, board: Board, blind: int, seed: int, recent: int) -> None:
        """`blind` is how many of a thousand moves are overlooked, `recent` -1 where nothing has moved."""
        self._board, self._blind, self._seed, self._recent = board, blind, seed, recent
        self._judged: dict[int, bool] = {}

    def overlooks(self, position: Position, move: Move, ply: int) -> bool:
        """Whether a move is overlooked in a position that is so many plies ahead."""
        origin, target, _, _ = move
        if target == self._recent or (ply and origin == self._recent):
            return False
        code, moment = position.placement[origin], 2 + (ply & 1) if ply else 0
        way = ((code << 8 | origin) << 8 | target) << 2 | moment
        missed = self._judged.get(way)
        if missed is None:
            missed = self._judged[way] = self._overlooks(code, origin, target, ply)
        return missed

    def _overlooks(self, code: int, origin: int, target: int, ply: int) -> bool:
        odds = self._blind * (2 + min(_distances(self._board, origin)[target], 8)) // 6
        if not ply:
            odds //= 3
        return mixed(self._seed, code, origin, target, ply & 1) % 1000 < odds


@lru_cache(maxsize=1024)
def _distances(board: Board, origin: int) -> bytes:
    """How far each cell of a board is from one."""
    return bytes([board.distance(origin, cell) for cell in range(len(board))])
