"""Lines of moves as people type them, taken apart move by move: `1...e5 2.Nf3`, `e5 Nf3 Nc6`, `e5 then Nf3, Nc6`.

Commas, semicolons, line ends, `then` and the numbers of rounds part moves for certain. Blanks, arrows, dashes and `and`
may part them, or stand in a move: which it is follows from the moves that are legal.
"""

from __future__ import annotations

import re
from itertools import islice

from engine.model.position import Move
from engine.model.refusal import Refusal
from engine.notation.moves import MoveList
from engine.notation.refusals import AmbiguousMove, UnreadableMove
from engine.notation.typed import ARROW

OUTSIDE = r"(?![^()]*\))"
"""Behind what separates moves: it does not stand in the words of a move, in brackets."""
MOST_WORDS = 16
"""The most words that a move may have."""
_PARTED = rf"(?:[,;\n，；]|\bthen\b|(?:^|(?<=\s))\d{{1,4}}\s*[.…]+){OUTSIDE}"
_GAP = rf"(?:\s|{ARROW}|[-–—−](?=\s)|\band\b)+"
_APART = re.compile(_PARTED, re.IGNORECASE)
_BETWEEN = re.compile(_GAP, re.IGNORECASE)
_EITHER = re.compile(rf"(?:{_PARTED}|{_GAP}|(?<=[.…])[.…])+", re.IGNORECASE)


def without_gap(text: str) -> str:
    """Return a text from its first move on; "" where it has none."""
    gap = _EITHER.match(text)
    return text[gap.end() :] if gap else text


def last_gap(text: str) -> int:
    """Return where what parts the last two moves of a text ends, 0 if nothing does."""
    return max((gap.end() for gap in _EITHER.finditer(text)), default=0)


def is_parted(text: str) -> bool:
    """Return whether a text has moves parted for certain."""
    return _APART.search(text) is not None


def first_move(legal: MoveList, text: str) -> tuple[Move, str] | Refusal:
    """Take the first move of a text that begins with one: the legal move, and the text from the next move on."""
    parted = _APART.search(text)
    part = (text[: parted.start()] if parted else text).rstrip()
    begun = [*(part[: gap.start()] for gap in islice(_BETWEEN.finditer(part), MOST_WORDS)), part]
    found = {fitting[0]: words for words in begun if len(fitting := legal.fitting(words)) == 1}
    if len(found) > 1:
        return AmbiguousMove(part, legal.shorts(found))
    for move, words in found.items():
        return move, without_gap(text[len(words) :])
    refusal = UnreadableMove(part, legal.shorts(legal.examples))
    meant = sorted(begun, key=lambda words: not (legal.fitting(words) or legal.names_own_cell(words)))
    refusals = (read for words in meant if isinstance(read := legal.read(words), Refusal))
    return next((each for each in refusals if not isinstance(each, UnreadableMove)), refusal)
