"""Differences of a store from that of a session in which nothing went wrong that are meant so."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.bot.faults.sessions import AGAIN

_TIME = re.compile(r"(\d{13})")


def unsent(differences: Sequence[str]) -> bool:
    """Whether only a nudge or a reminder differs, which surely was not sent since its channel refuses messages.

    The nudge is given up and its channel left alone; the reminder counts as not sent.
    """
    match differences:
        case [before, after, refusing]:
            given_up = re.sub(r"^- (nudges: .*, tried=)\d+", r"+ \1None", before)
            return after == given_up != before and refusing.startswith("+ refusing: place=# games, player=0, ")
        case [reminder]:
            return reminder.startswith("- reminders: game=")
    return False


def later(differences: Sequence[str]) -> bool:
    """Whether the same was done, some of it later by as long as a session waits for what has failed."""
    missing = sorted(line[2:] for line in differences if line.startswith("- "))
    instead = sorted(line[2:] for line in differences if line.startswith("+ "))
    return len(missing) == len(instead) and all(map(_later, missing, instead))


def _later(line: str, instead: str) -> bool:
    """Whether lines are the same but for times, of which each is the same or later by AGAIN."""
    ours, theirs = _TIME.split(line), _TIME.split(instead)
    if ours[::2] != theirs[::2]:
        return False
    return {int(after) - int(before) for before, after in zip(ours[1::2], theirs[1::2], strict=True)} <= {0, AGAIN}
