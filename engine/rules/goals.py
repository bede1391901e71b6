"""Other ways to win than by mate: reaching the hill, giving three checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.model.position import Position
from engine.rules.legality import in_check
from engine.rules.mechanics import Mechanics
from engine.rules.protocols import Result


@dataclass(frozen=True)
class Hill:
    """Moving the royal piece onto a cell of the equipment's hill, by a legal move, wins at once."""

    text: str
    rulings: tuple[str, ...] = ()
    reasons: ClassVar[Mapping[str, str]] = {"hill": "the {royal} has reached the hill"}

    def result(self, movement: Mechanics, line: Sequence[Position]) -> Result | None:
        """The win of the seat whose royal piece stands on the hill, whoever has moved last before the other."""
        position, variant = line[-1], movement.variant
        for seat in sorted(variant.remaining(position), key=lambda seat: seat == position.turn):
            if set(movement.royals(position, seat)) & set(variant.hill):
                return Result(seat, "hill")
        return None


@dataclass(frozen=True)
class ManyChecks:
    """Giving so many checks wins; the rule is also the tally that counts them."""

    checks: int
    reason: str
    text: str
    rulings: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What is counted."""
        return "checks"

    @property
    def reasons(self) -> Mapping[str, str]:
        """That so many checks were given."""
        return {self.reason: f"{self.checks} checks given"}

    def counted(self, movement: Mechanics, position: Position, after: Position) -> tuple[int, ...]:
        """One more for the seat that has moved, if its move gives check, by however many pieces."""
        checks = in_check(movement, after)
        return tuple(count + (checks and seat == position.turn) for seat, count in enumerate(position.tally))

    def result(self, movement: Mechanics, line: Sequence[Position]) -> Result | None:  # noqa: ARG002
        """The win of the seat with enough checks."""
        winners = (seat for seat, count in enumerate(line[-1].tally) if count >= self.checks)
        return next((Result(seat, self.reason) for seat in winners), None)
