"""The rules for three and four players read a second time, slowly, from the rules text alone.

Moves come from what single pieces reach, but who attacks whom, who leaves, what is legal and who is skipped is found by
playing moves out on a plain dictionary of pieces.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.model.board import Cell
from engine.model.position import Move, Position, bits, long_form
from engine.movement.generator import movement_of
from engine.play.state import State
from engine.play.turns import SeatChange
from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant
from tests.engine.support import long_moves

SEVERAL = [key for key in GAMES if len(variant_of(key, {"combat": "off"}).seats) > 2]
"""The ids of the games for three and four."""


class Outcome(NamedTuple):
    """The turn that follows: seat, legal long moves, the seats left and skipped on the way, and the result, if any."""

    turn: int
    legal: frozenset[str]
    checkmated: tuple[int, ...]
    skipped: tuple[int, ...]
    result: tuple[int | None, str] | None


def reaches(variant: Variant, position: Position, seat: int, target: Cell) -> bool:
    """Whether a piece of a seat could capture on a cell, found by listing every one of its moves."""
    movement = movement_of(variant)
    asked = position._replace(turn=seat, passed=None)
    return any(move.target == target for move in movement.piece_moves(asked) if position.placement[target])


def royal(variant: Variant, position: Position, seat: int) -> Cell:
    """The cell of a seat's royal piece."""
    return next(cell for cell in bits(position.pieces[seat]) if variant.pieces[position.placement[cell]].kind.royal)  # type: ignore[union-attr]


def threatened(variant: Variant, position: Position, seat: int, by: int | None = None) -> bool:
    """Whether another seat, or the one named, attacks a seat's royal piece."""
    others = [by] if by else [other for other in variant.remaining(position) if other != seat]
    return any(reaches(variant, position, other, royal(variant, position, seat)) for other in others)


def outcome(variant: Variant, position: Position) -> Outcome:
    """What follows when a turn begins in a position in which the game is not drawn for want of pieces."""
    movement = movement_of(variant)
    checkmated: list[int] = []
    skipped: list[int] = []
    in_a_row = 0
    while True:
        mover = position.turn
        while hit := [
            seat
            for seat in variant.remaining(position)
            if seat != mover and threatened(variant, position, seat, by=mover)
        ]:
            for seat in hit:
                position = movement.leave(position, seat)
            checkmated += hit
            in_a_row = 0
        left = variant.remaining(position)
        if len(left) == 1:
            return Outcome(mover, frozenset(), tuple(checkmated), tuple(skipped), (left[0], "last-standing"))
        if only_royals(variant, position):
            return Outcome(mover, frozenset(), tuple(checkmated), tuple(skipped), (None, "insufficient"))
        legal = moves(variant, position)
        if legal:
            return Outcome(mover, frozenset(legal), tuple(checkmated), tuple(skipped), None)
        in_a_row += 1
        if in_a_row == len(left):
            return Outcome(mover, frozenset(), tuple(checkmated), tuple(skipped), (None, "stalemate"))
        skipped.append(mover)
        later = [seat for seat in left if seat > mover]
        position = position._replace(turn=later[0] if later else left[0], passed=None)


def seen(state: State) -> Outcome:
    """What the referee makes of a turn."""
    result = tuple(state.result)[:2] if state.result else None
    fates = {fate: tuple(told.seat for told in state.notices if told.fate is fate) for fate in SeatChange}
    legal = frozenset(long_moves(state))
    turn = state.position.turn
    return Outcome(turn, legal, fates[SeatChange.CHECKMATED], fates[SeatChange.SKIPPED], result)  # type: ignore[arg-type]


def only_royals(variant: Variant, position: Position) -> bool:
    """Whether no other piece is on the board."""
    return all(variant.pieces[code].kind.royal for code in position.placement if code)  # type: ignore[union-attr]


def moves(variant: Variant, position: Position) -> list[str]:
    """The legal long moves of the player to move."""
    movement, mover = movement_of(variant), position.turn
    everything = movement.pseudo_legal(position)
    quiet_ones = [move for move in everything if not castles(move)]
    safe = [move for move in quiet_ones if not threatened(variant, movement.play(position, move), mover)]
    castling = [move for move in everything if castles(move) and may_castle(variant, position, move)]
    chosen = safe + castling or (quiet_ones if threatened(variant, position, mover) else [])
    return [long_form(variant.board, move) for move in chosen]


def castles(move: Move) -> bool:
    """Whether a move is a castling."""
    return move.special is not None and move.special.partner is not None


def may_castle(variant: Variant, position: Position, move: Move) -> bool:
    """Whether no cell of the royal's way is attacked, each tried by putting the royal there."""
    mover, special = position.turn, move.special
    assert special is not None
    assert special.partner is not None
    code = position.placement[move.origin]
    for cell in (move.origin, special.partner[1], move.target):
        squares = bytearray(position.placement)
        squares[move.origin] = 0
        squares[cell] = code
        own = position.pieces[mover] & ~(1 << move.origin) | 1 << cell
        pieces = tuple(own if seat == mover else cells for seat, cells in enumerate(position.pieces))
        pieces = (sum(pieces[1:]), *pieces[1:])
        if threatened(variant, position._replace(placement=bytes(squares), pieces=pieces), mover):
            return False
    return not threatened(variant, movement_of(variant).play(position, move), mover)
