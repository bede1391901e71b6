"""Endings and claims by repetition and by quiet moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from operator import attrgetter, itemgetter
from typing import ClassVar

from engine.model.position import Passed, Position
from engine.rules.mechanics import Mechanics
from engine.rules.protocols import Result

_ALIKE = itemgetter(*(index for index, name in enumerate(Position._fields) if name not in {"quiet", "passed"}))
"""What two occurrences of a position have in common, first steps apart."""


def occurrences(movement: Mechanics, line: Sequence[Position]) -> int:
    """How often the last position has occurred: the same pieces, turn, rights and tally, whatever the quiet moves."""
    last = line[-1]
    if list(map(attrgetter("placement"), line)).count(last.placement) == 1:
        return 1
    similar = list(compress(line, map(_ALIKE(last).__eq__, map(_ALIKE, line))))
    if not any(map(attrgetter("passed"), similar)):
        return len(similar)
    passed = _passed(movement, last)
    return sum(_passed(movement, position) == passed for position in similar)


def repetitions(movement: Mechanics, line: Sequence[Position]) -> int:
    """The same in a game whose pawn-like pieces never go back.

    No position there outlasts a capture or a move of theirs, so only those that the counters count are looked at.
    """
    return occurrences(movement, line[-1 - sum(line[-1].quiet) :])


def _passed(movement: Mechanics, position: Position) -> Passed | None:
    """The first steps that somebody may answer in a position, if any."""
    if position.passed is None:
        return None
    answers = (move.special for move in movement.legal(position))
    return position.passed if any(special and special.victim is not None for special in answers) else None


@dataclass(frozen=True)
class Fivefold:
    """The same position for the fifth time is a draw; for games whose pawn-like pieces never go back."""

    text: str = "When a position occurs for the fifth time, the game is drawn."
    rulings: tuple[str, ...] = ()
    reasons: ClassVar[Mapping[str, str]] = {"fivefold": "the position has occurred five times"}

    def result(self, movement: Mechanics, line: Sequence[Position]) -> Result | None:
        """A draw at the fifth occurrence."""
        return Result(None, "fivefold") if len(line) > 8 and repetitions(movement, line) >= 5 else None


@dataclass(frozen=True)
class TooQuiet:
    """So many moves by each remaining player without a capture or a pawn-like move are a draw."""

    each: int
    reason: str
    text: str
    rulings: tuple[str, ...] = ()

    @property
    def reasons(self) -> Mapping[str, str]:
        """That so many moves were quiet."""
        return {self.reason: f"{self.each} moves each without progress"}

    def result(self, movement: Mechanics, line: Sequence[Position]) -> Result | None:
        """A draw once every remaining player has made that many."""
        position = line[-1]
        if max(position.quiet) < self.each:
            return None
        quiet = min(position.quiet[seat] for seat in movement.variant.remaining(position))
        return Result(None, self.reason) if quiet >= self.each else None


@dataclass(frozen=True)
class Threefold:
    """A draw to be claimed at the third occurrence of a position; for games whose pawn-like pieces never go back."""

    reason: str = "claim-repetition"
    text: str = "When a position occurs for the third time, either player may claim a draw."
    rulings: tuple[str, ...] = ()
    reasons: ClassVar[Mapping[str, str]] = {"claim-repetition": "claimed, the position has occurred three times"}

    def available(self, movement: Mechanics, line: Sequence[Position]) -> bool:
        """Whether the position has occurred often enough."""
        return repetitions(movement, line) >= 3

    def near(self, movement: Mechanics, line: Sequence[Position]) -> bool:
        """Whether the position has occurred before."""
        return repetitions(movement, line) >= 2

    def standing(self, movement: Mechanics, line: Sequence[Position]) -> str:
        """The count in words."""
        count = repetitions(movement, line)
        return f"repetition: {count} of 3" if count > 1 else ""


@dataclass(frozen=True)
class QuietMoves:
    """A draw to be claimed after so many moves by each remaining player without a capture or a pawn-like move."""

    each: int
    reason: str
    text: str
    rulings: tuple[str, ...] = field(default=())

    @property
    def reasons(self) -> Mapping[str, str]:
        """That it was claimed."""
        return {self.reason: f"claimed under the {self.each}-move rule"}

    def _made(self, movement: Mechanics, position: Position) -> int:
        return min(position.quiet[seat] for seat in movement.variant.remaining(position))

    def available(self, movement: Mechanics, line: Sequence[Position]) -> bool:
        """Whether every remaining player has made enough quiet moves."""
        return self._made(movement, line[-1]) >= self.each

    def near(self, movement: Mechanics, line: Sequence[Position]) -> bool:
        """Whether every remaining player has made half of the quiet moves."""
        return 2 * self._made(movement, line[-1]) >= self.each

    def standing(self, movement: Mechanics, line: Sequence[Position]) -> str:
        """The counter in words."""
        return f"{self.each}-move rule: {self._made(movement, line[-1])} of {self.each}"
