"""Vacations: a number of days a year, in all of a player's games at once except live ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.games.play.play import Play
from bot.games.refusals import if_granted
from bot.store import Deadline, Ledger, Player, Vacation, VacationStore
from bot.store.deadlines import VACATION
from engine.clocks.control import DAY, TimeControl, in_words, read_control
from engine.clocks.zones import year_of
from engine.model.refusal import Refusal, Refused
from engine.play.commands import ComeBack, Command, GoAway

ALLOWANCE = 30 * DAY
"""How much vacation a player has a year (ms)."""


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

    current: Vacation | None
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

    async def begin(self, player: Player, days: int) -> Vacation:
        """Go on vacation for so many days from now, in all games at once."""
        now = self._now()
        vacation = Vacation(now, now + days * DAY)
        if await self._vacations.current(player.id, now):
            raise Refused(AlreadyAway())
        first, last = year_of(now)
        _, following = year_of(last)
        for begin, end in ((first, last), (last, following)):
            wanted = max(0, min(vacation.ends, end) - max(vacation.begins, begin))
            left = max(0, ALLOWANCE - await self._taken(player.id, begin, end))
            if wanted > left:
                raise Refused(TooLong(left))
        if not await self._vacations.begin(player.id, vacation):
            raise Refused(AlreadyAway())
        return vacation

    async def end(self, player: Player) -> Refusal | None:
        """Come back from vacation before its end."""
        return None if await self._vacations.end(player.id, self._now()) else NotAway()

    async def games_of(self, player: Player) -> int:
        """In how many running games a player's clock stands still on vacation."""
        controls = [read_control(game.time) for game in await self._ledger.timed_of(player.id)]
        return sum(isinstance(control, TimeControl) and not control.live for control in controls)

    async def tell(self, player: int) -> list[int]:
        """Tell a player's games whether they are away; the numbers of those in which that changed something.

        They are told anew where the vacation has ended or begun meanwhile, which another process may have told them.
        """
        changed: list[int] = []
        told: bool | None = None
        while told is not (away := await self._vacations.current(player, self._now()) is not None):
            changed += await self._tell(player, away=away)
            told = away
        return list(dict.fromkeys(changed))

    async def _tell(self, player: int, *, away: bool) -> list[int]:
        command: Callable[[int], Command] = GoAway if away else ComeBack
        changed = []
        for game in await self._ledger.timed_of(player):
            while await self._differs(game.number, player, away=away):
                if await if_granted(self._play.act(game.number, Player(player, ""), command)) is None:
                    break
                changed.append(game.number)
        return changed

    async def _differs(self, number: int, player: int, *, away: bool) -> bool:
        """Whether a game that goes on takes a player for away who is not, or the other way round."""
        table = await if_granted(self._play.table(number))
        if table is None or table.state.clock is None or table.state.result is not None:
            return False
        return away != any(seat in table.state.clock.away for seat in table.game.seats_of(player))

    async def due(self, deadline: Deadline) -> list[int]:
        """Meet the deadline of a vacation that has begun or ended; the numbers of the games that it changed."""
        changed = await self.tell(deadline.player)
        current = await self._vacations.current(deadline.player, self._now())
        following = (Deadline(VACATION, 0, deadline.player, current.ends),) if current else ()
        await self._ledger.deadlines.settle(deadline, *following)
        return changed

    async def _taken(self, player: int, begin: int, end: int) -> int:
        return sum(
            max(0, min(vacation.ends, end) - max(vacation.begins, begin))
            for vacation in await self._vacations.between(player, begin, end)
        )
