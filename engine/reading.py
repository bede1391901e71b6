"""What a text says about a move, before anything is known about its legality."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.moves import Movement
from engine.position import Move, Position
from engine.words import kind_on


@dataclass(frozen=True)
class Reading:
    """The parts of a move that a text names; None, or False, where it is silent.

    `letter` and `promotion` are capitals; `file` and `rank` the letter and number of the mover's cell; `captures`
    tells that the text claims a capture; `target` is a cell's name.
    """

    letter: str | None
    file: str | None
    rank: str | None
    captures: bool
    target: str | None
    promotion: str | None

    @classmethod
    def of(cls, match: re.Match[str]) -> Reading:
        """The reading of a match whose groups bear the fields' names; absent groups are silent."""
        parts = match.groupdict()
        letter, promotion = parts.get("letter"), parts.get("promotion")
        return cls(
            letter=letter.upper() if letter else None,
            file=parts.get("file"),
            rank=parts.get("rank"),
            captures=parts.get("sign") in {"x", "×", ":"},
            target=parts.get("target"),
            promotion=promotion.upper() if promotion else None,
        )

    @property
    def origin(self) -> str | None:
        """The name of the mover's cell, where the text names all of it."""
        return f"{self.file}{self.rank}" if self.file and self.rank else None

    def fits_mover(self, movement: Movement, position: Position, origin: int) -> bool:
        """Whether the man on a cell may be the one that is meant."""
        board = movement.variant.board
        kind = kind_on(movement.variant, position, origin)
        return (
            self.letter in {None, kind.letter}
            and self.file in {None, board.letter(origin)}
            and self.rank in {None, str(board.number(origin))}
        )

    def fits(self, movement: Movement, position: Position, move: Move) -> bool:
        """Whether the move may be the one that is meant, its promotion aside."""
        if self.target is None and move.promotion is None:
            return False
        if self.target not in {None, movement.variant.board.names[move.target]}:
            return False
        if self.captures and movement.captured(position, move) is None:
            return False
        return self.fits_mover(movement, position, move.origin)
