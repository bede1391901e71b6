"""What is done once Discord is reached, when a shard goes or comes back, and when a server does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord
from discord.ext import commands

from bot.discord_ui.channel.outbox import welcome
from bot.discord_ui.controller import Controller
from bot.text.gamelist import PROFILE
from engine.model.english import counted

log = logging.getLogger(__name__)

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)


class Attendance:
    """The shards that are connected, and whether time is kept (`running`): players can move as long as one is.

    A session that is resumed is told all that it has missed, and time goes on at once. A new session is not: time waits
    for `begin`, by which it is known what has happened meanwhile.
    """

    def __init__(self) -> None:
        self.present: set[int] = set()
        self.running = asyncio.Event()
        self._begun = False

    def lost(self, shard: int) -> None:
        self.present.discard(shard)
        if not self.present:
            self.running.clear()

    def resumed(self, shard: int) -> None:
        self.present.add(shard)
        if self._begun:
            self.running.set()

    def begin(self) -> None:
        self._begun = True
        if self.present:
            self.running.set()


class Arrivals(commands.Cog):
    def __init__(self, client: discord.AutoShardedClient, controller: Controller, attendance: Attendance) -> None:
        self._client = client
        self._controller = controller
        self._attendance = attendance
        self._begun = False
        self._arriving = asyncio.Lock()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Do what was left undone, once: it is told again when each shard has had a new session and was seen to."""
        if self._begun:
            return
        self._begun = True
        client = self._client
        if client.application_id is not None:
            link = discord.utils.oauth_url(client.application_id, permissions=PERMISSIONS)
            log.info("ready as %s on %s; invite link: %s", client.user, counted(len(client.shards), "shard"), link)
        await self._come_in()
        await self._catch_up(self._introduce, "my profile")

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """Catch up in a new session, which is not told what has happened since the shard lost the last one."""
        self._attendance.present.add(shard)
        if self._begun:
            log.info("shard %d has a new session", shard)
            await self._come_in()

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        if self._begun:
            await self._catch_up(self._controller.calls.catch_up, "the rolls that players have made")
        self._attendance.resumed(shard)
        log.info("shard %d goes on with its session", shard)
        if self._begun:
            await self._catch_up(self._controller.poster.catch_up, "the games that lag behind")

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        if not self._controller.poster.closing:
            self._attendance.lost(shard)
            log.info("shard %d has lost its connection; connected: %s", shard, sorted(self._attendance.present))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that the referee joins; in one that has it again, go on with its games."""
        for number in await self._controller.games.departures.joined([guild.id]):
            await self._controller.poster.show(number)
        await welcome(guild, self._controller.games)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Let time stand still in the games of a server that has removed the bot; one that is only down has not."""
        await self._controller.games.departures.left(guild.id)

    async def _come_in(self) -> None:
        """Look which servers have removed the bot, keep time from then on, show what is due; one shard at a time."""
        games, poster = self._controller.games, self._controller.poster
        async with self._arriving:
            await self._catch_up(self._meet, "the servers that have removed me")
            await self._catch_up(self._controller.calls.catch_up, "the rolls that players have made")
            self._attendance.begin()
            await self._catch_up(games.play.catch_up, "the replies that are due")
            await self._catch_up(poster.catch_up, "the games that lag behind")
            await self._catch_up(games.opponent.catch_up, "the games that I play in")
            await self._catch_up(self._greet, "the greetings")
            await self._catch_up(poster.look_over, "the channels that are gone")

    async def _greet(self) -> None:
        for guild in self._client.guilds:
            if not guild.unavailable:
                await welcome(guild, self._controller.games)

    async def _introduce(self) -> None:
        application = self._client.application
        if application is not None and not application.description:
            try:
                await application.edit(description=PROFILE)
            except discord.HTTPException as problem:
                log.info("the profile stays empty: %s", problem)

    async def _meet(self) -> None:
        """Ask Discord which servers have the bot: a client of several shards still lists what one of them has lost."""
        present = {guild.id async for guild in self._client.fetch_guilds(limit=None, with_counts=False)}
        for number in await self._controller.games.departures.start(present):
            await self._controller.poster.show(number)

    async def _catch_up(self, work: Callable[[], Awaitable[object]], what: str) -> None:
        try:
            with self._controller.games.ledger.aside.reading(what):
                await work()
        except Exception:
            if not self._controller.poster.closing:
                log.exception("not caught up with %s", what)
