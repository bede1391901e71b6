"""What the bot may do where, as far as the client knows."""

from __future__ import annotations

import discord

from bot.discord_ui.channel.messages import Need, lacking


def missing_in(client: discord.Client, guild: int, channel: int) -> tuple[str, ...] | None:
    """The permissions that the bot lacks in a channel or thread to show games there; None where that is not known."""
    home = client.get_guild(guild)
    place = home.get_channel_or_thread(channel) if home is not None else None
    if home is None or place is None or home.me is None:
        return None
    thread = isinstance(place, discord.Thread)
    if isinstance(place, discord.Thread) and place.parent is None:
        return None
    missing = lacking(place.permissions_for(home.me), Need.FILES, thread=thread)
    return missing.permissions if missing else ()


def is_gone(client: discord.Client, guild: int, channel: int) -> bool:
    """Whether the client knows a guild, but not this channel of it."""
    home = client.get_guild(guild)
    return home is not None and not home.unavailable and home.get_channel_or_thread(channel) is None
