"""What the tests of the use cases start from."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.games.house import House, opened


@pytest.fixture
async def house(database: Path) -> AsyncIterator[House]:
    """Open the use cases over a store."""
    async with opened(database) as found:
        yield found
