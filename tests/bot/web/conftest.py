"""What the tests of the page start from."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.web.local import Client, opened


@pytest.fixture
async def local(database: Path) -> AsyncIterator[Client]:
    """Serve a page of local games."""
    async with opened(database) as client:
        yield client
