"""Evaluation: pieces, cells by what a piece can do there, the way to a royal; kept up to date by moves."""

from collections.abc import Sequence
from functools import lru_cache
from math import fsum
from typing import Final

from engine.lookahead.search.chances import drawn_value
from engine.model.atoms import Act
from engine.model.board import Cell
from engine.model.position import Move, Position, bits
from engine.movement.generator import Movement
from engine.movement.worth import PAWN, crowded_reach, likely_ends, piece_values_of
from engine.rules.protocols import Result
from engine.variants.variant import Variant

WIN: Final = 100_000
"""The score of a won game; a win in n moves scores n less."""
_LONGEST: Final = 1_000
_PLACE: Final = 8
"""Mobility: the worth of one more cell in a piece's reach."""
_ADVANCE: Final = 130
"""The gain of a pawn-like piece over its whole way to promotion."""
_HUNT: Final = 5
_NET: Final = 2
"""The extra worth of a cell from which a piece bars an enemy royal's way."""
_SHELTER: Final = 30


def mates_in(value: int) -> int | None:
    """In how many plies a value wins (positive) or loses (negative), None for one that does neither."""
    plies = WIN - abs(value)
    if plies > _LONGEST:
        return None
    return plies if value > 0 else -plies


Table = Sequence[Sequence[int]]
"""By code and cell, what a piece there is worth."""


def tables(variant: Variant, position: Position, seed: int, taste: int) -> Table:
    """Piece-square tables: the worth of each code on each cell, seen by its owner, given the royals' cells.

    By `seed` every place is misjudged by up to `taste`.
    """
    crowded, values = crowded_reach(variant), piece_values_of(variant)
    army = [_army(variant, position, own) for own in position.pieces]
    fullest = max(_army(variant, variant.start, own) or PAWN for own in variant.start.pieces[1:])
    result: list[Sequence[int]] = []
    for code, piece in enumerate(variant.pieces):
        if piece is None:
            result.append((0,) * len(variant.board))
            continue
        worth = values[code]
        mean = fsum(crowded[code]) / len(crowded[code])
        place = [round((each - mean) * _PLACE) for each in crowded[code]]
        if piece.kind.royal:
            threat = max(value for seat, value in enumerate(army) if seat not in {0, piece.seat})
            place = [round(-each * _SHELTER / 12 * (2 * threat / fullest - 0.7)) for each in crowded[code]]
        elif zone := variant.promotion_zones.get((piece.seat, piece.kind.letter), 0):
            place = _advances(variant, zone)
        if not piece.kind.pawnlike and not piece.kind.royal:
            place = _hunting(variant, position, code, place, army)
        result.append([worth + each + _misjudged(seed, code, cell, taste) for cell, each in enumerate(place)])
    return result


def _army(variant: Variant, position: Position, own: int) -> int:
    values = piece_values_of(variant)
    return sum(values[position.placement[cell]] for cell in bits(own))


@lru_cache(maxsize=256)
def _far(variant: Variant, zone: int) -> tuple[int, ...]:
    board = variant.board
    ends = tuple(bits(zone))
    return tuple(min(board.distance(cell, end) for end in ends) for cell in range(len(board)))


def _advances(variant: Variant, zone: int) -> list[int]:
    far = _far(variant, zone)
    longest = max(far) or 1
    return [_ADVANCE * (longest - each) ** 2 // longest**2 for each in far]


def _hunting(variant: Variant, position: Position, code: int, place: Sequence[int], army: Sequence[int]) -> list[int]:
    """Places with what they gain near enemy royals, the more the stronger one's army is than the royal's.

    With several opponents, who have to be caught one after the other, cells from which a royal's ways are barred gain,
    too.
    """
    seat, gains = variant.piece_of(code).seat, list(place)
    for other, piece in enumerate(variant.pieces):
        if piece is None or not piece.kind.royal or piece.seat == seat or position.out >> piece.seat & 1:
            continue
        cell = position.placement.find(other)
        if cell < 0:
            continue
        ahead = army[seat] / (army[seat] + army[piece.seat] + 1)
        weight = _HUNT * (1 + 4 * max(0.0, ahead - 0.5))
        far = _far(variant, 1 << cell)
        longest = max(far)
        gains = [gain + round(weight * (longest - each) / 2) for gain, each in zip(gains, far, strict=True)]
        if len(variant.seats) > 2 and seat == position.turn:
            zone = 1 << cell | sum(ends for ends, _ in _ranges(variant, other)[cell])
            reached = (
                [chance * (ends & zone).bit_count() for ends, chance in ranges] for ranges in _ranges(variant, code)
            )
            barred = [fsum(chances) for chances in reached]
            gains = [gain + round(_NET * weight * each) for gain, each in zip(gains, barred, strict=True)]
    return gains


@lru_cache(maxsize=256)
def _ranges(variant: Variant, code: int) -> Sequence[Sequence[tuple[int, float]]]:
    """For every cell the cells that a piece there may take on, in sets of those as likely to be reached."""
    piece, found = variant.piece_of(code), []
    facing = variant.seat(piece.seat).facing
    for cell in range(len(variant.board)):
        best: dict[Cell, float] = {}
        for atom in piece.kind.atoms:
            for end, chance in () if atom.act is Act.MOVE else likely_ends(variant, atom, cell, facing):
                best[end] = max(best.get(end, 0.0), chance)
        sets: dict[float, int] = {}
        for end, chance in best.items():
            sets[chance] = sets.get(chance, 0) | 1 << end
        found.append(tuple([(ends, chance) for chance, ends in sets.items()]))
    return tuple(found)


def _misjudged(seed: int, code: int, cell: Cell, taste: int) -> int:
    return mixed(seed, code, cell) % (2 * taste + 1) - taste if taste else 0


def mixed(*numbers: int) -> int:
    """A number that looks random but follows from some others: 32 bits, the same everywhere."""
    value = 0x9E3779B9
    for number in numbers:
        part = (number ^ number >> 32) & 0xFFFFFFFF
        value = (value ^ part) * 0x85EBCA6B & 0xFFFFFFFF
        value = (value ^ value >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
        value ^= value >> 16
    return value


_ARMY: Final = 300
"""The worth of an opponent's army leaving, apart from its pieces."""
_TIRING: Final = 16
_ROYAL_TIRING: Final = 60
FATIGUE_COST: Final = 4
"""The cost of a fatigue token: hundredths of a piece's worth, a royal's safety, and the most that count."""


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
        return self._tiring[code] * min(tokens, FATIGUE_COST)

    def _rescored(self, position: Position, move: Move, score: int, after: Position) -> int:
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
        """The value of a finished game for the hero or for its opponents; a win is worth more the earlier it comes."""
        if result.winner is None:
            value = drawn_value(self._variant, result, self._hero)
            return value if hero else -value
        return WIN - ply if (result.winner == self._hero) is hero else ply - WIN

    def _fall(self, position: Position, code: int, cell: int) -> int:
        """The enemies' gain when a piece falls: with a royal its whole army, with the last royal the game."""
        if code not in self._royal:
            return abs(self._table[code][cell])
        seat = self._variant.piece_of(code).seat
        if self._alone or seat == self._hero or len(self._variant.remaining(position)) == 2:
            return WIN // 2
        placement, army = position.placement, bits(position.pieces[seat])
        return _ARMY + abs(sum(self._table[placement[each]][each] for each in army))
