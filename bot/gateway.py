"""Discord's gateway: what has piled up there is taken a few messages at a time, so that others get their turn between.

discord.py reads one message after another and waits only where there is none, so that a rush of them is one step of the
event loop. All its connections, also those after a break, come from `HTTPClient.ws_connect`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import aiohttp
from discord.http import HTTPClient

SLICE = 0.02
"""For how long (s) messages are taken before others get their turn. With less, those who are to be told to try again
hear it too late: what is read between two turns is little, and a turn of all others takes long where much is to do."""

Clock = Callable[[], float]


def give_way(http: HTTPClient, clock: Clock = time.monotonic) -> None:
    """Let whoever reads from connections to be made give way to others; `clock()` gives s."""
    connect = http.ws_connect

    async def connected(url: str, *, compress: int = 0) -> aiohttp.ClientWebSocketResponse:
        return _in_turns(await connect(url, compress=compress), clock)

    http.ws_connect = connected  # type: ignore[method-assign]


def _in_turns(socket: aiohttp.ClientWebSocketResponse, clock: Clock) -> aiohttp.ClientWebSocketResponse:
    """A connection that gives way before the first message that is asked for after a SLICE."""
    receive, since = socket.receive, clock()

    async def received(timeout: float | None = None) -> aiohttp.WSMessage:  # noqa: ASYNC109 - as in aiohttp
        nonlocal since
        if clock() - since > SLICE:
            await asyncio.sleep(0)
            since = clock()
        return await receive(timeout)

    socket.receive = received  # type: ignore[method-assign]
    return socket
