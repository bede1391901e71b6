"""A server removes the bot: its games stand still, come back with it, or are forgotten when the grace is over."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.app import Referee
from bot.games import Terms
from engine.clocks.control import DAY
from tests.bot.support.people import Pair, settled
from tests.bot.support.timed import Time, refereed
from tests.wire import Guild, Standin

PATIENT = Terms(grace=10**15)


async def left(standin: Standin, referee: Referee, guild: Guild) -> None:
    """Let a server remove the bot, and wait until that is known."""
    guild.remove(standin.bot)
    async with asyncio.timeout(5):
        while guild.id not in await referee.controller.games.departures.store.departed():  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0)


async def timed(standin: Standin) -> Pair:
    """Begin a game with a clock."""
    return await Pair.seated(standin, clock="3d/move")


def flags(database: Path) -> int:
    """How often time has run out."""
    with closing(sqlite3.connect(database)) as store:
        return int(store.execute("SELECT count(*) FROM events WHERE kind = 'flagged'").fetchone()[0])


async def test_removed_and_back(discord_: Standin, database: Path) -> None:
    """No time runs out while the bot is away; after its return the game goes on with all its time."""
    time = Time()
    async with refereed(database, time, PATIENT) as referee:
        pair = await timed(discord_)
        guild = discord_.guild()
        await left(discord_, referee, guild)
        time.go(10 * DAY, referee)
        await referee.scheduler.meet()
        assert flags(database) == 0
        guild.let_in()
        await pair.channel.wait_for(lambda m: m.id == pair.board.id and bool(m.edits))
        await pair.moves("Tbc3 Tfe4")
        await settled(referee)
    assert flags(database) == 0


async def test_removed_while_the_bot_is_down(discord_: Standin, database: Path) -> None:
    """A server left in the meantime is noticed at the start; without a return all about it goes after the grace."""
    time = Time()
    async with refereed(database, time, PATIENT):
        await timed(discord_)
    discord_.guild().remove(discord_.bot)
    async with refereed(database, time, PATIENT) as referee:
        await referee.running.wait()  # by then it has looked which servers have it
        await referee.scheduler.meet()
        time.go(29 * DAY, referee)
        await referee.scheduler.meet()
        with closing(sqlite3.connect(database)) as store:
            assert store.execute("SELECT count(*) FROM games").fetchone() == (1,)
        time.go(2 * DAY, referee)
        await referee.scheduler.meet()
        with closing(sqlite3.connect(database)) as store:
            for table in ("games", "events", "seats", "deadlines WHERE kind NOT IN ('beat', 'check')", "departed"):
                assert store.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table  # noqa: S608
        discord_.guild().let_in()
        pair = await Pair.seated(discord_, 2)
        await pair.moves("Tbc3")
        await settled(referee)


async def test_a_server_that_is_down(discord_: Standin, database: Path) -> None:
    """A server that Discord cannot reach for a while has not removed the bot."""
    time = Time()
    async with refereed(database, time, PATIENT) as referee:
        pair = await timed(discord_)
        guild = discord_.guild()
        guild.recover()
        await pair.moves("Tbc3 Tfe4")
        await referee.scheduler.meet()
        assert await referee.controller.games.departures.store.departed() == {}
        await settled(referee)
