"""Connections to Discord: they stay open while there is nothing to say."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.app import Referee
from bot.hosting import Hosting
from tests.wire import Standin, running

IDLE = 120
"""For how long (s) a connection to Discord is idle."""


async def test_idle_connections_are_used_again(
    discord_: Standin, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the bot sends minutes after the last time goes over the connection that it has."""
    assert discord_.base_url
    opened, trace = [], aiohttp.TraceConfig()

    async def note(*_: Any) -> None:
        opened.append(time.monotonic())

    trace.on_connection_create_end.append(note)
    async with running(Referee(database, hosting=Hosting(trace=trace))) as client:
        await client.application_info()
        before = len(opened)
        monkeypatch.setattr("aiohttp.connector.monotonic", lambda: time.monotonic() + IDLE)
        await client.application_info()
        assert before == len(opened) > 0
