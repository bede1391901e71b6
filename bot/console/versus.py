"""Playing against the referee at one keyboard: who plays, its moves and answers, takebacks of both sides' moves."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from bot.console.screens import Screen, unless_interrupted, waited
from bot.games import Carried, Games, Table
from bot.games.lobby.seats import seat_named
from bot.games.refusals import if_granted
from bot.store import Ledger, referee
from engine.lookahead.search import LEVELS, Level, Thought, claims_draw, level_of
from engine.model.english import listed
from engine.model.position import long_form
from engine.model.refusal import Refusal, Refused
from engine.play.commands import Agree, ClaimDraw, Command, Decline, MakeMove, Propose
from engine.play.proposal import DRAW, TAKEBACK
from engine.play.state import Await
from engine.play.takeback import MOST, undoable
from engine.variants.variant import Variant

Act = Callable[[Table, int, Callable[[int], Command]], Awaitable[Carried | None]]
"""Carries out a command for a seat; None if it was refused, after saying so."""


async def take_back(screen: Screen, table: Table, rest: str, act: Act, willing: Collection[int] = ()) -> None:
    """Take back the number of moves in `rest`, one if it is empty, once every side agrees; the `willing` seats do."""
    count = int(rest) if rest.isdecimal() and len(rest) < 4 else 0
    if rest and not count:
        screen.say(f"How many moves? takeback 2 takes back two; you can take back at most {MOST}.")
        return
    count = count or 1
    moves = undoable(table.state, count)
    asking = moves[0].seat if moves else table.state.turn
    turned = await act(table, asking, partial(Propose, kind=TAKEBACK, moves=count))
    if turned is not None:
        await ask_others(screen, turned.table, "", act, willing)


async def ask_others(screen: Screen, table: Table, said: str, act: Act, willing: Collection[int] = ()) -> None:
    """Ask every side that has not agreed to the takeback yet; `said` is the first one's answer unless it is "".

    The `willing` seats agree unasked.
    """
    while (request := table.state.proposal(TAKEBACK)) is not None:
        state = table.state
        seat = next(each for each in state.remaining if each not in request.agreed)
        try:
            question = f"Does {state.variant.seat(seat).name} agree? (yes/no) "
            if seat not in willing:
                said = said or await screen.ask(question, [("yes", ""), ("no", "")])
        except (EOFError, KeyboardInterrupt):
            said = "no"
        agrees = seat in willing or said.strip().casefold() in {"yes", "y", "accept"}
        answered = await act(table, seat, partial(Agree if agrees else Decline, kind=TAKEBACK))
        if answered is None:
            return
        table, said = answered.table, said if seat in willing else ""


NOBODY_THERE = ""
OFF = frozenset({"off", "none", "no", "nobody", "0"})
_HIGHEST = len(LEVELS)


class NoSuchLevel(Refusal):
    """A level that there is not."""

    given: str

    words = f"There is no level “{{given:shown}}”: levels go from 1 to {_HIGHEST}. “levels” lists them."


class AllSidesMine(Refusal):
    """A game in which the referee would play all sides."""

    words = "I would play all sides. Leave one for yourself."


class Opposition(NamedTuple):
    """The sides that the referee plays in a game, by the numbers of their seats, and its level."""

    seats: frozenset[int]
    level: int

    @property
    def strength(self) -> Level:
        """The level as the search knows it."""
        return level_of(self.level)

    @property
    def text(self) -> str:
        """As it is kept: `3 2,3`; "" where the referee plays no side."""
        return f"{self.level} {','.join(map(str, sorted(self.seats)))}" if self.seats else NOBODY_THERE


NO_OPPOSITION = Opposition(frozenset(), 1)


def opposition(variant: Variant, level: str, sides: str = "") -> Opposition:
    """The sides and the level that somebody names: `3`, and `2,3` or `Gold Blue`; all but the first where none is."""
    given = level.strip().casefold()
    if given in OFF or not given:
        return NO_OPPOSITION
    if not given.isdecimal() or len(given) > 2 or not 1 <= int(given) <= _HIGHEST:
        raise Refused(NoSuchLevel(level.strip()))
    seats = {seat.number for seat in variant.seats[1:]}
    named = [word for word in re.split(r"[\s,]+", sides) if word]
    if named:
        seats = {seat_named(variant, word).number for word in named}
    if len(seats) == len(variant.seats):
        raise Refused(AllSidesMine())
    return Opposition(frozenset(seats), int(given))


async def kept(ledger: Ledger, number: int) -> Opposition | None:
    """What is kept about a game; None where nobody has said yet who plays."""
    text = await ledger.fact(_fact(number))
    match = re.fullmatch(r"(\d) (\d(?:,\d)*)", text or "")
    if match is None or not 1 <= int(match[1]) <= _HIGHEST:
        return None if text is None else NO_OPPOSITION
    return Opposition(frozenset(map(int, match[2].split(","))), int(match[1]))


async def keep(ledger: Ledger, number: int, chosen: Opposition) -> None:
    """Keep who plays a game."""
    await ledger.remember(_fact(number), chosen.text)


def _fact(number: int) -> str:
    return f"opposition:{number}"


async def asked(screen: Screen, variant: Variant) -> Opposition:
    """Ask at the beginning of a game who plays; the answer is asked for again until it can be understood."""
    names = [seat.name for seat in variant.seats]
    usual = listed(names[1:], "and")
    try:
        while True:
            level = await screen.ask(
                f"Do you want to play against me? A level from 1 to {_HIGHEST} (“levels” lists them); "
                "Enter: everybody plays at this keyboard. ",
                [*((str(each.number), each.name) for each in LEVELS), ("levels", "what they are")],
            )
            if level.strip().casefold() in {"levels", "?", "help"}:
                screen.say(levels_told())
                continue
            try:
                chosen = opposition(variant, level)
                if chosen.seats:
                    sides = await screen.ask(
                        f"Which sides do I play: {listed(names)}? Enter: {usual}. ", [(name, "") for name in names]
                    )
                    chosen = opposition(variant, level, sides)
            except Refused as refused:
                screen.say(refused.refusal)
                continue
            return chosen
    except (EOFError, KeyboardInterrupt):
        return NO_OPPOSITION


def levels_told() -> str:
    """The levels, a line each."""
    return "\n".join(
        [
            "At this level the referee …",
            *(f"  {each.number}  {each.name}: {each.text}" for each in LEVELS),
            "Where dice decide, lower levels doubt too much that attacks succeed, their own and yours.",
        ]
    )


def told(table: Table, chosen: Opposition) -> str:
    """Which sides the referee plays."""
    if not chosen.seats:
        return 'I play no side here. "referee 3" lets me play at level 3, "levels" lists the levels.'
    names = [table.state.variant.seat(seat).name for seat in sorted(chosen.seats)]
    level = chosen.strength
    return (
        f"I play {listed(names, 'and')} at level {level.number} ({level.name}). Ctrl-C interrupts me while I think, "
        '"undo" takes back your last move and mine, "referee off" leaves my side to you.'
    )


INTERRUPTED = 'I have stopped thinking. "go" lets me move, "undo" takes your move back, or make my move yourself.'
_PATIENT = 40
"""The rounds before which the referee does not agree to a draw."""


class Versus:
    """The referee's sides in the games of a terminal; `act` carries out a command for a seat."""

    def __init__(self, games: Games, screen: Screen, act: Act) -> None:
        self._games = games
        self._screen = screen
        self._act = act
        self._held = (0, -1)  # the game and the change of it at which the referee was told to wait
        self.chosen = NO_OPPOSITION
        self.commands: dict[str, Callable[[Table, str], Awaitable[None]]] = {
            "referee": self._choose,
            "levels": self._levels,
            "go": self._go,
        }

    async def sit(self, table: Table, wanted: Opposition | None = None) -> None:
        """Sit down at a game as wanted, as it was kept, or else as the player says who begins it."""
        ledger, number = self._games.ledger, table.game.number
        chosen = wanted or await kept(ledger, number)
        if chosen is None:
            begins = not table.state.played and table.state.result is None
            chosen = await asked(self._screen, table.state.variant) if begins and self._screen.asks else None
        self.chosen = chosen or NO_OPPOSITION
        if chosen is not None:
            await keep(ledger, number, chosen)

    def tell(self, table: Table) -> None:
        """Say which sides the referee plays, if it plays any."""
        if self.chosen.seats:
            self._screen.say(told(table, self.chosen))

    def named(self, table: Table) -> Table:
        """The table with the referee's sides held by it under the name that it has everywhere."""
        mine = {seat: referee(self.chosen.level) for seat in table.game.seats if seat in self.chosen.seats}
        return replace(table, game=replace(table.game, seats={**table.game.seats, **mine}))

    # ---- its moves

    def due(self, table: Table) -> bool:
        """Whether the referee is to move by itself: it was not told to wait, and somebody else still plays."""
        state = table.state
        waits = self._held == (table.game.number, state.changed)
        others = set(state.remaining) - self.chosen.seats
        paused = state.clock is not None and state.clock.paused
        return self._moves(table) and not waits and not paused and bool(others)

    def _moves(self, table: Table) -> bool:
        return table.state.awaits is Await.MOVE and table.state.turn in self.chosen.seats

    async def move(self, table: Table) -> None:
        """Think and move; after Ctrl-C the referee waits."""
        state = table.state
        thought = await unless_interrupted(self._thought(table))
        if thought is None:
            self._hold(table)
            self._screen.say(INTERRUPTED)
            return
        if claims_draw(state, thought.value):
            await self._act(table, state.turn, ClaimDraw)
            return
        text = long_form(state.variant.board, thought.move)
        if await self._act(table, state.turn, lambda seat: MakeMove(seat, state.changed, text)) is None:
            self._hold(table)

    def _hold(self, table: Table) -> None:
        self._held = table.game.number, table.state.changed

    async def _thought(self, table: Table) -> Thought:
        seed = table.game.number * 1_000_003 + table.state.sequence
        thinking = self._games.foresight.think(table.state, self.chosen.strength, seed)
        return await waited(self._screen, "I am thinking", thinking)

    # ---- what the player asks for

    async def _go(self, table: Table, rest: str) -> None:  # noqa: ARG002 - one signature for all
        if self._moves(table):
            await self.move(table)
        else:
            self._screen.say(told(table, self.chosen) if not self.chosen.seats else "It is not my move.")

    async def _levels(self, table: Table, rest: str) -> None:  # noqa: ARG002 - one signature for all
        self._screen.say(levels_told())

    async def _choose(self, table: Table, rest: str) -> None:
        """Let the referee play sides of this game, or no more."""
        level, _, sides = rest.partition(" ")
        if rest:
            self.chosen = opposition(table.state.variant, level, sides)
            await keep(self._games.ledger, table.game.number, self.chosen)
        self._screen.say(told(table, self.chosen))

    def owner(self, table: Table) -> int:
        """The seat that somebody at the keyboard acts for: the one to move, or the first that is not the referee's."""
        state = table.state
        if state.turn not in self.chosen.seats:
            return state.turn
        return next((seat for seat in state.remaining if seat not in self.chosen.seats), state.turn)

    async def take_back(self, table: Table, rest: str) -> None:
        """Take back moves down to one of the player's: the last of theirs, and all that followed it, without a number.

        The referee agrees.
        """
        moves = undoable(table.state)
        own = next((n for n, played in enumerate(reversed(moves), 1) if played.seat not in self.chosen.seats), 0)
        await take_back(self._screen, table, rest or str(own or ""), self._act, self._willing(table))
        found = await if_granted(self._games.tables.find(table.game.number))
        if found is not None:
            self._hold(found)

    async def answer_takeback(self, table: Table, said: str) -> None:
        """Answer an open takeback for the first side that has yet to."""
        await ask_others(self._screen, table, said, self._act, self._willing(table))

    def _willing(self, table: Table) -> Collection[int]:
        """The seats that agree to a takeback unasked: the referee's, and a lone player's, who has asked for it."""
        seats = {seat.number for seat in table.state.variant.seats}
        return seats if len(seats - self.chosen.seats) == 1 else self.chosen.seats

    async def answer_draw(self, table: Table) -> None:
        """Agree to the draw offered where the game is long and the referee is not better; decline it otherwise."""
        offer = table.state.proposal(DRAW)
        asked: Collection[int] = self.chosen.seats & set(table.state.remaining) - (offer.agreed if offer else set())
        if offer is None or not asked or table.state.awaits is not Await.MOVE:
            return
        agrees = False
        if table.state.round > _PATIENT:
            thought = await unless_interrupted(self._thought(table))
            agrees = thought is not None and thought.value >= 0
        for seat in sorted(asked):
            if await self._act(table, seat, partial(Agree if agrees else Decline, kind=DRAW)) is None or not agrees:
                return
