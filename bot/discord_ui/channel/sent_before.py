"""The search for messages that may have been sent without being recorded, so that they are not sent twice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import discord

CLOCKS = timedelta(minutes=5)
"""How far apart the clocks of Discord and the referee may be."""
LOOKED_AT = 500
"""How many messages are searched."""


async def arrived(
    client: discord.Client, place: discord.abc.Messageable, since: int, wanted: Callable[[discord.Message], bool]
) -> discord.Message | None:
    """The first message of the client's own in a place since a time (UTC ms) that is the wanted one.

    Discord forgets the nonces that keep a message from coming twice after some minutes. Raises what Discord raises.
    """
    begin = datetime.fromtimestamp(since // 1000, UTC) - CLOCKS
    async for message in place.history(after=begin, limit=LOOKED_AT, oldest_first=True):
        if message.author == client.user and wanted(message):
            return message
    return None
