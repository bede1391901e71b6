"""Timekeeping: flags that fall, the referee's heartbeat, time given back after the referee was away, and vacations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.games.deadlines import FLAG, deadlines_of
from bot.games.play.play import Carried, Play
from bot.games.refusals import if_granted
from bot.store import Absence, AbsenceStore, Deadline, Ledger, Player, VacationStore
from bot.store.deadlines import VACATION
from engine.clocks.control import DAY, MINUTE, SECOND, TimeControl, in_words, read_control
from engine.clocks.zones import year_of
from engine.model.refusal import Refusal, Refused
from engine.play.commands import ComeBack, Command, GoAway
from engine.play.referee import credit_all, flag

BEAT = "beat"
PULSE, HURRIED = 30 * SECOND, 2 * SECOND
"""The time between two heartbeats, and while time is still to be given back (ms)."""
AWAY = "the referee was away"
TOGETHER = 32
"""To how many games time is given back at a beat; where it is owed to no more, their boards tell it at once."""
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

    The heart beats into the store while a referee runs. Who finds, at the start or at a beat, that it has stood still
    for longer than the grace owes every running clock what it has lost since, all of it: nobody could have moved. A
    beat that is overdue comes before the flags that fell after it, and before whatever players do then, so that a
    machine that slept flags nobody.

    What is owed is noted at once for all games. It is given back to a game before anything else happens there, and
    to the others some at a beat; their boards tell it with what happens next.
    """

    def __init__(self, ledger: Ledger, play: Play, now: Callable[[], int], grace: int) -> None:
        self._ledger = ledger
        self._play = play
        self._now = now
        self._grace = grace
        self._absences = AbsenceStore(ledger.database)
        self._kept: int | None = None
        self._owing: dict[int, None] = {}
        self._quiet = False

    async def start(self) -> list[int]:
        """Begin to keep time; the numbers of the games to be shown, which got back what was lost while nobody did."""
        await self._catch_up()
        await self._look_for_owing()
        shown = await self.give_back()
        await self._ledger.deadlines.set(self._next_beat())
        return shown

    async def stop(self) -> None:
        """Note that time was kept until now, and keep it no longer."""
        self._kept = None
        await self._ledger.remember(BEAT, str(self._now()))

    async def beat(self, deadline: Deadline) -> list[int]:
        """Let the heart beat; the numbers of the games to be shown, which got time back."""
        await self._catch_up()
        shown = await self.give_back()
        await self._ledger.deadlines.settle(deadline, self._next_beat())
        return shown

    async def keep(self, number: int = 0) -> None:
        """See to it, before anything happens in a game, that time lost before it is given back."""
        if self._kept is not None and self._now() - self._kept > self._grace:
            await self._catch_up()
        if number in self._owing:
            await self._give(number, quiet=True)

    async def give_back(self) -> list[int]:
        """Give back what is owed to the next games; the numbers of those to be shown, if they are few."""
        games = list(self._owing)[:TOGETHER]
        return [number for number in games if await self._give(number, quiet=self._quiet)]

    def _next_beat(self) -> Deadline:
        return Deadline(BEAT, 0, 0, self._now() + (HURRIED if self._owing else PULSE))

    async def _catch_up(self) -> None:
        """Note what was lost, and that time is kept now."""
        beat, now = await self._ledger.fact(BEAT), self._now()
        if beat is None or now - int(beat) <= self._grace:
            await self._ledger.remember(BEAT, str(now))
        else:
            await self._absences.owe(Absence(int(beat), now), BEAT)
            await self._look_for_owing()
        self._kept = now

    async def _look_for_owing(self) -> None:
        self._owing = dict.fromkeys(await self._absences.owing())
        self._quiet = len(self._owing) > TOGETHER

    async def _give(self, number: int, *, quiet: bool) -> bool:
        """Give back what is owed to a game; whether it is to be shown, else its board tells that with what follows."""
        try:
            owed = await self._absences.owed(number)
            with self._play.passing(number):
                ruled = await self._play.rule(number, lambda state, now: credit_all(state, owed, now, AWAY))
            hidden = ruled.events[-1].sequence if ruled is not None and quiet and not ruled.then else None
            await self._absences.given(number, owed[-1].until if owed else 0, quiet=hidden)
        except Refused:
            return False
        finally:
            self._owing.pop(number, None)
        return ruled is not None and hidden is None

    async def flag(self, deadline: Deadline) -> Carried | None:
        """Let a flag fall that is due; what came of it, None where there was nothing to do.

        The clock of a game whose channel is gone stands still; it is watched again when the game goes on elsewhere. A
        game that cannot be replayed is looked at another day.
        """
        await self.keep(deadline.game)
        table = await if_granted(self._play.table(deadline.game))
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
    """The end of a vacation without one to end."""

    words = "You are not on vacation."


class AlreadyAway(Refusal):
    """A vacation begun during another."""

    words = "You are already on vacation; /settings vacation end:True ends it."


class TooLong(Refusal):
    """A vacation for which the year has not enough days; `left` is what it has (ms)."""

    left: int

    @property
    def text(self) -> str:
        """What is left."""
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

    def __init__(self, ledger: Ledger, vacations: VacationStore, play: Play, now: Callable[[], int]) -> None:
        self._ledger = ledger
        self._vacations = vacations
        self._play = play
        self._now = now

    async def standing(self, player: Player) -> VacationStanding:
        """Where a player's vacation stands; what is taken now counts as taken up to now."""
        now = self._now()
        first, last = year_of(now)
        left = ALLOWANCE - await self._taken(player.id, first, min(last, now))
        return VacationStanding(await self._vacations.current(player.id, now), max(left, 0))

    async def begin(self, player: Player, days: int) -> Absence:
        """Go on vacation for so many days from now, in all games at once."""
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
        """Come back from vacation before its end."""
        if not await self._vacations.end(player.id, self._now()):
            raise Refused(NotAway())

    async def games_of(self, player: Player) -> int:
        """In how many running games a player's clock stands still on vacation."""
        controls = [read_control(game.time) for game in await self._ledger.timed_of(player.id)]
        return sum(isinstance(control, TimeControl) and not control.live for control in controls)

    async def due(self, deadline: Deadline) -> list[int]:
        """Meet the deadline of a vacation that has begun or ended; the numbers of the games that it changed."""
        player = deadline.player
        current = await self._vacations.current(player, self._now())
        command: Callable[[int], Command] = ComeBack if current is None else GoAway
        changed = []
        for game in await self._ledger.timed_of(player):
            table = await if_granted(self._play.table(game.number))
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
