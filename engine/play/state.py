"""The state of a game as a value: positions, moves, rolls, open proposals, clocks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

from engine.dice.terms import LINKED, DiceTerms
from engine.model.position import Move, Position
from engine.movement.generator import Movement, movement_of
from engine.play.clock import Clock
from engine.play.events import Event, RollCalled
from engine.play.turns import SeatEvent
from engine.rules.fight import Fight, Fought, write_rounds
from engine.rules.protocols import Result
from engine.variants.variant import Variant


@dataclass(frozen=True)
class Proposal:
    """An open proposal.

    `kind` names its kind (`engine.play.proposals`), `sequence` is the number of the event that made it, `by` the
    seat that did, `agreed` are the seats that agree so far. One about moves means all from the event `since` on, any
    other has 0 there.
    """

    kind: str
    sequence: int
    by: int
    agreed: frozenset[int]
    since: int = 0


class Await(Enum):
    """The thing a game waits for."""

    MOVE = "a move"
    CALL = "a player's message for a roll"
    ROLL = "a roll"
    NOTHING = "nothing"


class Played(NamedTuple):
    """A move in the game: the position it was made in, the move, who made it and when (UTC ms).

    `fought` is the fight it led to, None where it was no attack or still waits for its dice; `sequence` the number of
    its event, `round` that of its round, from 1; `then` are the clocks as they were before it, None in a game without.
    """

    before: Position
    move: Move
    seat: int
    at: int
    fought: Fought | None = None
    sequence: int = 0
    round: int = 1
    then: Clock | None = None

    @property
    def dice(self) -> str:
        """The rounds of its fight as a record writes them, without brackets; "" where there are none."""
        return write_rounds(self.fought.rounds) if self.fought else ""


class RollMade(NamedTuple):
    """A roll of the game's dice: the faces and values of its dice, what it decided.

    `chain` is the chain of the game before it, `seat` who was to call for it, 0 for nobody, and `called` whether that
    has happened.
    """

    faces: tuple[int, ...]
    dice: tuple[int, ...]
    what: str
    chain: bytes = b""
    seat: int = 0
    called: bool = False


@dataclass(frozen=True)
class State:
    """The state of a game.

    `line` holds the positions since the start, the present one last; `proposals` are those open, at most one
    of a kind; `fight` is the fight that waits for its dice; `rolls` are all rolls so far, whose count never goes back,
    and `secret` the revealed secret (hexadecimal), "" before;
    `notices` lists eliminations and skips, and `undone` the moves taken back, in their order, with the event `changed`;
    `events` are all events, `inherited` tells how many of the rolls were made before the game was continued from a
    record; `dice` are the terms of the dice, `barred` the seats that give no word and never roll, `call` the message
    for the roll of the waiting fight; `chain` is the hash of all that goes into the dice, `log` that of all events
    (`engine.play.rolls`); `clock` are the clocks, None in a game without; `sequence` is the number of the last event
    and `changed` of the last one that changed the position or ended the game (0 before any).
    """

    variant: Variant
    line: tuple[Position, ...]
    played: tuple[Played, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    result: Result | None = None
    sequence: int = 0
    changed: int = 0
    fight: Fight | None = None
    rolls: tuple[RollMade, ...] = ()
    secret: str = ""
    notices: tuple[SeatEvent, ...] = ()
    events: tuple[Event, ...] = ()
    inherited: int = 0
    clock: Clock | None = None
    undone: tuple[Played, ...] = ()
    dice: DiceTerms = LINKED
    barred: frozenset[int] = frozenset()
    call: RollCalled | None = None
    chain: bytes = field(default=b"", compare=False)
    log: bytes = field(default=b"", compare=False)

    @property
    def movement(self) -> Movement:
        return movement_of(self.variant)

    @property
    def position(self) -> Position:
        return self.line[-1]

    @property
    def awaits(self) -> Await:
        if self.result is not None:
            return Await.NOTHING
        if self.fight is None:
            return Await.MOVE
        return Await.CALL if self.dice.by_players and self.call is None and self.roller else Await.ROLL

    @property
    def roller(self) -> int:
        """The seat whose message rolls the fight that waits: the defender, else the attacker; 0 where neither may."""
        if self.fight is None:
            return 0
        target = self.variant.piece_of(self.fight.defenders[0].code).seat
        able = [seat for seat in (target, self.turn) if seat in self.remaining]
        return next((seat for seat in able if seat not in self.barred), 0)

    @property
    def due(self) -> int:
        """The seat that the game waits for: the one to move, or to roll; of no meaning once the game is over."""
        return self.roller if self.awaits is Await.CALL else self.turn

    @property
    def turn(self) -> int:
        """The seat to move; of no meaning once the game is over."""
        return self.position.turn

    @property
    def time(self) -> int:
        """When the last event happened (UTC ms), 0 before any."""
        return self.events[-1].at if self.events else 0

    @property
    def round(self) -> int:
        """The number of the round that the next move belongs to: in a round the seats move one after another."""
        if not self.played:
            return 1
        last = self.played[-1]
        if self.fight is not None:
            return last.round
        return last.round + (self.turn <= last.seat)

    @property
    def last_move(self) -> Move | None:
        return self.played[-1].move if self.played else None

    @property
    def remaining(self) -> tuple[int, ...]:
        return self.variant.remaining(self.position)

    def proposal(self, kind: str) -> Proposal | None:
        return next((each for each in self.proposals if each.kind == kind), None)

    def altered(self) -> State:
        """The state as the last event changes its position or result: notices of the last change are gone."""
        return replace(self, changed=self.sequence, notices=(), undone=())
