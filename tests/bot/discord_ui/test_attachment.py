"""Attachments: what is sent as a file may be sent twice."""

from __future__ import annotations

import discord

from bot.discord_ui.channel.messages import attachment
from tests.wire import Standin, running


async def test_it_is_sent_whole_after_a_failure(discord_: Standin) -> None:
    """An upload that Discord has refused for its own reasons is tried again, with all its bytes."""
    client = discord.Client(intents=discord.Intents.none())
    discord_.fail("POST", "/messages", 502)
    async with running(client):
        channel = client.get_partial_messageable(discord_.channel().id)
        await channel.send(file=attachment(b"pixels", "board.png", "a board"))
    (sent,) = discord_.channel().messages[-1].attachments
    assert (sent.filename, sent.description, sent.data) == ("board.png", "a board", b"pixels")
