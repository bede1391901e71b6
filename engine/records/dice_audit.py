"""The audit of a game's dice once its secret is out: every roll derived again and compared. Pure.

A roll follows from the secret, the salts, the game's number and its own. What was played goes into none, so a check
tells nothing of the moves, and says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.dice.commitment import SECRET_BYTES, Series, keeps
from engine.model.english import form
from engine.play.state import RollMade

VOUCHED = (
    "This vouches for the dice alone, provided that the commitment was published before the game. It does not vouch "
    "for the moves: no roll depends on what was played, so a record with a changed move could pass as well."
)


def scope_of(number: str) -> str:
    """The scope of a game's rolls: its number stands in every roll's message."""
    return f"game {number}"


@dataclass(frozen=True)
class Mismatch:
    """A roll that is not what the secret and the salts give: its number from 0, what it decided, and both dice."""

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

    `inherited` rolls were made before the game was continued from its record, so they were left out.
    """

    kept: bool
    checked: int
    mismatches: tuple[Mismatch, ...]
    inherited: int = 0

    @property
    def matches(self) -> bool:
        """Whether the secret and all dice match; of the moves that says nothing."""
        return self.kept and not self.mismatches

    @property
    def text(self) -> str:
        """The finding in words; where all matches, with what that vouches for and what not."""
        if not self.kept:
            return "The revealed secret is not the one that was committed to."
        if self.mismatches:
            return "\n".join(mismatch.text for mismatch in self.mismatches)
        since = " since the game was continued" if self.inherited else ""
        dice = f"all {self.checked} rolls{since} match" if self.checked else f"there were no rolls{since}"
        if self.checked == 1:
            dice = f"the only roll{since} matches"
        rolls = form(self.inherited, "earlier roll was", f"{self.inherited} earlier rolls were")
        them = form(self.inherited, "it", "them")
        earlier = f" The {rolls} made in another game; check {them} with that game's record." if self.inherited else ""
        return f"The secret is the one committed to, and {dice}.{earlier} {VOUCHED}"


def check(
    secret: str, commitment: str, scope: str, salts: Sequence[str], rolls: Sequence[RollMade], inherited: int = 0
) -> AuditReport:
    """Derive every roll again and compare; a secret that is no hexadecimal of the right length was not committed to.

    The rolls are those of a game in order, with never fewer salts in force than before. The first `inherited` are left
    out: they were not made with this secret.
    """
    try:
        known = bytes.fromhex(secret)
    except ValueError:
        known = b""
    if len(known) != SECRET_BYTES or not keeps(known, commitment):
        return AuditReport(kept=False, checked=0, mismatches=())
    mismatches = []
    series = Series(known, scope)
    for number, made in list(enumerate(rolls))[inherited:]:
        series.add(salts[series.salts : made.salts])
        derived = series.roll(number, made.faces)
        if derived != made.dice:
            mismatches.append(Mismatch(number, made.what, made.dice, derived))
    return AuditReport(kept=True, checked=len(rolls) - inherited, mismatches=tuple(mismatches), inherited=inherited)
