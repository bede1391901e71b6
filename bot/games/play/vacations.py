"""Vacations: a player's clocks stop."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.games.play.play import Play
from bot.games.refusals import Pointing, if_granted, refuse_if
from bot.games.tables import Tables
from bot.store import Absence, Deadline, Ledger, Player
from bot.store.deadlines import VACATION
from engine.clocks.control import DAY, TimeControl, in_words, read_control
from engine.clocks.zones import year_of
from engine.model.refusal import Refusal, Refused
from engine.model.wording import say
from engine.play.commands import ComeBack, Command, GoAway

ALLOWANCE = 30 * DAY
"""Vacation a year (ms)."""


class NotAway(Refusal):
    words = "You're not on vacation."


class AlreadyAway(Pointing):
    """A second vacation; `until` is when the first ends (UTC s)."""

    until: int

    words = "You're on vacation until <t:{until}:D>."


class TooLong(Refusal):
    left: str

    words = "That's too long: you have {left} left this year."


def vacation_left(milliseconds: int) -> str:
    return say("{time} of vacation", time=in_words(milliseconds)) if milliseconds else "no vacation"


@dataclass(frozen=True)
class VacationStanding:
    """A player's vacation: the current one (None: none), and the rest of this year's (ms)."""

    current: Absence | None
    left: int


@dataclass
class Vacations:
    """The vacations of all players; `now()` gives UTC ms.

    Years are those of UTC; a vacation counts in each year that it touches, and only what was really taken.
    """

    ledger: Ledger
    tables: Tables
    play: Play
    now: Callable[[], int]

    async def standing(self, player: Player) -> VacationStanding:
        now = self.now()
        first, last = year_of(now)
        left = await self._left(player.id, first, min(last, now))
        return VacationStanding(await self.ledger.vacations.current(player.id, now), left)

    async def begin(self, player: Player, days: int) -> Absence:
        now = self.now()
        vacation = Absence(now, now + days * DAY)
        if current := await self.ledger.vacations.current(player.id, now):
            raise Refused(AlreadyAway(current.until // 1000))
        first, last = year_of(now)
        _, following = year_of(last)
        for begin, end in ((first, last), (last, following)):
            wanted = max(0, min(vacation.until, end) - max(vacation.begin, begin))
            left = await self._left(player.id, begin, end)
            refuse_if(wanted > left, TooLong(vacation_left(left)))
        await self.ledger.vacations.begin(player.id, vacation)
        return vacation

    async def end(self, player: Player) -> None:
        refuse_if(not await self.ledger.vacations.end(player.id, self.now()), NotAway())

    async def games_of(self, player: Player) -> int:
        controls = [read_control(game.time) for game in await self.ledger.timed_of(player.id)]
        return sum(isinstance(control, TimeControl) and not control.live for control in controls)

    async def due(self, deadline: Deadline) -> list[int]:
        """Meet the deadline of a vacation that has begun or ended; the numbers of the games that it changed."""
        player = deadline.player
        current = await self.ledger.vacations.current(player, self.now())
        command: Callable[[int], Command] = ComeBack if current is None else GoAway
        changed = []
        for game in await self.ledger.timed_of(player):
            table = await if_granted(self.tables.at(game))
            if table is None or table.state.result is not None or (clock := table.state.clock) is None:
                continue
            if (current is not None) == any(seat in clock.away for seat in game.seats_of(player)):
                continue
            if await if_granted(self.play.act(table, Player(player, ""), command)) is not None:
                changed.append(game.number)
        following = (Deadline(VACATION, 0, player, current.until),) if current else ()
        await self.ledger.deadlines.settle(deadline, *following)
        return changed

    async def _left(self, player: int, begin: int, end: int) -> int:
        taken = await self.ledger.vacations.between(player, begin, end)
        return max(0, ALLOWANCE - sum(max(0, min(each.until, end) - max(each.begin, begin)) for each in taken))
