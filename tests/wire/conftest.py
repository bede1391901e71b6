"""The stand-in and a client on it, ready for a test."""

from collections.abc import AsyncIterator

import pytest

from . import Standin, running
from .sample_bot import SampleBot


@pytest.fixture
async def discord_() -> AsyncIterator[Standin]:
    """Start a stand-in that this process's clients talk to."""
    async with Standin() as standin:
        with standin.point_library():
            yield standin


@pytest.fixture
async def bot(discord_: Standin) -> AsyncIterator[SampleBot]:
    """Log a small client in."""
    assert discord_.base_url
    async with running(SampleBot()) as client:
        yield client
