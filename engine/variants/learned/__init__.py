"""What pieces and places of games turned out to be worth when the referee played itself, as data.

Each file holds one game with one choice of options, and the command that made it; `docs/engines.md` tells how, and
which matches showed that it plays better with them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from engine.variants.variant import Variant


class LearnedValues(NamedTuple):
    """Values in hundredths of a pawn: of pieces by letter, of a cell more in reach, of a pawn's way to promotion."""

    pieces: Mapping[str, int]
    place: int
    advance: int


def name_of(variant: Variant) -> str:
    """The name of the file for a variant: its id and the options that are not its defaults."""
    return "+".join([variant.key, *(f"{name}={value}" for name, value in variant.options)]) + ".json"


@lru_cache(maxsize=64)
def learned(variant: Variant) -> LearnedValues | None:
    """What was learned of a variant; None where nothing was, or of other pieces."""
    file = files(__name__) / name_of(variant)
    if not file.is_file():
        return None
    values = read_values(file.read_text(encoding="utf-8"))
    return values if set(values.pieces) == {kind.letter for kind in variant.kinds} else None


def read_values(text: str) -> LearnedValues:
    """The values in a file's text; ValueError for one that holds none."""
    try:
        found = json.loads(text)
        pieces = {str(letter): int(value) for letter, value in found["pieces"].items()}
        return LearnedValues(pieces, int(found["place"]), int(found["advance"]))
    except (KeyError, TypeError, AttributeError) as problem:
        raise ValueError("these are no values of pieces") from problem
