"""What the tests of the use cases start from."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.games.house import House, opened
from tests.bot.support.league import Club
from tests.bot.support.reminded import Mailbox, Process, process
from tests.bot.support.timed import Time


@pytest.fixture
async def house(database: Path) -> AsyncIterator[House]:
    """Open the use cases over a store."""
    async with opened(database) as found:
        yield found


@pytest.fixture
async def club(database: Path) -> AsyncIterator[Club]:
    async with Club.opened(database) as found:
        yield found


@pytest.fixture
def mailbox(time: Time) -> Mailbox:
    return Mailbox(time)


@pytest.fixture
async def host(database: Path, time: Time, mailbox: Mailbox) -> AsyncIterator[Process]:
    """Run a bot without Discord."""
    async with process(database, time, mailbox) as found:
        yield found
