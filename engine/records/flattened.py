"""Scoresheets whose line ends have become blanks, as a chat's text field makes of them: where their lines began. Pure.

What the referee writes can be told apart: a line of its own begins with a star and ends with its time, or before the
number of a round, dice in brackets, the next star, the result or the long form; the result stands before the long form
or at the end.
What only people write cannot always: a move without a number behind a line without a time, a result of a side whose
name has several words. Those are read as part of what stands before them, and so refused.
"""

from __future__ import annotations

import re

_PART = re.compile(r'(?P<brace>\{[^{}]*\})|(?P<quote>")|(?P<word>[^\s{}"]+)|[{}]')
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_GOES_ON = re.compile(r"\d{1,5}\.(?!\d)|\[\d")
"""What a line of moves begins with: the number of a round, or dice."""
_RESULT = re.compile(r"unfinished(?=\s*(?:;|$))|draw: |stalemate: |\S{1,40} wins: ")


def lines_of(text: str) -> list[int]:
    """Where each line began in a text that follows the tags; linear in its length."""
    begins, position, told, quotes, over = [0], 0, False, True, False
    while part := _PART.search(text, position):
        start, position = part.span()
        if part["quote"] and told:
            value = _TEXT.match(text, start) if quotes else None
            quotes, position = value is not None, value.end() if value else position
        elif part["brace"] and told:
            begins.append(position)
            told = False
        elif part["word"] and (not start or text[start - 1].isspace()):
            if over and part["word"] != ";":
                continue
            result = _RESULT.match(text, start)
            if part["word"] in {"*", ";"} or result or (told and _GOES_ON.match(text, start)):
                begins.append(start)
                told, over = part["word"] == "*", over or part["word"] == ";" or result is not None
    return begins
