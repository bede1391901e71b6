"""Endings: what is on the board, repetition and quiet moves, other ways to win, eliminations and skipped turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, ClassVar

from engine.model.position import Passed, Position, bit_set, bits
from engine.rules.legality import in_check
from engine.rules.protocols import Clause, Ending, Result

if TYPE_CHECKING:
    from engine.movement.generator import Movement

POOR: Mapping[str, str] = {"insufficient": "neither side has enough left to win"}


@dataclass(frozen=True)
class LastStanding(Clause):
    """The last seat still in the game has won."""

    text: str = "Take the enemy royal piece and you win."
    reasons: ClassVar[Mapping[str, str]] = {
        "royal-captured": "by capturing the {royal}",
        "last-standing": "as the last one standing",
    }

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        if not line[-1].out:
            return None
        remaining = movement.variant.remaining(line[-1])
        if len(remaining) > 1:
            return None
        return Result(remaining[0], "royal-captured" if len(movement.variant.seats) == 2 else "last-standing")


@dataclass(frozen=True)
class OnlyRoyalsLeft(Clause):
    """Nothing but royal pieces on the board is a draw."""

    text: str = "Only royal pieces left: draw."
    reasons: ClassVar[Mapping[str, str]] = POOR

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        return Result(None, "insufficient") if movement.only(line[-1]) else None


@dataclass(frozen=True)
class TooLittleMaterial(Clause):
    """A draw when neither side could ever mate.

    Besides the royals there is one piece of the kinds `alone`, or nothing but pieces of the kind `coloured`, all on
    cells of one colour. `fought` is the ending that takes its place where captures are fought out.
    """

    alone: str
    coloured: str
    fought: Ending
    reasons: ClassVar[Mapping[str, str]] = POOR

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        position = line[-1]
        if not movement.only(position, self.alone + self.coloured):
            return None
        cells = list(bits(position.pieces[0] & ~movement.royal_set(position)))
        letters = [movement.variant.piece_of(position.placement[cell]).kind.letter for cell in cells]
        single = len(letters) == 1 and letters[0] in self.alone
        weak = {*letters} <= {self.coloured} and len({movement.variant.board.shade(cell) for cell in cells}) < 2
        return Result(None, "insufficient") if single or weak else None


@dataclass(frozen=True)
class FewPieces(Clause):
    """A draw when all pieces are royal or of the kinds `weak`, and each side has at most one besides its royal."""

    weak: str
    reasons: ClassVar[Mapping[str, str]] = POOR

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        position = line[-1]
        if not movement.only(position, self.weak):
            return None
        sides = [
            (position.pieces[seat], movement.royals(position, seat)) for seat in movement.variant.remaining(position)
        ]
        few = all(pieces.bit_count() - len(royals) <= 1 for pieces, royals in sides)
        return Result(None, "insufficient") if few else None


@dataclass(frozen=True)
class TimeAgainstBareRoyal:
    """A draw when a player's time runs out while the opponent has nothing but the piece `royal`.

    For games for two that are won by mate, played without fights.
    """

    royal: str
    reasons: ClassVar[Mapping[str, str]] = {"time-insufficient": "time ran out against a bare {royal}"}

    @property
    def text(self) -> str:
        return f"If your time runs out while your opponent has only a {self.royal}, it's a draw."

    @property
    def rulings(self) -> tuple[str, ...]:
        return (f"Running out of time against a bare {self.royal} draws, as in article 6.9 of FIDE's Laws of Chess.",)

    def result(self, movement: Movement, position: Position, late: int) -> Result | None:
        others = movement.enemies(position, late)
        bare = not position.due and others == others & movement.royal_set(position)
        return Result(None, "time-insufficient") if bare else None


@dataclass(frozen=True)
class NoMoveLeft(Clause):
    """A player to move without a legal move: checkmate where `mates` and an opponent attacks the royal, else a draw.

    `share` is what the stalemated player scores; what is left of the point goes to the opponent, in games for two.
    """

    mates: bool = False
    share: Fraction = Fraction(1, 2)
    text: str = "If you have no legal move on your turn, the game is a draw (stalemate)."

    @property
    def reasons(self) -> Mapping[str, str]:
        even = self.share == Fraction(1, 2)
        return {"checkmate": "by checkmate", "stalemate": "by stalemate" if even else "stalemate"}

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        position = line[-1]
        others = [seat for seat in movement.variant.remaining(position) if seat != position.turn]
        if self.mates and others and in_check(movement, position):
            return Result(others[0], "checkmate")
        if self.share == Fraction(1, 2):
            return Result(None, "stalemate")
        shares = (self.share if seat.number == position.turn else 1 - self.share for seat in movement.variant.seats)
        return Result(None, "stalemate", tuple(shares))


CHECKMATE_OR_DRAW = NoMoveLeft(
    mates=True,
    text="If you have no legal move, you lose if you're in check (checkmate); if you aren't, it's a draw (stalemate).",
)
_ALIKE = itemgetter(*(index for index, name in enumerate(Position._fields) if name not in {"quiet", "passed"}))
"""The key of a position for repetition, first steps apart."""


def occurrences(movement: Movement, line: Sequence[Position]) -> int:
    """Number of occurrences of the last position: the same pieces, turn, rights and tally, with any quiet moves."""
    last = line[-1]
    if list(map(attrgetter("placement"), line)).count(last.placement) == 1:
        return 1
    similar = list(compress(line, map(_ALIKE(last).__eq__, map(_ALIKE, line))))
    if not any(map(attrgetter("passed"), similar)):
        return len(similar)
    passed = _passed(movement, last)
    return sum(_passed(movement, position) == passed for position in similar)


def repetitions(movement: Movement, line: Sequence[Position]) -> int:
    """The same in a game whose pawn-like pieces never go back.

    No position there outlasts a capture or a move of theirs, so only those that the counters count are looked at.
    """
    return occurrences(movement, line[-1 - sum(line[-1].quiet) :])


def _passed(movement: Movement, position: Position) -> Passed | None:
    if position.passed is None:
        return None
    answers = (move.special for move in movement.legal(position))
    return position.passed if any(special and special.victim is not None for special in answers) else None


@dataclass(frozen=True)
class Fivefold(Clause):
    """The same position for the fifth time is a draw; for games whose pawn-like pieces never go back."""

    text: str = "When a position occurs for the fifth time, the game is a draw."
    reasons: ClassVar[Mapping[str, str]] = {"fivefold": "by fivefold repetition"}

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        return Result(None, "fivefold") if len(line) > 8 and repetitions(movement, line) >= 5 else None


@dataclass(frozen=True)
class TooQuiet(Clause):
    """A draw after `each` moves by each remaining player without a capture or a pawn-like move."""

    each: int
    reason: str

    @property
    def reasons(self) -> Mapping[str, str]:
        return {self.reason: f"by {self.each} quiet moves each"}

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        position = line[-1]
        if max(position.quiet) < self.each:
            return None
        quiet = min(position.quiet[seat] for seat in movement.variant.remaining(position))
        return Result(None, self.reason) if quiet >= self.each else None


@dataclass(frozen=True)
class Threefold(Clause):
    """A draw to be claimed at the third occurrence of a position; for games whose pawn-like pieces never go back."""

    reason: str = "claim-repetition"
    text: str = "When a position occurs for the third time, either player can claim a draw."
    reasons: ClassVar[Mapping[str, str]] = {"claim-repetition": "by threefold repetition"}

    def available(self, movement: Movement, line: Sequence[Position]) -> bool:
        return repetitions(movement, line) >= 3

    def near(self, movement: Movement, line: Sequence[Position]) -> bool:
        return repetitions(movement, line) >= 2

    def progress(self, movement: Movement, line: Sequence[Position]) -> str:
        count = repetitions(movement, line)
        return f"{count} of 3 repetitions" if count > 1 else ""


@dataclass(frozen=True)
class QuietMoves(Clause):
    """A draw to be claimed after `each` moves by each remaining player without a capture or a pawn-like move."""

    each: int
    reason: str

    @property
    def reasons(self) -> Mapping[str, str]:
        return {self.reason: f"by the {self.each}-move rule"}

    def _made(self, movement: Movement, position: Position) -> int:
        return min(position.quiet[seat] for seat in movement.variant.remaining(position))

    def available(self, movement: Movement, line: Sequence[Position]) -> bool:
        return self._made(movement, line[-1]) >= self.each

    def near(self, movement: Movement, line: Sequence[Position]) -> bool:
        return 2 * self._made(movement, line[-1]) >= self.each

    def progress(self, movement: Movement, line: Sequence[Position]) -> str:
        return f"{self._made(movement, line[-1])} of {self.each} quiet moves"


@dataclass(frozen=True)
class Hill(Clause):
    """Moving the royal piece onto a cell of the equipment's hill, by a legal move, wins immediately."""

    reasons: ClassVar[Mapping[str, str]] = {"hill": "by taking the {royal} to the hill"}

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:
        position, variant = line[-1], movement.variant
        for seat in sorted(variant.remaining(position), key=lambda seat: seat == position.turn):
            if set(movement.royals(position, seat)) & set(variant.hill):
                return Result(seat, "hill")
        return None


@dataclass(frozen=True)
class ManyChecks(Clause):
    """Giving `checks` checks wins; the rule is also the tally that counts them."""

    checks: int
    reason: str

    @property
    def name(self) -> str:
        return "checks"

    @property
    def reasons(self) -> Mapping[str, str]:
        return {self.reason: f"by giving {self.checks} checks"}

    def counted(self, movement: Movement, position: Position, after: Position) -> tuple[int, ...]:
        """One more for the seat that has moved, if its move gives check, by however many pieces."""
        checks = in_check(movement, after)
        return tuple(count + (checks and seat == position.turn) for seat, count in enumerate(position.tally))

    def result(self, movement: Movement, line: Sequence[Position]) -> Result | None:  # noqa: ARG002
        winners = (seat for seat, count in enumerate(line[-1].tally) if count >= self.checks)
        return next((Result(seat, self.reason) for seat in winners), None)


@dataclass(frozen=True)
class CheckmatedByTheMover(Clause):
    """When a turn begins, all opponents whose royal piece the player to move attacks leave with all their pieces.

    This repeats, since pieces that leave may uncover an attack on another royal piece.
    """

    def begun(self, movement: Movement, position: Position) -> tuple[Position, tuple[int, ...]]:
        """The position in which no remaining royal is attacked by the player to move, and the seats that left."""
        gone: list[int] = []
        while attacked := self._attacked(movement, position):
            for seat in attacked:
                position = movement.leave(position, seat)
            gone += attacked
        return position, tuple(gone)

    def _attacked(self, movement: Movement, position: Position) -> list[int]:
        own = position.pieces[position.turn]
        if not movement.is_attacked(position, movement.royal_set(position) & ~own, own, able=True):
            return []
        royals = {seat: bit_set(movement.royals(position, seat)) for seat in movement.variant.remaining(position)}
        attacked = {seat: movement.is_attacked(position, cells, own, able=True) for seat, cells in royals.items()}
        return [seat for seat, found in attacked.items() if found and seat != position.turn]


@dataclass(frozen=True)
class Skipped(Clause):
    """A player without a legal move is skipped; the next one moves."""
