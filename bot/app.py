"""The Discord client, which puts store, use cases, commands and buttons together, and the process that runs it."""

import asyncio
import contextlib
import ctypes
import gc
import logging
import signal
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any, cast

import aiohttp
import discord
from aiohttp import web
from discord import app_commands
from discord.ext import commands, tasks
from yarl import URL

from bot import journal
from bot.config import BadConfig, Config, ignored
from bot.discord_ui.channel.boards import Poster
from bot.discord_ui.channel.calls import Calls
from bot.discord_ui.channel.messages import GOODBYE_S, quiet_logs
from bot.discord_ui.channel.outbox import Outbox, is_member
from bot.discord_ui.commands.presses import answer_press
from bot.discord_ui.commands.status import Alarm, owners
from bot.discord_ui.commands.tree import RefereeTree, register_all
from bot.discord_ui.components.emoji import read_icons
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.controller import Controller
from bot.games import DEFAULT_TERMS, Games, Terms, utc_now
from bot.games.bus import RefereeMoved
from bot.ops.files import LOOK_S, BackupPlan, Backups, made_of
from bot.schedule import Scheduler, duties
from bot.store import UNWRITTEN, Database, Ledger, StoreError, Unreadable
from bot.text.gamelist import PROFILE, STATUS
from bot.web.access import DiscordAccess
from bot.web.server import Site
from engine.clocks.control import DAY, HOUR
from engine.model.english import count_of

log = logging.getLogger(__name__)

TURN = 0.001
"""The interval (s) after which a computing thread lets others run, the event loop among them. Python's default is five
times as long, and the loop waits for its turn whenever something arrives."""
GARBAGE_THRESHOLD = 10_000  # new objects; Python's default of 700 holds the event loop up more often
MALLOC = {-3: 1 << 20, -8: 2}
"""Settings for glibc's mallopt: blocks of that size go back to the system once they are free (M_MMAP_THRESHOLD, which
it would raise by itself), and threads share two arenas (M_ARENA_MAX). The canvases of pictures keep 30 MB otherwise."""
LOGIN_MISSING = """\
DISCORD_TOKEN isn't set, so I can't log in.
Create an application at https://discord.com/developers/applications, open its Bot page, press "Reset Token",
and put the token into a file named .env in the folder where you start me: DISCORD_TOKEN=... (see .env.example).
To try me without Discord: hexmarshal play, or python -m bot --local"""
UNREACHABLE = """\
I can't reach Discord: {problem}.
Check the network and https://discordstatus.com, then start me again. All games are safe."""
LOGIN_REFUSED = """\
Discord doesn't accept the token in DISCORD_TOKEN.
Open https://discord.com/developers/applications, choose your application and its Bot page, press "Reset Token" and put
the new token into .env."""
KEEPALIVE_S = 300  # for an idle connection; Cloudflare, in front of Discord, closes it after 400 s
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)


class Referee(commands.AutoShardedBot):
    """The referee as a Discord client, which keeps its games in the file `database` (created if missing).

    `terms` are what its host grants the players; `now()` gives UTC ms. Errors are told in the channel with the id
    `owner_channel`, or where it is 0 directly to the application's owner. Time is kept (`running`) as long as one of
    its shards is `present`: then players can move.
    """

    controller: Controller
    scheduler: Scheduler
    _alarm: Alarm

    def __init__(
        self,
        database: Path,
        terms: Terms = DEFAULT_TERMS,
        now: Callable[[], int] = utc_now,
        *,
        owner_channel: int = 0,
        backups: BackupPlan | None = None,
    ) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # packages for voices are not missed
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            activity=discord.CustomActivity(STATUS),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=RefereeTree,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=KEEPALIVE_S),
        )
        self._path = database
        self._terms = terms
        self._now = now
        self._owner_channel = owner_channel
        self._backups = backups
        self._page: web.AppRunner | None = None
        self._loops: list[asyncio.Task[None]] = []
        self.present: set[int] = set()  # the shards that are connected
        self.running = asyncio.Event()
        self._begun = self._timed = False  # Discord was reached; what had happened meanwhile was known
        self._arriving = asyncio.Lock()
        self._leaving = asyncio.Lock()
        self._departure: asyncio.Task[None] | None = None
        self._serving: asyncio.Task[None] | None = None
        self._database: Database | None = None
        quiet_logs()

    async def setup_hook(self) -> None:
        self._database = database = await Database.open(self._path, alone=True)
        self._alarm = alarm = Alarm(self, self._owner_channel, self._now)
        games = Games(
            Ledger(database),
            self._now,
            self._terms,
            hosts=frozenset(owners(self, invited=True)),
            lookup=partial(is_member, self),
            tell_owner=alarm.tell,
        )
        logging.getLogger().addHandler(alarm)
        self._repeat(alarm.send_next)
        poster, tree = Poster(self, games), cast("RefereeTree", self.tree)
        calls = Calls(self, games, poster)
        self.controller = Controller(games, poster, Outbox(self, games, poster, calls), calls)
        games.bus.listen(RefereeMoved, lambda moved: poster.show(moved.number))
        await games.standings.settle()
        await register_all(self, self.controller)
        await tree.register(games.ledger)
        try:
            await read_icons(self)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as problem:
            log.info("no piece icons are shown: %s", problem)
        await games.play.start()
        handlers = duties(self.controller)
        self.scheduler = Scheduler(games.ledger.deadlines, handlers, self._now, ready=self.running.wait)
        await games.absences.begin()
        if self._terms.page:
            await self._open_page(games)
        self._repeat(self.scheduler.turn)
        if self._backups is not None:
            self._repeat(Backups(games, self._path, self._backups).look, LOOK_S)

    async def _open_page(self, games: Games) -> None:
        access = DiscordAccess(self, games, self.controller.gate.enter)
        for change in ("on_guild_channel_update", "on_guild_role_update"):
            self.add_listener(access.changed, change)
        site = Site(games, access, self.controller.show_soon)
        self._page = web.AppRunner(site.application(), access_log=None, shutdown_timeout=GOODBYE_S)
        await self._page.setup()
        place = URL(f"//{self._terms.page_at}")
        try:
            await web.TCPSite(self._page, place.host, place.port).start()
        except OSError as problem:
            raise BadConfig(f"WEB_ADDRESS: I can't listen there ({problem.strerror})") from problem

    def _repeat(self, work: Callable[[], Coroutine[Any, Any, None]], seconds: float = 0) -> None:
        """Do some work again and again until the bot closes, with that pause, which also comes first."""
        loop = tasks.loop(seconds=seconds)(work)

        @loop.before_loop
        async def _wait() -> None:
            await asyncio.sleep(seconds)

        self._loops.append(loop.start())

    async def last_backup(self) -> int | None:
        """The time (UTC ms) of the last automatic backup."""
        plan = self._backups
        made = await asyncio.to_thread(made_of, self._path, plan.folder) if plan else ()
        return made[-1][1] if made else None

    async def on_message(self, message: discord.Message, /) -> None:
        """Do nothing: cogs listen to messages, and there are no prefix commands."""

    async def pressed(self, interaction: Interaction, press: Press) -> None:
        await answer_press(self.controller, interaction, press)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a form; the library sees to all else."""
        form = Press.of_form(interaction)
        if form is not None:
            await answer_press(self.controller, interaction, form)

    # ---- coming and going: Discord's connections, and the servers

    async def on_ready(self) -> None:
        """Do what was left undone, once: it is told again when each shard has had a new session and was seen to."""
        if self._begun:
            return
        self._begun = True
        if self.application_id is not None:
            link = discord.utils.oauth_url(self.application_id, permissions=PERMISSIONS)
            log.info("ready as %s on %s; invite link: %s", self.user, count_of(len(self.shards), "shard"), link)
        await self._come_in()
        application = self.application
        if application is not None and not application.description:
            try:
                await application.edit(description=PROFILE)
            except (discord.DiscordException, aiohttp.ClientError, OSError) as problem:
                log.info("the profile stays empty: %s", problem)

    async def on_shard_ready(self, shard: int) -> None:
        """Catch up in a new session, which is not told what has happened since the shard lost the last one."""
        self.present.add(shard)
        if self._begun:
            log.info("shard %d has a new session", shard)
            await self._come_in()

    async def on_shard_resumed(self, shard: int) -> None:
        """Continue immediately: a resumed session receives everything that it has missed."""
        if self._begun:
            await self._catch_up(self.controller.calls.catch_up, "the rolls that players have made")
        self.present.add(shard)
        if self._timed:
            self.running.set()
        log.info("shard %d goes on with its session", shard)
        if self._begun:
            await self._catch_up(self.controller.poster.catch_up, "the games that lag behind")

    async def on_shard_disconnect(self, shard: int) -> None:
        if not self.controller.poster.closing:
            self.present.discard(shard)
            if not self.present:
                self.running.clear()
            log.info("shard %d has lost its connection; connected: %s", shard, sorted(self.present))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a new server; in one that has the bot again, continue its games."""
        for number in await self.controller.games.departures.joined([guild.id]):
            await self.controller.poster.show(number)
        await self.controller.outbox.welcome(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Stop the clocks of a server that has removed the bot, not of one that is only down."""
        await self.controller.games.departures.left(guild.id)

    async def _come_in(self) -> None:
        """Look which servers have removed the bot, keep time from then on, show what is due; one shard at a time."""
        games, poster = self.controller.games, self.controller.poster
        async with self._arriving:
            await self._catch_up(self._meet, "the servers that have removed me")
            await self._catch_up(self.controller.calls.catch_up, "the rolls that players have made")
            self._timed = True
            if self.present:
                self.running.set()
            await self._catch_up(games.play.catch_up, "the replies that are due")
            await self._catch_up(poster.catch_up, "the games that lag behind")
            await self._catch_up(games.opponent.catch_up, "the games that I play in")
            await self._catch_up(self._greet, "the greetings")
            await self._catch_up(poster.look_over, "the channels that are gone")

    async def _greet(self) -> None:
        for guild in self.guilds:
            if not guild.unavailable:
                await self.controller.outbox.welcome(guild)

    async def _meet(self) -> None:
        """Ask Discord which servers have the bot: a client of several shards still lists what one of them has lost."""
        present = {guild.id async for guild in self.fetch_guilds(limit=None, with_counts=False)}
        for number in await self.controller.games.departures.start(present):
            await self.controller.poster.show(number)

    async def _catch_up(self, work: Callable[[], Awaitable[object]], what: str) -> None:
        try:
            with self.controller.games.ledger.skipped.reading(what):
                await work()
        except Exception:
            if not self.controller.poster.closing:
                log.exception("not caught up with %s", what)

    # ---- serving and leaving

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Serve until closed, even if the library then still waits for Discord, or until something goes wrong."""
        self._serving = serving = asyncio.create_task(super().start(token, reconnect=reconnect))
        try:
            await asyncio.wait({serving})
        finally:
            serving.cancel()
        if not serving.cancelled():
            serving.result()

    def leave_soon(self) -> None:
        self._departure = asyncio.create_task(self.leave(), name="leaving")

    async def leave(self) -> None:
        """Take nothing new, finish what is under way if that is soon done, then close."""
        if self._database is not None:
            gate = self.controller.gate
            if gate.stopping:
                return
            log.info("stopping: %d pieces of work are to be finished", gate.inside)
            await gate.stop()
        await self.close()

    async def close(self) -> None:
        """Disconnect, then close the store; a second caller waits for the first, so that nothing is cut short."""
        if self._serving is not None and self._serving is not asyncio.current_task():
            self._serving.cancel()
        async with self._leaving:
            try:
                if self._page is not None:
                    await self._page.cleanup()
                if self._database is not None:
                    self.controller.poster.close()
                    await self.controller.games.opponent.stop()
                    await self.controller.games.thinkers.stop()
                await super().close()
            finally:
                if self._database is not None:
                    database, self._database = self._database, None
                    logging.getLogger().removeHandler(self._alarm)
                    for loop in self._loops:
                        loop.cancel()
                    await asyncio.gather(*self._loops, return_exceptions=True)
                    if self.running.is_set():  # so that time was kept until now
                        with contextlib.suppress(*UNWRITTEN):
                            await self.controller.games.play.stop()
                    await database.close()

    async def __aexit__(self, *reason: object) -> None:
        """Close, or wait for the close that is under way; discord.py would wait only for its own part."""
        await self.close()


# ---- the process


def serve(settings: Config) -> int:
    """Serve until stopped; the exit status: 2 if a setting is missing or wrong, 1 if Discord cannot be reached."""
    journal.begin(settings.log_level)
    for each in ignored(settings):
        log.warning("%s", each)
    if not settings.discord_token.get_secret_value():
        print(LOGIN_MISSING, file=sys.stderr)
        return 2
    sys.setswitchinterval(TURN)
    with contextlib.suppress(AttributeError, OSError, TypeError):  # other C libraries have no such thing
        for parameter, value in MALLOC.items():
            ctypes.CDLL(None).mallopt(parameter, value)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_serve(settings))
    except discord.LoginFailure:
        print(LOGIN_REFUSED, file=sys.stderr)
        return 2
    except (aiohttp.ClientError, TimeoutError, discord.DiscordServerError) as problem:
        print(UNREACHABLE.format(problem=str(problem).rstrip(".") or type(problem).__name__), file=sys.stderr)
        return 1
    except (Unreadable, sqlite3.Error) as problem:
        print(f"can't use the database {settings.database_path}: {problem}", file=sys.stderr)
        return 2
    except (StoreError, BadConfig) as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


async def _serve(settings: Config) -> None:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(journal.unhandled)
    terms = Terms(
        forget=settings.forget_servers_after_days * DAY,
        thinkers=settings.opponent_processes,
        page=settings.web_url,
        page_at=settings.web_address,
    )
    plan = BackupPlan(settings.backup_folder, settings.backup_hours * HOUR, settings.backups_kept)
    backups = plan if settings.backup_hours else None
    async with Referee(settings.database_path, terms, owner_channel=settings.owner_channel, backups=backups) as client:
        for signalled in (signal.SIGTERM, signal.SIGINT):
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(signalled, client.leave_soon)
        client.add_listener(spare_garbage_collection, "on_ready")
        await client.start(settings.discord_token.get_secret_value())


async def spare_garbage_collection() -> None:
    """Collect garbage less often from now on, and never look again through what the start has made."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
