"""Hints: which piece, then where it goes, then why."""

from __future__ import annotations

from typing import NamedTuple

from engine.lookahead.coach.lines import line_written
from engine.lookahead.coach.reasons import reasons
from engine.lookahead.coach.shares import standing
from engine.lookahead.search import Level, Thought, think
from engine.model.english import form
from engine.model.position import Move
from engine.notation.describe import move_in_words
from engine.notation.moves import short_form
from engine.play.state import State

ADVISING = Level(0, "coach", "gives advice.", 12_000, 12, 0, 0)
"""How far the coach looks."""
STEPS = 3


class Hint(NamedTuple):
    """Advice in three steps, each a text: which piece, where it goes, and why; and the move that it advises."""

    piece: str
    place: str
    why: str
    move: Move

    @property
    def steps(self) -> tuple[str, ...]:
        """The texts, in order; there are `STEPS`."""
        return self.piece, self.place, self.why


def hint(state: State, level: Level = ADVISING) -> Hint:
    """Advice for the player to move; ValueError where no move is awaited."""
    return hint_of(state, think(state, level, 0))


def hint_of(state: State, thought: Thought, *, told: bool = True) -> Hint:
    """Advice made from a thought about the state; unless `told`, it says nothing about who stands better."""
    move, movement, position, variant = thought.move, state.movement, state.position, state.variant
    kind, names = movement.mover(position, move), variant.board.names
    placed = move.special is not None and bool(move.special.placed)
    piece = f"Look at your {kind.name} on {names[move.origin]}."
    if placed:
        piece = f"Think of where your {form(2, kind.name, kind.plural)} could stand."
    fight = variant.combat.fight(movement, position, move) if variant.combat else None
    words = move_in_words(movement, position, move, verb="attacks" if fight else "takes")
    place = f"{words[:1].upper()}{words[1:]}: {short_form(movement, position, move)}."
    line = line_written(state, thought.line)
    expected = f"I expect {line}." if len(thought.line) > 1 else ""
    stands = standing(variant, state.turn, thought.value) if told else ""
    why = " ".join(filter(None, [*reasons(state, thought), stands, expected]))
    return Hint(piece, place, why, move)
