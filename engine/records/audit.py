"""The audit of a game's record: every roll derived again once the secret is out, and its hash compared with a seal."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from textwrap import wrap

from engine.dice.commitment import SECRET_BYTES, linked_roll, matches_commitment
from engine.model.english import form, plain
from engine.play.events import Revealed
from engine.play.game import advance, beginning
from engine.play.rolls import record_hashes
from engine.play.state import RollMade, State

VOUCHED = (
    "Each roll follows from a secret and from all moves and words before it. Before the game I published the secret's "
    "hash, the commitment, so I couldn't change the secret later. This can't rule out that the whole game was made up: "
    "compare the record's hash with the one you saw under the boards."
)
"""The way a check works, and its limit."""


def scope_of(number: str) -> str:
    """The scope of a game's rolls: its number is part of every roll's message."""
    return f"game {number}"


@dataclass(frozen=True)
class Mismatch:
    """A roll that is not what the secret and the chain give: its number from 0, what it decided, and both dice."""

    number: int
    what: str
    written: tuple[int, ...]
    derived: tuple[int, ...]

    @property
    def text(self) -> str:
        written, derived = ("+".join(map(str, dice)) for dice in (self.written, self.derived))
        return f"Roll {self.number + 1} ({self.what}) is {written} in the record, but the secret gives {derived}."


@dataclass(frozen=True)
class AuditReport:
    """The result of a check: whether the secret matches its commitment, the number of rolls checked, mismatches.

    `inherited` rolls were made before the game was continued from its record, so they were left out. `irregular` tells,
    in sentences, other breaches of the terms of the dice.
    """

    kept: bool
    checked: int
    mismatches: tuple[Mismatch, ...]
    inherited: int = 0
    irregular: tuple[str, ...] = ()

    @property
    def matches(self) -> bool:
        """True if the secret and all dice match and all of them follow the terms."""
        return self.kept and not self.mismatches and not self.irregular

    @property
    def text(self) -> str:
        if not self.kept:
            return "❌ This isn't the secret I committed to before the game, so the rolls prove nothing."
        if not self.matches:
            mismatches = [mismatch.text for mismatch in self.mismatches]
            return "\n".join(["❌ Not all rolls are genuine:", *mismatches, *self.irregular])
        since = " since the game was continued" if self.inherited else ""
        rolls = form(self.checked, f"The only roll{since} is", f"All {self.checked} rolls{since} are")
        follow = form(self.checked, "it follows", "they follow")
        found = f"{rolls} genuine: {follow} from the secret I committed to before the game."
        if not self.checked:
            found = f"There were no rolls{since}. The secret is the one I committed to before the game."
        earlier = form(self.inherited, "earlier roll", f"{self.inherited} earlier rolls")
        return f"✅ {found}" + (f" Check the {earlier} with the first game's record." if self.inherited else "")


def audit(state: State, commitment: str, scope: str) -> AuditReport:
    """Check all dice of a game whose secret is out."""
    found = check(state.secret, commitment, scope, state.rolls, state.inherited)
    return replace(found, irregular=tuple(_irregular(state))) if found.kept else found


def _irregular(state: State) -> Iterator[str]:
    """The rolls that a player called for where none was to, or did not where one was, in sentences."""
    for number, made in list(enumerate(state.rolls, 1))[state.inherited :]:
        if made.seat and not made.called:
            side = state.variant.side(made.seat)
            yield f"Roll {number} ({made.what}) was {side}'s to make, but nobody called for it."
        elif made.called and not made.seat:
            yield f"Roll {number} ({made.what}) was called for by a player, but no player rolls in this game."


def check(secret: str, commitment: str, scope: str, rolls: Sequence[RollMade], inherited: int = 0) -> AuditReport:
    """Derive every roll again and compare; a secret that is no hexadecimal of the right length was not committed to.

    The rolls are those of a game in order, each with the chain before it. The first `inherited` are left out: they were
    not made with this secret.
    """
    try:
        known = bytes.fromhex(secret)
    except ValueError:
        known = b""
    if len(known) != SECRET_BYTES or not matches_commitment(known, commitment):
        return AuditReport(kept=False, checked=0, mismatches=())
    mismatches = []
    for number, made in list(enumerate(rolls))[inherited:]:
        derived = linked_roll(known, scope, made.chain, number, made.faces)
        if derived != made.dice:
            mismatches.append(Mismatch(number, made.what, made.dice, derived))
    return AuditReport(True, len(rolls) - inherited, tuple(mismatches), inherited)


SHORT = 16
"""Number of hexadecimal digits of the short form."""
SEAL_MIN_DIGITS = 12
"""Minimum digits of a seal that can be compared."""


class BadSeal(ValueError):
    """A text that is no seal; the message says what one is."""


def short_seal(seal: str) -> str:
    """The short form of a record's hash: `3f2a 91c0 77de 5b1c`."""
    return " ".join(wrap(seal[:SHORT], 4))


def read_seal(text: str) -> str:
    """The hexadecimal digits of a seal, full or short, with blanks or without; BadSeal for any other text."""
    digits = "".join(plain(text).split()).lower()
    if not re.fullmatch(rf"[0-9a-f]{{{SEAL_MIN_DIGITS},64}}", digits):
        raise BadSeal(f"a seal has {SEAL_MIN_DIGITS} to 64 hexadecimal digits, like 3f2a 91c0 77de 5b1c")
    return digits


@dataclass(frozen=True)
class SealFinding:
    """The comparison of a record with a seal.

    `event` is the number of the last event that the seal stands for, None where it is none of this record's; `events`
    counts those of the record and `moves` the moves at that time; `settled` is whether only the secret came after.
    """

    event: int | None
    events: int
    moves: int
    settled: bool

    @property
    def matches(self) -> bool:
        return self.event is not None

    @property
    def text(self) -> str:
        if self.event is None:
            return "❌ This hash doesn't belong to this game."
        if self.event == self.events:
            return "✅ This hash matches the whole record."
        if self.settled:
            return "✅ This hash matches the whole game, up to the end."
        until = f"move {self.moves} (event {self.event} of {self.events})"
        return f"✅ This hash matches the game up to {until}. It says nothing about what came later."


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
