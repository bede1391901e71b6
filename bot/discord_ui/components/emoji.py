"""Piece icons as emoji of the application, in buttons and menus, as far as its owner has uploaded them."""

from __future__ import annotations

import discord

from bot.games import pictures
from engine.variants import GAMES, variant_of

KNOWN: dict[str, discord.Emoji] = {}
"""The icons by their names, such as `hm_prowler`."""


def icon_of(kind: str) -> discord.Emoji | None:
    return KNOWN.get(f"hm_{kind.casefold()}")


async def read_icons(client: discord.Client) -> None:
    KNOWN.clear()
    KNOWN.update({each.name: each for each in await client.fetch_application_emojis() if each.name.startswith("hm_")})


async def upload_icons(client: discord.Client) -> None:
    """Upload an icon for each kind of piece that has none."""
    await read_icons(client)
    for kind in (kind for key in GAMES for kind in variant_of(key).kinds):
        if icon_of(kind.name) is None:
            name, image = f"hm_{kind.name.casefold()}", await pictures.icon(kind)
            KNOWN[name] = await client.create_application_emoji(name=name, image=image)


async def remove_icons(client: discord.Client) -> None:
    await read_icons(client)
    while KNOWN:
        await KNOWN.popitem()[1].delete()
