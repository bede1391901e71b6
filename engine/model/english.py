"""English for what a program counts and lists: numbers of things, articles, phrases; and players' texts quoted."""

from __future__ import annotations

import re

SHOWN = 24

_PARTS = re.compile(r"(\D*)(\d{0,18})")


def shown(given: str) -> str:
    """A player's text fit to be quoted: printable characters only, at most SHOWN of them."""
    clean = "".join(character for character in given if character.isprintable() and character != "`").strip()
    return clean if len(clean) <= SHOWN else clean[: SHOWN - 1] + "…"


def listed(words: tuple[str, ...] | list[str], last: str = "or") -> str:
    """The words joined as a phrase: "a, b or c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def indefinite(noun: str) -> str:
    """A noun with its indefinite article: "a guard", "an empress", "a Unicorn"."""
    return f"{'an' if noun[:1].lower() in set('aeio') else 'a'} {noun}"


def form(number: int, one: str, several: str) -> str:
    """The form of a word that goes with a number of things: "falls" with one, "fall" with none and with several."""
    return one if number == 1 else several


def counted(number: int, one: str, several: str = "") -> str:
    """A number of things: "no moves", "1 move", "2 moves"; `several` is a plural that is not `one` with an s."""
    return f"{number or 'no'} {form(number, one, several or f'{one}s')}"


def natural(text: str) -> tuple[tuple[str, int], ...]:
    """A key that sorts texts as people do, by the numbers in them: c1, c2, c10."""
    return tuple([(word, int(digits or 0)) for word, digits in _PARTS.findall(text)])
