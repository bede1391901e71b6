"""What a learner is to do in a step of a lesson: each aim words itself, and judges the move that was made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.geometry.board import Cell
from engine.model.english import listed
from engine.model.position import Position
from engine.movement.generator import movement_of
from engine.notation.describe import kind_on
from engine.play.state import State
from engine.variants.variant import Variant


class Aim(Protocol):
    """What is to be done in one move."""

    def task(self, variant: Variant, position: Position) -> str:
        """The task as a sentence to the player to move."""

    def met(self, after: State) -> bool:
        """Whether the last move of a state has done it; a fight counts as made, however it ended."""


@dataclass(frozen=True)
class TakeAim:
    """The piece on `victim` is to be taken (with fights: attacked) by the one on `taker`, by any where that is None."""

    victim: Cell
    taker: Cell | None = None

    def task(self, variant: Variant, position: Position) -> str:
        """The sentence: "Take Blue's guard on d5 with your wizard"."""
        verb = "Attack" if variant.combat else "Take"
        deed = f"{verb} {owned(variant, position, self.victim)}"
        if self.taker is None:
            return f"{deed}."
        return f"{deed} with your {kind_on(variant, position, self.taker).name} on {variant.board.names[self.taker]}."

    def met(self, after: State) -> bool:
        """Whether it has been moved against."""
        before, move = after.played[-1].before, after.played[-1].move
        return self.taker in {None, move.origin} and after.movement.captured(before, move) == self.victim


@dataclass(frozen=True)
class ThreatAim:
    """The royal piece on `royal` is to be attacked, by the piece on `mover` after its move; by any where it is None."""

    royal: Cell
    mover: Cell | None = None

    def task(self, variant: Variant, position: Position) -> str:
        """The sentence: "Move your rook to a cell from which it attacks Black's king on e8"."""
        whom = owned(variant, position, self.royal)
        if self.mover is None:
            return f"Make a move after which you attack {whom}."
        kind = kind_on(variant, position, self.mover).name
        return f"Move your {kind} on {variant.board.names[self.mover]} to a cell from which it attacks {whom}."

    def met(self, after: State) -> bool:
        """Whether the piece, or any of that side, could now take the royal one."""
        played, position = after.played[-1], after.line[-1]
        if self.mover not in {None, played.move.origin} or not position.occupied(self.royal):
            return False
        pieces = position.pieces[played.seat] if self.mover is None else 1 << played.move.target
        return bool(after.movement.takers(position, self.royal, pieces))


@dataclass(frozen=True)
class EscapeAim:
    """The royal piece of the player to move is to be out of check."""

    def task(self, variant: Variant, position: Position) -> str:
        """The sentence: "Your king on e4 is in check from Black's queen on e8. Get it out of check"."""
        movement = movement_of(variant)
        royal = movement.royals(position, position.turn)[0]
        takers = movement.takers(position, royal, movement.enemies(position, position.turn))
        name, cell = kind_on(variant, position, royal).name, variant.board.names[royal]
        attackers = listed([owned(variant, position, taker) for taker in takers], "and")
        return f"Your {name} on {cell} is in check from {attackers}. Get it out of check."

    def met(self, after: State) -> bool:
        """Whether nothing can take it now."""
        position, seat = after.line[-1], after.played[-1].seat
        enemies = after.movement.enemies(position, seat)
        return not any(after.movement.takers(position, each, enemies) for each in after.movement.royals(position, seat))


@dataclass(frozen=True)
class PromotionAim:
    """The piece on `mover` is to become another."""

    mover: Cell

    def task(self, variant: Variant, position: Position) -> str:
        """The sentence: "Promote your pawn on e7"."""
        return f"Promote your {kind_on(variant, position, self.mover).name} on {variant.board.names[self.mover]}."

    def met(self, after: State) -> bool:
        """Whether it has promoted."""
        move = after.played[-1].move
        return move.origin == self.mover and move.promotion is not None


@dataclass(frozen=True)
class CastlingAim:
    """The royal piece is to castle."""

    def task(self, variant: Variant, position: Position) -> str:
        """The sentence: "Castle with your king"."""
        royal = movement_of(variant).royals(position, position.turn)[0]
        return f"Castle with your {kind_on(variant, position, royal).name}."

    def met(self, after: State) -> bool:
        """Whether it was a castling."""
        special = after.played[-1].move.special
        return special is not None and special.partner is not None


@dataclass(frozen=True)
class PlacementAim:
    """Pieces are to be placed before the first move."""

    def task(self, variant: Variant, position: Position) -> str:
        """The sentence: "Place two pawns"."""
        movement = movement_of(variant)
        move = movement.legal(position)[0]
        return f"Place your {movement.mover(position, move).plural} now: choose where they go."

    def met(self, after: State) -> bool:
        """Whether pieces were placed."""
        special = after.played[-1].move.special
        return special is not None and bool(special.placed)


@dataclass(frozen=True)
class MateAim:
    """The game is to be won by checkmate."""

    def task(self, variant: Variant, position: Position) -> str:
        """The sentence: "Checkmate Black in one move"."""
        others = [seat for seat in variant.remaining(position) if seat != position.turn]
        return f"Checkmate {variant.seat(others[0]).name} in one move."

    def met(self, after: State) -> bool:
        """Whether whoever moved has won."""
        return after.result is not None and after.result.winner == after.played[-1].seat


def owned(variant: Variant, position: Position, cell: Cell) -> str:
    """The piece on a cell with its owner: "Blue's guard on d5"."""
    piece = variant.piece(position, cell)
    owner = variant.seat(piece.seat).name if piece else ""
    return f"{owner}'s {kind_on(variant, position, cell).name} on {variant.board.names[cell]}"
