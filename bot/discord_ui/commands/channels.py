"""What happens to the channels of games: they are deleted, their permissions change, and lost games go on elsewhere."""

from __future__ import annotations

import logging
from collections.abc import Awaitable

import discord
from discord.ext import commands

from bot.discord_ui.commands.respond import DeskCog

log = logging.getLogger(__name__)


class ChannelsCog(DeskCog):
    # ---- what Discord tells

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._do(self.controller.poster.gone(channel.id), channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._do(self.controller.poster.gone(thread.thread_id), thread.thread_id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel) -> None:
        await self._do(self.controller.poster.permitted(channel.guild.id), channel.id)

    @commands.Cog.listener()
    async def on_thread_update(self, _: discord.Thread, thread: discord.Thread) -> None:
        await self._do(self.controller.poster.permitted(thread.guild.id), thread.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        await self._do(self.controller.poster.permitted(role.guild.id), role.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """Show what channels have missed, if the bot's new roles let it write there again."""
        if member == member.guild.me:
            await self._do(self.controller.poster.permitted(member.guild.id), member.guild.id)

    async def _do(self, work: Awaitable[None], where: int) -> None:
        """Do what follows from an event; where that fails, the next start finds it again."""
        try:
            with self.controller.games.ledger.aside.reading(f"the games of channel {where}"):
                await work
        except Exception:
            if not self.controller.poster.closing:
                log.exception("what happened to %d has not been followed up", where)
