"""Play in running games: commands carried out, the automatic moves that follow, and who may act."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from bot import journal
from bot.games.directory import unbegun
from bot.games.lobby import barred
from bot.games.play.automatic import Replies, consents
from bot.games.refusals import CountedAlready, NotYourGame, UnwritableGame, if_granted
from bot.games.tables import Table, Tables, deadlines_of, given_back
from bot.journal import wordless
from bot.store import (
    UNWRITTEN,
    Absence,
    AbsenceStore,
    Conflict,
    Deadline,
    Handover,
    KeptLine,
    Ledger,
    Player,
    Repeated,
    StoredGame,
    Unit,
)
from engine.lookahead.imagined import only_move
from engine.model.refusal import Refusal, Refused
from engine.notation.describe import result_in_words
from engine.play.commands import Command
from engine.play.events import Barred, Event, Proposed, Replaced, Revealed
from engine.play.game import advance
from engine.play.referee import call_due, credit_all, decide, fight_out
from engine.play.refusals import GameOver, GamePaused, HasLeft, NotYourTurn, StaleGame
from engine.play.rolls import rolling
from engine.play.state import Await, State
from engine.records.audit import scope_of

log = logging.getLogger(__name__)

BEAT = "beat"
AWAY = "the referee was away"
TOGETHER = 32
"""To how many games time is given back at a beat; where it is owed to no more, their boards tell it at once."""


@dataclass(frozen=True)
class Carried:
    """A command carried out: the table it led to, the events that led there, and the automatic moves that followed.

    `kept` are the conditional moves that count at the table.
    """

    table: Table
    events: tuple[Event, ...]
    then: tuple[Carried, ...] = ()
    kept: Sequence[KeptLine] = ()

    @property
    def now(self) -> Table:
        return self.then[-1].table if self.then else self.table


class Play:
    """The running games; `now()` gives UTC ms.

    `replies` are what is played by itself; `ending(game, state, leaver)` gives what is written with a game's
    end, or when a `leaver`'s seat is handed over. `hosts` are the ids of those who run the referee.

    Who finds that the heart, which beats into the store, has stood still for longer than `grace` (ms) owes every
    running clock what it has lost since. That is noted at once for all games, and given back to each before anything
    else happens there.
    """

    def __init__(
        self,
        ledger: Ledger,
        tables: Tables,
        now: Callable[[], int],
        replies: Replies,
        ending: Callable[[StoredGame, State, int], Unit],
        grace: int,
        hosts: frozenset[int] = frozenset(),
    ) -> None:
        self.owing: dict[int, None] = {}  # the games whose clocks are owed time
        self._ledger = ledger
        self._tables = tables
        self._now = now
        self._replies = replies
        self._ending = ending
        self._grace = grace
        self._hosts = hosts
        self._absences = AbsenceStore(ledger.database)
        self._time_kept: int | None = None
        self._quiet = False

    async def act(
        self,
        number: int,
        player: Player,
        command: Callable[[int], Command],
        cause: int | None = None,
        table: Table | None = None,
    ) -> Carried:
        """Carry out a player's command and commit it; nothing is changed by a refusal.

        `command` makes the command for the seat it is given; `cause` is the id of the message or interaction behind it,
        each of which acts once. A player who holds several seats acts for the one that is waited for. What is then
        played by itself is committed, too. A `table` just found need not be looked for again.
        """
        await self.keep_time(number)
        async with self._tables.lock(number):
            turned = await self._carried_out(number, player, command, cause, table)
            return replace(turned, then=await self._followed(turned))

    async def follow(self, number: int) -> tuple[Carried, ...]:
        await self.keep_time(number)
        async with self._tables.lock(number):
            table = await if_granted(self._tables.find(number))
            if table is None:
                return ()
            return await self._followed(Carried(table, (), kept=await self._replies.kept(number)))

    async def catch_up(self, player: Player | None = None) -> list[Table]:
        """Commit whatever was to be played by itself when the process ended, or for a player who has just chosen so.

        Returns the tables where something was.
        """
        followed = [await self.follow(number) for number in await self._replies.waiting(player)]
        return [turned[-1].now for turned in followed if turned]

    async def _carried_out(
        self,
        number: int,
        player: Player,
        command: Callable[[int], Command],
        cause: int | None,
        table: Table | None = None,
    ) -> Carried:
        while True:
            if table is None or not self._tables.holds(table.game):
                table = await self._tables.find(number)
            seats = table.game.seats_of(player.id)
            unplayed = unbegun(table.game) or (None if seats else NotYourGame(number))
            if unplayed is not None:
                raise Refused(unplayed)
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
                if events and isinstance(events[-1].what, Proposed):
                    events = (*events, *await consents(before, events, events[-1].what.kind))
                done, state = await self._with_dice(before, events)
                carried = await self._commit(table, (*given, *done), state, cause)
                return replace(carried, events=done)
            except Repeated:
                raise Refused(CountedAlready()) from None
            except Conflict:
                self._tables.forget(number)
                table = None
            except UNWRITTEN as problem:
                self._ledger.aside.note(f"what is to be written to game {number}", problem)
                raise Refused(UnwritableGame(number, str(problem))) from problem

    async def _followed(self, turned: Carried) -> tuple[Carried, ...]:
        """What is played by itself from here on, each reply committed as its player's own move.

        Whatever goes wrong with it, the command before it stands; what players have kept is not written to the log.
        """
        followed: list[Carried] = []
        table, kept = turned.table, turned.kept
        try:
            while (kept or only_move(table.state, fights=True)) and (reply := await self._replies.due(table, kept)):
                number = table.game.number
                try:
                    turned = await self._carried_out(number, reply.player, reply.command, reply.cause, table)
                except Refused as refused:
                    if isinstance(refused.refusal, StaleGame | CountedAlready | GamePaused):
                        break
                    await self._replies.refused(reply, refused.refusal)
                    kept = await self._replies.kept(number)
                    continue
                followed.append(turned)
                table, kept = turned.table, turned.kept
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
                    return replace(turned, then=await self._followed(turned))
                except Conflict:
                    self._tables.forget(number)
                    if claimed is not None and not await self._ledger.deadlines.stands(claimed):
                        return None

    async def hand_over(self, number: int, seat: int, old: Player, new: Player) -> Carried | None:
        """Let somebody else have a seat, and commit what is then played by itself; None where it is not `old`'s."""
        async with self._tables.lock(number):
            while True:
                table = await self._tables.find(number)
                game, state = table.game, table.state
                if seat not in state.remaining or game.seats[seat] != old:
                    return None
                handover = Handover(seat, state.sequence + 1, old, new, self._ending(game, state, seat))
                try:
                    events, state = await self._with_dice(table, self._handing_over(table, handover))
                    turned = await self._commit(table, events, state, None, handover=handover)
                    return replace(turned, then=await self._followed(turned))
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
        still = table.game.lost is not None or state.clock is None
        running = () if still else deadlines_of(number, state, game.seats)
        due = None if handover is None and state.clock == table.state.clock else running
        beside = self._ending(game, state, 0) if state.result is not None else None
        kept = await self._ledger.append(number, events, state, cause, due, claimed, handover, beside)
        if due is None and any(isinstance(event.what, Proposed) for event in events):
            known = {0, game.seats[state.due].id}  # the clock, and the player to move
            await self._ledger.deadlines.set(*(each for each in running if each.player not in known))
        self._tables.keep(number, state)
        journal.note(game=number, event=state.sequence)
        log.info("committed %s", ", ".join(type(event.what).__name__ for event in events))
        self._tables.turned(game)
        return Carried(Table(game, state), tuple(events), kept=kept)

    async def seated(self, number: int, player: Player, answers: int | None = None) -> Table:
        """The table of a running game in which a player sits, seen as of event `answers`; else why it is not."""
        table = await self._tables.find(number)
        state = table.state
        unplayed = unbegun(table.game) or (None if table.game.seats_of(player.id) else NotYourGame(number))
        if unplayed is not None:
            raise Refused(unplayed)
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
        refused = call_due(table.state, seats) or (None if table.state.turn in seats else _waits_for(table))
        if refused is not None:
            raise Refused(refused)
        return table

    # ---- time that nobody could play in

    async def keep_time(self, number: int) -> None:
        """See to it, before anything happens in a game, that time lost before it is given back."""
        async with self._tables.returning:
            pass
        if self._time_kept is not None and self._now() - self._time_kept > self._grace:
            await self.note_lost_time()
        if number in self.owing:
            await self.give_back(number, quiet=True)

    async def note_lost_time(self, *, look: bool = False) -> None:
        """Note what was lost, and that time is kept now; `look` also for what was owed before."""
        beat, now = await self._ledger.fact(BEAT), self._now()
        lost = beat is not None and now - int(beat) > self._grace
        if beat is not None and lost:
            await self._absences.owe(Absence(int(beat), now), BEAT)
        else:
            await self._ledger.remember(BEAT, str(now))
        if lost or look:
            self.owing = dict.fromkeys(await self._absences.owing())
            self._quiet = len(self.owing) > TOGETHER
        self._time_kept = now

    async def stop_keeping_time(self) -> None:
        self._time_kept = None
        await self._ledger.remember(BEAT, str(self._now()))

    async def give_back_some(self) -> list[int]:
        """Give back what is owed to the next games; the numbers of those to be shown, if they are few."""
        games = list(self.owing)[:TOGETHER]
        return [number for number in games if await self.give_back(number, quiet=self._quiet)]

    async def give_back(self, number: int, *, quiet: bool) -> bool:
        """Give back what is owed to a game; whether it is to be shown, else its board tells that with what follows."""
        try:
            owed = await self._absences.owed(number)
            with self._tables.passing(number):
                ruled = await self.rule(number, lambda state, now: credit_all(state, owed, now, AWAY))
            hidden = ruled.events[-1].sequence if ruled is not None and quiet and not ruled.then else None
            await self._absences.given(number, owed[-1].until if owed else 0, quiet=hidden)
        except Refused:
            return False
        finally:
            self.owing.pop(number, None)
        return ruled is not None and hidden is None


def _waits_for(table: Table) -> NotYourTurn:
    player = table.game.seats[table.state.turn]
    return NotYourTurn("Hexmarshal" if player.level else player.name)


def _after(state: State, events: Iterable[Event]) -> State:
    for event in events:
        state = advance(state, event)
    return state
