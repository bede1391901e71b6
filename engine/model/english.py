"""English for what a program counts and lists, and the texts that people type as a plain keyboard would have them."""

import re

SHOWN = 24

_PARTS = re.compile(r"(\D*)(\d{0,18})")


def shown(given: str) -> str:
    """A player's text fit to be quoted: printable characters only, at most SHOWN of them."""
    clean = "".join(character for character in given if character.isprintable() and character != "`").strip()
    return clean if len(clean) <= SHOWN else clean[: SHOWN - 1] + "…"


def join_words(words: tuple[str, ...] | list[str], last: str = "or") -> str:
    """The words joined as a phrase: "a, b or c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def sentence(words: str) -> str:
    """Words as a sentence, with a full stop and a capital, but for the name of a cell."""
    first = words[:1] if words[1:2].isdigit() else words[:1].upper()
    return f"{first}{words[1:].removesuffix('.')}."


def with_article(noun: str) -> str:
    """A noun with its indefinite article: "a guard", "an empress", "a Unicorn"."""
    return f"{'an' if noun[:1].lower() in set('aeio') else 'a'} {noun}"


def form(number: int, one: str, several: str) -> str:
    """The form of a word that goes with a number of things: "falls" with one, "fall" with none and with several."""
    return one if number == 1 else several


def count_of(number: int, one: str, several: str = "") -> str:
    """A number of things: "no moves", "1 move", "2 moves"; `several` is a plural that is not `one` with an s."""
    return f"{number or 'no'} {form(number, one, several or f'{one}s')}"


def natural(text: str) -> tuple[tuple[str, int], ...]:
    """A key that sorts texts as people do, by the numbers in them: c1, c2, c10."""
    return tuple([(word, int(digits or 0)) for word, digits in _PARTS.findall(text)])


def number_of(text: str) -> int | None:
    """A number of at most six digits; None for any other text."""
    return int(text) if text.isdecimal() and len(text) <= 6 else None


FULL_WIDTH = 0xFEE0
"""Offset of the full-width forms of ASCII characters."""
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
"""Marks that Discord's markup and quotes put around a text."""
_BLANK = re.compile(r"[^\S\n]")
_REMARK = re.compile(r"\s+\(.*", re.DOTALL)
_FENCE = re.compile(r"^\s*```\w*\n")


def plain(text: str) -> str:
    """Return a text without the code marks, emphasis and quotes around it, with the signs of a plain keyboard inside.

    Full-width letters, dashes, quotes and blanks of all kinds become the ASCII ones. A text in ASCII stays as it is,
    apart from its ends.
    """
    return _BLANK.sub(" ", _FENCE.sub("", text).translate(_TYPESET)).strip(_MARKUP)


def strip_code_marks(text: str) -> str:
    """Return a text without the code marks around it; all else stays."""
    return _FENCE.sub("", text).strip("` \n")


def without_remark(text: str) -> str:
    """Return a name as people type it without the remark in brackets behind it: `Red (moves first)` names Red."""
    return _REMARK.sub("", plain(text))
