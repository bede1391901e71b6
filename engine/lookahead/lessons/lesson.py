"""A lesson as a value: a game in steps, each with its words, its position and its task."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.geometry.board import Cell
from engine.lookahead.imagined import branches
from engine.lookahead.lessons.aims import Aim
from engine.model.position import Move, Position
from engine.notation.moves import MoveList
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants.variant import Variant


@dataclass(frozen=True, eq=False)
class LessonStep:
    """A step: what is taught in a few words, the rule in sentences, and a position with an aim for its player to move.

    `variant` is the game's, without fights where the step is not about them. `mover` is the piece that the picture
    shows with its targets, None for none. A step about `danger` shows who attacks which cells.
    """

    title: str
    text: str
    variant: Variant
    position: Position
    aim: Aim
    mover: Cell | None = None
    danger: bool = False

    @cached_property
    def state(self) -> State:
        """The position as a game that begins there."""
        return new_game(self.variant, self.position)

    @property
    def task(self) -> str:
        """What the learner is to do, as a sentence."""
        return self.aim.task(self.variant, self.position)

    @cached_property
    def legal(self) -> MoveList:
        """The legal moves of the position."""
        return sheet(self.state)

    @cached_property
    def solutions(self) -> tuple[Move, ...]:
        """The legal moves that do what is asked for, however their fights end."""
        return tuple(
            move for move in self.legal.legal if all(self.aim.met(after) for after in branches(self.state, move))
        )


@dataclass(frozen=True, eq=False)
class Lesson:
    """A game taught: its steps in order."""

    variant: Variant
    steps: tuple[LessonStep, ...]
