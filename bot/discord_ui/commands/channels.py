"""What happens to the channels of games: /game move-here; they are deleted, or permissions in them change."""

from __future__ import annotations

import logging
from collections.abc import Awaitable

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui.channel.messages import Need, person, place_in_server
from bot.discord_ui.commands.autocomplete import GAME as WHICH
from bot.discord_ui.commands.autocomplete import Choices, Interaction, fitting
from bot.discord_ui.commands.groups import GAME
from bot.discord_ui.commands.respond import DeskCog, open_in_server, tell_in
from bot.discord_ui.controller import game_number
from bot.games import label

log = logging.getLogger(__name__)


class ChannelsCog(DeskCog):
    """What becomes of games whose channels are deleted, closed or opened; all of it is told to every bot."""

    @GAME.command(name="move-here", description="Go on here with a game you play whose channel is gone")
    @app_commands.describe(game=WHICH)
    async def move_here(self, interaction: Interaction, game: str | None = None) -> None:
        """Let a game go on in this channel."""
        place = open_in_server(interaction, Need.FILES)
        player = person(interaction.user)
        meant = game_number(game) if game else await self.controller.games.channels.only_lost(player, place.guild)
        await self.controller.move_here(meant, player, place, tell_in(interaction))

    @move_here.autocomplete("game")
    async def _lost(self, interaction: Interaction, typed: str) -> Choices:
        place, player = place_in_server(interaction), person(interaction.user)
        if place is None:
            return []
        games = await self.controller.games.channels.lost_of(player, place.guild)
        return fitting([(label(game, player), str(game.number)) for game in games], typed)

    # ---- what Discord tells

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Note that a channel is gone."""
        await self._do(self.controller.poster.gone(channel.id), channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Note that a thread is gone."""
        await self._do(self.controller.poster.gone(thread.thread_id), thread.thread_id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel) -> None:
        """Show what a channel has missed, if it is open again."""
        await self._do(self.controller.poster.permitted(channel.guild.id), channel.id)

    @commands.Cog.listener()
    async def on_thread_update(self, _: discord.Thread, thread: discord.Thread) -> None:
        """Show what a thread has missed, if it is open again."""
        await self._do(self.controller.poster.permitted(thread.guild.id), thread.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """Show what channels have missed, if the bot may write there again."""
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
