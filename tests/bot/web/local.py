"""A local page and a client that talks to it as a browser does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import ClientResponse, ClientSession, ClientTimeout

from bot.games import Games
from bot.web.local import kept_here, served


@dataclass
class Client:
    """A client at a local page, whose `address` has the key."""

    games: Games
    session: ClientSession
    address: str

    @property
    def origin(self) -> str:
        return "/".join(self.address.split("/")[:3])

    async def get(self, path: str, status: int = 200, **headers: str) -> Any:
        async with self.session.get(self.address + path, headers=headers) as response:
            assert response.status == status, await response.text()
            return await response.json() if response.content_type == "application/json" else await response.read()

    async def post(self, path: str, given: object, status: int = 200, **headers: str) -> Any:
        headers = {"Origin": self.origin, **headers}
        async with self.session.post(self.address + path, json=given, headers=headers) as response:
            assert response.status == status, await response.text()
            return await response.json()

    async def begin(
        self, variant: str = "hexeh", moves: str = "", level: int | None = None, time: str = "", **options: str
    ) -> int:
        """Begin a game, against the bot if there is a level, and make some moves in it; its number."""
        form = {"variant": variant, "options": options, "level": level, "seats": [1], "time": time}
        number: int = (await self.post("api/games", form))["number"]
        for move in moves.split():
            await self.move(number, move)
        return number

    async def act(self, number: int, act: str, status: int = 200, **more: object) -> Any:
        return await self.post(f"api/games/{number}/acts", {"act": act, **more}, status)

    async def move(self, number: int, move: str, status: int = 200) -> Any:
        return await self.act(number, "move", status, move=move)

    async def listen(self, number: int = 1, since: int = 0) -> ClientResponse:
        """Open a stream of the changes of a game."""
        stream = await self.session.get(f"{self.address}api/games/{number}/events?since={since}")
        assert stream.status == 200
        return stream


async def heard(stream: ClientResponse) -> int:
    """The number of the next event that a stream tells of."""
    async for line in stream.content:
        if line.startswith(b"data: "):
            return int(line.removeprefix(b"data: "))
    raise AssertionError("the stream has ended")


@asynccontextmanager
async def opened(database: Path) -> AsyncIterator[Client]:
    """Serve the page of a store's local games."""
    async with (
        kept_here(database) as games,
        served(games) as address,
        ClientSession(timeout=ClientTimeout(20)) as session,
    ):
        yield Client(games, session, address)
