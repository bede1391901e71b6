"""Shared rolls reach their channels once, whenever the referee stops and whatever Discord refuses."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import Referee
from tests.bot.support.people import told
from tests.wire import NOBODY, Message, Standin, bits, running


def rolls(standin: Standin) -> list[Message]:
    """The rolls that the channel sees."""
    return [m for m in standin.channel().messages if " rolls " in m.content]


def unshown(database: Path) -> int:
    """How many rolls the store takes for not shown."""
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("SELECT count(*) FROM outbox WHERE sent IS NULL").fetchone()[0])


async def come_in(referee: Referee) -> None:
    """Wait until what the start shows is shown, so that it does not find what is rolled afterwards."""
    while not referee._begun:  # noqa: ASYNC110 - nothing tells that
        await asyncio.sleep(0.01)
    async with referee._arriving:
        pass


async def restarted(standin: Standin, database: Path) -> None:
    """Start the referee once more, and let it catch up."""
    await standin.wait_disconnected()
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE outbox SET due = 1")
        connection.execute("UPDATE deadlines SET due = 1 WHERE kind = 'send'")
    async with running(Referee(database)) as referee:
        await referee.scheduler.meet()
    await standin.wait_disconnected()


async def test_what_was_shown_is_not_shown_again(discord_: Standin, database: Path) -> None:
    """Rolls that were shown, and private ones, leave nothing to be shown at the next start."""
    async with running(Referee(database)):
        await told(await discord_.human("carol").slash("roll", expression="3d6"))
        await told(await discord_.human("carol").slash("roll", expression="d20", private=True))
        await discord_.channel().wait_for(lambda m: " rolls " in m.content)
    await restarted(discord_, database)
    assert (len(rolls(discord_)), unshown(database)) == (1, 0)


@pytest.mark.parametrize("arrived", [False, True])
async def test_a_roll_on_its_way(discord_: Standin, database: Path, arrived: bool) -> None:
    """A roll on its way when the referee stops is there once after the next start, as its asker was told it."""
    carol = discord_.human("carol")
    async with running(Referee(database)) as referee:
        await come_in(referee)
        hold = discord_.delay("POST", f"/channels/{discord_.channel().id}/messages", effective=arrived)
        answer = await told(await carol.slash("roll", expression="3d6 luck"))
        await hold.reached()
    assert unshown(database) == 1
    for _ in range(2):
        await restarted(discord_, database)
    hold.release()
    (message,) = rolls(discord_)
    assert (message.content, message.pinged) == (f"{carol.mention} rolls {answer}", NOBODY)
    assert unshown(database) == 0


async def test_a_channel_that_refuses(discord_: Standin, database: Path) -> None:
    """A roll whose channel does not take it any more at the next start is given up."""
    async with running(Referee(database)):
        discord_.fail("POST", f"/channels/{discord_.channel().id}/messages", 500, times=9)
        await discord_.human("carol").slash("roll", expression="3d6")
    discord_.hub.faults.clear()
    discord_.channel().deny(discord_.bot, bits.SEND_MESSAGES)
    await restarted(discord_, database)
    assert (rolls(discord_), unshown(database)) == ([], 0)
