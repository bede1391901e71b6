"""Arrivals: what is done once Discord is reached, when a shard goes or comes back, and when a server does."""

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
    """The shards that are connected, and whether time is kept: players can move as long as one is.

    A client without shards has one, number 0. A session that is resumed is told all that it has missed, and time goes
    on at once. A new session is not: time waits for `begin`, by which it is known what has happened meanwhile.
    """

    def __init__(self) -> None:
        self.present: set[int] = set()
        self._begun = False
        self._running = asyncio.Event()

    @property
    def running(self) -> bool:
        return self._running.is_set()

    async def kept(self) -> None:
        await self._running.wait()

    def lost(self, shard: int) -> None:
        """A shard has lost its connection; one that had none may lose it again."""
        self.present.discard(shard)
        if not self.present:
            self._running.clear()

    def resumed(self, shard: int) -> None:
        self.present.add(shard)
        if self._begun:
            self._running.set()

    def begin(self) -> None:
        """What has happened before is known: keep time, if any shard is there."""
        self._begun = True
        if self.present:
            self._running.set()


class Arrivals(commands.Cog):
    """Does what was left undone while nobody, or one shard fewer, was there; `attendance` then keeps time."""

    def __init__(self, client: discord.AutoShardedClient, controller: Controller, attendance: Attendance) -> None:
        self._client = client
        self._controller = controller
        self._attendance = attendance
        self._begun = False
        self._arriving = asyncio.Lock()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """All shards are there for the first time: log the invite link, and do what was left undone.

        The library tells this again when every shard has had a new session; each has then been seen to by itself.
        """
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
        """A shard has a new session; nobody was told what has happened in its servers since it lost the last one."""
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
            await self._show()

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Note that a shard is away. When all are, time stops: nobody can move, and players get it back."""
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
        games = self._controller.games
        async with self._arriving:
            await self._catch_up(self._meet, "the servers that have removed me")
            await self._catch_up(self._controller.calls.catch_up, "the rolls that players have made")
            self._attendance.begin()
            await self._catch_up(games.play.catch_up, "the replies that are due")
            await self._catch_up(games.lobby.catch_up, "the challenges to me")
            await self._show()
            await self._catch_up(games.opponent.catch_up, "the games that I play in")
            await self._catch_up(self._greet, "the greetings")
            await self._catch_up(self._controller.poster.look_over, "the channels that are gone")

    async def _show(self) -> None:
        await self._catch_up(self._controller.poster.catch_up, "the games that lag behind")

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
        """Note which servers have removed the bot while it was away, or have it again.

        Discord is asked: a client of several shards goes on to list what one of them has lost.
        """
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
