"""Play in running games: commands carried out, the automatic moves that follow, and the time kept."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bot import journal
from bot.games.bus import GameChanged
from bot.games.challenges import barred
from bot.games.directory import unbegun, with_names
from bot.games.play.automatic import Replies, consents
from bot.games.refusals import CountedAlready, NotYourGame, UnwritableGame, granted, if_granted, refuse
from bot.games.tables import FLAG, Table, Tables, deadlines_of, given_back
from bot.journal import without_message
from bot.store import UNWRITTEN, Conflict, Deadline, Handover, Ledger, Player, Repeated, StoredGame, StoredLine, Unit
from engine.clocks.control import DAY, MINUTE, SECOND
from engine.lookahead.imagined import only_move
from engine.model.refusal import Refusal, Refused
from engine.play.commands import Command
from engine.play.events import Barred, Event, Proposed, Replaced, Revealed
from engine.play.game import advance
from engine.play.referee import credit_all, decide, flag, roll_fight
from engine.play.refusals import GamePaused, StaleGame
from engine.play.rolls import rolling
from engine.play.state import Await, State
from engine.records.audit import scope_of

log = logging.getLogger(__name__)

BEAT = "beat"
PULSE, HURRIED = 30 * SECOND, 2 * SECOND
"""The time between two heartbeats, and while time is still to be given back (ms)."""
TOGETHER = 32
"""Maximum games that get time back at a beat; up to that number, their boards show it immediately."""


@dataclass(frozen=True)
class Terms:
    """A host's terms (ms): `grace` is an absence of the referee that costs the players their time.

    The data of a server that removes the bot are deleted after `forget`, never if it is 0. The referee thinks in
    `thinkers` processes; with 0 it begins no games. The board in a browser is at `page`, "" for none, and
    served at `page_at`, a host and a port of this machine.
    """

    grace: int = 5 * MINUTE
    forget: int = 30 * DAY
    thinkers: int = 1
    page: str = ""
    page_at: str = ""


DEFAULT_TERMS = Terms()


@dataclass(frozen=True)
class CommandResult:
    """A command carried out: the table it led to, the events that led there, and the automatic moves that followed.

    `kept` are the conditional moves that count at the table.
    """

    table: Table
    events: tuple[Event, ...]
    then: tuple[CommandResult, ...] = ()
    kept: Sequence[StoredLine] = ()

    @property
    def now(self) -> Table:
        return self.then[-1].table if self.then else self.table


class _Step(NamedTuple):
    """A commit: events, after those that give time back, and a seat that changes hands."""

    events: Sequence[Event]
    given: tuple[Event, ...] = ()
    handover: Handover | None = None


Judge = Callable[[Table, int], Awaitable[_Step | None]]
"""The plan for a table at a time (UTC ms), if any."""


@dataclass
class Play:
    """The running games; `now()` gives UTC ms.

    `replies` are the automatic moves; `ending(game, state, leaver)` gives the rows written with a game's
    end, or when a `leaver`'s seat is handed over. `hosts` are the owners' ids.

    If the heartbeat in the store has stopped for longer than `grace` (ms), every running clock is owed
    that time. It is noted for all games together, and given back to each before anything else happens there.
    """

    ledger: Ledger
    tables: Tables
    now: Callable[[], int]
    replies: Replies
    ending: Callable[[StoredGame, State, int], Unit]
    grace: int
    hosts: frozenset[int] = frozenset()
    owing: dict[int, None] = field(default_factory=dict, init=False)  # the games whose clocks are owed time
    _time_kept: int | None = field(default=None, init=False)
    _quiet: bool = field(default=False, init=False)

    async def act(
        self, table: Table, player: Player, command: Callable[[int], Command], cause: int | None = None
    ) -> CommandResult:
        """Carry out a player's command at a table; a refusal changes nothing.

        `command` makes the command for the seat it is given; `cause` is the id of the message or interaction behind it,
        each of which acts once. A player who holds several seats acts for the one to move. Automatic moves
        that follow are committed, too.
        """
        await self.keep_time(table.game.number)
        async with self.tables.lock(table.game.number):
            turned = await self._carried_out(table, player, command, cause)
            return replace(turned, then=await self._followed(turned))

    async def follow(self, table: Table) -> tuple[CommandResult, ...]:
        number = table.game.number
        await self.keep_time(number)
        async with self.tables.lock(number):
            newest, kept = await self.tables.newest(table), await self.ledger.conditions.of_game(number)
            return await self._followed(CommandResult(newest, (), kept=kept))

    async def catch_up(self, player: Player | None = None) -> list[Table]:
        """Commit automatic moves left when the process ended, or due by a player's new setting."""
        numbers = await self.replies.waiting(player)
        followed = [await self.follow(table) for each in numbers if (table := await if_granted(self.tables.find(each)))]
        return [turned[-1].now for turned in followed if turned]

    async def rule(
        self, table: Table, ruling: Callable[[State, int], Event | None], claimed: Deadline | None = None
    ) -> CommandResult | None:
        """Commit a ruling of the referee: `ruling` gives the event, None if there is none.

        `claimed` is the deadline that brought it about; None as well if it was claimed before. Automatic
        moves that follow are committed, too.
        """

        async def judge(table: Table, now: int) -> _Step | None:
            event = ruling(table.state, now)
            return None if event is None or table.state.result is not None else _Step((event,))

        async with self.tables.lock(table.game.number):
            turned = await self._turned(table, judge, claimed=claimed)
            return replace(turned, then=await self._followed(turned)) if turned.events else None

    async def hand_over(self, table: Table, seat: int, old: Player, new: Player) -> CommandResult | None:
        """Hand over a seat, and commit the automatic moves that follow; None if it is not `old`'s."""

        async def judge(table: Table, now: int) -> _Step | None:
            game, state = table.game, table.state
            if seat not in state.remaining or game.seats[seat] != old:
                return None
            first = state.sequence + 1
            never = (Barred(seat),) if barred(new, state.dice, self.hosts) else ()  # they never roll
            events = [Event(first + place, now, 0, what) for place, what in enumerate((Replaced(seat), *never))]
            return _Step(events, handover=Handover(seat, first, old, new, self.ending(game, state, seat)))

        async with self.tables.lock(table.game.number):
            turned = await self._turned(table, judge)
            return replace(turned, then=await self._followed(turned)) if turned.events else None

    async def _carried_out(
        self, table: Table, player: Player, command: Callable[[int], Command], cause: int | None
    ) -> CommandResult:
        async def judge(table: Table, now: int) -> _Step:
            seats, lost = table.game.seats_of(player.id), table.game.lost
            refuse(unbegun(table.game) or (None if seats else NotYourGame(table.game.number)))
            seat = table.state.due if table.state.due in seats else seats[0]
            back = given_back(lost, table.state, now) if lost is not None else None
            given = () if back is None else (back,)
            before = Table(table.game, _after(table.state, given))
            decided = decide(before.state, command(seat), now)
            events = granted(with_names(before, decided) if isinstance(decided, Refusal) else decided)
            if isinstance(events[-1].what, Proposed):
                events = (*events, *await consents(before, events, events[-1].what.kind))
            return _Step(events, given)

        return await self._turned(table, judge, cause)

    async def _followed(self, turned: CommandResult) -> tuple[CommandResult, ...]:
        """Make the automatic moves from here on, each committed as its player's own.

        If one fails, the command before it stays valid; saved lines are never logged.
        """
        followed: list[CommandResult] = []
        table, kept, number = turned.table, turned.kept, turned.table.game.number
        try:
            while (kept or only_move(table.state, fights=True)) and (reply := await self.replies.due(table, kept)):
                try:
                    turned = await self._carried_out(table, reply.player, reply.command, reply.cause)
                except Refused as refused:
                    if isinstance(refused.refusal, StaleGame | CountedAlready | GamePaused):
                        break
                    await self.replies.refused(reply, refused.refusal)
                    kept = await self.ledger.conditions.of_game(number)
                    continue
                followed.append(turned)
                table, kept = turned.table, turned.kept
        except Exception as problem:  # noqa: BLE001 - logged without its text, which may hold a kept move
            sequence, why = table.state.sequence, without_message(problem)
            log.error("game %d after event %d: no reply was made: %s", number, sequence, why)  # noqa: TRY400 - in full
        return tuple(followed)

    async def _turned(
        self, table: Table, judge: Judge, cause: int | None = None, claimed: Deadline | None = None
    ) -> CommandResult:
        """Commit what `judge` returns, asking again after a conflict; no events if it returns nothing.

        The time is never before the game's last event, even if the machine's clock was set back.
        """
        number, table = table.game.number, await self.tables.newest(table)
        while True:
            try:
                step = await judge(table, max(self.now(), table.state.time))
                return CommandResult(table, ()) if step is None else await self._commit(table, step, cause, claimed)
            except Repeated:
                raise Refused(CountedAlready()) from None
            except Conflict:
                self.tables.forget(number)
                table = await self.tables.find(number)
                if claimed is not None and not await self.ledger.deadlines.stands(claimed):
                    return CommandResult(table, ())
            except UNWRITTEN as problem:
                self.ledger.skipped.note(f"what is to be written to game {number}", problem)
                raise Refused(UnwritableGame(number, str(problem))) from problem

    async def _with_dice(self, table: Table, step: _Step) -> tuple[tuple[Event, ...], State]:
        """The events of a step with what the dice add, and the state that they lead to.

        That is the roll of a fight, and at the end of the game the revealed secret, at the time of the last event.
        """
        state, now = _after(table.state, (*step.given, *step.events)), step.events[-1].at
        if state.awaits in {Await.MOVE, Await.CALL}:
            return tuple(step.events), state
        added = list(step.events)
        secret = await self.ledger.secret(table.game.number)
        scope = scope_of(str(table.game.number))
        if state.awaits is Await.ROLL:
            added.append(roll_fight(state, rolling(state, secret, scope), now))
            state = advance(state, added[-1])
        if state.result is not None:
            added.append(Event(state.sequence + 1, now, 0, Revealed(secret.hex())))
            state = advance(state, added[-1])
        return tuple(added), state

    async def _commit(self, table: Table, step: _Step, cause: int | None, claimed: Deadline | None) -> CommandResult:
        number, handover = table.game.number, step.handover
        done, state = await self._with_dice(table, step)
        events = (*step.given, *done)
        turn, stage = (state.due, "playing") if state.result is None else (None, "over")
        waits = state.awaits is Await.CALL
        game = replace(table.game, sequence=state.sequence, turn=turn, rolling=waits, stage=stage)
        if handover is not None:
            game = replace(game, rated=False, seats={**game.seats, handover.seat: handover.new})
        still = table.game.lost is not None or state.clock is None
        running = () if still else deadlines_of(number, state, game.seats)
        due = None if handover is None and state.clock == table.state.clock else running
        beside = self.ending(game, state, 0) if state.result is not None else None
        kept = await self.ledger.append(number, events, state, cause, due, claimed, handover, beside)
        if due is None and any(isinstance(event.what, Proposed) for event in events):
            known = {0, game.seats[state.due].id}  # the clock, and the player to move
            await self.ledger.deadlines.set(*(each for each in running if each.player not in known))
        self.tables.keep(number, state)
        journal.note(game=number, event=state.sequence)
        log.info("committed %s", ", ".join(type(event.what).__name__ for event in events))
        await self.tables.bus.tell(GameChanged(number))
        await self.tables.turned(game)
        return CommandResult(Table(game, state), done, kept=kept)

    # ---- time that nobody could play in

    async def keep_time(self, number: int) -> None:
        """See to it, before anything happens in a game, that time lost before it is given back."""
        async with self.tables.returning:
            pass
        if self._time_kept is not None and self.now() - self._time_kept > self.grace:
            await self._note_lost_time()
        if number in self.owing:
            await self.give_back(number, quiet=True)

    async def start(self) -> list[int]:
        """Begin to keep time; the numbers of the games to be shown, which got back what was lost while nobody did."""
        await self._note_lost_time(look=True)
        shown = await self.give_back_some()
        await self.ledger.deadlines.set(self._next_beat())
        return shown

    async def beat(self, deadline: Deadline) -> list[int]:
        """Note that time is kept, and give some of what is owed back; the numbers of the games to be shown.

        A beat that is overdue comes before the flags that fell after it, so that a machine that slept flags nobody.
        """
        await self._note_lost_time()
        shown = await self.give_back_some()
        await self.ledger.deadlines.settle(deadline, self._next_beat())
        return shown

    def _next_beat(self) -> Deadline:
        return Deadline(BEAT, 0, 0, self.now() + (HURRIED if self.owing else PULSE))

    async def flag(self, deadline: Deadline) -> CommandResult | None:
        """Let a due flag fall; the result, None if there was nothing to do.

        The clock of a game whose channel is gone stops; it is watched again when the game continues elsewhere. A
        game that cannot be replayed is looked at another day.
        """
        await self.keep_time(deadline.game)
        table = await if_granted(self.tables.find(deadline.game))
        following: tuple[Deadline, ...] = ()
        if table is None:
            following = (Deadline(FLAG, deadline.game, 0, self.now() + DAY),)
        elif table.game.lost is None:
            turned = await self.rule(table, flag, deadline)
            if turned is not None:
                return turned
            following = deadlines_of(deadline.game, table.state, table.game.seats)
        await self.ledger.deadlines.settle(deadline, *following)
        return None

    async def _note_lost_time(self, *, look: bool = False) -> None:
        """Note what was lost, and that time is kept now; `look` also for what was owed before."""
        beat, now = await self.ledger.fact(BEAT), self.now()
        lost = beat is not None and now - int(beat) > self.grace
        if beat is not None and lost:
            await self.ledger.absences.owe(int(beat), now, BEAT)
        else:
            await self.ledger.remember(BEAT, str(now))
        if lost or look:
            self.owing = dict.fromkeys(await self.ledger.absences.owing())
            self._quiet = len(self.owing) > TOGETHER
        self._time_kept = now

    async def stop(self) -> None:
        self._time_kept = None
        await self.ledger.remember(BEAT, str(self.now()))

    async def give_back_some(self) -> list[int]:
        """Give back what is owed to the next games; the numbers of those to be shown, if they are few."""
        games = list(self.owing)[:TOGETHER]
        return [number for number in games if await self.give_back(number, quiet=self._quiet)]

    async def give_back(self, number: int, *, quiet: bool) -> bool:
        """Give back what is owed to a game; whether it is to be shown, else its board tells that with what follows."""
        try:
            owed = await self.ledger.absences.owed(number)
            with self.tables.passing(number):
                table = await self.tables.find(number)
                ruled = await self.rule(table, lambda state, now: credit_all(state, owed, now, "the referee was away"))
            hidden = ruled.events[-1].sequence if ruled is not None and quiet and not ruled.then else None
            await self.ledger.absences.given(number, owed[-1].until if owed else 0, quiet=hidden)
        except Refused as refused:
            if isinstance(refused.refusal, UnwritableGame):
                raise
            return False
        finally:
            self.owing.pop(number, None)
        return ruled is not None and hidden is None


def _after(state: State, events: Iterable[Event]) -> State:
    for event in events:
        state = advance(state, event)
    return state
