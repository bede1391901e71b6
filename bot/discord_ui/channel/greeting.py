"""The greeting: one short message in a server that the referee has joined."""

from __future__ import annotations

import logging
from datetime import timedelta

import discord

from bot.discord_ui.channel.messages import BROKEN, NOBODY, nonce_of
from bot.discord_ui.channel.sent_before import arrived
from bot.discord_ui.components.buttons import greeting_view
from bot.games import Games
from bot.text.gamelist import WELCOME

log = logging.getLogger(__name__)

NEW = timedelta(days=1)
"""How long after joining a server the referee may still greet it."""


class Greeter:
    """Greets servers, each once."""

    def __init__(self, client: discord.Client, games: Games) -> None:
        self._client = client
        self._games = games

    async def greet(self, guild: discord.Guild) -> None:
        """Greet a server that was joined a short while ago, unless it has been greeted; where that fails, stay silent.

        A server joined longer ago has been greeted, or was joined before there were greetings.
        """
        joined = guild.me.joined_at
        if joined is None or discord.utils.utcnow() - joined > NEW or await self._games.servers.greeted(guild.id):
            return
        try:
            await self._greet(guild, int(joined.timestamp() * 1000))
        except (discord.Forbidden, discord.NotFound) as problem:
            log.info("server %d is not greeted: %s", guild.id, problem)
        except BROKEN as problem:
            log.info("server %d is not greeted for now: %s", guild.id, problem)
            return
        await self._games.servers.greet(guild.id)

    async def _greet(self, guild: discord.Guild, since: int) -> None:
        channel = _place(guild)
        if channel is None:
            log.info("server %d is not greeted: there is no channel to write in", guild.id)
        elif await arrived(self._client, channel, since, lambda message: message.content == WELCOME) is None:
            await channel.send(WELCOME, view=greeting_view(), allowed_mentions=NOBODY, nonce=nonce_of("hi", guild.id))


def _place(guild: discord.Guild) -> discord.TextChannel | None:
    """Where a server is greeted: its system channel, else the first one the referee may write in."""
    system = [guild.system_channel] if guild.system_channel else []
    for channel in (*system, *sorted(guild.text_channels, key=lambda each: (each.position, each.id))):
        allowed = channel.permissions_for(guild.me)
        if allowed.view_channel and allowed.send_messages and allowed.read_message_history:
            return channel
    return None
