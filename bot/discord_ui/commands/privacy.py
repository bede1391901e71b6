"""The command /settings privacy: what is kept about a person, given out as files, or deleted once asked again."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from bot.discord_ui.channel.messages import BROKEN, answer, person, whisper
from bot.discord_ui.commands.respond import DeskCog
from bot.discord_ui.components.acknowledging import acknowledge
from bot.discord_ui.components.items import BLUE, RED, Interaction, Press, button, buttons
from bot.discord_ui.controller import Controller
from bot.text import games as wording
from bot.text import privacy

log = logging.getLogger(__name__)


class PrivacyCog(DeskCog):
    @app_commands.command(name="privacy", description="What I keep about you: get it as a file, or delete it")
    async def privacy(self, interaction: Interaction) -> None:
        acknowledge(interaction, ephemeral=True, thinking=True)
        await answer(interaction, privacy.KEPT, view=buttons(0, 0, "export", "forget"))


@button("export", "Export", BLUE)
async def _export(controller: Controller, interaction: Interaction, _: Press) -> None:
    async with controller.games.privacy.export(person(interaction.user), wording.record_of) as files:
        for number, file in enumerate(files, 1):
            name = "hexmarshal.zip" if len(files) == 1 else f"hexmarshal-{number}.zip"
            try:
                text = privacy.part_of(number, len(files))
                await whisper(interaction, text, file=discord.File(file, name))  # type: ignore[arg-type]
            except BROKEN as problem:
                log.warning("an export was not delivered: %s", problem)
                await whisper(interaction, privacy.UNDONE)
                return


@button("forget", "Delete everything", RED)
async def _ask(controller: Controller, interaction: Interaction, _: Press) -> None:
    player = person(interaction.user)
    games = await controller.games.privacy.under_way(player)
    await whisper(interaction, privacy.asking(games, player), view=buttons(0, 0, "farewell", "stay"))


@button("farewell", "Yes, delete everything", RED)
async def _forget(controller: Controller, interaction: Interaction, _: Press) -> None:
    player, use = person(interaction.user), controller.games.privacy
    await use.ask(player)
    await answer(interaction, privacy.BEGUN, view=None)
    for number in await use.carry_on(player.id):
        await controller.poster.show(number)
    await answer(interaction, privacy.GOING_ON if await use.store.asked(player.id) else privacy.GONE)


@button("stay", "Cancel")
async def _stay(_: Controller, interaction: Interaction, __: Press) -> None:
    await answer(interaction, privacy.CANCELLED, view=None)
