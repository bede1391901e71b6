"""A club without Discord: its store, its use cases, and games that are over as soon as they count."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.games import ChallengeRequest, Games, Location, Standings, Table
from bot.games.ratings import updated
from bot.store import Database, Ledger, Player
from bot.store.ratings import GameOutcome, write_outcome
from engine.model.position import long_form
from engine.play.commands import MakeMove, Resign
from engine.play.referee import sheet
from tests.engine.proposing import accept_draw, offer_draw

ANN, BEN, CAT, DAN = Player(11, "Ann"), Player(12, "Ben"), Player(13, "Cat"), Player(14, "Dan")
HERE, ELSEWHERE = Location(1, 2), Location(9, 4)


async def over(standings: Standings, *outcomes: GameOutcome) -> None:
    """Write how games have ended, and rate them."""
    for outcome in outcomes:
        async with standings._database.transaction() as run:
            await write_outcome(run, outcome, updated)


@dataclass
class Club:
    """The use cases over one store; every look at the clock is a second after the last."""

    database: Database
    seconds: int = 0

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.database)
        self.games = Games(self.ledger, now=self.now)

    @classmethod
    @asynccontextmanager
    async def opened(cls, path: Path) -> AsyncIterator[Club]:
        database = await Database.open(path)
        try:
            yield cls(database)
        finally:
            await database.close()

    @property
    def standings(self) -> Standings:
        return self.games.standings

    def now(self) -> int:
        self.seconds += 1
        return 1_800_000_000_000 + 1000 * self.seconds

    async def begin(
        self,
        *players: Player,
        place: Location = HERE,
        variant: str = "hexeh",
        options: Mapping[str, str] | None = None,
        rated: bool = True,
    ) -> int:
        """Begin a game between two players, who sit in this order; its number."""
        first, second = players
        wishes = ChallengeRequest(variant, options or {}, (second,), "1", time="none", rated=rated)
        game = await self.games.lobby.challenge(place, first, wishes)
        await self.games.lobby.join(game.number, second)
        return game.number

    async def end(self, number: int, result: str, moves: int = 4) -> int:
        """End a game after some moves: seat "1" or "2" wins by resignation, or "draw"; its number again."""
        seats = (await self.games.tables.game(number)).seats
        for _ in range(moves):
            await self._move(await self.games.tables.find(number))
        if result == "draw":
            offered = await self.games.play.act(await self.games.tables.find(number), seats[1], offer_draw)
            await self.games.play.act(offered.now, seats[2], accept_draw)
        else:
            loser = seats[3 - int(result)]
            await self.games.play.act(await self.games.tables.find(number), loser, Resign)
        return number

    async def _move(self, table: Table) -> None:
        state = table.state
        quiet = next(move for move in sheet(state).legal if state.movement.captured(state.position, move) is None)
        mover, text = table.game.seats[state.turn], long_form(state.variant.board, quiet)
        await self.games.play.act(table, mover, lambda s: MakeMove(s, None, text))

    async def played(self, first: Player, second: Player, result: str = "1", moves: int = 4, **how: object) -> int:
        return await self.end(await self.begin(first, second, **how), result, moves)  # type: ignore[arg-type]
