"""All commands, buttons and menus, put into the client and registered with Discord."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import journal
from bot.discord_ui.channel.messages import whisper
from bot.discord_ui.commands.board import BoardCog
from bot.discord_ui.commands.channels import ChannelsCog
from bot.discord_ui.commands.coaching import CoachingCog
from bot.discord_ui.commands.context_menus import context_menus
from bot.discord_ui.commands.dice import DiceCog, RollCog
from bot.discord_ui.commands.exploring import ExploringCog
from bot.discord_ui.commands.game import GameCog
from bot.discord_ui.commands.help import HelpCog
from bot.discord_ui.commands.learning import LearningCog
from bot.discord_ui.commands.lobby import LobbyCog
from bot.discord_ui.commands.mentions import MentionsCog
from bot.discord_ui.commands.moves import MovesCog
from bot.discord_ui.commands.puzzles import PuzzleCog
from bot.discord_ui.commands.ratings import RatingsCog
from bot.discord_ui.commands.records import RecordsCog
from bot.discord_ui.commands.replays import ReplaysCog
from bot.discord_ui.commands.respond import answer_refused
from bot.discord_ui.commands.server import ServerCog
from bot.discord_ui.commands.settings import SettingsCog
from bot.discord_ui.commands.status import StatusCog
from bot.discord_ui.components.acknowledging import Unacknowledged, acknowledge, too_late
from bot.discord_ui.components.cooldowns import COMMANDS as LIMITED
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.controller import Controller, apology, numbered
from bot.store import Ledger
from engine.model.refusal import Refused

log = logging.getLogger(__name__)

COMMANDS_FACT, COMMAND_IDS_FACT = "commands", "command ids"
COGS = (
    LobbyCog,
    GameCog,
    MovesCog,
    BoardCog,
    MentionsCog,
    ExploringCog,
    CoachingCog,
    LearningCog,
    PuzzleCog,
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

    controller: Controller | None = None

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Let a command or a completion in at the gate, and the log know what its lines are about from here on."""
        journal.note(interaction=interaction.id)
        if self.controller is None:
            return True
        named = interaction.type is discord.InteractionType.application_command and interaction.command is not None
        use = LIMITED.get(getattr(interaction.command, "qualified_name", "")) if named else None
        return await self.controller.admitted(interaction, use)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a command that is refused; log one that has failed, and tell the user that nothing was lost."""
        cause = getattr(error, "original", error)
        if too_late(error) or (self.controller is not None and self.controller.poster.closing):
            return
        acknowledge(interaction, ephemeral=True, thinking=True)
        try:
            if isinstance(cause, Refused):
                await answer_refused(interaction, cause.refusal)
            else:
                await self._apologise(interaction, error)
        except (discord.HTTPException, Unacknowledged) as problem:
            log.warning("an answer was not delivered: %s", problem)

    async def _apologise(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        chosen = interaction.namespace.game if interaction.command else None
        name = interaction.command.qualified_name if interaction.command else "an unknown command"
        number = numbered(chosen) if isinstance(chosen, str) else None
        log.error("/%s (game %s) failed", name, number or "unknown", exc_info=error)
        await whisper(interaction, apology(error, number))


async def furnish(client: commands.AutoShardedBot, controller: Controller) -> None:
    client.add_dynamic_items(Press)
    for cog in COGS:
        await client.add_cog(cog(controller))
    for menu in context_menus(controller):
        client.tree.add_command(menu)
    if isinstance(client.tree, RefereeTree):
        client.tree.controller = controller


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
