"""Attachments: what was sent as a file is given back at once, and may be sent twice until then."""

from __future__ import annotations

import gc
import weakref

import discord

from bot.discord_ui.components.attachment import attachment
from tests.wire import Standin, running


def test_its_memory_waits_for_no_sweep() -> None:
    """As soon as nobody refers to a file its bytes are gone, although no garbage is collected."""
    file = attachment(b"pixels", "board.png", "a board")
    held = weakref.ref(file.fp)
    gc.disable()
    try:
        file.close()
        del file
        assert held() is None
    finally:
        gc.enable()


async def test_it_is_sent_whole_after_a_failure(discord_: Standin) -> None:
    """An upload that Discord has refused for its own reasons is tried again, with all its bytes."""
    client = discord.Client(intents=discord.Intents.none())
    discord_.fail("POST", "/messages", 502)
    async with running(client):
        channel = client.get_partial_messageable(discord_.channel().id)
        await channel.send(file=attachment(b"pixels", "board.png", "a board"))
    (sent,) = discord_.channel().messages[-1].attachments
    assert (sent.filename, sent.description, sent.data) == ("board.png", "a board", b"pixels")
