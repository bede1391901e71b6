"""Deadlines: the scheduler, and what is done when each kind comes.

The scheduler sleeps until the earliest deadline and hands each that has come to its handler. A handler does its work in
a transaction that claims the deadline (`Deadlines.settle`, or the claim of `Ledger.append`), so that two processes
never do it twice, and one that dies leaves it to be done. What a handler leaves standing, by an exception or otherwise,
is tried again later and holds up nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial

from bot import journal
from bot.discord_ui.channel.outbox import Outbox
from bot.discord_ui.controller import Controller
from bot.games import Games
from bot.games.deadlines import FLAG
from bot.games.play.play import BEAT
from bot.games.puzzles import DAILY
from bot.store import Deadline, DeadlineStore
from bot.store.deadlines import VACATION
from bot.store.ledger import LAPSE
from bot.store.members import CHECK
from bot.store.outbox import SEND
from bot.store.privacy import ERASE, SCRUB
from bot.store.reminders import REMIND
from engine.clocks.control import HOUR

log = logging.getLogger(__name__)

Handler = Callable[[Deadline], Awaitable[None]]
Sleep = Callable[[asyncio.Event, int], Awaitable[None]]
LONGEST = 60_000
"""How long to sleep at most (ms): another process may have written an earlier deadline."""
RETRY, LONGEST_RETRY = 15_000, 3_600_000
"""The pause before a deadline that was left standing is tried again (ms), doubled each time, and its limit."""


async def sleep(woken: asyncio.Event, milliseconds: int) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(milliseconds / 1000):  # wait_for can lose a cancellation in Python 3.11
            await woken.wait()


class Scheduler:
    """Meets the deadlines of the kinds that have handlers; `now()` gives UTC ms, `sleep` sleeps or is woken.

    `ready` is awaited before any are met: while it waits time does not pass for anybody.
    """

    def __init__(
        self,
        deadlines: DeadlineStore,
        handlers: Mapping[str, Handler],
        now: Callable[[], int],
        sleep: Sleep = sleep,
        ready: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        self._deadlines = deadlines
        self._handlers = dict(handlers)
        self._now = now
        self._sleep = sleep
        self._ready = ready
        self._woken = asyncio.Event()
        self._left: dict[int, tuple[int, int]] = {}  # by number: how often left standing, tried again when
        self._turn = asyncio.Lock()
        deadlines.listen(self._woken.set)

    async def turn(self) -> None:
        """Meet the deadlines that have come, also while nobody ran, and sleep until there may be more to do."""
        self._woken.clear()
        if self._ready is not None:
            await self._ready()
        try:
            pause = await self.meet()
        except Exception:
            log.exception("deadlines could not be read")
            pause = RETRY
        await self._sleep(self._woken, pause)

    async def meet(self) -> int:
        """Meet all deadlines that have come; the ms until there may be more to do, at most LONGEST."""
        async with self._turn:
            while True:
                now = self._now()
                due = await self._deadlines.due(list(self._handlers), now)
                ready = [each for each in due if each.number not in self._left or self._left[each.number][1] <= now]
                if not any([await self._met(deadline) for deadline in ready]):
                    break
            self._left = {each.number: self._left[each.number] for each in due if each.number in self._left}
            following = await self._deadlines.next_after(list(self._handlers), now)
            times = [until for _, until in self._left.values()] + ([] if following is None else [following])
            return max(0, min([LONGEST, *(time - self._now() for time in times)]))

    async def _met(self, deadline: Deadline) -> bool:
        """Meet a deadline; False if it does not stand: others have met it, or what the store says of it is damaged."""
        if not await self._deadlines.stands(deadline):
            return False
        try:
            with (
                journal.concerning(game=deadline.game),
                self._deadlines.aside.reading(f"{deadline.kind} of game {deadline.game}, player {deadline.player}"),
            ):
                await self._handlers[deadline.kind](deadline)
        except Exception:
            log.exception("a deadline (%s, game %d) was not met", deadline.kind, deadline.game)
        if await self._deadlines.stands(deadline):
            times, _ = self._left.get(deadline.number, (0, 0))
            pause = min(RETRY << min(times, 10), LONGEST_RETRY)
            self._left[deadline.number] = times + 1, self._now() + pause
            log.warning(
                "a deadline (%s, game %d) stands; next try in %d s", deadline.kind, deadline.game, pause // 1000
            )
        return True


# ---- what is done


def duties(controller: Controller, outbox: Outbox) -> Mapping[str, Handler]:
    games, poster = controller.games, controller.poster

    async def flag(deadline: Deadline) -> None:
        if await games.timekeeper.flag(deadline) is not None:
            await poster.show(deadline.game)

    async def show(numbers: Iterable[int]) -> None:
        for number in numbers:
            await poster.show(number)

    async def vacation(deadline: Deadline) -> None:
        await show(await games.vacations.due(deadline))

    async def beat(deadline: Deadline) -> None:
        await show(await games.timekeeper.beat(deadline))
        await games.departures.forget_overdue()

    async def check(deadline: Deadline) -> None:
        await games.play.keep_time(0)  # nobody is waited for while the bot is away
        await show(await games.absences.check(deadline))

    async def erase(deadline: Deadline) -> None:
        await show(await games.privacy.carry_on(deadline.player))

    async def lapse(deadline: Deadline) -> None:
        if await games.lobby.grow_old(deadline):
            await poster.show(deadline.game)

    remind = partial(games.reminders.due, deliver=outbox.deliver)
    at_home: dict[str, Handler] = {FLAG: flag, REMIND: remind, LAPSE: lapse}
    anywhere: dict[str, Handler] = {
        VACATION: vacation, BEAT: beat, SEND: outbox.meet, CHECK: check, ERASE: erase,
        SCRUB: games.privacy.scrub, DAILY: games.daily.due,
    }  # fmt: skip
    return anywhere | {kind: _at_home(games, meet) for kind, meet in at_home.items()}


def _at_home(games: Games, meet: Handler) -> Handler:
    """Meet a deadline of a game, or put it off while the bot is not in the game's server.

    What the clocks of the game are owed comes first.
    """

    async def met(deadline: Deadline) -> None:
        if await games.departures.store.away(deadline.game):
            await games.ledger.deadlines.settle(deadline, replace(deadline, due=games.now() + HOUR))
        else:
            await games.play.keep_time(deadline.game)
            await meet(deadline)

    return met
