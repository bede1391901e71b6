"""Servers that remove the bot: clocks stand still there, and after a grace all that is held about them is deleted."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.games import Games, Location, Terms
from bot.games.reminders import WHERE
from bot.store import Database, Ledger, Player, SharedDiceStore
from bot.store.privacy import SCRUB
from engine.clocks.control import DAY, TimeControl, read_control
from engine.model.refusal import Refusal
from engine.play.commands import MakeMove, Resign
from engine.play.events import Credited
from engine.variants import variant_of
from tests.bot.support.refusals import outcome
from tests.bot.support.timed import Time

ANN, BEN = Player(11, "Annabella"), Player(12, "Benjamin")
HERE, THERE = Location(700_000_000_000_000_001, 2), Location(9, 4)


class House:
    """The use cases over one store in a simulated time."""

    def __init__(self, database: Database, time: Time, days: int = 30) -> None:
        self.database = database
        self.time = time
        self.ledger = Ledger(database)
        self.games = Games(self.ledger, time, Terms(grace=10**15, forget=days * DAY))

    async def begin(self, place: Location = HERE) -> int:
        """Begin a game of three days a move."""
        control = read_control("3d/move")
        assert isinstance(control, TimeControl)
        return await self.games.lobby.set_up(place, variant_of("hexeh"), {1: ANN, 2: BEN}, time=control)

    async def rolled(self, place: Location) -> None:
        """Roll shared dice."""
        rolled = await outcome(self.games.shared.roll(place, ANN, "d6 once", self.time()))
        assert not isinstance(rolled, Refusal)
        self.time.go(1)


@pytest.fixture
async def house(database: Path) -> AsyncIterator[House]:
    """Open a file in a time of its own."""
    opened = await Database.open(database)
    yield House(opened, Time())
    await opened.close()


async def test_clocks_stand_still(house: House) -> None:
    """No flag falls while the bot is away, and what was lost meanwhile is given back before anything is judged."""
    number, elsewhere = await house.begin(), await house.begin(THERE)
    departures = house.games.departures
    house.time.go(DAY)
    await departures.left(HERE.guild)
    house.time.go(10 * DAY)
    assert (await departures.store.away(number), await departures.store.away(elsewhere)) == (True, False)
    assert await departures.joined([HERE.guild]) == [number]
    assert not await departures.store.away(number)
    turned = await outcome(house.games.play.act(number, ANN, lambda seat: MakeMove(seat, move="b1c3")))
    assert not isinstance(turned, Refusal)
    given = [event.what for event in await house.ledger.events(number) if isinstance(event.what, Credited)]
    assert given == [Credited(1, 10 * DAY, "the referee was not in the server")]
    assert await departures.joined([HERE.guild]) == []


async def test_noticed_at_the_start(house: House) -> None:
    """A server that removed the bot while it was down is noticed, and so is one that has it again."""
    number = await house.begin()
    await house.begin(THERE)
    assert await house.games.departures.start({THERE.guild}) == []
    house.time.go(5 * DAY)
    again = House(house.database, house.time)
    assert await again.games.departures.start({THERE.guild, HERE.guild}) == [number]
    assert await house.database.rows("SELECT * FROM departed") == []


async def fill(house: House, place: Location) -> None:
    """Leave something in all tables that know a server."""
    for _ in range(25):
        number = await house.begin(place)
    game = await house.ledger.game(number)
    assert game is not None
    await house.games.notes.write(game, ANN, f"a note on {place.guild}")
    await house.games.watching.watch(game, Player(13, "Carl"), often=True)
    await house.rolled(place)
    await house.games.servers.choose(place.guild, "rated", False)
    await house.ledger.preferences.choose(ANN.id if place is HERE else BEN.id, WHERE, f"{place.guild}/{place.channel}")
    over = await house.begin(place)
    for player, move in ((ANN, "b1c3"), (BEN, "f5e4"), (ANN, "f1e3"), (BEN, "e5d5")):
        await house.games.play.act(over, player, lambda seat, move=move: MakeMove(seat, move=move))  # type: ignore[misc]
    await house.database.rows("UPDATE games SET rated = 1")
    await house.games.play.act(over, BEN, Resign)


async def test_forgotten_after_the_grace(house: House, database: Path) -> None:
    """Everything about the server goes, step by step; what is about others stays, and the file holds none of it."""
    for place in (HERE, THERE):
        await fill(house, place)
    assert not (await house.games.servers.settings(HERE.guild)).rated
    await house.games.departures.left(HERE.guild)
    before = others(database)
    house.time.go(29 * DAY)
    await house.games.departures.forget_overdue()
    house.time.go(DAY)
    await house.games.departures.forget_overdue()
    assert others(database) == before
    for deadline in await house.ledger.deadlines.due([SCRUB], 1 << 62):
        await house.games.privacy.scrub(deadline)
    everything = await asyncio.to_thread(database.read_bytes)
    assert HERE.guild.to_bytes(8, "big") not in everything
    assert str(HERE.guild).encode() not in everything
    assert str(THERE.guild).encode() in everything
    assert await house.database.rows("PRAGMA foreign_key_check") == []
    assert await house.ledger.preferences.value(BEN.id, WHERE) == "9/4"
    assert not isinstance(
        await outcome(house.games.play.act(28, ANN, lambda seat: MakeMove(seat, move="b1c3"))), Refusal
    )
    rated = [(await house.games.servers.settings(place.guild)).rated for place in (HERE, THERE)]
    assert rated == [True, False]


def others(database: Path) -> list[str]:
    """What the file holds about the other server."""
    of_game = "SELECT * FROM {} WHERE game IN (SELECT number FROM games WHERE guild = 9)"
    of_server = "SELECT * FROM {} WHERE guild = 9"
    tables = dict.fromkeys(("seats", "events", "notes", "watchers", "outcomes", "placings", "secrets"), of_game)
    tables |= dict.fromkeys(("names", "skills", "ratings", "server_settings", "streams"), of_server)
    with closing(sqlite3.connect(database)) as connection:
        rows = {table: connection.execute(text.format(table)).fetchall() for table, text in tables.items()}
    assert all(rows.values())
    return [f"{table} {row}" for table, held in rows.items() for row in held]


async def come_back(house: House) -> None:
    """The bot is in the server again."""
    await house.games.departures.joined([HERE.guild])


async def started_again(house: House) -> None:
    """The process begins anew, in the server again."""
    await house.games.departures.start({HERE.guild})


@pytest.mark.parametrize("returning", [come_back, started_again])
async def test_coming_back_keeps_all(house: House, returning: Callable[[House], Awaitable[None]]) -> None:
    """Within the grace nothing is deleted, and after the return nothing is going to be."""
    number = await house.begin()
    await house.games.departures.left(HERE.guild)
    house.time.go(29 * DAY)
    await returning(house)
    house.time.go(100 * DAY)
    await house.games.departures.forget_overdue()
    assert await house.ledger.game(number) is not None


async def test_kept_for_ever(database: Path) -> None:
    """Where the host has chosen 0 days nothing is ever deleted; clocks stand still all the same."""
    opened = await Database.open(database)
    house = House(opened, Time(), days=0)
    number = await house.begin()
    await house.games.departures.left(HERE.guild)
    house.time.go(1000 * DAY)
    await house.games.departures.forget_overdue()
    assert await house.games.departures.store.away(number)
    await opened.close()


async def test_killed_in_the_middle(house: House) -> None:
    """A process that dies while it forgets a server has deleted nothing of it, and the next does."""
    await fill(house, HERE)
    await house.games.departures.left(HERE.guild)
    house.time.go(30 * DAY)
    await house.database.rows(
        "CREATE TRIGGER dies BEFORE DELETE ON games WHEN OLD.number = 25 BEGIN SELECT RAISE(ABORT, 'died'); END"
    )
    with pytest.raises(sqlite3.IntegrityError, match="died"):
        await house.games.departures.forget_overdue()
    await house.database.rows("DROP TRIGGER dies")
    assert len(await house.database.rows("SELECT 1 FROM games")) == 26
    again = House(house.database, house.time)
    await again.games.departures.start(set())
    await again.games.departures.forget_overdue()
    for table in ("games", "events", "seats", "notes", "rolls", "streams", "ratings", "names", "departed"):
        assert await house.database.rows(f"SELECT 1 FROM {table}") == [], table  # noqa: S608 - names of its own


async def test_dice_begun_by_a_reveal(house: House) -> None:
    """The dice that follow those that were ended go with their server, though nobody has rolled them yet."""
    await house.rolled(HERE)
    streams = SharedDiceStore(house.database)
    ended = await streams.open_stream(HERE.channel, 0, b"", 0)
    assert await streams.reveal(ended, b"secret", house.time())
    await house.games.departures.left(HERE.guild)
    house.time.go(30 * DAY)
    await house.games.departures.forget_overdue()
    assert await house.database.rows("SELECT 1 FROM streams") == []


async def test_an_unknown_server(house: House) -> None:
    """A server that nothing is held about leaves no trace."""
    await house.games.departures.left(5)
    assert await house.database.rows("SELECT * FROM departed") == []
    assert await house.games.departures.joined([5]) == []
