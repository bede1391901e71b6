"""Seals: the hash of a game's record in the forms in which people meet it, and a record compared with one. Pure.

The hash itself is that of `engine.play.chains.record_hash`. Its short form has 64 bits: whoever wants another record
for a form that stands in a channel has to try some 2^64. Two records made beforehand for one short form take some 2^32
tries of whoever writes both; the whole hash, published with the secret, is beyond that as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce

from engine.model.plain import plain
from engine.play.chains import record_hashes
from engine.play.events import Revealed
from engine.play.game import advance, beginning
from engine.play.state import State

SHORT = 16
"""How many hexadecimal digits the short form has."""
LEAST = 12
"""How many a seal needs at least to be compared."""
_FOURS = re.compile(r"[0-9a-f]{4}")


class BadSeal(ValueError):
    """A text that is no seal; the message says what one is."""


def short_seal(seal: str) -> str:
    """The short form of a record's hash: `3f2a 91c0 77de 5b1c`."""
    return " ".join(_FOURS.findall(seal[:SHORT]))


def read_seal(text: str) -> str:
    """The hexadecimal digits of a seal, full or short, with blanks or without; BadSeal for any other text."""
    digits = "".join(plain(text).split()).lower()
    if not re.fullmatch(rf"[0-9a-f]{{{LEAST},64}}", digits):
        raise BadSeal(f"a seal has {LEAST} to 64 hexadecimal digits, like 3f2a 91c0 77de 5b1c")
    return digits


@dataclass(frozen=True)
class SealFinding:
    """How a record compares with a seal.

    `event` is the number of the last event that the seal stands for, None where it is none of this record's; `events`
    is how many the record has and `moves` how many moves stood then; `settled` is whether only the secret came after.
    """

    event: int | None
    events: int
    moves: int
    settled: bool

    @property
    def matches(self) -> bool:
        """Whether the seal is one of this record's."""
        return self.event is not None

    @property
    def text(self) -> str:
        """The finding in words."""
        if self.event is None:
            return "The seal is none of this record's: this is not the game that was shown under it."
        if self.event == self.events:
            return "The seal is the record's last: the whole record is the one that was shown."
        if self.settled:
            return "The seal is the one before the secret came out: the whole game is the one that was shown."
        return (
            f"The seal is an earlier one of this record, which is the one that was shown as far as move {self.moves} "
            f"(event {self.event} of {self.events}). What came after that is not vouched for."
        )


def compared(state: State, scope: str, commitment: str, seal: str) -> SealFinding:
    """Compare a game with a seal in any form; BadSeal for a text that is none."""
    digits, hashes = read_seal(seal), record_hashes(state, scope, commitment)
    found = [number for number, each in enumerate(hashes) if each.startswith(digits)]
    if not found:
        return SealFinding(None, len(state.events), 0, settled=False)
    event = found[-1]
    then = reduce(advance, state.events[:event], beginning(state))
    settled = all(isinstance(after.what, Revealed) for after in state.events[event:])
    return SealFinding(event, len(state.events), len(then.played), settled=settled)
