"""Time that stands still until a story lets it pass, and a referee that lives in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import Referee
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.wire import Standin


@pytest.fixture
async def referee(discord_: Standin, database: Path, time: Time) -> AsyncIterator[Referee]:
    assert discord_.base_url
    async with refereed(database, time, PATIENT) as client:
        yield client
