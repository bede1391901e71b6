"""Endings by what is on the board: royals taken, too little material, no legal move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from engine.model.position import Position, bits
from engine.rules.legality import in_check
from engine.rules.mechanics import Mechanics
from engine.rules.protocols import Ending, Result

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
