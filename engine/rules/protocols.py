"""The protocol through which rules ask what pieces can do; `engine.movement.generator` implements it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

from engine.model.board import Cell
from engine.model.equipment import Castling, Equipment, PieceType, Seat
from engine.model.position import Move, Position


class Threats:
    """The cells open to any piece but the royal, those open to each pinned piece, the zone's attacked cells."""

    def __init__(self, everywhere: int, pinned: dict[Cell, int], danger: int) -> None:
        self.everywhere, self.pinned, self.danger = everywhere, pinned, danger


class Mechanics(Protocol):
    """The pieces of one variant: where they stand, what they attack, the moves they can make and what these lead to."""

    variant: Equipment
    """What the game is played with."""

    def legal(self, position: Position) -> Sequence[Move]:
        """The legal moves, unsorted, each once."""

    def pseudo_legal(self, position: Position) -> Sequence[Move]:
        """Every move the pieces of the player to move can make, legal or not."""

    def safe(self, position: Position, royal: Cell, judged: Callable[[Move], bool]) -> Sequence[Move]:
        """The moves after which the mover's only royal is not attacked.

        Those en passant have to be `judged`.
        """

    def attackers(
        self, position: Position, cell: Cell, pieces: int, occupied: int | None = None, *, able: bool = False
    ) -> Sequence[Cell]:
        """The cells of `pieces` whose piece could capture on `cell`, over this occupation (else the position's).

        With `able` only those that the rule of captures lets take the enemy piece there; they are all of one side.
        """

    def is_attacked(
        self, position: Position, targets: int, pieces: int, occupied: int | None = None, *, able: bool = False
    ) -> bool:
        """Whether `attackers` would find any for one of a set of cells."""

    def pins(self, position: Position, royal: Cell, zone: int = 0) -> Threats:
        """What the enemies of the player to move do to a royal piece of that player, and to the cells of `zone`."""

    def mover(self, position: Position, move: Move) -> PieceType:
        """The kind of the piece that moves, or is placed."""

    def captured(self, position: Position, move: Move) -> Cell | None:
        """The cell of the piece that the move takes, or None."""

    def castling_of(self, move: Move, seat: int) -> Castling | None:
        """The castling that a move is, or None."""

    def enemies(self, position: Position, seat: int) -> int:
        """The set of cells with pieces of other seats."""

    def royals(self, position: Position, seat: int) -> tuple[Cell, ...]:
        """The cells of a seat's royal pieces."""

    def royal_set(self, position: Position) -> int:
        """The set of cells of all royal pieces."""

    def only(self, position: Position, letters: str = "") -> bool:
        """Whether every piece is royal, or of one of the kinds with these letters."""

    def is_royal(self, code: int) -> bool:
        """Whether the piece of this code is royal."""

    def kind(self, code: int) -> PieceType:
        """The kind of the piece of this code; ValueError for a vacant cell's."""

    def die(self, code: int) -> int:
        """The faces of the die that the piece of this code fights with."""

    def wanders(self, position: Position, pieces: int) -> bool:
        """Whether any of these pieces moves by wandering, so that its lines cannot be compiled."""

    def play(self, position: Position, move: Move) -> Position:
        """The position after a move; the next seat still in the game is to move."""

    def passed_on(self, position: Position) -> Position:
        """The position with the turn passed to the next seat."""

    def remove(self, position: Position, cells: Iterable[Cell]) -> Position:
        """The position without the pieces on some cells, which go among their sides' lost pieces; the turn stays."""

    def leave(self, position: Position, seat: int) -> Position:
        """The position after a seat has left the game."""


class Result(NamedTuple):
    """How a game ended: the winning seat's number (None for a draw, or no result) and the reason, a word for machines.

    The rule that gives a reason also gives its words (see `Ending.reasons`). `shares` is what each seat scores in a
    draw that divides the point unequally, () otherwise.
    """

    winner: int | None
    reason: str
    shares: tuple[Fraction, ...] = ()


CLOSED = "closed"
"""The reason of a game that has ended without a result."""
BY_WILL: Mapping[str, str] = {
    "resignation": "resignation",
    "time": "time ran out",
    "agreement": "by agreement",
    CLOSED: "the game was closed",
}
"""The reasons of results that no rule of a game brings about, in words."""


class Rule(Protocol):
    """Anything the rules card can print: its text, the referee's rulings in it, each a full sentence."""

    @property
    def text(self) -> str:
        """The rule in words."""

    @property
    def rulings(self) -> tuple[str, ...]:
        """What the referee decided where the source is silent."""


class Legality(Rule, Protocol):
    """Which of the moves that the pieces can make are legal."""

    def legal(self, movement: Mechanics, position: Position) -> Sequence[Move]:
        """The legal moves, unsorted, each once.

        Where captures are not fought out, each is a move that the pieces can make, written as they make it.
        """

    def objection(self, movement: Mechanics, position: Position, move: Move) -> str | None:
        """Why a move that the piece can make is not legal, as a clause; None if it is."""


class Promotion(Rule, Protocol):
    """What a kind of piece may or must become on arriving at certain cells."""

    @property
    def letter(self) -> str:
        """The kind that promotes."""

    def zone(self, equipment: Equipment, seat: Seat) -> tuple[Cell, ...]:
        """The cells on which this seat's pieces promote."""

    def choices(self, equipment: Equipment, position: Position, target: Cell) -> tuple[str | None, ...]:
        """The letters open to the player to move on arriving at the target; None stands for staying as it is."""

    def lost(self, equipment: Equipment, position: Position, move: Move) -> bytes:
        """The mover's lost pieces after the promotion."""


class Ending(Rule, Protocol):
    """A way the game ends by itself."""

    @property
    def reasons(self) -> Mapping[str, str]:
        """The reasons of its results in words, where `{royal}` stands for the royal piece."""

    def result(self, movement: Mechanics, line: Sequence[Position]) -> Result | None:
        """The result in the last position of the line, if this rule ends the game there."""


class Claim(Rule, Protocol):
    """A draw that a player may claim."""

    @property
    def reason(self) -> str:
        """The reason the result will carry."""

    @property
    def reasons(self) -> Mapping[str, str]:
        """That reason in words."""

    def available(self, movement: Mechanics, line: Sequence[Position]) -> bool:
        """Whether the draw may be claimed in the last position of the line."""

    def near(self, movement: Mechanics, line: Sequence[Position]) -> bool:
        """Whether the last position of the line is at least half-way to that claim."""

    def standing(self, movement: Mechanics, line: Sequence[Position]) -> str:
        """How far the game is from that claim, in a few words for players; "" while there is nothing to say."""
