"""The audit of a game's dice once its secret is out: every roll derived again and compared. Pure.

A roll follows from all that went into the dice before it. The secret's owner could still write another game as a whole,
and a check says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.dice.commitment import SECRET_BYTES, keeps, linked_roll
from engine.model.english import form
from engine.play.state import RollMade, State

VOUCHED = (
    "This vouches for the dice and, as far as the last roll, for the words and moves they follow from, provided that "
    "the commitment was published before the game. A game rewritten from its beginning would pass as well: compare the "
    "record's hash with what stood on the boards."
)


def scope_of(number: str) -> str:
    """The scope of a game's rolls: its number stands in every roll's message."""
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
        """The roll as a sentence."""
        written, derived = ("+".join(map(str, dice)) for dice in (self.written, self.derived))
        return f"Roll {self.number + 1} ({self.what}) is recorded as {written}, but the secret gives {derived}."


@dataclass(frozen=True)
class AuditReport:
    """What a check has found: whether the secret is the one committed to, how many rolls were checked, mismatches.

    `inherited` rolls were made before the game was continued from its record, so they were left out. `irregular` tells,
    in sentences, what else did not come about as the terms of the dice have it.
    """

    kept: bool
    checked: int
    mismatches: tuple[Mismatch, ...]
    inherited: int = 0
    irregular: tuple[str, ...] = ()

    @property
    def matches(self) -> bool:
        """Whether the secret and all dice match, and all of them came about as they should."""
        return self.kept and not self.mismatches and not self.irregular

    @property
    def text(self) -> str:
        """The finding in words; where all matches, with what that vouches for and what not."""
        if not self.kept:
            return "The revealed secret is not the one that was committed to."
        if not self.matches:
            return "\n".join([*(mismatch.text for mismatch in self.mismatches), *self.irregular])
        since = " since the game was continued" if self.inherited else ""
        dice = f"all {self.checked} rolls{since} match" if self.checked else f"there were no rolls{since}"
        if self.checked == 1:
            dice = f"the only roll{since} matches"
        rolls = form(self.inherited, "earlier roll was", f"{self.inherited} earlier rolls were")
        them = form(self.inherited, "it", "them")
        earlier = f" The {rolls} made in another game; check {them} with that game's record." if self.inherited else ""
        return f"The secret is the one committed to, and {dice}.{earlier} {VOUCHED}"


def audit(state: State, commitment: str, scope: str) -> AuditReport:
    """Check all dice of a game whose secret is out."""
    found = check(state.secret, commitment, scope, state.rolls, state.inherited)
    return replace(found, irregular=tuple(_irregular(state))) if found.kept else found


def _irregular(state: State) -> Iterator[str]:
    """The rolls that a player called for where none was to, or did not where one was, in sentences."""
    for number, made in list(enumerate(state.rolls, 1))[state.inherited :]:
        if made.seat and not made.called:
            side = state.variant.side(made.seat)
            yield f"Roll {number} ({made.what}) was for {side} to call for, and was made without that."
        elif made.called and not made.seat:
            yield f"Roll {number} ({made.what}) was called for, and no player rolls in this game."


def check(secret: str, commitment: str, scope: str, rolls: Sequence[RollMade], inherited: int = 0) -> AuditReport:
    """Derive every roll again and compare; a secret that is no hexadecimal of the right length was not committed to.

    The rolls are those of a game in order, each with the chain before it. The first `inherited` are left out: they were
    not made with this secret.
    """
    try:
        known = bytes.fromhex(secret)
    except ValueError:
        known = b""
    if len(known) != SECRET_BYTES or not keeps(known, commitment):
        return AuditReport(kept=False, checked=0, mismatches=())
    mismatches = []
    for number, made in list(enumerate(rolls))[inherited:]:
        derived = linked_roll(known, scope, made.chain, number, made.faces)
        if derived != made.dice:
            mismatches.append(Mismatch(number, made.what, made.dice, derived))
    return AuditReport(True, len(rolls) - inherited, tuple(mismatches), inherited)
