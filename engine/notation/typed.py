"""Typed moves: the forms in which people write, copy and autocorrect a move, brought to the plain one.

Each rule changes only what no exact form has: neither the short nor the long form of a move contains what it matches.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from engine.model.english import plain
from engine.model.equipment import Equipment
from engine.model.position import Move, Position
from engine.movement.generator import Movement
from engine.notation.describe import kind_on

TYPED_MAX_CHARS = 200
ARROW = "(?:[-=]*>|[→⇒⟶⟹➔➜➝➞➡])"
_FIGURINES = str.maketrans(
    {
        first + place: f" {name} "
        for first in (0x2654, 0x265A)
        for place, name in enumerate(("king", "queen", "rook", "bishop", "knight", "pawn"))
    }
)
_WORD = re.compile(r"[^\W\d_]{3,}?(?=[A-Za-z]?\d|[\W\d_]|$)")
_CELL = re.compile(r"[A-Z](?=\d)")
_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r" *(?:\b(?:takes|captures|attacks)\b|[×✕✖])(?: *([A-Z])\b)?(?: *\bon\b)? *", re.IGNORECASE), r"x\1"),
    (re.compile(r" *(?:\band +)?\b(?:becomes|promotes to)\b *", re.IGNORECASE), "="),
    (re.compile(f" *{ARROW} *"), "-"),
    (re.compile(r"(?:^| +)to +", re.IGNORECASE), "-"),
    (re.compile(r"\bfrom +(?=[a-z]\d)", re.IGNORECASE), ""),
    (  # annotations behind a move
        re.compile(
            r"(?:[+#!?.*,; `_~|\"'‼⁇⁈⁉]|(?<![^\W\d_])\(?(?:e\. ?p|ep|en passant|check|checkmate|mate)\b\)?)+$",
            re.IGNORECASE,
        ),
        "",
    ),
    (re.compile(r"(?<=\d) *[=/(]+ *([A-Za-z]) *\)?$"), r"=\1"),
)
_BEFORE = re.compile(r"^(?:\d{1,4} *[.)][. ]*)?[.`*_~|\"' ]*")
"""A prefix of a move: the number of a round, `12.` or `12...`, or dots alone; marks around the move."""


def typed_move(text: str, equipment: Equipment) -> str:
    """Return a text that may be a move in the plain form, its blanks as they are; "" for one that is too long.

    The names of the game's pieces, in one or several, become their letters.
    """
    if len(text) > TYPED_MAX_CHARS:
        return ""
    move = _lettered(_BEFORE.sub("", plain(text)).translate(_FIGURINES), equipment)
    for pattern, plainly in _RULES:
        move = pattern.sub(plainly, move)
    return move


def _lettered(text: str, equipment: Equipment) -> str:
    """A text with letters for the names of pieces; where there are any, a capital before a digit is a cell's letter."""
    letters = {name.casefold(): kind.letter for kind in equipment.kinds for name in (kind.plural, kind.name)}

    def letter(word: re.Match[str]) -> str:
        return letters.get(word[0].casefold(), word[0])

    if _WORD.sub(letter, text) == text:
        return text
    return _WORD.sub(letter, _CELL.sub(lambda capital: capital[0].lower(), text))


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
        parts: dict[str, Any] = {name: part for name, part in match.groupdict().items() if part}
        captures = parts.pop("sign", None) is not None
        parts |= {name: parts[name].upper() for name in ("letter", "victim", "promotion") if name in parts}
        return cls(captures=captures, **parts)

    def of_kind(self, letter: str) -> ParsedMove:
        """The reading with this letter, if it names neither a letter nor the mover's whole cell; "" changes nothing."""
        return replace(self, letter=letter) if letter and self.letter is None and self.origin is None else self

    @property
    def origin(self) -> str | None:
        """The name of the mover's cell, where the text names all of it."""
        return f"{self.file}{self.rank}" if self.file and self.rank else None

    def fits_mover(self, movement: Movement, position: Position, origin: int) -> bool:
        """True if the text can mean the piece on a cell."""
        name, kind = movement.variant.board.names[origin], kind_on(movement.variant, position, origin)
        return self.letter in {None, kind.letter} and self.file in {None, name[0]} and self.rank in {None, name[1:]}

    def fits(self, movement: Movement, position: Position, move: Move) -> bool:
        """True if the text can mean the move, its promotion aside."""
        names = movement.variant.board.names
        placing = move.special is not None and bool(move.special.placed)
        if self.placed or placing:
            placed, cells = set(self.placed), {names[move.origin], names[move.target]}
            alike = placing and self.letter in {None, movement.mover(position, move).letter}
            return alike and 0 < len(self.placed) == len(placed) and placed <= cells
        if self.castling is not None:
            castling = movement.castling_of(move, position.turn)
            return castling is not None and castling.name in self.castling
        if self.target is None and move.promotion is None:
            return False
        if self.target not in {None, names[move.target]}:
            return False
        captured = movement.captured(position, move)
        if self.captures and captured is None:
            return False
        if self.victim and (captured is None or kind_on(movement.variant, position, captured).letter != self.victim):
            return False
        return self.fits_mover(movement, position, move.origin)
