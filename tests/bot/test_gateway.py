"""Discord's gateway: however much has piled up there, others get their turn while it is read."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from discord.gateway import DiscordWebSocket

from bot import gateway
from bot.app import Referee
from bot.hosting import Hosting
from tests.wire import Standin, running

IDLE = 120
"""For how long (s) a connection to Discord is idle."""
MESSAGE = 0.001
"""How long (s) it takes to handle a message."""
RUSH = 50
"""How many messages are sent at once."""


class Piled:
    """A connection to Discord in which messages have piled up, and the time that passes while they are handled."""

    def __init__(self) -> None:
        self.taken = 0

    async def ws_connect(self, _: str, *, compress: int = 0) -> Any:
        """This connection."""
        return SimpleNamespace(receive=self._receive, compressed=compress)

    async def _receive(self, _: float | None = None) -> int:
        self.taken += 1
        return self.taken

    def clock(self) -> float:
        """The time (s)."""
        return self.taken * MESSAGE


class Others:
    """All others: how often they had their turn."""

    def __init__(self) -> None:
        self.turns = 0

    async def wait(self) -> None:
        """Take every turn."""
        while True:
            self.turns += 1
            await asyncio.sleep(0)


@pytest.mark.parametrize("piled", [200, 400])
async def test_a_rush_is_read_in_slices(piled: int) -> None:
    """Others get a turn after every slice, no matter how many messages there are; none is lost or changes its place."""
    http: Any = Piled()
    gateway.give_way(http, http.clock)
    socket = await http.ws_connect("wss://nowhere", compress=15)
    others = Others()
    waiting = asyncio.create_task(others.wait())
    at = [(await socket.receive(), others.turns) for _ in range(piled)]
    waiting.cancel()
    assert socket.compressed == 15
    assert [message for message, _ in at] == list(range(1, piled + 1))
    slices = [sum(turn == each for _, turn in at) for each in range(others.turns + 1)]
    assert max(slices) <= gateway.SLICE / MESSAGE + 1
    assert others.turns == pytest.approx(piled * MESSAGE / gateway.SLICE, abs=2)


async def test_the_referee_reads_in_slices(discord_: Standin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rush from Discord does not keep others from their turn, on the first connection and on one after a break."""
    monkeypatch.setattr(gateway, "SLICE", 0)
    others, seen = Others(), asyncio.Queue[int]()
    received = DiscordWebSocket.received_message

    async def noted(self: DiscordWebSocket, message: Any) -> None:
        seen.put_nowait(others.turns)
        await received(self, message)

    monkeypatch.setattr(DiscordWebSocket, "received_message", noted)
    waiting = asyncio.create_task(others.wait())
    async with running(Referee(tmp_path / "games.sqlite")):
        await _rush(discord_, seen)
        discord_.gateway.reconnect()
        await discord_.wait_disconnected()
        await discord_.wait_for_resume()
        await _rush(discord_, seen)
    waiting.cancel()


async def _rush(standin: Standin, seen: asyncio.Queue[int]) -> None:
    """Let a lot of messages arrive at once; between any two of them others have had a turn."""
    for count in range(RUSH):
        standin.gateway.dispatch("UNHEARD_OF", {"count": count}, guild=None)
    async with asyncio.timeout(10):
        turns = [await seen.get() for _ in range(RUSH)]
    assert len(set(turns)) == RUSH


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
