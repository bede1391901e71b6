"""Endings: what is on the board, repetition and quiet moves, other ways to win, eliminations and skipped turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import compress
from operator import attrgetter, itemgetter
from typing import ClassVar

from engine.model.position import Passed, Position, bit_set, bits
from engine.rules.legality import in_check
from engine.rules.protocols import Ending, Mechanics, Result

POOR: Mapping[str, str] = {"insufficient": "too little material is left"}


@dataclass(frozen=True)
class LastStanding:
    """The last seat still in the game has won."""

    text: str = "Capturing the enemy royal piece wins at once."
    rulings: tuple[str, ...] = ()
    reasons: ClassVar[Mapping[str, str]] = {
        "royal-captured": "the {royal} has fallen",
        "last-standing": "last player standing",
    }

    def result(self, movement: Mechanics, line: Sequence[Position]) -> Result | None:
        """The win of the only seat remaining."""
        if not line[-1].out:
            return None
        remaining = movement.variant.remaining(line[-1])
        if len(remaining) > 1:
            return None
        return Result(remaining[0], "royal-captured" if len(movement.variant.seats) == 2 else "last-standing")


@dataclass(frozen=True)
class OnlyRoyalsLeft:
    """Nothing but royal pieces on the board is a draw."""

    text: str = "If only the royal pieces are left, the game is drawn at once."
    rulings: tuple[str, ...] = ()
    reasons: ClassVar[Mapping[str, str]] = POOR

    def result(self, movement: Mechanics, line: Sequence[Position]) -> Result | None:
        """A draw if every piece is royal."""
        return Result(None, "insufficient") if movement.only(line[-1]) else None


@dataclass(frozen=True)
class TooLittleMaterial:
    """A draw when neither side could ever mate.

    Besides the royals there is one piece of the kinds `alone`, or nothing but pieces of the kind `coloured`, all on
    cells of one colour. `fought` is the ending that takes its place where captures are fought out.
    """

    alone: str
    coloured: str
    fought: Ending
    text: str
    rulings: tuple[str, ...] = ()
    reasons: ClassVar[Mapping[str, str]] = POOR

    def result(self, movement: Mechanics, line: Sequence[Position]) -> Result | None:
        """A draw if no side could mate."""
        position = line[-1]
        if not movement.only(position, self.alone + self.coloured):
            return None
        variant = movement.variant
        others: list[tuple[str, str]] = []
        for cell in bits(position.pieces[0]):
            piece = variant.piece(position, cell)
            if piece and not piece.kind.royal:
                others.append((piece.kind.letter, variant.board.shade(cell)))
        single = len(others) == 1 and others[0][0] in self.alone
        weak = all(letter == self.coloured for letter, _ in others) and len({shade for _, shade in others}) < 2
        return Result(None, "insufficient") if single or weak else None


@dataclass(frozen=True)
class FewPieces:
    """A draw when all pieces are royal or of the kinds `weak`, and each side has at most one besides its royal."""

    weak: str
    text: str
    rulings: tuple[str, ...] = ()
    reasons: ClassVar[Mapping[str, str]] = POOR

    def result(self, movement: Mechanics, line: Sequence[Position]) -> Result | None:
        """A draw if nobody has force enough."""
        position = line[-1]
        if not movement.only(position, self.weak):
            return None
        for seat in movement.variant.remaining(position):
            if position.pieces[seat].bit_count() - len(movement.royals(position, seat)) > 1:
                return None
        return Result(None, "insufficient")


@dataclass(frozen=True)
class TimeAgainstBareRoyal:
    """A draw when a player's time runs out while the opponent has nothing but the piece `royal`.

    For games for two that are won by mate, played without fights.
    """

    royal: str
    reasons: ClassVar[Mapping[str, str]] = {"time-insufficient": "time ran out against a bare {royal}"}

    @property
    def text(self) -> str:
        """The rule in words."""
        return f"If your time runs out while your opponent has only a {self.royal}, the game is drawn."

    @property
    def rulings(self) -> tuple[str, ...]:
        """Where the rule comes from."""
        return (f"Time that runs out against a bare {self.royal} draws, as in article 6.9 of FIDE's Laws of Chess.",)

    def result(self, movement: Mechanics, position: Position, late: int) -> Result | None:
        """The draw if the opponents of the seat `late`, whose time has run out, have only royals."""
        others = movement.enemies(position, late)
        bare = not position.due and others == others & movement.royal_set(position)
        return Result(None, "time-insufficient") if bare else None


@dataclass(frozen=True)
class NoMoveLeft:
    """A player to move without a legal move: checkmate where `mates` and an opponent attacks the royal, else a draw.

    `share` is what the stalemated player scores; what is left of the point goes to the opponent, in games for two.
    """

    mates: bool = False
    share: Fraction = Fraction(1, 2)
    text: str = "If the player to move has no legal move, the game is drawn (stalemate)."
    rulings: tuple[str, ...] = ()

    @property
    def reasons(self) -> Mapping[str, str]:
        """The two reasons in words."""
        even = self.share == Fraction(1, 2)
        return {
            "checkmate": "checkmate",
            "stalemate": "stalemate, no legal move is left" if even else "stalemate",
        }

    def result(self, movement: Mechanics, line: Sequence[Position]) -> Result | None:
        """The result, given that no move is left."""
        position = line[-1]
        others = [seat for seat in movement.variant.remaining(position) if seat != position.turn]
        if self.mates and others and in_check(movement, position):
            return Result(others[0], "checkmate")
        if self.share == Fraction(1, 2):
            return Result(None, "stalemate")
        shares = (self.share if seat.number == position.turn else 1 - self.share for seat in movement.variant.seats)
        return Result(None, "stalemate", tuple(shares))


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


@dataclass(frozen=True)
class CheckmatedByTheMover:
    """When a turn begins, all opponents whose royal piece the player to move attacks leave with all their pieces.

    This repeats, since pieces that leave may uncover an attack on another royal piece.
    """

    text: str
    rulings: tuple[str, ...] = ()

    def begun(self, movement: Mechanics, position: Position) -> tuple[Position, tuple[int, ...]]:
        """The position in which no remaining royal is attacked by the player to move, and the seats that left."""
        gone: list[int] = []
        while attacked := self._attacked(movement, position):
            for seat in attacked:
                position = movement.leave(position, seat)
            gone += attacked
        return position, tuple(gone)

    def _attacked(self, movement: Mechanics, position: Position) -> list[int]:
        own = position.pieces[position.turn]
        if not movement.is_attacked(position, movement.royal_set(position) & ~own, own, able=True):
            return []
        others = [seat for seat in movement.variant.remaining(position) if seat != position.turn]
        return [
            seat
            for seat in others
            if movement.is_attacked(position, bit_set(movement.royals(position, seat)), own, able=True)
        ]


@dataclass(frozen=True)
class Skipped:
    """A player without a legal move is skipped; the game goes on with the next."""

    text: str
    rulings: tuple[str, ...] = ()
