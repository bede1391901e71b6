"""The command /settings, which shows and changes a player's settings."""

from __future__ import annotations

from typing import Literal

from discord import app_commands

from bot.discord_ui.channel.messages import answer, person
from bot.discord_ui.commands.autocomplete import Interaction
from bot.discord_ui.commands.respond import DeskCog
from bot.games.settings import LETTERS, ONLY_MOVE, in_words
from engine.model.refusal import Refusal


class SettingsCog(DeskCog):
    """A player's own settings."""

    @app_commands.command(description="Your settings in all your games; choose nothing to list them")
    @app_commands.rename(only_move="only-move")
    @app_commands.describe(
        only_move="Make my only legal move for me: off, on (but not attacks with dice), all",
        letters="Each piece's letter beside its icon, on boards drawn for me",
    )
    async def settings(
        self,
        interaction: Interaction,
        only_move: Literal["off", "on", "all"] | None = None,
        letters: Literal["off", "on"] | None = None,
    ) -> None:
        """Choose settings, then list them."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        player = person(interaction.user)
        for setting, value in ((ONLY_MOVE, only_move), (LETTERS, letters)):
            if value is None:
                continue
            chosen = await self.controller.games.settings.choose(player, setting.name, value)
            if isinstance(chosen, Refusal):
                await answer(interaction, chosen)
                return
        lines = ["Your settings:"]
        for setting, held in await self.controller.games.settings.all_of(player):
            lines.append(f"**{in_words(setting, held)}**")
            lines += [f"-# {in_words(setting, other)}" for other in setting.values if other != held]
        await answer(interaction, "\n".join(lines))
        for table in await self.controller.games.play.catch_up(player):
            await self.controller.show(table.game)
