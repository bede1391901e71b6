"""The Discord client: store, controller, commands and buttons; it also shows the games that lag behind at the start."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui.buttons.buttons import GameButtons
from bot.discord_ui.channel.absences import Absences, MemberLookup
from bot.discord_ui.channel.greeting import Greeter
from bot.discord_ui.channel.loss_teller import LossTeller
from bot.discord_ui.channel.messages import NOBODY
from bot.discord_ui.channel.poster import Poster
from bot.discord_ui.channel.reminder_sender import ReminderSender
from bot.discord_ui.channel.rolls import Rolls
from bot.discord_ui.commands.absent import AbsentCog
from bot.discord_ui.commands.channels import ChannelsCog
from bot.discord_ui.commands.conditional import ConditionalCog
from bot.discord_ui.commands.context_menus import context_menus
from bot.discord_ui.commands.dice import DiceCog
from bot.discord_ui.commands.exploring import ExploringCog
from bot.discord_ui.commands.games import GamesCog
from bot.discord_ui.commands.groups import Top, group_of
from bot.discord_ui.commands.help import HelpCog
from bot.discord_ui.commands.learning import LearningCog
from bot.discord_ui.commands.mentions import MentionsCog
from bot.discord_ui.commands.moves import MovesCog
from bot.discord_ui.commands.privacy import PrivacyCog
from bot.discord_ui.commands.proposals import ProposalsCog
from bot.discord_ui.commands.ratings import RatingsCog
from bot.discord_ui.commands.records import RecordsCog
from bot.discord_ui.commands.reminders import RemindersCog
from bot.discord_ui.commands.server import ServerCog
from bot.discord_ui.commands.settings import SettingsCog
from bot.discord_ui.commands.threads import ThreadsCog
from bot.discord_ui.commands.time import TimeCog
from bot.discord_ui.commands.watching import WatchingCog
from bot.discord_ui.components.acknowledging import keep_calm, too_late
from bot.discord_ui.components.buttons import GameButton, ItemButton
from bot.discord_ui.components.forms import FilledForm
from bot.discord_ui.components.help import HelpButton, HelpMenu
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.components.lobby import SeatMenu
from bot.discord_ui.components.picker import PickMenu, TurnButton
from bot.discord_ui.components.server_panel import PANEL
from bot.discord_ui.components.welcome import GreetingButton, OpponentMenu
from bot.discord_ui.controller import Controller, apology, game_number
from bot.games import USUAL, Games, Terms, utc_now
from bot.games.warming import warm
from bot.private_log import hush
from bot.schedule.handlers import duties
from bot.schedule.scheduler import Scheduler
from bot.store import Database, Ledger, SharedDiceStore
from bot.text.harmless import worded
from bot.text.welcome import PROFILE, STATUS

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
COMMANDS_FACT, COMMAND_IDS_FACT = "commands", "command ids"
ITEMS = (
    GameButton, ItemButton, PickMenu, TurnButton, SeatMenu, GreetingButton, OpponentMenu, HelpButton, HelpMenu,
)  # fmt: skip
"""The buttons and menus that outlive a restart, but for the panel's."""
COGS = (
    GamesCog,
    MovesCog,
    MentionsCog,
    ProposalsCog,
    ConditionalCog,
    ExploringCog,
    LearningCog,
    DiceCog,
    RecordsCog,
    TimeCog,
    AbsentCog,
    RemindersCog,
    RatingsCog,
    WatchingCog,
    ThreadsCog,
    SettingsCog,
    ServerCog,
    PrivacyCog,
    HelpCog,
    ChannelsCog,
)


class RefereeTree(app_commands.CommandTree[commands.Bot]):
    """The tree of slash commands: cogs of many modules fill its groups, and when a command fails its user is told."""

    def add_command(self, command: Top, /, **where: Any) -> None:  # noqa: ANN401 - passed on
        """Add a command at top level, or to the group that it was made for, which the first one creates."""
        meant = group_of(command)
        if meant is None or not isinstance(command, app_commands.Command):
            super().add_command(command, **where)
            return
        group = self.get_command(meant.name)
        if not isinstance(group, app_commands.Group):
            group = meant.build()
            super().add_command(group, **where)
        group.add_command(command)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Log an error and tell the user that nothing was lost."""
        if too_late(error) or (isinstance(self.client, Referee) and self.client.controller.poster.closing):
            return
        chosen = interaction.namespace.game if interaction.command else None
        name = interaction.command.qualified_name if interaction.command else "an unknown command"
        log.error("/%s (game %s) failed", name, chosen, exc_info=error)
        try:
            if interaction.type is discord.InteractionType.autocomplete:
                return
            if not interaction.response.is_done():
                await interaction.response.defer(ephemeral=True, thinking=True)
            number = game_number(chosen) if isinstance(chosen, str) else None
            said = apology(error, number if isinstance(number, int) else None)
            await interaction.followup.send(worded(said), ephemeral=True, allowed_mentions=NOBODY)
        except discord.HTTPException as problem:
            log.warning("an error message was not delivered: %s", problem)


class Referee(commands.Bot):
    """The referee as a Discord client, which keeps its games in the file `database` (created if missing).

    `terms` are what its host grants the players; `now()` gives UTC ms. `warmed()` is called once what lives as long as
    the process has been made.
    """

    controller: Controller
    scheduler: Scheduler

    def __init__(
        self,
        database: Path,
        terms: Terms = USUAL,
        now: Callable[[], int] = utc_now,
        warmed: Callable[[], None] = lambda: None,
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
        )
        self._path = database
        self._terms = terms
        self._now = now
        self._warmed = warmed
        self._warming: asyncio.Task[None] | None = None
        self._scheduling: asyncio.Task[None] | None = None
        self._connected = asyncio.Event()
        self._leaving = asyncio.Lock()
        self._database: Database | None = None
        self._presses: GameButtons | None = None
        hush()
        keep_calm()

    async def setup_hook(self) -> None:
        """Open the store and register commands and buttons with Discord."""
        self._database = await Database.open(self._path)
        games = Games(Ledger(self._database), SharedDiceStore(self._database), self._now, self._terms)
        games.membership.lookup = MemberLookup(self)
        self.controller = Controller(games, Poster(self, games), Rolls(self, games.shared))
        await games.standings.settle()
        self._presses = GameButtons(self.controller)
        self.add_dynamic_items(*ITEMS, *PANEL)
        for cog in COGS:
            await self.add_cog(cog(self.controller))
        for menu in context_menus(self.controller):
            self.tree.add_command(menu)
        await self._sync()
        await games.timekeeper.start()
        self._warming = asyncio.create_task(warm(games.ledger, self._warmed), name="warming up")
        absences, teller = Absences(self, games), LossTeller(self, games)
        handlers = duties(self.controller, ReminderSender(self), absences, teller)
        self.scheduler = Scheduler(games.ledger.deadlines, handlers, self._now, ready=self._connected.wait)
        await self.scheduler.look_over()
        self._scheduling = asyncio.create_task(self.scheduler.run(), name="scheduler")

    async def _sync(self) -> None:
        """Register the commands with Discord if they have changed since the last time; their ids are kept."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        written = json.dumps([self.application_id, payload], sort_keys=True)
        digest = hashlib.sha256(written.encode()).hexdigest()
        ledger = self.controller.games.ledger
        ids = await ledger.fact(COMMAND_IDS_FACT)
        if ids is None or await ledger.fact(COMMANDS_FACT) != digest:
            synced = await self.tree.sync()
            ids = json.dumps({command.name: command.id for command in synced})
            await ledger.remember(COMMAND_IDS_FACT, ids)
            await ledger.remember(COMMANDS_FACT, digest)
        self.controller.commands = json.loads(ids)

    async def on_ready(self) -> None:
        """Log the invite link, make the replies that are due, show what lags behind, look for lost channels."""
        if self.application_id is not None:
            link = discord.utils.oauth_url(self.application_id, permissions=PERMISSIONS)
            log.info("ready as %s; invite link: %s", self.user, link)
        await self._catch_up(self._look_for_servers, "the servers that have removed me")
        self._connected.set()
        await self._catch_up(self.controller.games.play.catch_up, "the replies that are due")
        await self._catch_up(self.controller.poster.catch_up, "the games that lag behind")
        await self._catch_up(self.controller.rolls.catch_up, "the rolls that were not shown")
        await self._catch_up(self._introduce, "the greetings")
        await self._catch_up(self.controller.poster.look_over, "the channels that are gone")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that the referee joins; in one that has it again, go on with its games."""
        for number in await self.controller.games.departures.joined(guild.id):
            await self.controller.poster.show(number)
        await Greeter(self, self.controller.games).greet(guild)

    async def _introduce(self) -> None:
        """Greet the servers joined while nobody ran, and say in the profile what the referee does, if it is empty."""
        greeter = Greeter(self, self.controller.games)
        for guild in self.guilds:
            await greeter.greet(guild)
        if self.application is not None and not self.application.description:
            try:
                await self.application.edit(description=PROFILE)
            except discord.HTTPException as problem:
                log.info("the profile stays empty: %s", problem)

    async def _look_for_servers(self) -> None:
        """Note which servers have removed the bot while it was away, or have it again."""
        for number in await self.controller.games.departures.start({guild.id for guild in self.guilds}):
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

    async def on_disconnect(self) -> None:
        """Stop time: nobody can move now, and after a long absence all players get their time back."""
        if not self.controller.poster.closing:
            self._connected.clear()

    async def on_resumed(self) -> None:
        """Start time again, and show what could not be shown while the connection was lost."""
        self._connected.set()
        await self.controller.poster.catch_up()
        await self.controller.rolls.catch_up()

    async def on_message(self, message: discord.Message, /) -> None:
        """Do nothing: cogs listen to messages, and there are no prefix commands."""

    async def pressed(self, interaction: Interaction, press: Press) -> None:
        """Answer a button or menu."""
        if self._presses is not None:
            await self._presses.answer(interaction, press)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a form; the library sees to all else."""
        form = FilledForm.of(interaction)
        if form is not None and self._presses is not None:
            await self._presses.hand_in(interaction, form)

    async def close(self) -> None:
        """Disconnect, then close the store; a second caller waits for the first, so that nothing is cut short."""
        async with self._leaving:
            try:
                if self._database is not None:
                    self.controller.poster.close()
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
        if self._warming is not None:
            self._warming.cancel()
        if self._scheduling is not None:
            self._scheduling.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._scheduling
            if self._connected.is_set():
                await self.controller.games.timekeeper.stop()
