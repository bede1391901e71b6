"""The protocols of rules: a rule words itself, and is asked about positions together with the movement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, Protocol

from engine.model.board import Cell
from engine.model.equipment import Equipment, Seat
from engine.model.position import Move, Position

if TYPE_CHECKING:
    from engine.movement.generator import Movement


class Result(NamedTuple):
    """The result of a game: the winning seat's number (None for a draw or no result), and the reason as a key.

    The rule that gives a reason also gives its words (see `Ending.reasons`). `shares` is what each seat scores in a
    draw that divides the point unequally, () otherwise.
    """

    winner: int | None
    reason: str
    shares: tuple[Fraction, ...] = ()


CLOSED = "closed"
"""The reason of a game that has ended without a result."""
BY_WILL: Mapping[str, str] = {
    "resignation": "by resignation",
    "time": "on time",
    "agreement": "by agreement",
    CLOSED: "the game was closed",
}
"""The reasons of results that no rule of a game brings about, in words that follow "wins" or "draw"."""


class Rule(Protocol):
    """Anything the rules card can print: its text, and the referee's rulings in it, each a full sentence."""

    @property
    def text(self) -> str:
        """The rule in words."""

    @property
    def rulings(self) -> tuple[str, ...]:
        """The referee's decisions where the source is silent."""


@dataclass(frozen=True, kw_only=True)
class Clause:
    """A rule that is always worded alike."""

    text: str
    rulings: tuple[str, ...] = ()


class Legality(Rule, Protocol):
    """Selects the legal moves from those that the pieces can make."""

    def legal(self, movement: Movement, position: Position) -> Sequence[Move]:
        """The legal moves, unsorted, each once.

        Where captures are not fought out, each is a move that the pieces can make, written as they make it.
        """

    def objection(self, movement: Movement, position: Position, move: Move) -> str | None:
        """Why a move that the piece can make is not legal, as a clause; None if it is."""


@dataclass(frozen=True)
class Promotion(Clause):
    """The promotions of a kind of piece on arriving at certain cells."""

    letter: str

    def zone(self, equipment: Equipment, seat: Seat) -> tuple[Cell, ...]:
        """The cells on which this seat's pieces promote."""
        raise NotImplementedError

    def choices(self, equipment: Equipment, position: Position, target: Cell) -> tuple[str | None, ...]:
        """The letters open to the player to move on arriving at the target; None means staying as it is."""
        raise NotImplementedError

    def lost(self, equipment: Equipment, position: Position, move: Move) -> bytes:  # noqa: ARG002
        """The mover's lost pieces after the promotion: as before, since the new piece does not come out of them."""
        return position.lost[position.turn]


class Ending(Rule, Protocol):
    """An automatic ending."""

    @property
    def reasons(self) -> Mapping[str, str]:
        """The reasons of its results in words; `{royal}` is replaced by the royal piece."""

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        """The result in the last position of the line, if this rule ends the game there."""


class Claim(Rule, Protocol):
    """A draw that a player may claim."""

    @property
    def reason(self) -> str:
        """The reason the result will carry."""

    @property
    def reasons(self) -> Mapping[str, str]:
        """That reason in words."""

    def available(self, movement: Movement, line: Sequence[Position]) -> bool:
        """True if the draw may be claimed in the last position of the line."""

    def near(self, movement: Movement, line: Sequence[Position]) -> bool:
        """True if the last position of the line is at least half-way to that claim."""

    def progress(self, movement: Movement, line: Sequence[Position]) -> str:
        """The progress towards that claim, in a few words for players; "" while there is nothing to say."""
