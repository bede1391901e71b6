"""Timekeeping: flags that fall, the referee's heartbeat, time given back after the referee was away, and vacations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.games.play.play import BEAT, Carried, Play
from bot.games.refusals import if_granted
from bot.games.tables import FLAG, Tables, deadlines_of
from bot.store import Absence, Deadline, Ledger, Player
from bot.store.deadlines import VACATION
from engine.clocks.control import DAY, MINUTE, SECOND, TimeControl, in_words, read_control
from engine.clocks.zones import year_of
from engine.model.refusal import Refusal, Refused
from engine.play.commands import ComeBack, Command, GoAway
from engine.play.referee import flag

PULSE, HURRIED = 30 * SECOND, 2 * SECOND
"""The time between two heartbeats, and while time is still to be given back (ms)."""
ALLOWANCE = 30 * DAY
"""How much vacation a player has a year (ms)."""


@dataclass(frozen=True)
class Terms:
    """What a host grants (ms): an absence of the referee that costs the players their time.

    The data of a server that removes the bot are deleted after `forget`, never if it is 0. The referee thinks in so
    many processes, `thinkers`; with none, it begins no games.
    """

    grace: int = 5 * MINUTE
    forget: int = 30 * DAY
    thinkers: int = 1


USUAL = Terms()


class Timekeeper:
    """Watches the clocks of all games; `now()` gives UTC ms.

    The heart beats into the store while a referee runs. A beat that is overdue comes before the flags that fell after
    it, so that a machine that slept flags nobody. What is owed is given back to some games at a beat; their boards tell
    it with what happens next.
    """

    def __init__(self, ledger: Ledger, tables: Tables, play: Play, now: Callable[[], int]) -> None:
        self._ledger = ledger
        self._tables = tables
        self._play = play
        self._now = now

    async def start(self) -> list[int]:
        """Begin to keep time; the numbers of the games to be shown, which got back what was lost while nobody did."""
        await self._play.note_lost_time(look=True)
        shown = await self._play.give_back_some()
        await self._ledger.deadlines.set(self._next_beat())
        return shown

    async def stop(self) -> None:
        await self._play.stop_keeping_time()

    async def beat(self, deadline: Deadline) -> list[int]:
        await self._play.note_lost_time()
        shown = await self._play.give_back_some()
        await self._ledger.deadlines.settle(deadline, self._next_beat())
        return shown

    def _next_beat(self) -> Deadline:
        return Deadline(BEAT, 0, 0, self._now() + (HURRIED if self._play.owing else PULSE))

    async def flag(self, deadline: Deadline) -> Carried | None:
        """Let a flag fall that is due; what came of it, None where there was nothing to do.

        The clock of a game whose channel is gone stands still; it is watched again when the game goes on elsewhere. A
        game that cannot be replayed is looked at another day.
        """
        await self._play.keep_time(deadline.game)
        table = await if_granted(self._tables.find(deadline.game))
        following: tuple[Deadline, ...] = ()
        if table is None:
            following = (Deadline(FLAG, deadline.game, 0, self._now() + DAY),)
        elif table.game.lost is None:
            turned = await self._play.rule(deadline.game, flag, deadline)
            if turned is not None:
                return turned
            following = deadlines_of(deadline.game, table.state, table.game.seats)
        await self._ledger.deadlines.settle(deadline, *following)
        return None


class NotAway(Refusal):
    words = "You are not on vacation."


class AlreadyAway(Refusal):
    words = "You are already on vacation; /settings vacation end:True ends it."


class TooLong(Refusal):
    """A vacation for which the year has not enough days; `left` is what it has (ms)."""

    left: int

    @property
    def text(self) -> str:
        return f"You have only {in_words(self.left)} of vacation left this year."


@dataclass(frozen=True)
class VacationStanding:
    """Where a player's vacation stands: the one now (None: none), what is left of this year's (ms)."""

    current: Absence | None
    left: int


class Vacations:
    """The vacations of all players; `now()` gives UTC ms.

    Years are those of UTC; a vacation counts in each year that it touches, and only what was really taken.
    """

    def __init__(self, ledger: Ledger, tables: Tables, play: Play, now: Callable[[], int]) -> None:
        self._ledger = ledger
        self._tables = tables
        self._vacations = ledger.vacations
        self._play = play
        self._now = now

    async def standing(self, player: Player) -> VacationStanding:
        now = self._now()
        first, last = year_of(now)
        left = ALLOWANCE - await self._taken(player.id, first, min(last, now))
        return VacationStanding(await self._vacations.current(player.id, now), max(left, 0))

    async def begin(self, player: Player, days: int) -> Absence:
        now = self._now()
        vacation = Absence(now, now + days * DAY)
        if await self._vacations.current(player.id, now):
            raise Refused(AlreadyAway())
        first, last = year_of(now)
        _, following = year_of(last)
        for begin, end in ((first, last), (last, following)):
            wanted = max(0, min(vacation.until, end) - max(vacation.begin, begin))
            left = max(0, ALLOWANCE - await self._taken(player.id, begin, end))
            if wanted > left:
                raise Refused(TooLong(left))
        await self._vacations.begin(player.id, vacation)
        return vacation

    async def end(self, player: Player) -> None:
        if not await self._vacations.end(player.id, self._now()):
            raise Refused(NotAway())

    async def games_of(self, player: Player) -> int:
        controls = [read_control(game.time) for game in await self._ledger.timed_of(player.id)]
        return sum(isinstance(control, TimeControl) and not control.live for control in controls)

    async def due(self, deadline: Deadline) -> list[int]:
        """Meet the deadline of a vacation that has begun or ended; the numbers of the games that it changed."""
        player = deadline.player
        current = await self._vacations.current(player, self._now())
        command: Callable[[int], Command] = ComeBack if current is None else GoAway
        changed = []
        for game in await self._ledger.timed_of(player):
            table = await if_granted(self._tables.find(game.number))
            clock = None if table is None or table.state.result is not None else table.state.clock
            if clock is None or (current is not None) == any(seat in clock.away for seat in game.seats_of(player)):
                continue
            if await if_granted(self._play.act(game.number, Player(player, ""), command)) is not None:
                changed.append(game.number)
        following = (Deadline(VACATION, 0, player, current.until),) if current else ()
        await self._ledger.deadlines.settle(deadline, *following)
        return changed

    async def _taken(self, player: int, begin: int, end: int) -> int:
        return sum(
            max(0, min(vacation.until, end) - max(vacation.begin, begin))
            for vacation in await self._vacations.between(player, begin, end)
        )
