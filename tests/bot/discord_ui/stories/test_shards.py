"""A referee on several shards: each has its servers, and only when all are away does time stop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import Referee
from engine.clocks.control import HOUR, MINUTE
from tests.bot.support.people import Pair, settled
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.wire import Guild, Standin


async def guild_of(standin: Standin, shard: int, name: str = "club") -> Guild:
    """A server that belongs to a shard; a server's id carries the millisecond in which it was founded."""
    for number in range(1000):
        guild = standin.guild(f"{name} {shard}, {number}")
        if guild.id >> 22 & 1 == shard:
            return guild
        guild.remove(standin.bot)
        await asyncio.sleep(0.001)
    raise AssertionError(shard)


@pytest.fixture
async def guilds(discord_: Standin) -> list[Guild]:
    """Have a server on each of two shards, and no other."""
    discord_.hub.shards = 2
    discord_.guild().remove(discord_.bot)
    return [await guild_of(discord_, shard) for shard in range(2)]


@pytest.fixture
async def sharded(guilds: list[Guild], database: Path, time: Time) -> AsyncIterator[Referee]:
    assert guilds
    async with refereed(database, time, PATIENT) as referee:
        yield referee


async def at_boards(standin: Standin, guilds: list[Guild], **options: str) -> list[Pair]:
    return [
        await Pair.seated(standin, number, place=guild.channel("games"), **options)
        for number, guild in enumerate(guilds, 1)
    ]


async def test_each_shard_plays(discord_: Standin, sharded: Referee, guilds: list[Guild]) -> None:
    """Games go on in servers of both shards; presence is given with each login, commands are registered once."""
    pairs = await at_boards(discord_, guilds)
    for pair in pairs:
        await pair.moves("Tbc3 Tfe4")
    assert [each["shard"] for each in discord_.gateway.identifies] == [[0, 2], [1, 2]]
    assert {each["presence"]["game"]["type"] for each in discord_.gateway.identifies} == {4}
    assert len(discord_.requests_to("PUT", "/commands")) == 1
    assert {guild.id: guild.shard_id for guild in sharded.guilds} == {guilds[0].id: 0, guilds[1].id: 1}


async def test_one_shard_away(discord_: Standin, sharded: Referee, guilds: list[Guild], time: Time) -> None:
    """While one of two shards is away time goes on and flags fall; while both are, it stands still."""
    pair = (await at_boards(discord_, guilds, clock="4m"))[0]
    await settled(sharded)
    sharded.dispatch("shard_disconnect", 1)
    sharded.dispatch("shard_disconnect", 1)  # the library tells of it again when a reconnection fails
    await asyncio.sleep(0)
    time.go(4 * MINUTE, sharded)
    await pair.next_board()
    assert f"{pair.red.mention} ran out of time" in pair.board.content


async def test_all_shards_away(discord_: Standin, sharded: Referee, guilds: list[Guild], time: Time) -> None:
    """Without any shard no flag falls, until the first is back."""
    pair = (await at_boards(discord_, guilds, clock="4m"))[1]
    await settled(sharded)
    for shard in (0, 1):
        sharded.dispatch("shard_disconnect", shard)
    await settled(sharded)
    time.go(9 * HOUR, sharded)
    for _ in range(50):
        await sharded.controller.games.ledger.fact("beat")
    assert "ran out of time" not in pair.channel.messages[-1].content
    sharded.dispatch("shard_resumed", 0)
    await pair.next_board()
    assert f"{pair.red.mention} ran out of time" in pair.board.content


async def test_a_session_resumed_before_the_beginning(database: Path) -> None:
    """Until it is known what has happened meanwhile, no shard lets time pass."""
    async with Referee(database) as early:
        await early.on_shard_resumed(0)
        assert (early.running.is_set(), early.present) == (False, {0})
