"""Typed moves: the forms in which people write, copy and autocorrect a move, brought to the plain one.

Each rule changes only what no exact form has: neither the short nor the long form of a move contains what it matches.
"""

from __future__ import annotations

import re

from engine.model.equipment import Equipment
from engine.model.plain import plain

LONGEST = 200
ARROW = "(?:[-=]*>|[→⇒⟶⟹➔➜➝➞➡])"
_FIGURINES = str.maketrans(
    {
        first + place: f" {name} "
        for first in (0x2654, 0x265A)
        for place, name in enumerate(("king", "queen", "rook", "bishop", "knight", "pawn"))
    }
)
"""The names that figurines of both colours stand for."""
_WORD = re.compile(r"[^\W\d_]{3,}?(?=[A-Za-z]?\d|[\W\d_]|$)")
_CELL = re.compile(r"[A-Z](?=\d)")
_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r" *(?:\b(?:takes|captures|attacks)\b|[×✕✖])(?: *([A-Z])\b)?(?: *\bon\b)? *", re.IGNORECASE), r"x\1"),
    (re.compile(r" *(?:\band +)?\b(?:becomes|promotes to)\b *", re.IGNORECASE), "="),
    (re.compile(f" *{ARROW} *"), "-"),
    (re.compile(r"(?:^| +)to +", re.IGNORECASE), "-"),
    (re.compile(r"\bfrom +(?=[a-z]\d)", re.IGNORECASE), ""),
    (  # what is said about a move behind it
        re.compile(
            r"(?:[+#!?.*,; `_~|\"'‼⁇⁈⁉]|(?<![^\W\d_])\(?(?:e\. ?p|ep|en passant|check|checkmate|mate)\b\)?)+$",
            re.IGNORECASE,
        ),
        "",
    ),
    (re.compile(r"(?<=\d) *[=/(]+ *([A-Za-z]) *\)?$"), r"=\1"),
)
_BEFORE = re.compile(r"^(?:\d{1,4} *[.)][. ]*)?[.`*_~|\"' ]*")
"""What may stand before a move: the number of a round, `12.` or `12...`, or dots alone; marks around the move."""


def typed_move(text: str, equipment: Equipment) -> str:
    """Return a text that may be a move in the plain form, its blanks as they are; "" for one that is too long.

    The names of the game's pieces, in one or several, become their letters.
    """
    if len(text) > LONGEST:
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
