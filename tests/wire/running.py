"""Running a real client inside a test."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import discord

from .gateway import TOKEN

AnyClient = TypeVar("AnyClient", bound=discord.Client)


async def _no_hook(shard_id: int | None, *, initial: bool = False) -> None:
    """Do nothing where the library would wait five seconds before it identifies anew."""
    del shard_id, initial


def quicken(client: discord.Client) -> None:
    """Take the pauses out of a client's login, which only matter against the real Discord."""
    client._connection.guild_ready_timeout = 0.02
    client.before_identify_hook = _no_hook  # type: ignore[method-assign]


class Hasty:
    """The library's asyncio, with its pauses between attempts cut to nothing."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(_: float) -> None:
        await asyncio.sleep(0)


@asynccontextmanager
async def running(client: AnyClient, token: str = TOKEN, *, within: float = 20.0) -> AsyncIterator[AnyClient]:
    """Start a client, wait until it is ready, and close it at the end."""
    quicken(client)
    async with client:
        login = asyncio.create_task(client.start(token))
        ready = asyncio.create_task(client.wait_until_ready())
        try:
            await asyncio.wait({login, ready}, timeout=within, return_when=asyncio.FIRST_COMPLETED)
            if login.done():
                await login
            if not ready.done():
                message = f"the client was not ready after {within:g} s"
                raise TimeoutError(message)
            yield client
        finally:
            ready.cancel()
            await client.close()
            await asyncio.gather(login, ready, return_exceptions=True)
