"""A move that was made, recounted as a sentence in the past tense, for people who do not see the board."""

from __future__ import annotations

from engine.model.english import indefinite
from engine.model.position import Move, Position
from engine.movement.generator import Movement
from engine.notation.describe import kind_on, named
from engine.rules.fight import FightResult, Fought

_ENDED = {
    FightResult.OPEN: "",
    FightResult.WON: " and won",
    FightResult.LOST: " and fell",
    FightResult.TIED: "; nobody fell",
}


def recounted(movement: Movement, before: Position, move: Move, fought: Fought | None = None) -> str:
    """A move made in a position, with the end of its fight: "Red's prowler f4 attacked the empress on e6 and fell."."""
    variant, names = movement.variant, movement.variant.board.names
    side, kind = variant.seat(before.turn).name, movement.mover(before, move)
    if move.special is not None and move.special.placed:
        return f"{side} placed {kind.plural} on {names[move.origin]} and {names[move.target]}."
    who = f"{side}'s {kind.name}"
    if move.special is not None and move.special.partner is not None:
        origin, target = move.special.partner
        return f"{who} castled to {names[move.target]}, the {kind_on(variant, before, origin).name} to {names[target]}."
    victim = movement.captured(before, move)
    piece = None if victim is None else variant.piece(before, victim)
    if piece is None or victim is None:
        told = f"{who} moved from {names[move.origin]} to {names[move.target]}"
    else:
        whom = f"{'' if len(variant.seats) > 2 else 'the '}{named(variant, piece)} on {names[victim]}"
        told = f"{who} {names[move.origin]} {'attacked' if fought else 'took'} {whom}"
        told += _ENDED[fought.verdict] if fought else f" en passant, on {names[move.target]}" * (victim != move.target)
    stayed = fought is not None and fought.verdict is not FightResult.WON
    if move.promotion is not None and not stayed:
        told += f" and became {indefinite(variant.by_letter[move.promotion].name)}"
    return f"{told}."
