"""Playing against the referee at one keyboard: its moves, its answers, and takebacks of both sides' moves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from functools import partial

from bot.console import opponent
from bot.console.interrupting import unless_interrupted
from bot.console.opponent import NO_OPPOSITION, Opposition
from bot.console.screens import Screen
from bot.console.taking import Act, ask_others, take_back
from bot.console.waiting import waited
from bot.games import Games, Table
from bot.games.refusals import if_granted
from bot.store import referee
from engine.lookahead.search import Thought, claims_draw
from engine.model.position import long_form
from engine.play.commands import Agree, ClaimDraw, Decline, MakeMove
from engine.play.events import DRAW
from engine.play.proposals import undoable
from engine.play.state import Await

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
        chosen = wanted or await opponent.kept(ledger, number)
        if chosen is None:
            begins = not table.state.played and table.state.result is None
            chosen = await opponent.asked(self._screen, table.state.variant) if begins and self._screen.asks else None
        self.chosen = chosen or NO_OPPOSITION
        if chosen is not None:
            await opponent.keep(ledger, number, chosen)

    def tell(self, table: Table) -> None:
        """Say which sides the referee plays, if it plays any."""
        if self.chosen.seats:
            self._screen.say(opponent.told(table, self.chosen))

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
            self._screen.say(opponent.told(table, self.chosen) if not self.chosen.seats else "It is not my move.")

    async def _levels(self, table: Table, rest: str) -> None:  # noqa: ARG002 - one signature for all
        self._screen.say(opponent.levels_told())

    async def _choose(self, table: Table, rest: str) -> None:
        """Let the referee play sides of this game, or no more."""
        level, _, sides = rest.partition(" ")
        if rest:
            self.chosen = opponent.opposition(table.state.variant, level, sides)
            await opponent.keep(self._games.ledger, table.game.number, self.chosen)
        self._screen.say(opponent.told(table, self.chosen))

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
