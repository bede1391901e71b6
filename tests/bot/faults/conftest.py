"""What the walks of the tests begin with."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.bot.faults.playing import empty_store


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the file of a store without games."""
    path = tmp_path_factory.mktemp("blank") / "blank.sqlite"
    asyncio.run(empty_store(path))
    return path
