"""Typed moves: the forms in which people write, copy and autocorrect a move, brought to the plain one.

Each rule changes only what no exact form has: neither the short nor the long form of a move contains what it matches.
"""

from __future__ import annotations

import re

from engine.model.plain import plain

LONGEST = 200
_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^\d{1,4} *\.[. ]*"), ""),  # the number of a round: 12. or 12...
    (re.compile(r"^[.`*_~|\"' ]+"), ""),  # or what stands for it; marks around the move alone
    (re.compile(r" *(?:[-=]+>|[→⇒⟶➔➜➝]) *"), "-"),
    (re.compile(r" +to +", re.IGNORECASE), "-"),
    (re.compile(r"[+#!?.* ]+$"), ""),  # what is said about a move behind it
)


def typed_move(text: str) -> str:
    """Return a text that may be a move in the plain form, its blanks as they are; "" for one that is too long."""
    if len(text) > LONGEST:
        return ""
    move = plain(text)
    for pattern, plainly in _RULES:
        move = pattern.sub(plainly, move)
    return move
