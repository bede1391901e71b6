"""A game at a terminal: its board as text, with marks and remarks, and how one acts in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import datetime
from functools import partial

from bot.console.screens import Terminal, Words
from bot.games import Games, Table
from bot.games.bus import GameChanged
from bot.text import games as wording
from bot.text import news
from engine.clocks.control import DAY, in_words
from engine.model.board import Cell
from engine.model.english import join_words
from engine.movement.generator import announced
from engine.notation.describe import letter_of, lost_in_words, move_in_words
from engine.notation.textboard import TextSign, board_as_text, legend
from engine.play.commands import Command
from engine.play.events import Moved, Proposed, Replaced, Revealed, Rolled
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants import GAMES

Signs = dict[Cell, TextSign]


def as_it_stands(state: State) -> Signs:
    signs, move = _hill(state), state.last_move
    if move is not None:
        placed = move.special is not None and move.special.placed
        signs |= {move.origin: TextSign.ARRIVAL if placed else TextSign.ORIGIN, move.target: TextSign.ARRIVAL}
    return signs | {check.royal: TextSign.CHECK for check in announced(state.movement, state.position)}


def asked_for(state: State, origin: Cell | None = None) -> Signs:
    """The marks of the piece on a cell and of where it can go or take; without one, of what can move or be placed."""
    legal, signs = sheet(state).legal, _hill(state)
    if origin is None and state.position.due:
        return {cell: TextSign.REACH for move in legal for cell in (move.origin, move.target)}
    if origin is None:
        return signs | {move.origin: TextSign.MOVABLE for move in legal}
    for move in legal:
        if move.origin == origin:
            taken = state.movement.captured(state.position, move)
            signs[move.target] = TextSign.REACH if taken is None else TextSign.STRIKE
    return signs | {origin: TextSign.SELECTED}


def _hill(state: State) -> Signs:
    return dict.fromkeys(state.variant.hill, TextSign.HILL)


def remarks(table: Table, now: int) -> str:
    """The remarks below a board at a time (UTC ms), a line for each that applies."""
    state, variant = table.state, table.state.variant
    lost = [(each.name, lost_in_words(variant, state.position, each.number)) for each in variant.seats]
    lines = (
        wording.last_move(state),
        (wording.fight(state) or "").replace("**", ""),
        news.seat_changes_in_words(state),
        "; ".join(f"{name} has lost: {pieces}" for name, pieces in lost if pieces != "none"),
        wording.counters(state),
        *news.proposed(table, wording.plain_name),
        wording.to_place(state) or wording.standing(table, wording.plain_name),
        news.in_check(state),
        news.clocks(table, partial(_stamp, now)),
    )
    return "\n".join(line for line in lines if line)


def _stamp(now: int, at: int) -> str:
    """A time to come (UTC ms): how far off it is and when by this computer's clock, or if that is far off, the day."""
    if at - now >= DAY:
        return news.plain_stamp(at)
    return f"in {in_words(max(0, at - now))}, at {datetime.fromtimestamp(at // 1000).astimezone():%H:%M:%S}"


class HotSeat:
    """One terminal with a game on it, whose people share the keyboard."""

    def __init__(self, games: Games, screen: Terminal, table: Table) -> None:
        self.games, self.screen, self.table = games, screen, table
        self.page = AsyncExitStack()
        self.address = ""  # the page's, "" until it is opened
        self._telling = asyncio.Lock()
        games.bus.listen(GameChanged, self._changed)

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def seat(self) -> int:
        """The seat whose player acts: the one to move, or after it the next that a person holds."""
        turn, seats = self.state.turn, self.table.game.seats
        people = (seat for seat in self.state.remaining if not seats[seat].is_bot)
        return min(people, key=lambda seat: (seat < turn, seat), default=turn)

    @property
    def prompt(self) -> str:
        return "over> " if self.state.result is not None else f"{self.state.variant.seat(self.seat).name}> "

    # ---- showing

    async def begin(self, table: Table) -> None:
        """Come to a game: show its board, what it is about and how its pieces are written."""
        self.table = table
        state, variant, say = self.state, self.state.variant, self.screen.say
        resumed = ", resumed" if state.sequence > (state.clock is not None) else ""
        options = "".join(f", {name}={value}" for name, value in variant.options)
        kinds = join_words([f"{kind.letter} {kind.name}" for kind in variant.kinds], "and")
        marks = [f"{letter_of('G', seat.number)} is {seat.name}'s" for seat in variant.seats]
        say(f"Game {table.game.number}: {variant.name}{options}{resumed}.")
        await self.show()
        say(f"{variant.name}: {GAMES[variant.key].sentence}")
        say(f"The pieces: {kinds}.{' A digit behind a piece is its fatigue.' if variant.combat else ''}")
        say(f"On the board, {join_words(marks, 'and')}.")
        await self.games.tables.turned(table.game)

    async def show(self, state: State | None = None) -> None:
        """Show the board, now or in an earlier state, with the remarks below it."""
        state = state or self.state
        self.draw(state, as_it_stands(state), await self.games.settings.below(self.table))
        self.screen.say(remarks(Table(self.table.game, state), self.games.now()))

    def draw(self, state: State, signs: Signs, seat: int) -> None:
        self.screen.show(f"\n{board_as_text(state.variant, state.position, seat, signs)}\n")

    def mark(self, state: State, signs: Signs, seat: int) -> None:
        self.draw(state, signs, seat)
        self.screen.say(f"Marks: {legend(signs)}.")

    # ---- acting

    async def act(self, command: Callable[[int], Command], seat: int | None = None) -> None:
        await self.games.play.act(self.table, self.table.game.seats[seat or self.seat], command)

    async def _changed(self, changed: GameChanged) -> None:
        """Tell what has happened in this game since it was last shown, here or on the page."""
        async with self._telling:
            if changed.number != self.table.game.number:
                return
            table = await self.games.tables.find(changed.number)
            seen, self.table, state = self.state.sequence, table, table.state
            for played in state.played[:-1]:
                if played.sequence > seen:
                    self.screen.say(f"{wording.played_in_words(state, played)}.")
            for event in state.events[seen:]:
                match event.what:
                    case Moved() | Rolled() | Replaced() | Revealed():
                        continue
                    case Proposed(kind) if state.proposal(kind) is None:
                        continue
                if news.worth_telling(table, event):
                    said = news.event_in_words(table, event, wording.plain_name)
                    self.screen.say(said.replace("/game claim-time", '"flag"'))
            if state.changed > seen:
                await self.show()
                if state.result is not None:
                    self.screen.say(WHAT_NEXT)


WHAT_NEXT = '"new" plays it again, "games" lists all games, "record" shows the moves.'


def moves_to_type(state: State) -> Words:
    """The legal moves in short notation, sorted, each in words: `Ga2` with "guard a1 to a2"."""
    legal = sheet(state)
    return sorted((legal.short(move), move_in_words(legal.movement, legal.position, move)) for move in legal.legal)
