"""Commands: what a seat may want to do. The referee judges them (`engine.play.referee.decide`)."""

from dataclasses import dataclass, field
from typing import ClassVar, dataclass_transform

from engine.model.position import Move


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
@dataclass(frozen=True)
class Command:
    """Something a seat wants to do; `answers` is the sequence number of the event it was made in view of, if known."""

    seat: int
    answers: int | None = None

    waiting: ClassVar[bool]
    """True if it is possible while a fight waits for a player to roll."""

    def __init_subclass__(cls, *, waiting: bool = False) -> None:
        cls.waiting = waiting
        dataclass(frozen=True)(cls)


class MakeMove(Command):
    """Make a move, or the one that a text names in any form of the notation."""

    move: Move | str = ""


class Propose(Command):
    """Propose something of this kind (`engine.play.proposals`), or agree to an open one.

    About moves, it is the last `moves` of all players, the first of them one's own, or all from the event `since`
    on; without either, all from one's own last.
    """

    kind: str = field(kw_only=True)
    moves: int = 0
    since: int = 0


class Agree(Command):
    kind: str = field(kw_only=True)


class Decline(Command):
    kind: str = field(kw_only=True)


class ClaimDraw(Command):
    """Claim a draw under whichever rule allows it."""


class CallRoll(Command, waiting=True):
    """Roll the dice of the fight that waits, by a message with this id, which nobody can choose, and these words."""

    message: int = 0
    words: str = ""


class Resign(Command, waiting=True):
    """Give up."""


class ClaimTime(Command, waiting=True):
    """Claim that the time of the player to move has run out."""


class Resume(Command):
    """Take a paused game up again."""


class GoAway(Command, waiting=True):
    """Go on vacation."""


class ComeBack(Command, waiting=True):
    """Come back from vacation."""
