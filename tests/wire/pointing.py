"""Pointing discord.py at the stand-in, by the three addresses it keeps."""

from collections.abc import Iterator
from contextlib import contextmanager

import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route


def point(base: str, gateway: str) -> None:
    """Make every client of this process talk to a stand-in; ``base`` is its HTTP address."""
    Route.BASE = f"{base}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    Asset.BASE = f"{base}/cdn"


@contextmanager
def pointed(base: str, gateway: str) -> Iterator[None]:
    """Make the clients of this process talk to a stand-in, until the end of the context."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    point(base, gateway)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before
