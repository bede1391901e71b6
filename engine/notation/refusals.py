"""Why a text is no move, in words that a player can act on."""

from __future__ import annotations

from engine.model.english import listed, shown
from engine.model.refusal import Refusal

NAMED = 24
"""How many candidates of an ambiguous form are named; a message that named more would not be read."""


class UnreadableMove(Refusal):
    """A text that is no move in any form of the notation; `examples` are legal moves as the referee writes them."""

    given: str
    examples: tuple[str, ...]

    @property
    def text(self) -> str:
        """What could not be read, and how a move looks."""
        quoted = shown(self.given)
        subject = f"I can't read “{quoted}” as a move." if quoted else "There is no move in that."
        return f"{subject} Write the piece's letter and the cell it goes to, for example {listed(self.examples)}."


class AmbiguousMove(Refusal):
    """A text that fits several legal moves, the `candidates`, all of them."""

    given: str
    candidates: tuple[str, ...]

    @property
    def text(self) -> str:
        """The candidates to choose from, or the first of them and how many more there are."""
        named, more = self.candidates[:NAMED], len(self.candidates) - NAMED
        which = listed(named) if more <= 0 else f"{', '.join(named)} … and {more} more"
        return f"“{shown(self.given)}” fits several moves: {which}. Which one?"


class IllegalMove(Refusal):
    """A move that the rules do not allow: the `reason` as a clause, and the nearest legal moves."""

    given: str
    reason: str
    nearest: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The reason, then what is legal nearby."""
        way_on = f" Legal nearby: {', '.join(self.nearest)}." if self.nearest else ""
        return f"“{shown(self.given)}” is not legal: {self.reason.removesuffix('.')}.{way_on}"
