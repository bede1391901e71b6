"""Plain text: what people paste or a phone autocorrects, as a plain keyboard would have typed it."""

from __future__ import annotations

import re

FULL_WIDTH = 0xFEE0
"""How far the full-width forms of the ASCII characters lie behind them."""
LOOKALIKES = (
    str.maketrans({character: character - FULL_WIDTH for character in range(0xFF01, 0xFF5F)})
    | dict.fromkeys(map(ord, "‐‑‒–—―⁃−➖﹘﹣"), "-")
    | dict.fromkeys(map(ord, "‘’‚‛′"), "'")
    | dict.fromkeys(map(ord, "“”„‟″«»"), '"')
)
"""The ASCII character for each that looks like it, for `str.translate`; texts keep their lengths."""
_TYPESET = LOOKALIKES | str.maketrans(
    {
        ord("…"): "...",
        **dict.fromkeys((0x200B, 0x2060, 0xFEFF, 0xFE0E, 0xFE0F)),  # blanks without width, and how signs are drawn
    }
)
_MARKUP = "`*_~|\"' \n"
"""What Discord's markup, and quotes, put around a text."""
_BLANK = re.compile(r"[^\S\n]")
_REMARK = re.compile(r"\s+\(.*", re.DOTALL)
_FENCE = re.compile(r"^\s*```\w*\n")


def plain(text: str) -> str:
    """Return a text without the code marks, emphasis and quotes around it, with the signs of a plain keyboard inside.

    Full-width letters, dashes, quotes and blanks of all kinds become the ASCII ones. A text in ASCII stays as it is,
    apart from its ends.
    """
    return _BLANK.sub(" ", _FENCE.sub("", text).translate(_TYPESET)).strip(_MARKUP)


def unfenced(text: str) -> str:
    """Return a text without the code marks around it; all else stays."""
    return _FENCE.sub("", text).strip("` \n")


def without_remark(text: str) -> str:
    """Return a name as people type it without the remark in brackets behind it: `Red (moves first)` names Red."""
    return _REMARK.sub("", plain(text))
