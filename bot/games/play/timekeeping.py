"""Timekeeping: flags that fall, the referee's heartbeat, and time given back after the referee was away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.games.deadlines import FLAG, deadlines_of
from bot.games.play.play import Carried, Play
from bot.games.tables import Table
from bot.limits import USUAL_LIMITS, HostLimits
from bot.store import Deadline, Ledger, StoredGame
from engine.clocks.control import DAY, MINUTE
from engine.model.refusal import Refusal
from engine.play.time_rulings import credit, flag

BEAT = "beat"
PULSE = 30_000
"""The time between two heartbeats (ms)."""
AWAY = "the referee was away"


@dataclass(frozen=True)
class Terms:
    """What a host grants (ms): an absence of the referee that costs the players their time, and vacation a year.

    The data of a server that removes the bot are deleted after `forget`, never if it is 0. `limits` are how much
    people may have and do. The referee thinks in so many processes, `thinkers`; with none, it begins no games.
    """

    grace: int = 5 * MINUTE
    vacation: int = 30 * DAY
    forget: int = 30 * DAY
    limits: HostLimits = USUAL_LIMITS
    thinkers: int = 1


USUAL = Terms()


class Timekeeper:
    """Watches the clocks of all games; `now()` gives UTC ms.

    The heart beats into the store while a referee runs. Who finds, at the start or at a beat, that it has stood still
    for longer than the grace gives every running clock back what it has lost since, all of it: nobody could have moved.
    A beat that is overdue comes before the flags that fell after it, and before whatever players do then, so that a
    machine that slept flags nobody.
    """

    def __init__(self, ledger: Ledger, play: Play, now: Callable[[], int], grace: int) -> None:
        self._ledger = ledger
        self._play = play
        self._now = now
        self._grace = grace
        self._kept: int | None = None
        self._credited: list[int] = []
        self._turn = asyncio.Lock()

    async def start(self) -> list[int]:
        """Begin to keep time: give back what was lost while nobody did; the numbers of the games that got some."""
        await self._catch_up()
        with self._ledger.aside.reading("what is due"):
            await self._ledger.deadlines.set(Deadline(BEAT, 0, 0, self._now() + PULSE))
        await self._mend()
        return self._news()

    async def stop(self) -> None:
        """Note that time was kept until now, and keep it no longer."""
        self._kept = None
        await self._ledger.remember(BEAT, str(self._now()))

    async def beat(self, deadline: Deadline) -> list[int]:
        """Let the heart beat; the numbers of the games that got time back, if the machine has slept meanwhile."""
        await self._catch_up()
        await self._ledger.deadlines.settle(deadline, Deadline(BEAT, 0, 0, self._now() + PULSE))
        return self._news()

    async def keep(self) -> None:
        """See to it, before a player's command is judged, that time lost before it is given back."""
        if self._kept is not None and self._now() - self._kept > self._grace:
            await self._catch_up()

    async def _catch_up(self) -> None:
        """Give back what was lost, and note that time is kept now."""
        async with self._turn:
            self._credited += await self._give_back()
            self._kept = self._now()
            await self._ledger.remember(BEAT, str(self._kept))

    def _news(self) -> list[int]:
        """The games that got time back since they were last asked for."""
        credited, self._credited = self._credited, []
        return credited

    async def _give_back(self) -> list[int]:
        """Give back what running clocks have lost since the last beat, if that is longer ago than the grace."""
        begin, credited = await self._last_beat(), []
        if begin is None or self._now() - begin <= self._grace:
            return []
        for game in await self._ledger.timed():
            with self._ledger.aside.reading(f"time to be given back in game {game.number}"):
                ruled = await self._play.rule(game.number, lambda state, now: credit(state, begin, now, AWAY))
                if isinstance(ruled, Carried):
                    credited.append(game.number)
        return credited

    async def _last_beat(self) -> int | None:
        """When the heart beat last, None where that was never or is not known any more."""
        beat = await self._ledger.fact(BEAT)
        if beat is not None and not (beat.isdecimal() and beat.isascii() and len(beat) < 20):
            self._ledger.aside.note("the last beat of the referee's heart", f"{beat!r} is no time")
            return None
        return None if beat is None else int(beat)

    async def flag(self, deadline: Deadline) -> Carried | None:
        """Let a flag fall that is due; what came of it, None where there was nothing to do.

        The clock of a game whose channel is gone stands still; it is watched again when the game goes on elsewhere.
        The deadline of a game that no longer replays is let go; the next start under rules that know it finds it again.
        """
        table = await self._play.table(deadline.game)
        if isinstance(table, Table) and table.game.lost is not None:
            await self._ledger.deadlines.settle(deadline)
            return None
        turned = await self._play.rule(deadline.game, flag, deadline)
        if isinstance(turned, Carried):
            return turned
        table = await self._play.table(deadline.game)
        following = () if isinstance(table, Refusal) else deadlines_of(deadline.game, table.state)
        await self._ledger.deadlines.settle(deadline, *following)
        return None

    async def _mend(self) -> None:
        """Write the flags that running games lack: those of games that could not be replayed once."""
        lacking: Sequence[StoredGame] = ()
        with self._ledger.aside.reading("what is due"):
            lacking = await self._ledger.timed_without(FLAG)
        for game in lacking:
            table = await self._play.table(game.number)
            if not isinstance(table, Refusal):
                with self._ledger.aside.reading("what is due"):
                    await self._ledger.deadlines.set(*deadlines_of(game.number, table.state))
