"""The use cases over one store, without Discord, in a simulated time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bot.games import ChallengeRequest, CommandResult, Games, Location, Table, Terms
from bot.games.play.play import BEAT
from bot.games.tables import FLAG
from bot.schedule import Scheduler
from bot.store import Database, Deadline, Ledger, Player, StoredGame
from bot.store.deadlines import VACATION
from engine.clocks.control import MINUTE
from engine.play.commands import Command, MakeMove
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants import variant_of
from tests.bot.support.kept import events_of
from tests.bot.support.timed import Time
from tests.engine.support import clock_of, control_of

ANN, BEN, CAT, DOT, EVE = (Player(number, name) for number, name in enumerate(("Ann", "Ben", "Cat", "Dot", "Eve"), 11))
HERE, THERE, ELSEWHERE = Location(1, 2), Location(1, 3), Location(9, 4)
GRACE = 5 * MINUTE


@dataclass
class House:
    """A process: the use cases over a store, and what keeps time at its tables."""

    database: Database
    time: Time = field(default_factory=Time)
    flagged: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.database)
        self.games = games = Games(self.ledger, self.time, Terms(GRACE))
        self.lobby, self.play, self.directory, self.vacations = (
            games.lobby,
            games.play,
            games.directory,
            games.vacations,
        )
        handlers = {FLAG: self._flag, VACATION: self._vacation, BEAT: self._beat}
        self.scheduler = Scheduler(self.ledger.deadlines, handlers, self.time, self.time.sleep)

    async def _flag(self, deadline: Deadline) -> None:
        if await self.play.flag(deadline):
            self.flagged.append(deadline.game)

    async def _vacation(self, deadline: Deadline) -> None:
        await self.vacations.due(deadline)

    async def _beat(self, deadline: Deadline) -> None:
        await self.play.beat(deadline)

    def again(self) -> House:
        """Start the next process over the same file."""
        return House(self.database, self.time)

    async def challenge(
        self, *others: Player, by: Player = ANN, place: Location = HERE, variant: str = "hexeh", **wishes: Any
    ) -> int:
        wanted = ChallengeRequest(variant, wishes.pop("options", {}), others, **{"time": "none", **wishes})
        return (await self.lobby.challenge(place, by, wanted)).number

    async def begin(
        self, *players: Player, time: str = "3d/move", place: Location = HERE, variant: str = "hexeh"
    ) -> int:
        """Begin a game between players, who sit in this order: Ann and Ben if nobody is named; its number."""
        seats = dict(enumerate(players or (ANN, BEN), 1))
        return await self.lobby.set_up(place, variant_of(variant), seats, time=control_of(time))

    async def act(
        self, number: int, player: Player, command: Callable[[int], Command], cause: int | None = None
    ) -> CommandResult:
        return await self.play.act(await self.table(number), player, command, cause)

    async def move(
        self, number: int, text: str = "", player: Player | None = None, chance: Random | None = None
    ) -> CommandResult:
        """Make a move, the first legal one or a random one for the player to move."""
        table = await self.table(number)
        longs = sheet(table.state).long()
        chosen = text or (chance.choice(longs) if chance else longs[0])
        mover = player or table.game.seats[table.state.turn]
        return await self.act(number, mover, lambda seat: MakeMove(seat, None, chosen))

    async def table(self, number: int) -> Table:
        return await self.games.tables.find(number)

    async def state(self, number: int) -> State:
        return (await self.table(number)).state

    async def left(self, number: int, seat: int = 1) -> int:
        return clock_of(await self.state(number)).left_at(seat, self.time.now)

    async def game(self, number: int = 1) -> StoredGame:
        return await self.games.tables.game(number)

    async def kinds(self, number: int) -> list[str]:
        return [type(event.what).__name__ for event in await events_of(self.ledger, number)]

    async def deadlines(self, *kinds: str) -> list[Deadline]:
        return await self.ledger.deadlines.due(kinds or [FLAG], 1 << 62)


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[House]:
    database = await Database.open(path)
    try:
        yield House(database)
    finally:
        await database.close()
