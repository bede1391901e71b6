"""Legality rules: which pseudo-legal moves are legal, and which captures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from engine.model.board import Cell
from engine.model.english import join_words, with_article
from engine.model.equipment import Equipment
from engine.model.position import Move, Position, bit_set, bits
from engine.rules.protocols import Clause

if TYPE_CHECKING:
    from engine.movement.generator import Movement


@dataclass(frozen=True)
class RoyalMayFall(Clause):
    """Every move the pieces can make is legal; the royal piece may be left or put where it can be captured."""

    text: str = "There is no check: you may leave your royal piece under attack – and lose it."

    def legal(self, movement: Movement, position: Position) -> Sequence[Move]:
        return movement.pseudo_legal(position)

    def objection(self, movement: Movement, position: Position, move: Move) -> str | None:  # noqa: ARG002
        return None


@dataclass(frozen=True)
class RoyalKeptSafe(Clause):
    """No move may leave or put one's own royal piece where an opponent could capture it (check)."""

    text: str = "Your royal piece must not be under attack after your move."

    def legal(self, movement: Movement, position: Position) -> Sequence[Move]:
        """The moves after which no royal piece of the mover is attacked.

        Moves with a special effect, and positions with several royals or wandering enemies, are judged on the position
        they lead to; all others by the threats to the royal piece, found once.
        """
        seat = position.turn
        royals = movement.royals(position, seat)
        keeps_safe = partial(self._keeps_safe, movement, position)
        if position.due or len(royals) != 1 or movement.wanders(position, position.pieces[0] ^ position.pieces[seat]):
            return list(filter(keeps_safe, movement.pseudo_legal(position)))
        return movement.safe(position, royals[0], keeps_safe)

    def _keeps_safe(self, movement: Movement, position: Position, move: Move) -> bool:
        return not self._on_the_way(movement, position, move) and not self._afterwards(movement, position, move)

    def _on_the_way(self, movement: Movement, position: Position, move: Move) -> tuple[Cell, Cell] | None:
        """The first attacked cell of a castling's way, the royal's own first, and the attacker's cell."""
        castling = movement.castling_of(move, position.turn)
        if castling is None:
            return None
        enemies = movement.enemies(position, position.turn)
        lifted = position.pieces[0] & ~(1 << move.origin)
        for cell in sorted(bits(castling.safe), key=lambda cell: cell != move.origin):
            for attacker in movement.attackers(position, cell, enemies, lifted):
                return cell, attacker
        return None

    def _afterwards(self, movement: Movement, position: Position, move: Move) -> tuple[Cell, Cell] | None:
        after = movement.play(position, move)
        enemies = movement.enemies(after, position.turn)
        for royal in movement.royals(after, position.turn):
            for attacker in movement.attackers(after, royal, enemies):
                return royal, attacker
        return None

    def objection(self, movement: Movement, position: Position, move: Move) -> str | None:
        passing = self._on_the_way(movement, position, move)
        danger = passing or self._afterwards(movement, position, move)
        if danger is None:
            return None
        cell, attacker = danger
        variant = movement.variant
        king = variant.piece_of(position.placement[movement.royals(position, position.turn)[0]])
        enemy = variant.piece_of(position.placement[attacker])
        names = variant.board.names
        whose = f"{variant.seat(enemy.seat).name}'s" if len(variant.seats) > 2 else "the"
        attack = f"attacked by {whose} {enemy.kind.name} on {names[attacker]}"
        if passing is None:
            return f"that would leave your {king.kind.name} on {names[cell]} {attack}"
        return f"{names[cell]} is {attack}"


@dataclass(frozen=True)
class RoyalKeptSafeIfPossible(Clause):
    """A turn ends with one's own royal piece unattacked by every remaining opponent, where that can be.

    Where it is attacked and no move helps, any move goes: another player may still interfere. Where it is not attacked
    and no move keeps it so, there is no legal move.
    """

    safe: RoyalKeptSafe = field(default=RoyalKeptSafe(), repr=False)

    def legal(self, movement: Movement, position: Position) -> Sequence[Move]:
        safe = self.safe.legal(movement, position)
        if safe or not in_check(movement, position):
            return safe
        moves = movement.pseudo_legal(position)
        return [move for move in moves if move.special is None or move.special.partner is None]

    def objection(self, movement: Movement, position: Position, move: Move) -> str | None:
        return None if move in self.legal(movement, position) else self.safe.objection(movement, position, move)


@dataclass(frozen=True)
class RoyalKeptUntaken(Clause):
    """No move may leave or put one's royal piece where an opponent may take it on the next move.

    Unlike `RoyalKeptSafe` it asks the variant's rule of captures, in the position after the move. A royal piece that
    moves out of check goes where nothing attacks it at all.
    """

    def legal(self, movement: Movement, position: Position) -> Sequence[Move]:
        """The moves after which the royal piece cannot be taken.

        Where it cannot be taken now, only moves can change that which carry it, have a special effect, or uncover it.
        These are judged one by one; so are all where it is in check, where there are several royals, or where enemies
        wander.
        """
        moves = movement.pseudo_legal(position)
        if position.due:
            return moves
        royals, checked = movement.royals(position, position.turn), in_check(movement, position)
        wander = movement.wanders(position, movement.enemies(position, position.turn))
        judged = position.pieces[position.turn]
        if not checked and not wander and len(royals) == 1:
            judged = bit_set(list(movement.pins(position, royals[0]).pinned)) | 1 << royals[0]
        return [
            move
            for move in moves
            if not (judged >> move.origin & 1 or move.special)
            or not self._dangers(movement, position, move, checked=checked)
        ]

    def _dangers(self, movement: Movement, position: Position, move: Move, *, checked: bool) -> list[Cell]:
        after = movement.play(position, move)
        enemies = movement.enemies(after, position.turn)
        strict = checked and movement.mover(position, move).royal
        royals = movement.royals(after, position.turn)
        return [cell for royal in royals for cell in movement.attackers(after, royal, enemies, able=not strict)]

    def objection(self, movement: Movement, position: Position, move: Move) -> str | None:
        checked = in_check(movement, position)
        dangers = self._dangers(movement, position, move, checked=checked)
        if not dangers:
            return None
        variant = movement.variant
        pieces = [(variant.piece(position, cell), variant.board.names[cell]) for cell in dangers]
        attackers = join_words([f"the {piece.kind.name} on {name}" for piece, name in pieces if piece], "and")
        royal = next(kind.name for kind in variant.kinds if kind.royal)
        if checked and movement.mover(position, move).royal:
            return f"your {royal} is in check and must go where nothing attacks it, but {attackers} would"
        return f"{attackers} could then take your {royal}"


def in_check(movement: Movement, position: Position) -> bool:
    """True if an enemy piece attacks a royal piece of the player to move."""
    royals = bit_set(movement.royals(position, position.turn))
    return movement.is_attacked(position, royals, movement.enemies(position, position.turn), able=True)


@dataclass(frozen=True)
class Hierarchy(Clause):
    """A piece takes an equal or lower one alone, a higher one only with help or when that has just captured.

    `levels` are the letters of each level, the highest first.
    """

    levels: tuple[str, ...]

    def _level(self, equipment: Equipment, position: Position, cell: Cell) -> int:
        letter = equipment.piece_of(position.placement[cell]).kind.letter
        return next(level for level, letters in enumerate(self.levels) if letter in letters)

    def able(self, equipment: Equipment, position: Position, target: Cell, takers: Sequence[Cell]) -> Sequence[Cell]:
        """All pieces if there are several; one alone only against an equal, a lower or an unprotected piece."""
        if len(takers) > 1 or position.captor == target:
            return takers
        victim = self._level(equipment, position, target)
        return [taker for taker in takers if self._level(equipment, position, taker) <= victim]

    def objection(self, movement: Movement, position: Position, move: Move) -> str | None:
        variant = movement.variant
        if move.origin in movement.attackers(position, move.target, position.pieces[position.turn], able=True):
            return None
        taker, victim = variant.piece(position, move.origin), variant.piece(position, move.target)
        if taker is None or victim is None:
            return None
        name = variant.board.names[move.target]
        return (
            f"{with_article(taker.kind.name)} can't take {with_article(victim.kind.name)} alone: no second piece of "
            f"yours attacks {name}, and the {victim.kind.name} hasn't just captured"
        )
