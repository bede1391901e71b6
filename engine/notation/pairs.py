"""Names and their values as people type them: `name=value name=value`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.model.english import shown
from engine.model.refusal import Refusal
from engine.variants import UnknownVariant


class BadPairs(Refusal):
    """Words that are not all name=value, or that name something twice: all `problems`, and what can be read."""

    problems: tuple[str, ...]
    readable: Mapping[str, str]

    words = "{problems:;}."


def read_pairs(words: Iterable[str]) -> dict[str, str] | BadPairs:
    """The values of words by their names; an = that stands in a value belongs to it."""
    found: dict[str, str] = {}
    problems: list[str] = []
    for word in words:
        name, _, value = word.partition("=")
        if not name or not value:
            problems.append(f"{shown(word)!r} is not written name=value")
        elif name in found:
            problems.append(f"{shown(name)} is given twice")
        else:
            found[name] = value
    return BadPairs(tuple(problems), found) if problems else found


def options_of(words: Sequence[str]) -> dict[str, str]:
    """Options of a game written `name=value` as a mapping; UnknownVariant for any other form."""
    found = read_pairs(words)
    if isinstance(found, BadPairs):
        raise UnknownVariant(found.text)
    return found
