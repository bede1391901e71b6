"""Play in running games: commands carried out, the automatic moves that follow, and who may act."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from bot import journal
from bot.games.deadlines import deadlines_of, given_back
from bot.games.directory import unbegun
from bot.games.lobby.challenge import barred
from bot.games.play.automatic import Replies, consents
from bot.games.refusals import CountedAlready, NotYourGame, UnwritableGame, if_granted, refuse
from bot.games.tables import Table, Tables
from bot.journal import wordless
from bot.store import UNWRITTEN, Conflict, Deadline, Handover, Ledger, Player, Repeated, StoredGame, Unit
from engine.model.refusal import Refusal, Refused
from engine.notation.describe import result_in_words
from engine.play.commands import Command
from engine.play.events import Barred, Event, Proposed, Replaced, Revealed
from engine.play.game import advance
from engine.play.referee import call_due, decide, fight_out
from engine.play.refusals import GameOver, GamePaused, HasLeft, NotYourTurn, StaleGame
from engine.play.rolls import rolling
from engine.play.state import Await, State
from engine.records.audit import scope_of

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Carried:
    """A command carried out: the table it led to, the events that led there, and the automatic moves that followed."""

    table: Table
    events: tuple[Event, ...]
    then: tuple[Carried, ...] = ()

    @property
    def now(self) -> Table:
        return self.then[-1].table if self.then else self.table


class Play:
    """The running games; `now()` gives UTC ms.

    `replies` are what is played by itself; before a command is judged `keep_time(number)` is awaited; `ending(game,
    state)` gives what is written with a game's end. `hosts` are the ids of those who run the referee.
    """

    def __init__(
        self,
        ledger: Ledger,
        tables: Tables,
        now: Callable[[], int],
        replies: Replies,
        ending: Callable[[StoredGame, State], Unit],
        keep_time: Callable[[int], Awaitable[None]],
        hosts: frozenset[int] = frozenset(),
    ) -> None:
        self._ledger = ledger
        self._tables = tables
        self._now = now
        self._replies = replies
        self._ending = ending
        self._keep_time = keep_time
        self._hosts = hosts

    async def act(
        self, number: int, player: Player, command: Callable[[int], Command], cause: int | None = None
    ) -> Carried:
        """Carry out a player's command and commit it; nothing is changed by a refusal.

        `command` makes the command for the seat it is given; `cause` is the id of the message or interaction behind it,
        each of which acts once. A player who holds several seats acts for the one that is waited for. What is then
        played by itself is committed, too.
        """
        await self._keep_time(number)
        async with self._tables.lock(number):
            turned = await self._carried_out(number, player, command, cause)
            return replace(turned, then=await self._followed(turned.table))

    async def follow(self, number: int) -> tuple[Carried, ...]:
        await self._keep_time(number)
        async with self._tables.lock(number):
            table = await if_granted(self._tables.find(number))
            return () if table is None else await self._followed(table)

    async def catch_up(self, player: Player | None = None) -> list[Table]:
        """Commit whatever was to be played by itself when the process ended, or for a player who has just chosen so.

        Returns the tables where something was.
        """
        followed = [await self.follow(number) for number in await self._replies.waiting(player)]
        return [turned[-1].now for turned in followed if turned]

    async def _carried_out(
        self, number: int, player: Player, command: Callable[[int], Command], cause: int | None
    ) -> Carried:
        while True:
            table = await self._tables.find(number)
            seats = table.game.seats_of(player.id)
            refuse(unbegun(table.game))
            if not seats:
                raise Refused(NotYourGame(number))
            seat = table.state.due if table.state.due in seats else seats[0]
            now = self._time_in(table)
            lost = table.game.lost
            back = given_back(lost, table.state, now) if lost is not None else None
            given = () if back is None else (back,)
            before = Table(table.game, _after(table.state, given))
            events = decide(before.state, command(seat), now)
            if isinstance(events, NotYourTurn):
                events = _waits_for(before)
            if isinstance(events, Refusal):
                raise Refused(events)
            try:
                answered = (*events, *await consents(before, events))
                done, state = await self._with_dice(before, answered)
                carried = await self._commit(table, (*given, *done), state, cause)
                return replace(carried, events=done)
            except Repeated:
                raise Refused(CountedAlready()) from None
            except Conflict:
                self._tables.forget(number)
            except UNWRITTEN as problem:
                self._ledger.aside.note(f"what is to be written to game {number}", problem)
                raise Refused(UnwritableGame(number, str(problem))) from problem

    async def _followed(self, table: Table) -> tuple[Carried, ...]:
        """What is played by itself from here on, each reply committed as its player's own move.

        Whatever goes wrong with it, the command before it stands; what players have kept is not written to the log.
        """
        followed: list[Carried] = []
        try:
            while (reply := await self._replies.due(table)) is not None:
                try:
                    turned = await self._carried_out(table.game.number, reply.player, reply.command, reply.cause)
                except Refused as refused:
                    if isinstance(refused.refusal, StaleGame | CountedAlready | GamePaused):
                        break
                    await self._replies.refused(reply, refused.refusal)
                    continue
                followed.append(turned)
                table = turned.table
        except Exception as problem:  # noqa: BLE001 - logged without its text, which may hold a kept move
            number, event = table.game.number, table.state.sequence
            log.error("game %d after event %d: no reply was made: %s", number, event, wordless(problem))  # noqa: TRY400
        return tuple(followed)

    async def rule(
        self, number: int, ruling: Callable[[State, int], Event | None], claimed: Deadline | None = None
    ) -> Carried | None:
        """Commit what the referee itself rules at this time: `ruling` gives the event, None where there is nothing.

        `claimed` is the deadline that brought it about; None as well if another process has claimed it. What is then
        played by itself is committed, too.
        """
        async with self._tables.lock(number):
            while True:
                table = await self._tables.find(number)
                event = ruling(table.state, self._time_in(table))
                if event is None or table.state.result is not None:
                    return None
                try:
                    events, state = await self._with_dice(table, [event])
                    turned = await self._commit(table, events, state, None, claimed)
                    return replace(turned, then=await self._followed(turned.table))
                except Conflict:
                    self._tables.forget(number)
                    if claimed is not None and not await self._ledger.deadlines.stands(claimed):
                        return None

    async def hand_over(self, number: int, judge: Callable[[Table], Handover]) -> Carried:
        """Let somebody else have a seat as `judge` says, who is asked anew if the game has gone on meanwhile.

        What is then played by itself is committed, too.
        """
        async with self._tables.lock(number):
            while True:
                table = await self._tables.find(number)
                handover = judge(table)
                try:
                    events, state = await self._with_dice(table, self._handing_over(table, handover))
                    turned = await self._commit(table, events, state, None, handover=handover)
                    return replace(turned, then=await self._followed(turned.table))
                except Conflict:
                    self._tables.forget(number)

    def _handing_over(self, table: Table, handover: Handover) -> list[Event]:
        """The events by which a seat changes hands; one that the referee or its host takes never rolls."""
        first, now = handover.sequence, self._time_in(table)
        events = [Event(first, now, 0, Replaced(handover.seat))]
        if barred(handover.new, table.state.dice, self._hosts):
            events.append(Event(first + 1, now, 0, Barred(handover.seat)))
        return events

    def _time_in(self, table: Table) -> int:
        """The time, which in no game is before its last event, whatever was done to the machine's clock since."""
        return max(self._now(), table.state.time)

    def passing(self, number: int) -> AbstractContextManager[None]:
        return self._tables.passing(number)

    async def table(self, number: int) -> Table:
        return await self._tables.find(number)

    async def _with_dice(self, table: Table, events: Sequence[Event]) -> tuple[tuple[Event, ...], State]:
        """The events with what the dice add: the roll of a fight, and at the end of the game the revealed secret.

        All of it happens at the time of the last event. With them comes the state that they lead to.
        """
        state, now = _after(table.state, events), events[-1].at
        if state.awaits in {Await.MOVE, Await.CALL}:
            return tuple(events), state
        added = list(events)
        secret = await self._ledger.secret(table.game.number)
        scope = scope_of(str(table.game.number))
        if state.awaits is Await.ROLL:
            added.append(fight_out(state, rolling(state, secret, scope), now))
            state = advance(state, added[-1])
        if state.result is not None:
            added.append(Event(state.sequence + 1, now, 0, Revealed(secret.hex())))
            state = advance(state, added[-1])
        return tuple(added), state

    async def _commit(
        self,
        table: Table,
        events: Sequence[Event],
        state: State,
        cause: int | None,
        claimed: Deadline | None = None,
        handover: Handover | None = None,
    ) -> Carried:
        number = table.game.number
        turn, stage = (state.due, "playing") if state.result is None else (None, "over")
        waits = state.awaits is Await.CALL
        game = replace(table.game, sequence=state.sequence, turn=turn, rolling=waits, stage=stage)
        if handover is not None:
            game = replace(game, rated=False, seats={**game.seats, handover.seat: handover.new})
        running = () if table.game.lost is not None else deadlines_of(number, state, game.seats)
        due = None if handover is None and state.clock == table.state.clock else running
        beside = self._ending(game, state) if state.result is not None else None
        await self._ledger.append(number, events, state, cause, due, claimed, handover, beside)
        if due is None and any(isinstance(event.what, Proposed) for event in events):
            known = {0, game.seats[state.due].id}  # the clock, and the player to move
            await self._ledger.deadlines.set(*(each for each in running if each.player not in known))
        self._tables.keep(number, state)
        journal.note(game=number, event=state.sequence)
        log.info("committed %s", ", ".join(type(event.what).__name__ for event in events))
        self._tables.turned(game)
        return Carried(Table(game, state), tuple(events))

    async def seated(self, number: int, player: Player, answers: int | None = None) -> Table:
        """The table of a running game in which a player sits, seen as of event `answers`; else why it is not."""
        table = await self._tables.find(number)
        state = table.state
        refuse(unbegun(table.game))
        if not table.game.seats_of(player.id):
            raise Refused(NotYourGame(number))
        if state.result is not None:
            raise Refused(GameOver(result_in_words(state.variant, state.result)))
        if not set(table.game.seats_of(player.id)) & set(state.remaining):
            raise Refused(HasLeft())
        if answers not in {None, state.changed}:
            raise Refused(StaleGame())
        return table

    async def to_move(self, number: int, player: Player, answers: int | None = None) -> Table:
        """The table of a game in which it is this player's turn, seen as of event `answers`; else why it is not."""
        table = await self.seated(number, player, answers)
        seats = table.game.seats_of(player.id)
        refuse(call_due(table.state, seats))
        if table.state.turn not in seats:
            raise Refused(_waits_for(table))
        return table


def _waits_for(table: Table) -> NotYourTurn:
    player = table.game.seats[table.state.turn]
    return NotYourTurn("Hexmarshal" if player.level else player.name)


def _after(state: State, events: Iterable[Event]) -> State:
    for event in events:
        state = advance(state, event)
    return state
