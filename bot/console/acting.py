"""How the sides act at one keyboard besides their moves, and the referee's sides: its moves and its answers."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from bot.console.screens import Screen, unless_interrupted, waited
from bot.games import Carried, Games, Table
from bot.games.lobby.seats import seat_named
from bot.store import Ledger, referee
from engine.lookahead.search import LEVELS, Level, Thought, claims_draw, level_of
from engine.model.english import listed
from engine.model.position import long_form
from engine.model.refusal import Refusal, Refused
from engine.play import commands
from engine.play.events import DRAW, PAUSE, TAKEBACK
from engine.play.proposals import MOST, undoable
from engine.play.state import Await
from engine.variants.variant import Variant

OFF = frozenset({"off", "none", "no", "nobody", "0"})
_HIGHEST = len(LEVELS)


class NoSuchLevel(Refusal):
    given: str

    words = f"There is no level “{{given:shown}}”: levels go from 1 to {_HIGHEST}. “levels” lists them."


class AllSidesMine(Refusal):
    words = "I would play all sides. Leave one for yourself."


class Opposition(NamedTuple):
    """The sides that the referee plays in a game, by the numbers of their seats, and its level."""

    seats: frozenset[int]
    level: int

    @property
    def strength(self) -> Level:
        return level_of(self.level)

    @property
    def text(self) -> str:
        """As it is kept: `3 2,3`; "" where the referee plays no side."""
        return f"{self.level} {','.join(map(str, sorted(self.seats)))}" if self.seats else ""


NO_OPPOSITION = Opposition(frozenset(), 1)


def opposition(variant: Variant, level: str, sides: str = "") -> Opposition:
    """The sides and the level that somebody names: `3`, and `2,3` or `Gold Blue`; all but the first where none is."""
    given = level.strip().casefold()
    if given in OFF or not given:
        return NO_OPPOSITION
    if not given.isdecimal() or len(given) > 2 or not 1 <= int(given) <= _HIGHEST:
        raise Refused(NoSuchLevel(level.strip()))
    named = [seat_named(variant, word).number for word in re.split(r"[\s,]+", sides) if word]
    seats = frozenset(named or (seat.number for seat in variant.seats[1:]))
    if len(seats) == len(variant.seats):
        raise Refused(AllSidesMine())
    return Opposition(seats, int(given))


async def kept(ledger: Ledger, number: int) -> Opposition | None:
    """What is kept about a game; None where nobody has said yet who plays."""
    text = await ledger.fact(f"opposition:{number}")
    match = re.fullmatch(r"(\d) (\d(?:,\d)*)", text or "")
    if match is None or not 1 <= int(match[1]) <= _HIGHEST:
        return None if text is None else NO_OPPOSITION
    return Opposition(frozenset(map(int, match[2].split(","))), int(match[1]))


async def asked(screen: Screen, variant: Variant) -> Opposition:
    """Ask at the beginning of a game who plays; the answer is asked for again until it can be understood."""
    names = [seat.name for seat in variant.seats]
    question = (
        f"Do you want to play against me? A level from 1 to {_HIGHEST} (“levels” lists them); "
        "Enter: everybody plays at this keyboard. "
    )
    levels = [*((str(each.number), each.name) for each in LEVELS), ("levels", "what they are")]
    while (level := await screen.answer(question, levels)) is not None:
        if level.casefold() in {"levels", "?", "help"}:
            screen.say(levels_told())
            continue
        try:
            chosen = opposition(variant, level)
            if chosen.seats:
                which = f"Which sides do I play: {listed(names)}? Enter: {listed(names[1:], 'and')}. "
                sides = await screen.answer(which, [(name, "") for name in names])
                if sides is None:
                    break
                chosen = opposition(variant, level, sides)
        except Refused as refused:
            screen.say(refused.refusal)
        else:
            return chosen
    return NO_OPPOSITION


def levels_told() -> str:
    return "\n".join(
        [
            "At this level the referee …",
            *(f"  {each.number}  {each.name}: {each.text}" for each in LEVELS),
            "Where dice decide, lower levels doubt too much that attacks succeed, their own and yours.",
        ]
    )


def told(table: Table, chosen: Opposition) -> str:
    if not chosen.seats:
        return 'I play no side here. "referee 3" lets me play at level 3, "levels" lists the levels.'
    names = [table.state.variant.seat(seat).name for seat in sorted(chosen.seats)]
    level = chosen.strength
    return (
        f"I play {listed(names, 'and')} at level {level.number} ({level.name}). Ctrl-C interrupts me while I think, "
        '"undo" takes back your last move and mine, "referee off" leaves my side to you.'
    )


Act = Callable[[Table, int, Callable[[int], commands.Command]], Awaitable[Carried]]
"""Carries out a command for a seat; raises Refused."""

YES = frozenset({"yes", "y"})
INTERRUPTED = 'I have stopped thinking. "go" lets me move, "undo" takes your move back, or make my move yourself.'
_PATIENT = 40
"""The rounds before which the referee does not agree to a draw."""


class Acting:
    """The sides of the games at a terminal, and those that the referee plays; `act` carries out a command for a seat.

    The side to move acts, or the next one that has yet to answer.
    """

    def __init__(self, games: Games, screen: Screen, act: Act) -> None:
        self._games = games
        self._screen = screen
        self._act = act
        self._held = (0, -1)  # the game and the change of it at which the referee was told to wait
        self.chosen = NO_OPPOSITION
        self.commands: Mapping[str, Callable[[Table, str], Awaitable[object]]] = {
            "draw": self._offer_draw,
            "accept": partial(self._answer, word="accept", command=commands.Agree),
            "decline": partial(self._answer, word="decline", command=commands.Decline),
            "claim": lambda table, _: self._act(table, table.state.turn, commands.ClaimDraw),
            "takeback": self._take_back,
            "resign": self._resign,
            "pause": self._pause,
            "resume": lambda table, _: self._act(table, table.state.turn, commands.Resume),
            "flag": self._flag,
            "referee": self._referee,
            "levels": self._levels,
            "go": self._go,
        }

    async def sit(self, table: Table, wanted: Opposition | None = None) -> None:
        """Sit down at a game as wanted, as it was kept, or else as the player says who begins it."""
        state = table.state
        chosen = wanted or await kept(self._games.ledger, table.game.number)
        if chosen is None and self._screen.asks and not state.played and state.result is None:
            chosen = await asked(self._screen, state.variant)
        if chosen is not None:
            await self._choose(table, chosen)
        self.chosen = chosen or NO_OPPOSITION

    async def _choose(self, table: Table, chosen: Opposition) -> None:
        self.chosen = chosen
        await self._games.ledger.remember(f"opposition:{table.game.number}", chosen.text)

    def named(self, table: Table) -> Table:
        """The table with the referee's sides held by it under the name that it has everywhere."""
        mine = {seat: referee(self.chosen.level) for seat in table.game.seats if seat in self.chosen.seats}
        return replace(table, game=replace(table.game, seats={**table.game.seats, **mine}))

    # ---- the sides

    async def _answer(self, table: Table, _: str, word: str, command: type[commands.Agree | commands.Decline]) -> None:
        """Answer the open takeback, or else another proposal, for the first side that has yet to answer."""
        state = table.state
        if state.proposal(TAKEBACK) is not None:
            await self._ask_others(table, word)
            return
        proposal = state.proposals[0] if state.proposals else None
        kind, agreed = (proposal.kind, proposal.agreed) if proposal else (DRAW, frozenset())
        seat = next((seat for seat in state.remaining if seat not in agreed), state.turn)
        await self._act(table, seat, partial(command, kind=kind))

    async def _resign(self, table: Table, rest: str) -> None:
        """Resign for the side named, or for the one at the keyboard, once that is confirmed."""
        state = table.state
        keyboard = (seat for seat in (state.turn, *state.remaining) if seat not in self.chosen.seats)
        seat = seat_named(state.variant, rest) if rest else state.variant.seat(next(keyboard, state.turn))
        if state.result is not None or seat.number not in state.remaining:
            await self._act(table, seat.number, commands.Resign)
        elif (sure := await self._screen.answer(f"Does {seat.name} really resign? (yes/no) ")) is not None:
            if sure.casefold() in YES:
                await self._act(table, seat.number, commands.Resign)
            else:
                self._screen.say("The game goes on.")

    async def _flag(self, table: Table, _: str) -> None:
        state = table.state
        await self._act(table, next(seat for seat in state.remaining if seat != state.turn), commands.ClaimTime)

    async def _pause(self, table: Table, _: str) -> None:
        state, pause = table.state, partial(commands.Propose, kind=PAUSE)
        if state.clock is None or state.clock.paused:
            await self._act(table, state.turn, pause)
            return
        await self._games.play.act(table.game.number, table.game.seats[state.turn], pause)
        for seat in state.remaining:
            if seat != state.turn:
                await self._act(table, seat, partial(commands.Agree, kind=PAUSE))

    async def _offer_draw(self, table: Table, _: str) -> None:
        """Offer a draw for the side to move, and say how the others answer; the referee answers at once."""
        turned = await self._act(table, table.state.turn, partial(commands.Propose, kind=DRAW))
        state, offer = turned.now.state, turned.now.state.proposal(DRAW)
        if offer is None:
            return
        waiting = [seat for seat in state.remaining if seat not in offer.agreed]
        self._screen.say(f'"accept" or "decline" answers for {state.variant.seat(waiting[0]).name}.')
        if state.awaits is Await.MOVE:
            await self._answer_draw(turned.now, [seat for seat in waiting if seat in self.chosen.seats])

    async def _take_back(self, table: Table, rest: str) -> None:
        """Take back so many moves, or the last one of a player and all that followed it, once every side agrees."""
        latest = enumerate(reversed(undoable(table.state)), 1)
        count = next((number for number, played in latest if played.seat not in self.chosen.seats), 1)
        if rest:
            count = int(rest) if rest.isdecimal() and len(rest) < 4 else 0
        if not count:
            self._screen.say(f"How many moves? takeback 2 takes back two; you can take back at most {MOST}.")
            return
        moves = undoable(table.state, count)
        asking = moves[0].seat if moves else table.state.turn
        turned = await self._act(table, asking, partial(commands.Propose, kind=TAKEBACK, moves=count))
        now = await self._ask_others(turned.table)
        if self.chosen.seats:
            self._hold(now)

    async def _ask_others(self, table: Table, said: str = "") -> Table:
        """Ask every side that has not agreed to the takeback yet; `said` is the first one's answer unless it is "".

        The referee's sides agree unasked, and so does a lone player, who has asked for it.
        """
        seats = {seat.number for seat in table.state.variant.seats}
        willing = seats if len(seats - self.chosen.seats) == 1 else self.chosen.seats
        while (request := table.state.proposal(TAKEBACK)) is not None:
            state = table.state
            seat = next(each for each in state.remaining if each not in request.agreed)
            if seat not in willing:
                said = said or await self._screen.answer(f"Does {state.variant.seat(seat).name} agree? (yes/no) ") or ""
            agrees = seat in willing or said.casefold() in {*YES, "accept"}
            answer = commands.Agree if agrees else commands.Decline
            answered = await self._act(table, seat, partial(answer, kind=TAKEBACK))
            table, said = answered.now, said if seat in willing else ""
        return table

    # ---- the referee's moves

    def due(self, table: Table) -> bool:
        """Whether the referee is to move by itself: it was not told to wait, and somebody else still plays."""
        state = table.state
        waits = self._held == (table.game.number, state.changed) or (state.clock is not None and state.clock.paused)
        return self._moves(table) and not waits and not self.chosen.seats.issuperset(state.remaining)

    def _moves(self, table: Table) -> bool:
        return table.state.awaits is Await.MOVE and table.state.turn in self.chosen.seats

    async def move(self, table: Table) -> None:
        state = table.state
        thought = await self._thought(table)
        if thought is None:
            self._hold(table)
            self._screen.say(INTERRUPTED)
            return
        if claims_draw(state, thought.value):
            await self._act(table, state.turn, commands.ClaimDraw)
            return
        text = long_form(state.variant.board, thought.move)
        self._hold(table)  # lest a move that is refused is tried for ever
        await self._act(table, state.turn, lambda seat: commands.MakeMove(seat, state.changed, text))

    def _hold(self, table: Table) -> None:
        self._held = table.game.number, table.state.changed

    async def _thought(self, table: Table) -> Thought | None:
        """What the referee comes to; None after Ctrl-C."""
        seed = table.game.number * 1_000_003 + table.state.sequence
        thinking = self._games.foresight.think(table.state, self.chosen.strength, seed)
        return await unless_interrupted(waited(self._screen, "I am thinking", thinking))

    async def _answer_draw(self, table: Table, seats: Collection[int]) -> None:
        """Agree to the draw offered where the game is long and the referee is not better; decline it otherwise."""
        agrees = False
        if seats and table.state.round > _PATIENT:
            thought = await self._thought(table)
            agrees = thought is not None and thought.value >= 0
        for seat in seats:
            await self._act(table, seat, partial(commands.Agree if agrees else commands.Decline, kind=DRAW))
            if not agrees:
                return

    async def _go(self, table: Table, _: str) -> None:
        if self._moves(table):
            await self.move(table)
        else:
            self._screen.say("It is not my move." if self.chosen.seats else told(table, self.chosen))

    async def _levels(self, _: Table, __: str) -> None:
        self._screen.say(levels_told())

    async def _referee(self, table: Table, rest: str) -> None:
        level, _, sides = rest.partition(" ")
        if rest:
            await self._choose(table, opposition(table.state.variant, level, sides))
        self._screen.say(told(table, self.chosen))
