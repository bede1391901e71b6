"""The Discord client: store, controller, commands and buttons; it also shows the games that lag behind at the start."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui.buttons.buttons import GameButtons
from bot.discord_ui.channel.absences import Absences, MemberLookup
from bot.discord_ui.channel.alarm import Alarm, AlarmHandler
from bot.discord_ui.channel.attendance import Attendance
from bot.discord_ui.channel.calls import Calls
from bot.discord_ui.channel.greeting import Greeter
from bot.discord_ui.channel.loss_teller import LossTeller
from bot.discord_ui.channel.poster import Poster
from bot.discord_ui.channel.reminder_sender import ReminderSender
from bot.discord_ui.channel.rolls import Rolls
from bot.discord_ui.commands.tree import RefereeTree, furnish, registered
from bot.discord_ui.components.acknowledging import keep_calm
from bot.discord_ui.components.forms import FilledForm
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.controller import Controller
from bot.games import USUAL, Games, Terms, utc_now
from bot.games.warming import warm
from bot.private_log import hush
from bot.schedule.handlers import duties
from bot.schedule.scheduler import Scheduler
from bot.store import UNWRITTEN, Database, Lease, Ledger, SharedDiceStore
from bot.text.welcome import PROFILE, STATUS
from bot.upkeep.backups import Backups
from bot.upkeep.checkup import Checked, check, tell
from bot.upkeep.first_aid import first_aid
from bot.upkeep.plan import BackupPlan
from bot.upkeep.vigil import Vigil

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


def hosts_of(application: discord.AppInfo | None) -> frozenset[int]:
    """The ids of the people who run the referee: the owner of its application, or the members of its team."""
    if application is None:
        return frozenset()
    team = application.team.members if application.team else ()
    return frozenset({application.owner.id, *(member.id for member in team)})


@dataclass(frozen=True)
class Hosting:
    """How the referee is hosted.

    Errors are told in the channel with the id `owner_channel`, or where it is 0 directly to the application's owner.
    `backups` says which are made by themselves. With `take_over` the file is claimed even where another process holds
    it. `warmed()` is called once what lives as long as the process has been made; `trace` follows the requests to
    Discord, `arrived()` gets the id of each interaction.
    """

    owner_channel: int = 0
    backups: BackupPlan | None = None
    take_over: bool = False
    warmed: Callable[[], None] = lambda: None
    trace: aiohttp.TraceConfig | None = None
    arrived: Callable[[int], None] = lambda _: None


ALONE = Hosting()


class Referee(commands.AutoShardedBot):
    """The referee as a Discord client, which keeps its games in the file `database` (created if missing).

    `terms` are what its host grants the players; `now()` gives UTC ms. Once another process has claimed the file, this
    one closes, and `ousted` says why.
    """

    controller: Controller
    scheduler: Scheduler

    def __init__(
        self,
        database: Path,
        terms: Terms = USUAL,
        now: Callable[[], int] = utc_now,
        hosting: Hosting = ALONE,
    ) -> None:
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
            http_trace=hosting.trace or aiohttp.TraceConfig(),
        )
        self._path = database
        self._terms = terms
        self._now = now
        self._hosting = hosting
        self._alarm: AlarmHandler | None = None
        self._alarming: asyncio.Task[None] | None = None
        self._lease = Lease(database, now, take_over=hosting.take_over)
        self.ousted: str | None = None
        self._keeping: list[asyncio.Task[None]] = []
        self._warming: asyncio.Task[None] | None = None
        self._scheduling: asyncio.Task[None] | None = None
        self.attendance = Attendance()
        self._begun = False
        self._arriving = asyncio.Lock()
        self._leaving = asyncio.Lock()
        self._farewells: set[asyncio.Task[None]] = set()
        self._database: Database | None = None
        self._presses: GameButtons | None = None
        hush()
        keep_calm()

    async def setup_hook(self) -> None:
        """Open the store and register commands and buttons with Discord."""
        checked, mended = await asyncio.to_thread(first_aid, self._path)
        self._database = await Database.open(self._path, self._lease)
        hosts = hosts_of(self.application)
        games = Games(Ledger(self._database), SharedDiceStore(self._database), self._now, self._terms, hosts)
        games.membership.lookup = MemberLookup(self)
        alarm = Alarm(self, self._hosting.owner_channel, self._now)
        games.notices, self._alarm = alarm, AlarmHandler(alarm)
        logging.getLogger().addHandler(self._alarm)
        self._alarming = asyncio.create_task(alarm.run(), name="alarm")
        poster = Poster(self, games)
        self.controller = Controller(games, poster, Rolls(self, games.shared), Calls(self, games, poster))
        await games.standings.settle()
        self._presses = GameButtons(self.controller)
        await furnish(self, self.controller)
        self.controller.commands = await registered(self.tree, games.ledger)
        await games.timekeeper.start()
        self._warming = asyncio.create_task(warm(games.ledger, self._hosting.warmed), name="warming up")
        absences, teller = Absences(self, games), LossTeller(self, games)
        handlers = duties(self.controller, ReminderSender(self), absences, teller)
        self.scheduler = Scheduler(games.ledger.deadlines, handlers, self._now, ready=self.attendance.kept)
        await self.scheduler.look_over()
        self._scheduling = asyncio.create_task(self.scheduler.run(), name="scheduler")
        self._keeping.append(asyncio.create_task(self._keep_vigil(Vigil(games)), name="vigil"))
        self._keeping.append(asyncio.create_task(self._check(games, checked, mended), name="checking the file"))
        if self._hosting.backups is not None:
            backups = Backups(games, self._path, self._hosting.backups)
            self._keeping.append(asyncio.create_task(backups.keep(), name="backups"))

    async def _check(self, games: Games, checked: Checked, mended: Sequence[str]) -> None:
        """Tell what was found in the file before it was opened; one that took too long is checked to its end."""
        try:
            await tell(games, checked, mended)
            if not (checked.whole or checked.flaws):
                await check(games, self._path)
        except Exception:
            log.exception("the file was not checked")

    async def _keep_vigil(self, vigil: Vigil) -> None:
        """Look after the file, and leave it to another process that has claimed it."""
        await vigil.keep()
        if self._database is not None:
            self.ousted = self._database.adrift
            self._keeping.append(asyncio.create_task(self.close(), name="closing"))

    async def on_ready(self) -> None:
        """All shards are there for the first time: log the invite link, and do what was left undone.

        The library tells this again when every shard has had a new session; each has then been seen to by itself.
        """
        if self._begun:
            return
        self._begun = True
        if self.application_id is not None:
            link = discord.utils.oauth_url(self.application_id, permissions=PERMISSIONS)
            log.info("ready as %s on %d shards; invite link: %s", self.user, len(self.shards), link)
        await self._come_in(self._look_for_servers)
        await self._catch_up(self._introduce, "my profile")

    async def on_shard_ready(self, shard: int) -> None:
        """A shard has a new session; nobody was told what has happened in its servers since it lost the last one."""
        self.attendance.arrived(shard)
        if self._begun:
            log.info("shard %d has a new session", shard)
            await self._come_in(self._ask_for_servers)

    async def on_shard_resumed(self, shard: int) -> None:
        """Start time again, and show what could not be shown while the connection was lost."""
        if self._begun:
            await self._catch_up(self.controller.calls.catch_up, "the rolls that players have made")
        self.attendance.resumed(shard)
        log.info("shard %d goes on with its session", shard)
        if self._begun:
            await self._catch_up(self.controller.poster.catch_up, "the games that lag behind")
            await self._catch_up(self.controller.rolls.catch_up, "the rolls that were not shown")

    async def on_shard_disconnect(self, shard: int) -> None:
        """Note that a shard is away. When all are, time stops: nobody can move, and players get it back."""
        if not self.controller.poster.closing:
            self.attendance.lost(shard)
            log.info("shard %d has lost its connection; connected: %s", shard, sorted(self.attendance.present))

    async def _come_in(self, look_for_servers: Callable[[], Awaitable[object]]) -> None:
        """Look which servers have removed me, keep time from then on, and show what is due; one shard at a time."""
        async with self._arriving:
            await self._catch_up(look_for_servers, "the servers that have removed me")
            await self._catch_up(self.controller.calls.catch_up, "the rolls that players have made")
            self.attendance.begin()
            await self._catch_up(self.controller.games.play.catch_up, "the replies that are due")
            await self._catch_up(self.controller.poster.catch_up, "the games that lag behind")
            await self._catch_up(self.controller.rolls.catch_up, "the rolls that were not shown")
            await self._catch_up(self._greet, "the greetings")
            await self._catch_up(self.controller.poster.look_over, "the channels that are gone")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that the referee joins; in one that has it again, go on with its games."""
        for number in await self.controller.games.departures.joined(guild.id):
            await self.controller.poster.show(number)
        await Greeter(self, self.controller.games).greet(guild)

    async def _greet(self) -> None:
        """Greet the servers joined while nobody ran."""
        greeter = Greeter(self, self.controller.games)
        for guild in self.guilds:
            if not guild.unavailable:
                await greeter.greet(guild)

    async def _introduce(self) -> None:
        """Say in the profile what the referee does, if it is empty."""
        if self.application is not None and not self.application.description:
            try:
                await self.application.edit(description=PROFILE)
            except discord.HTTPException as problem:
                log.info("the profile stays empty: %s", problem)

    async def _look_for_servers(self) -> None:
        """Note which servers have removed the bot while it was away, or have it again."""
        await self._meet({guild.id for guild in self.guilds})

    async def _ask_for_servers(self) -> None:
        """The same, by asking Discord: a client of several shards goes on to list what one of them has lost."""
        await self._meet({guild.id async for guild in self.fetch_guilds(limit=None, with_counts=False)})

    async def _meet(self, present: set[int]) -> None:
        """Note that the bot is in these servers and no others."""
        for number in await self.controller.games.departures.start(present):
            await self.controller.poster.show(number)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Let time stand still in the games of a server that has removed the bot; one that is only down has not."""
        await self.controller.games.departures.left(guild.id)

    async def _catch_up(self, work: Callable[[], Awaitable[object]], what: str) -> None:
        """Do what was left undone; where that fails, the rest goes on."""
        try:
            with self.controller.games.ledger.aside.reading(what):
                await work()
        except Exception:
            if not self.controller.poster.closing:
                log.exception("not caught up with %s", what)

    async def on_message(self, message: discord.Message, /) -> None:
        """Do nothing: cogs listen to messages, and there are no prefix commands."""

    async def pressed(self, interaction: Interaction, press: Press) -> None:
        """Answer a button or menu."""
        if self._presses is not None:
            await self._presses.answer(interaction, press)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a form; the library sees to all else."""
        self._hosting.arrived(interaction.id)
        form = FilledForm.of(interaction)
        if form is not None and self._presses is not None:
            await self._presses.hand_in(interaction, form)

    def leave_soon(self) -> None:
        """Begin to leave, at a signal."""
        task = asyncio.create_task(self.leave(), name="leaving")
        self._farewells.add(task)
        task.add_done_callback(self._farewells.discard)

    async def leave(self) -> None:
        """Take nothing new, finish what was acknowledged, then close; a second call hurries the first."""
        if self._database is not None:
            gate = self.controller.gate
            if gate.stopping:
                gate.hurry()
                return
            log.info("stopping: %d pieces of work are to be finished", gate.inside)
            await gate.stop()
        await self.close()

    async def close(self) -> None:
        """Disconnect, then close the store; a second caller waits for the first, so that nothing is cut short."""
        async with self._leaving:
            try:
                if self._database is not None:
                    self.controller.poster.close()
                    self.controller.calls.close()
                await super().close()
            finally:
                if self._database is not None:
                    database, self._database = self._database, None
                    await self._stop_scheduling()
                    await database.close()

    async def __aexit__(self, *reason: object) -> None:
        """Close, or wait for the close that is under way; discord.py would wait only for its own part."""
        await self.close()

    async def _stop_scheduling(self) -> None:
        """Stop the scheduler and the warming up, and note that time was kept until now, if it was."""
        for keeping in self._keeping:
            if keeping is not asyncio.current_task():
                keeping.cancel()
        if self._alarm is not None:
            logging.getLogger().removeHandler(self._alarm)
        for task in (self._alarming, self._warming):
            if task is not None:
                task.cancel()
        if self._scheduling is not None:
            self._scheduling.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._scheduling
            if self.attendance.running:
                with contextlib.suppress(*UNWRITTEN):
                    await self.controller.games.timekeeper.stop()
