"""Connections to Discord: they stay open while there is nothing to say."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.app import Referee
from tests.wire import Standin, running

IDLE = 120
"""For how long (s) a connection to Discord is idle."""


async def test_idle_connections_are_used_again(
    discord_: Standin, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the bot sends minutes after the last time goes over the connection that it has."""
    assert discord_.base_url
    opened, create = [], aiohttp.TCPConnector._create_connection

    async def noted(self: aiohttp.TCPConnector, *about: Any) -> Any:
        opened.append(time.monotonic())
        return await create(self, *about)

    monkeypatch.setattr(aiohttp.TCPConnector, "_create_connection", noted)
    async with running(Referee(database)) as client:
        await client.application_info()
        before = len(opened)
        monkeypatch.setattr("aiohttp.connector.monotonic", lambda: time.monotonic() + IDLE)
        await client.application_info()
        assert before == len(opened) > 0
