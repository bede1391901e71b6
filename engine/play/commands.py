"""Commands: what a seat may want to do. The referee judges them (`engine.play.referee.decide`)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """Something a seat wants to do; `answers` is the sequence number of the event it was made in view of, if known."""

    seat: int
    answers: int | None = None


@dataclass(frozen=True)
class Play(Command):
    """Make the move that `text` names, in any form of the notation."""

    text: str = ""


@dataclass(frozen=True)
class OfferDraw(Command):
    """Offer a draw, or accept the one that is open."""


@dataclass(frozen=True)
class AcceptDraw(Command):
    """Accept the open draw offer."""


@dataclass(frozen=True)
class DeclineDraw(Command):
    """Decline the open draw offer."""


@dataclass(frozen=True)
class ClaimDraw(Command):
    """Claim a draw under whichever rule allows it."""


@dataclass(frozen=True)
class AskTakeback(Command):
    """Ask to take back the last so many moves of anybody's, the first of them one's own.

    Instead of `moves`, `since` may name the event of that first one; without either it is one's own last.
    """

    moves: int = 0
    since: int = 0


@dataclass(frozen=True)
class AcceptTakeback(Command):
    """Agree to the takeback that is asked for."""


@dataclass(frozen=True)
class DeclineTakeback(Command):
    """Decline the takeback that is asked for, or withdraw it."""


@dataclass(frozen=True)
class AddSalt(Command):
    """Add a word to the dice, effective from the next roll."""

    salt: str = ""


@dataclass(frozen=True)
class Resign(Command):
    """Give up."""


@dataclass(frozen=True)
class ClaimTime(Command):
    """Claim that the time of the player to move has run out."""


@dataclass(frozen=True)
class OfferPause(Command):
    """Offer a pause, or accept the one that is offered."""


@dataclass(frozen=True)
class AcceptPause(Command):
    """Accept the offered pause."""


@dataclass(frozen=True)
class DeclinePause(Command):
    """Decline the offered pause."""


@dataclass(frozen=True)
class Resume(Command):
    """Take a paused game up again."""


@dataclass(frozen=True)
class GoAway(Command):
    """Go on vacation."""


@dataclass(frozen=True)
class ComeBack(Command):
    """Come back from vacation."""
