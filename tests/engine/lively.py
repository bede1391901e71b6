"""Games at random in which everything happens that can: offers, answers, claims, takebacks, words for the dice.

Games of `sworn` are refereed with dice of a secret, of any kind, by players where the terms say so.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from functools import cache

from engine.clocks.control import UNTIMED, TimeControl
from engine.dice.commitment import commitment
from engine.dice.terms import LINKED, PLAYERS, DiceTerms
from engine.model.position import Move, Position
from engine.model.refusal import Refusal, granted
from engine.notation.moves import MoveList
from engine.play.commands import CallRoll, ClaimDraw, ClaimTime, Command, GoAway, MakeMove, Resign
from engine.play.events import (
    Barred,
    ClockStarted,
    Continued,
    Drawn,
    Event,
    Happening,
    Opened,
    Replaced,
    Revealed,
    Seated,
    Worded,
)
from engine.play.game import advance, new_game, untimed
from engine.play.referee import decide, roll_fight, sheet
from engine.play.rolls import draw_seats, rolling
from engine.play.state import Await, State
from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant
from tests.engine.proposing import (
    accept_draw,
    accept_takeback,
    ask_takeback,
    decline_draw,
    decline_takeback,
    offer_draw,
)
from tests.engine.support import NOON, chance, control_of
from tests.engine.toys import THREE

SECRET = hashlib.sha256(b"lively").digest()
COMMITMENT = commitment(SECRET)
SCOPE = "game 14"
DAY = 86_400_000
WORDS = ("plum", 'a "b" \\', "[5-3]", "; x", "* y {12:00:00}", "{", "123", "true", "é🍑", "-", "a b", "x" * 64)
VARIANTS: dict[str, Variant] = {
    **{f"{key} {combat}": variant_of(key, {"combat": combat}) for key in GAMES for combat in ("off", "poly", "d6")},
    "three": THREE,
}


def _wishes(rng: random.Random, state: State) -> list[Command]:
    """What somebody at the table may want to do besides moving."""
    seat = rng.choice(state.remaining)
    return [
        offer_draw(seat),
        decline_draw(seat),
        ClaimDraw(seat),
        Resign(seat) if rng.random() < 0.08 else offer_draw(seat),
        accept_draw(seat) if rng.random() < 0.1 else decline_draw(seat),
        ask_takeback(seat),
        accept_takeback(seat),
        accept_takeback(seat) if rng.random() < 0.9 else decline_takeback(seat),
    ]


class Sworn:
    """A game played at random with the dice of SECRET, called for where its terms say so.

    The time goes on by leaps, or stands still. `states` are its states so far, one an event and the one before any.
    """

    message = 1_310_000_000_000_000_000
    secret = SECRET

    def __init__(
        self,
        variant: Variant,
        seed: int,
        start: Position | None = None,
        dice: DiceTerms = LINKED,
        control: TimeControl = UNTIMED,
    ) -> None:
        self.rng = chance(seed)
        self.states = [new_game(variant, start, control, dice)]
        self.now = self.rng.choice((0, NOON, NOON + DAY - 500))

    @property
    def state(self) -> State:
        return self.states[-1]

    def done(self, events: Sequence[Event]) -> None:
        for event in events:
            self.states.append(advance(self.state, event))

    def tick(self) -> int:
        """The time of what happens next (UTC ms)."""
        self.now += self.rng.choice((0, 0, 1, 999, 1000, 61_000, 3_600_000, DAY))
        return self.now

    def told(self, what: Happening) -> None:
        self.done([Event(self.state.sequence + 1, self.tick(), 0, what)])

    def wish(self) -> None:
        """Let somebody ask for something, which may be refused; a takeback is agreed to more often than not."""
        events = decide(self.state, self.rng.choice(_wishes(self.rng, self.state)), self.tick())
        if not isinstance(events, Refusal):
            self.done(events)
        while (asked := self.state.proposal("takeback")) and self.state.result is None and self.rng.random() < 0.9:
            self.granted(accept_takeback(next(seat for seat in self.state.remaining if seat not in asked.agreed)))

    def granted(self, command: Command) -> None:
        """Let somebody do what may not be refused."""
        self.done(granted(decide(self.state, command, self.tick())))

    def chosen(self, legal: MoveList) -> Move:
        """One of the legal moves, a capture if there is one as often as not."""
        taking = [move for move in legal.legal if legal.movement.captured(legal.position, move) is not None]
        return self.rng.choice(taking if taking and self.rng.random() < 0.5 else list(legal.legal))

    def begin(self) -> None:
        """Open the game as the referee does: words, seats, who never rolls, the clock."""
        state, rng = self.state, self.rng
        count = len(state.variant.seats)
        self.told(Opened(self._id()))
        for player in range(1, count + 1):
            if rng.random() < 0.5:
                self.told(Worded(player, rng.choice(WORDS)))
        throw = rolling(self.state, self.secret, SCOPE)
        first = len(state.rolls)
        seats, draws = draw_seats([0] * count, lambda number, faces: throw(first + number, (faces,))[0])
        for draw in draws:
            self.told(draw)
        self.told(Seated("-".join(map(str, seats))))
        self._bar(rng.randint(1, count))
        if state.clock is not None:
            self.told(ClockStarted())

    def play(self, plies: int) -> None:
        """Let so many moves be made, and whatever else is wished for."""
        for _ in range(plies):
            while self.state.result is None and self.rng.random() < 0.25:
                self.wish()
            if self.state.result is None:
                self.move()

    def ended(self) -> State:
        """The game once its players have resigned, its secret revealed."""
        while self.state.result is None:
            self.granted(Resign(self.rng.choice(self.state.remaining)))
        self.told(Revealed(self.secret.hex()))
        return self.state

    def _bar(self, seat: int) -> None:
        if self.rng.random() < 0.4:
            self.told(Barred(seat))

    def _id(self) -> int:
        self.message += self.rng.randint(1, 1 << 40)
        return self.message

    def move(self) -> None:
        """Let the side to move make a move; where it fights, whoever is to roll does, unless somebody leaves before."""
        legal = sheet(self.state)
        self.granted(MakeMove(self.state.turn, move=legal.short(self.chosen(legal))))
        while self.state.awaits is Await.CALL:
            self._wait()
        if self.state.awaits is Await.ROLL:
            self.done([roll_fight(self.state, rolling(self.state, self.secret, SCOPE), self.now)])

    def _wait(self) -> None:
        """Let something happen while a fight waits, mostly the roll."""
        state, rng = self.state, self.rng
        if rng.random() < 0.1 and len(state.remaining) > 1:
            seat = rng.choice(state.remaining)
            self.told(Replaced(seat))
            self._bar(seat)
        elif rng.random() < 0.15:
            others = [Resign(seat) for seat in state.remaining if rng.random() < 0.4]
            wishes = [*others, GoAway(state.roller), ClaimTime(rng.choice(state.remaining), state.roller)]
            events = decide(state, rng.choice(wishes), self.tick())
            self.done(() if isinstance(events, Refusal) else events)
        else:
            call = CallRoll(state.roller, message=self._id(), words=rng.choice((*WORDS, "", " roll  it\n")))
            self.granted(call)


class Elsewhere(Sworn):
    """A game refereed elsewhere, with the dice of another secret."""

    secret = SECRET[::-1]


@cache
def continued(name: str, seed: int, earlier: DiceTerms, dice: DiceTerms) -> State:
    """A game that goes on from the record of one refereed elsewhere, on terms of its own, to its end."""
    for attempt in range(seed, seed + 10_000, 1000):
        first = Elsewhere(VARIANTS[name], attempt, dice=earlier)
        first.begin()
        first.play(12)
        if first.state.result is None:
            break
    events = untimed(first.state.events)
    assert events is not None
    table = Sworn(VARIANTS[name], seed, dice=dice)
    table.now = first.now
    table.done(events)
    table.told(Continued("3", commitment(Elsewhere.secret)))
    table.begin()
    table.play(12)
    return table.ended()


@cache
def sworn(name: str, seed: int, plies: int = 30, dice: DiceTerms = PLAYERS, time: str = "") -> State:
    """A game of one of VARIANTS with the dice of SECRET, to its end by resignations, its secret revealed."""
    table = Sworn(VARIANTS[name], seed, dice=dice, control=control_of(time))
    table.begin()
    table.play(plies)
    return table.ended()


@cache
def lively(name: str, seed: int, plies: int = 30) -> State:
    """A game of one of VARIANTS, drawn for seats, played at random, and its secret revealed if it has ended."""
    table = Sworn(VARIANTS[name], seed)
    if seed % 2:
        table.told(Drawn("seats", len(table.state.variant.seats), 1))
    for _ in range(plies):
        while table.state.result is None and table.rng.random() < 0.3:
            table.wish()
        if table.state.result is not None:
            break
        table.move()
    if table.state.result is not None:
        table.told(Revealed(SECRET.hex()))
    return table.state
