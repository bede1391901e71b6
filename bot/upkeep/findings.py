"""What the doctor finds in a file: what is only to be known, what can be mended, and what is lost."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

Statement = tuple[str, tuple[object, ...]]
"""A statement with its values."""


class Gravity(IntEnum):
    """How grave a finding is: the exit status of the doctor is that of the gravest."""

    NOTE = 0
    MENDABLE = 1
    LOST = 2


UNOPENED = 3
"""The exit status for a file that cannot be opened."""


@dataclass(frozen=True)
class Finding:
    """Something that is not as it should be, in words, and the statements that mend it, run in one transaction.

    Instead of these a `table` may be named that is to be written anew: with all its rows, or, where something of it is
    lost, with those that can be read.
    """

    gravity: Gravity
    what: str
    mend: tuple[Statement, ...] = ()
    table: str | None = None


def note(what: str) -> Finding:
    """Something that is as it should be, but may surprise."""
    return Finding(Gravity.NOTE, what)


def mendable(what: str, *mend: Statement) -> Finding:
    """Something that follows from what is sound, and can be written again."""
    return Finding(Gravity.MENDABLE, what, mend)


def lost(what: str) -> Finding:
    """Something that only a backup can bring back."""
    return Finding(Gravity.LOST, what)
