"""All commands, buttons and menus, put into the client and registered; and what Discord tells about channels."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Awaitable, Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import journal
from bot.discord_ui.channel.messages import answer, person, whisper
from bot.discord_ui.commands.dice import DiceCog, RollCog
from bot.discord_ui.commands.game import GameCog
from bot.discord_ui.commands.help import HelpCog, opponent_view
from bot.discord_ui.commands.lobby import LobbyCog, seats_for
from bot.discord_ui.commands.mentions import MentionsCog
from bot.discord_ui.commands.moves import MovesCog
from bot.discord_ui.commands.ratings import RatingsCog, profile_of
from bot.discord_ui.commands.replays import RecordsCog, ReplaysCog, brought, show
from bot.discord_ui.commands.server import ServerCog
from bot.discord_ui.commands.settings import SettingsCog
from bot.discord_ui.commands.status import StatusCog
from bot.discord_ui.commands.study import StudyCog
from bot.discord_ui.components.gate import Unacknowledged, acknowledge, let_in, too_late
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.controller import (
    Controller,
    DeskCog,
    answer_refused,
    apology,
    carry_out,
    numbered,
    open_in_server,
    open_privately,
)
from bot.games.refusals import Pointing
from bot.store import Ledger
from engine.model.refusal import Refused
from engine.play.commands import MakeMove

log = logging.getLogger(__name__)


class ChannelsCog(DeskCog):
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


LONGEST_MOVE = 64
"""The longest text taken for a move."""


class NoText(Pointing):
    words = "There is no move in that message. Choose one that holds a move and nothing else, such as Pxd4."


def context_menus(controller: Controller) -> list[app_commands.ContextMenu]:
    async def challenge(interaction: Interaction, member: discord.Member) -> None:
        open_in_server(interaction)
        seats_for(interaction, [member])
        text = f"Which game do you want to play against <@{member.id}>?"
        await answer(interaction, text, view=opponent_view(member.id))

    async def profile(interaction: Interaction, member: discord.Member) -> None:
        place = open_in_server(interaction)
        you = person(interaction.user)
        text, files = await profile_of(controller, place, member, you, you)
        await answer(interaction, text, attachments=files)

    async def make_move(interaction: Interaction, message: discord.Message) -> None:
        text = _spoken(message, interaction.client.user.id)
        if not 0 < len(text) <= LONGEST_MOVE:
            open_privately(interaction)
            raise Refused(NoText())
        await carry_out(interaction, controller, None, lambda seat: MakeMove(seat, None, text))

    async def look(interaction: Interaction, message: discord.Message) -> None:
        open_privately(interaction)
        records = controller.games.records
        attached = message.attachments[0] if message.attachments else None
        data = await brought(attached, "" if attached else _spoken(message, interaction.client.user.id))
        await show(controller, interaction, await records.look(interaction.user.id, data, None))

    menus: list[tuple[str, Any]] = [
        ("Challenge", challenge),
        ("Profile", profile),
        ("Make this move", make_move),
        ("Look at this record", look),
    ]
    return [app_commands.guild_only(app_commands.ContextMenu(name=name, callback=callback)) for name, callback in menus]


def _spoken(message: discord.Message, own: int) -> str:
    """What a message says, without the mention of the referee, whose id is `own`, and the marks of code around it."""
    text = message.content
    for mention in (f"<@{own}>", f"<@!{own}>"):
        text = text.replace(mention, "")
    return text.strip().strip("`").strip()


COMMANDS_FACT, COMMAND_IDS_FACT = "commands", "command ids"
COGS = (
    LobbyCog,
    GameCog,
    MovesCog,
    MentionsCog,
    StudyCog,
    RollCog,
    DiceCog,
    RecordsCog,
    ReplaysCog,
    SettingsCog,
    RatingsCog,
    ServerCog,
    HelpCog,
    ChannelsCog,
    StatusCog,
)


class RefereeTree(app_commands.CommandTree[commands.AutoShardedBot]):
    """The tree of slash commands: when one is refused or fails, its user is told."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Let a command or a completion in at the gate, and the log know what its lines are about from here on."""
        journal.note(interaction=interaction.id)
        return await let_in(interaction.client.controller.gate, interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a command that is refused; log one that has failed, and tell the user that nothing was lost."""
        cause = getattr(error, "original", error)
        if too_late(error) or interaction.client.controller.poster.closing:
            return
        acknowledge(interaction, ephemeral=True, thinking=True)
        try:
            if isinstance(cause, Refused):
                await answer_refused(interaction, cause.refusal)
            else:
                chosen = interaction.namespace.game if interaction.command else None
                name = interaction.command.qualified_name if interaction.command else "an unknown command"
                number = numbered(chosen) if isinstance(chosen, str) else None
                log.error("/%s (game %s) failed", name, number or "unknown", exc_info=error)
                await whisper(interaction, apology(error, number))
        except (discord.HTTPException, Unacknowledged) as problem:
            log.warning("an answer was not delivered: %s", problem)


async def furnish(client: commands.AutoShardedBot, controller: Controller) -> None:
    client.add_dynamic_items(Press)
    for cog in COGS:
        await client.add_cog(cog(controller))
    for menu in context_menus(controller):
        client.tree.add_command(menu)


async def registered(tree: app_commands.CommandTree[Any], ledger: Ledger) -> Mapping[str, int]:
    """Register the commands with Discord if they have changed since the last time; their ids by name."""
    payload = [command.to_dict(tree) for command in tree.get_commands()]
    written = json.dumps([tree.client.application_id, payload], sort_keys=True)
    digest = hashlib.sha256(written.encode()).hexdigest()
    ids = await ledger.fact(COMMAND_IDS_FACT)
    if ids is None or await ledger.fact(COMMANDS_FACT) != digest:
        synced = await tree.sync()
        ids = json.dumps({command.name: command.id for command in synced})
        await ledger.remember(COMMAND_IDS_FACT, ids)
        await ledger.remember(COMMANDS_FACT, digest)
    found: Mapping[str, int] = json.loads(ids)
    return found
