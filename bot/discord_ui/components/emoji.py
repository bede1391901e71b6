"""Piece icons as emoji of the application, in buttons and menus, as far as its owner has uploaded them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import discord

from bot.games import pictures
from engine.model.equipment import PieceType
from engine.variants import GAMES, variant_of

PREFIX = "hm_"
_KNOWN: dict[str, discord.Emoji] = {}


def icon_of(kind: str) -> discord.Emoji | None:
    """The icon of a kind of piece by its name; None without one."""
    return _KNOWN.get(_name(kind))


def has_icons() -> bool:
    return bool(_KNOWN)


def missing() -> dict[str, PieceType]:
    """The kinds of pieces without an icon, by the names that their icons are to have."""
    return {_name(kind.name): kind for kind in _kinds() if _name(kind.name) not in _KNOWN}


async def read_icons(client: discord.Client) -> None:
    """Learn which icons there are."""
    found = {each.name: each for each in await client.fetch_application_emojis() if each.name.startswith(PREFIX)}
    _KNOWN.clear()
    _KNOWN.update(found)


async def upload_icons(client: discord.Client) -> None:
    await read_icons(client)
    for name, kind in missing().items():
        _KNOWN[name] = await client.create_application_emoji(name=name, image=await pictures.icon(kind))


async def remove_icons(client: discord.Client) -> None:
    await read_icons(client)
    while _KNOWN:
        _, emoji = _KNOWN.popitem()
        with suppress(discord.NotFound):
            await emoji.delete()


def _name(kind: str) -> str:
    return f"{PREFIX}{kind.casefold()}"


def _kinds() -> Iterator[PieceType]:
    for key in GAMES:
        yield from variant_of(key).kinds
