"""Parsed moves: what a text says about a move, before its legality is judged."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from engine.model.position import Move, Position
from engine.movement.generator import Movement
from engine.notation.describe import kind_on


@dataclass(frozen=True)
class ParsedMove:
    """The parts of a move that a text names; None, or False, where it is silent.

    `letter`, `victim` and `promotion` are capitals; `file` and `rank` the letter and number of the mover's cell;
    `captures` tells that the text claims a capture, `victim` of what; `target` is a cell's name; `castling` the names
    of all the castlings that it may mean; `placed` the cells of a placement.
    """

    letter: str | None = None
    file: str | None = None
    rank: str | None = None
    captures: bool = False
    victim: str | None = None
    target: str | None = None
    promotion: str | None = None
    castling: tuple[str, ...] | None = None
    placed: tuple[str, ...] = ()

    @classmethod
    def of(cls, match: re.Match[str]) -> ParsedMove:
        """The reading of a match whose groups bear the fields' names; absent groups are silent."""
        parts = match.groupdict()
        letter, victim, promotion = (parts.get(name) for name in ("letter", "victim", "promotion"))
        return cls(
            letter=letter.upper() if letter else None,
            file=parts.get("file"),
            rank=parts.get("rank"),
            captures=bool(parts.get("sign")),
            victim=victim.upper() if victim else None,
            target=parts.get("target"),
            promotion=promotion.upper() if promotion else None,
        )

    def of_kind(self, letter: str) -> ParsedMove:
        """The reading with this letter, if it names neither a letter nor the mover's whole cell; "" changes nothing."""
        return replace(self, letter=letter) if letter and self.letter is None and self.origin is None else self

    @property
    def origin(self) -> str | None:
        """The name of the mover's cell, where the text names all of it."""
        return f"{self.file}{self.rank}" if self.file and self.rank else None

    def places(self, movement: Movement, position: Position, move: Move) -> bool:
        """Whether the move is the placement that is meant."""
        names = movement.variant.board.names
        letter = movement.mover(position, move).letter
        cells = {names[move.origin], names[move.target]}
        return (
            self.letter in {None, letter}
            and 0 < len(self.placed) == len(set(self.placed))
            and set(self.placed) <= cells
        )

    def fits_mover(self, movement: Movement, position: Position, origin: int) -> bool:
        """Whether the piece on a cell may be the one that is meant."""
        board = movement.variant.board
        kind = kind_on(movement.variant, position, origin)
        return (
            self.letter in {None, kind.letter}
            and self.file in {None, board.letter(origin)}
            and self.rank in {None, str(board.number(origin))}
        )

    def fits(self, movement: Movement, position: Position, move: Move) -> bool:
        """Whether the move may be the one that is meant, its promotion aside."""
        if move.special is not None and move.special.placed:
            return self.places(movement, position, move)
        if self.placed:
            return False
        if self.castling is not None:
            castling = movement.castling_of(move, position.turn)
            return castling is not None and castling.name in self.castling
        if self.target is None and move.promotion is None:
            return False
        if self.target not in {None, movement.variant.board.names[move.target]}:
            return False
        captured = movement.captured(position, move)
        if self.captures and captured is None:
            return False
        if self.victim and (captured is None or kind_on(movement.variant, position, captured).letter != self.victim):
            return False
        return self.fits_mover(movement, position, move.origin)
