"""Timekeeping: flags that fall, the referee's heartbeat, and time given back after the referee was away."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.games.deadlines import FLAG, deadlines_of
from bot.games.play.play import Carried, Play
from bot.games.refusals import if_granted
from bot.store import Absence, AbsenceStore, Deadline, Ledger
from engine.clocks.control import DAY, MINUTE
from engine.model.refusal import Refused
from engine.play.referee import credit_all, flag

BEAT = "beat"
PULSE = 30_000
"""The time between two heartbeats (ms)."""
AWAY = "the referee was away"
TOGETHER = 32
"""To how many games time is given back at once; where it is owed to no more, that is done before anything else."""


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
    beside all else to the others; their boards tell it with what happens next.
    """

    def __init__(self, ledger: Ledger, play: Play, now: Callable[[], int], grace: int) -> None:
        self._ledger = ledger
        self._play = play
        self._now = now
        self._grace = grace
        self._absences = AbsenceStore(ledger.database)
        self._kept: int | None = None
        self._credited: list[int] = []
        self._owing: dict[int, None] = {}
        self._lacking: list[int] = []
        self._more = asyncio.Event()
        self._turn = asyncio.Lock()

    async def start(self) -> list[int]:
        """Begin to keep time: see to it that what was lost while nobody did is given back.

        The numbers of the games that got something at once; `give_back` does the rest.
        """
        self._owing = dict.fromkeys(await self._absences.owing())
        await self._catch_up()
        await self._ledger.deadlines.set(Deadline(BEAT, 0, 0, self._now() + PULSE))
        await self._look_for_flags()
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

    async def keep(self, number: int = 0) -> None:
        """See to it, before anything happens in a game, that time lost before it is given back."""
        if self._kept is not None and self._now() - self._kept > self._grace:
            await self._catch_up()
        if number in self._owing:
            await self._give(number)

    async def give_back(self) -> None:
        """Give back what is owed, some games after the others, until cancelled; as long again is left to all else."""
        while True:
            self._more.clear()
            while self._owing or self._lacking:
                began = time.monotonic()
                games, self._lacking = self._lacking[:TOGETHER], self._lacking[TOGETHER:]
                owing = list(itertools.islice(self._owing, TOGETHER))
                await asyncio.gather(*(self._passing(self._give, each) for each in owing))
                await asyncio.gather(*(self._passing(self._mend, each) for each in games))
                await asyncio.sleep(time.monotonic() - began)
            await self._more.wait()

    async def _passing(self, deed: Callable[[int], Awaitable[None]], number: int) -> None:
        """Do something in a game that players may not be at: those that they are at stay in memory."""
        with self._play.passing(number):
            await deed(number)

    async def _catch_up(self) -> None:
        """Note what was lost, and that time is kept now; give it back where that is soon done."""
        async with self._turn:
            begin, now = await self._last_beat(), self._now()
            if begin is None or now - begin <= self._grace:
                await self._ledger.remember(BEAT, str(now))
            else:
                await self._absences.owe(Absence(begin, now), BEAT)
                self._owing = dict.fromkeys(await self._absences.owing())
            self._kept = now
            if len(self._owing) <= TOGETHER:
                for number in list(self._owing):
                    await self._give(number, told=True)
        self._more.set()

    def _news(self) -> list[int]:
        """The games that got time back since they were last asked for."""
        credited, self._credited = self._credited, []
        return credited

    async def _give(self, number: int, *, told: bool = False) -> None:
        """Give back what is owed to a game, once; unless it is to be `told`, its board tells that with what follows."""
        try:
            owed = await self._absences.owed(number)
            try:
                ruled = await self._play.rule(number, lambda state, now: credit_all(state, owed, now, AWAY))
            except Refused:
                return
            quiet = ruled.events[-1].sequence if ruled is not None and not (told or ruled.then) else None
            await self._absences.given(number, owed[-1].until if owed else 0, quiet=quiet)
            if ruled is not None and quiet is None:
                self._credited.append(number)
        finally:
            self._owing.pop(number, None)

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
        await self.keep(deadline.game)
        table = await if_granted(self._play.table(deadline.game))
        if table is not None and table.game.lost is not None:
            await self._ledger.deadlines.settle(deadline)
            return None
        turned = await if_granted(self._play.rule(deadline.game, flag, deadline))
        if turned is not None:
            return turned
        table = await if_granted(self._play.table(deadline.game))
        following = () if table is None else deadlines_of(deadline.game, table.state)
        await self._ledger.deadlines.settle(deadline, *following)
        return None

    async def _look_for_flags(self) -> None:
        """Write the flags that running games lack, or have it done beside all else where many do."""
        self._lacking = [game.number for game in await self._ledger.timed_without(FLAG)]
        if len(self._lacking) > TOGETHER:
            self._more.set()
            return
        for number in self._lacking:
            await self._mend(number)
        self._lacking = []

    async def _mend(self, number: int) -> None:
        """Write the flag that a running game lacks: one that could not be replayed once."""
        table = await if_granted(self._play.table(number))
        if table is not None and table.game.lost is None:
            await self._ledger.deadlines.set(*deadlines_of(number, table.state))
