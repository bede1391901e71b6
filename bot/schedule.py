"""The scheduler, which sleeps until the earliest deadline, and the handlers of each kind.

A handler claims its deadline in the transaction that does its work, so that it is never done twice, and a process that
dies leaves it to be done. A deadline that a handler leaves open is tried again later and blocks nothing else.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from bot import journal
from bot.discord_ui.controller import Controller
from bot.games.play.play import BEAT
from bot.games.puzzles import DAILY
from bot.games.tables import FLAG
from bot.store import Deadline, DeadlineStore
from bot.store.deadlines import REMIND, VACATION
from bot.store.ledger import LAPSE
from bot.store.members import CHECK
from bot.store.outbox import SEND
from bot.store.privacy import ERASE, SCRUB
from engine.clocks.control import HOUR

log = logging.getLogger(__name__)

Handler = Callable[[Deadline], Awaitable[None]]
Sleep = Callable[[asyncio.Event, int], Awaitable[None]]
MAX_SLEEP_MS = 60_000  # ms to sleep at most
RETRY, LONGEST_RETRY = 15_000, 3_600_000
"""The pause before an open deadline is tried again (ms), doubled each time, and its limit."""


async def sleep(woken: asyncio.Event, milliseconds: int) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(milliseconds / 1000):  # wait_for can lose a cancellation in Python 3.11
            await woken.wait()


@dataclass
class Scheduler:
    """Meets the deadlines of the kinds that have handlers, while time passes, for which `ready` waits."""

    deadlines: DeadlineStore
    handlers: Mapping[str, Handler]
    now: Callable[[], int]
    sleep: Sleep = sleep
    ready: Callable[[], Awaitable[object]] | None = None
    _left: dict[int, tuple[int, int]] = field(default_factory=dict, init=False)  # tries, and the next time
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    async def turn(self) -> None:
        """Meet the deadlines that have come, also while nobody ran, and sleep until there may be more to do."""
        self.deadlines.changed.clear()
        if self.ready is not None:
            await self.ready()
        try:
            pause = await self.meet()
        except Exception:
            log.exception("deadlines could not be read")
            pause = RETRY
        await self.sleep(self.deadlines.changed, pause)

    async def meet(self) -> int:
        """Meet all deadlines that have come; the ms until there may be more to do, at most MAX_SLEEP_MS."""
        kinds, some_met = list(self.handlers), True
        async with self._turn:
            while some_met:
                now = self.now()
                due = await self.deadlines.due(kinds, now)
                self._left = {each.number: self._left[each.number] for each in due if each.number in self._left}
                ready = [each for each in due if each.number not in self._left or self._left[each.number][1] <= now]
                some_met = any([await self._met(deadline) for deadline in ready])
            following = await self.deadlines.next_after(kinds, now)
            times = [until for _, until in self._left.values()] + ([] if following is None else [following])
            return max(0, min([MAX_SLEEP_MS, *(time - self.now() for time in times)]))

    async def _met(self, deadline: Deadline) -> bool:
        """Meet a deadline; False if it is gone: met already, or its rows are damaged."""
        if not await self.deadlines.stands(deadline):
            return False
        try:
            with (
                journal.concerning(game=deadline.game),
                self.deadlines.skipped.reading(f"{deadline.kind} of game {deadline.game}, player {deadline.player}"),
            ):
                await self.handlers[deadline.kind](deadline)
        except Exception:
            log.exception("a deadline (%s, game %d) was not met", deadline.kind, deadline.game)
        if await self.deadlines.stands(deadline):
            times, _ = self._left.get(deadline.number, (0, 0))
            pause = min(RETRY << min(times, 10), LONGEST_RETRY)
            self._left[deadline.number] = times + 1, self.now() + pause
            log.warning(
                "a deadline (%s, game %d) stands; next try in %d s", deadline.kind, deadline.game, pause // 1000
            )
        return True


def duties(controller: Controller) -> Mapping[str, Handler]:
    games, poster, outbox = controller.games, controller.poster, controller.outbox

    def at_home(meet: Callable[[Deadline], Awaitable[object]]) -> Handler:
        """Meet a deadline of a game once its clocks have what they are owed, and show what has come of it.

        It is put off while the bot is not there.
        """

        async def met(deadline: Deadline) -> None:
            if await games.departures.store.away(deadline.game):
                await games.ledger.deadlines.settle(deadline, replace(deadline, due=games.now() + HOUR))
                return
            await games.play.keep_time(deadline.game)
            if await meet(deadline):
                await poster.show(deadline.game)

        return met

    async def show_all(changed: Awaitable[Iterable[int]]) -> None:
        for number in await changed:
            await poster.show(number)

    async def beat(deadline: Deadline) -> None:
        await show_all(games.play.beat(deadline))
        await games.departures.forget_overdue()

    async def check(deadline: Deadline) -> None:
        await games.play.keep_time(0)  # nobody is waited for while the bot is away
        await show_all(games.absences.check(deadline))
        await games.browsers.clear()

    return {
        FLAG: at_home(games.play.flag),
        REMIND: at_home(outbox.remind),
        LAPSE: at_home(games.lobby.grow_old),
        VACATION: lambda deadline: show_all(games.vacations.due(deadline)),
        ERASE: lambda deadline: show_all(games.privacy.carry_on(deadline.player)),
        BEAT: beat,
        SEND: outbox.meet,
        CHECK: check,
        SCRUB: games.privacy.scrub,
        DAILY: games.daily.due,
    }
