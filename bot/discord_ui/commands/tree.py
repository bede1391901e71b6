"""All commands, buttons and menus, put into the client and registered; and what Discord tells about channels."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Awaitable

import discord
from discord import Member, app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.app_commands import locale_str
from discord.ext import commands

from bot import journal
from bot.discord_ui.channel import messages
from bot.discord_ui.channel.messages import answer
from bot.discord_ui.commands import dice, game, lobby, mentions, moves, rules, server, settings, status, study
from bot.discord_ui.commands.help import HelpCog, opponent_items
from bot.discord_ui.commands.lobby import seats_for
from bot.discord_ui.commands.ratings import RatingsCog, profile_of
from bot.discord_ui.commands.records import RecordsCog, brought, show
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.components.picker import MOVE_MAX_CHARS
from bot.discord_ui.components.screens import Screen
from bot.discord_ui.controller import Controller, DeskCog, answer_refused, apology, is_public, numbered, open_in_server
from bot.games.refusals import Pointing, refuse_if
from bot.store import Ledger
from bot.text.harmless import COMMANDS
from engine.model.refusal import Refused
from engine.model.wording import say, translated

log = logging.getLogger(__name__)


class ChannelsCog(DeskCog):
    @commands.Cog.listener("on_guild_channel_delete")
    @commands.Cog.listener("on_raw_thread_delete")
    async def follow_deletion(self, what: discord.abc.GuildChannel | discord.RawThreadDeleteEvent) -> None:
        channel = what.thread_id if isinstance(what, discord.RawThreadDeleteEvent) else what.id
        await self._do(self.controller.poster.gone(channel), channel)

    @commands.Cog.listener("on_guild_channel_update")
    @commands.Cog.listener("on_thread_update")
    @commands.Cog.listener("on_guild_role_update")
    @commands.Cog.listener("on_member_update")
    async def follow_permissions(
        self, _: object, what: discord.abc.GuildChannel | discord.Thread | discord.Role | Member
    ) -> None:
        """Show what channels have missed, if the bot may write there again; of members only its own roles matter."""
        if not isinstance(what, Member) or what == what.guild.me:
            await self._do(self.controller.poster.permitted(what.guild.id), what.guild.id)

    async def _do(self, work: Awaitable[None], where: int) -> None:
        """Do what follows from an event; where that fails, the next start finds it again."""
        try:
            with self.controller.games.ledger.skipped.reading(f"the games of channel {where}"):
                await work
        except Exception:
            if not self.controller.poster.closing:
                log.exception("what happened to %d has not been followed up", where)


class NoText(Pointing):
    words = "There's no move in that message. Choose one with a move and nothing else, like Pxd4."


def context_menus(controller: Controller) -> list[app_commands.ContextMenu]:
    @app_commands.context_menu(name="Challenge")
    async def challenge(interaction: Interaction, member: Member) -> None:
        open_in_server(interaction)
        seats_for(interaction, [member])
        text = say("Which game do you want to play against <@{player}>?", player=member.id)
        await answer(interaction, Screen(text, opponent_items(member.id)))

    @app_commands.context_menu(name="Profile")
    async def profile(interaction: Interaction, member: Member) -> None:
        place = open_in_server(interaction)
        you = messages.person(interaction.user)
        await answer(interaction, await profile_of(controller, place, member, you, you))

    @app_commands.context_menu(name="Make this move")
    async def move(interaction: Interaction, message: discord.Message) -> None:
        text = _spoken(message, interaction.client.user.id)
        refuse_if(not 0 < len(text) <= MOVE_MAX_CHARS, NoText())
        await moves.make_move(controller, interaction, text)

    @app_commands.context_menu(name="Look at this record")
    async def look(interaction: Interaction, message: discord.Message) -> None:
        records = controller.games.records
        attached = message.attachments[0] if message.attachments else None
        data = await brought(attached, "" if attached else _spoken(message, interaction.client.user.id))
        await show(controller, interaction, await records.look(interaction.user.id, data, None))

    return [app_commands.guild_only(menu) for menu in (challenge, profile, move, look)]


def _spoken(message: discord.Message, own: int) -> str:
    """A message's text without the referee's mention (id `own`) and code marks."""
    return re.sub(rf"<@!?{own}>", "", message.content).strip().strip("`").strip()


COMMANDS_FACT = "command ids"
COGS = (
    lobby.LobbyCog,
    game.GameCog,
    moves.MovesCog,
    mentions.MentionsCog,
    study.StudyCog,
    dice.RollCog,
    dice.DiceCog,
    RecordsCog,
    settings.SettingsCog,
    RatingsCog,
    server.ServerCog,
    rules.RulesCog,
    HelpCog,
    ChannelsCog,
    status.StatusCog,
)


_TRANSLATED = {Location.command_description, Location.group_description, Location.parameter_description}
"""The texts of commands that are translated; names stay English."""


class DescriptionTranslator(app_commands.Translator):
    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        return translated(string.message, locale.value) if context.location in _TRANSLATED else None


class RefereeTree(app_commands.CommandTree[commands.AutoShardedBot]):
    """The tree of slash commands: when one is refused or fails, its user is told."""

    async def register(self, ledger: Ledger) -> None:
        """Register the commands with Discord if they have changed since the last time, and learn their ids."""
        translator = DescriptionTranslator()
        await self.set_translator(translator)
        payload = [await command.get_translated_payload(self, translator) for command in self.get_commands()]
        written = json.dumps([self.client.application_id, payload], sort_keys=True)
        digest = hashlib.sha256(written.encode()).hexdigest()
        known: dict[str, dict[str, int]] = json.loads(await ledger.fact(COMMANDS_FACT) or "{}")
        if digest not in known:
            known = {digest: {command.name: command.id for command in await self.sync()}}
            await ledger.remember(COMMANDS_FACT, json.dumps(known))
        COMMANDS.clear()
        for command in self.walk_commands():
            name, ids = command.qualified_name, known[digest]
            if isinstance(command, app_commands.Command) and name.split(" ")[0] in ids:
                COMMANDS[name] = ids[name.split(" ")[0]]

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Let a command or a completion in at the gate, and acknowledge a command; the log knows both from here on."""
        journal.note(interaction=interaction.id)
        inside = await messages.admit(interaction.client.controller.gate, interaction)
        if inside and interaction.type is discord.InteractionType.application_command:
            messages.acknowledge(interaction, ephemeral=not is_public(interaction), thinking=True)
        return inside

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a command that is refused; log one that has failed, and tell the user that nothing was lost."""
        cause = getattr(error, "original", error)
        if messages.too_late(error) or interaction.client.controller.poster.closing:
            return
        try:
            if isinstance(cause, Refused):
                await answer_refused(interaction, cause.refusal)
            else:
                chosen = interaction.namespace.game if interaction.command else None
                name = interaction.command.qualified_name if interaction.command else "an unknown command"
                number = numbered(chosen) if isinstance(chosen, str) else None
                log.error("/%s failed", name, exc_info=error)
                await messages.send_private(interaction, apology(error, number))
        except (discord.HTTPException, messages.Unacknowledged) as problem:
            log.warning("an answer was not delivered: %s", problem)


async def register_all(client: commands.AutoShardedBot, controller: Controller) -> None:
    client.add_dynamic_items(Press)
    for cog in COGS:
        await client.add_cog(cog(controller))
    for menu in context_menus(controller):
        client.tree.add_command(menu)
