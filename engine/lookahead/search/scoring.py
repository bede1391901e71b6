"""Scores: what a position is worth to one player as it stands, kept up to date by moves."""

from __future__ import annotations

from typing import Final

from engine.lookahead.search.chances import drawn_value
from engine.lookahead.search.values import WIN, Table
from engine.model.position import Move, Position, bits
from engine.movement.generator import Movement
from engine.rules.protocols import Result

_ARMY: Final = 300
"""What it is worth to see an opponent's army leave, its pieces aside."""
_TIRING: Final = 16
_ROYAL_TIRING: Final = 60
_SPENT: Final = 4
"""What a fatigue token costs: of a piece's worth so many hundredths, of a royal's safety so much; how many tell."""


class Scores:
    """The scores of positions for one player, the hero; all others are its opponents.

    `table` is what a piece is worth to its owner by code and cell. What opponents have counts against the hero, shared
    among them.
    """

    def __init__(self, movement: Movement, root: Position, table: Table) -> None:
        self._movement, self._variant, self._hero = movement, movement.variant, root.turn
        pieces = list(zip(self._variant.pieces, table, strict=True))
        others = max(1, len(self._variant.remaining(root)) - 1)
        self._heroic = [piece is not None and piece.seat == self._hero for piece, _ in pieces]
        self._table: list[list[int]] = [
            list(row) if piece is None or piece.seat == self._hero else [-(each // others) for each in row]
            for piece, row in pieces
        ]
        self._royal = frozenset(code for code, (piece, _) in enumerate(pieces) if piece and piece.kind.royal)
        self._crowned = [code in self._royal for code in range(len(pieces))]
        self._worth = [0 if code in self._royal else sum(row) // len(row) for code, row in enumerate(table)]
        self._tiring = [
            (_ROYAL_TIRING if code in self._royal else self._worth[code] * _TIRING // 100)
            // (1 if piece is None or piece.seat == self._hero else others)
            for code, (piece, _) in enumerate(pieces)
        ]
        self._combat, self._alone = self._variant.combat, len(self._variant.seats) == 2

    def score(self, position: Position) -> int:
        """What a position is worth to the hero as it stands."""
        table, placement, worth = self._table, position.placement, 0
        for cell, code in enumerate(placement):
            if code:
                worth += table[code][cell]
        for cell, tokens in position.tokens:
            tiring = self._tired(placement[cell], tokens)
            worth += -tiring if position.pieces[self._hero] >> cell & 1 else tiring
        if position.out:
            worth += _ARMY * (position.out & ~(1 << self._hero)).bit_count()
        return worth

    def _tired(self, code: int, tokens: int) -> int:
        """What a piece with so many fatigue tokens is worth less."""
        return self._tiring[code] * min(tokens, _SPENT)

    def _rescored(self, position: Position, move: Move, score: int, after: Position) -> int:
        """The score after a move, from that before."""
        foreseen = self._foreseen(position, move, score)
        return self.score(after) if foreseen is None else foreseen

    def _foreseen(self, position: Position, move: Move, score: int) -> int | None:
        """The score after a move, from that before; None where it takes the position after the move to tell."""
        origin, target, promotion, special = move
        code, victim = position.placement[origin], position.placement[target]
        if promotion or special or self._crowned[victim]:
            return None
        row = self._table[code]
        return score + row[target] - row[origin] - self._table[victim][target]

    def _final(self, result: Result, ply: int, *, hero: bool) -> int:
        """The value of a finished game for the hero or for its opponents; a win is worth more the sooner it comes."""
        if result.winner is None:
            value = drawn_value(self._variant, result, self._hero)
            return value if hero else -value
        return WIN - ply if (result.winner == self._hero) is hero else ply - WIN

    def _fall(self, position: Position, code: int, cell: int) -> int:
        """What a piece's enemies gain when it falls: with a royal piece all of its army, and with the last the game."""
        piece = self._variant.pieces[code]
        if piece is None or code not in self._royal:
            return abs(self._table[code][cell])
        if self._alone or piece.seat == self._hero or len(self._variant.remaining(position)) == 2:
            return WIN // 2
        placement, army = position.placement, bits(position.pieces[piece.seat])
        return _ARMY + abs(sum(self._table[placement[each]][each] for each in army))
