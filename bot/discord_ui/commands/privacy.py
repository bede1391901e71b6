"""The command /settings privacy, which says what is kept about a person, with buttons to get and to delete it."""

from __future__ import annotations

from discord import app_commands

from bot.discord_ui.channel.messages import answer
from bot.discord_ui.commands.respond import DeskCog
from bot.discord_ui.components.acknowledging import acknowledge
from bot.discord_ui.components.items import Interaction, buttons
from bot.text import privacy


class PrivacyCog(DeskCog):
    """What is kept about people."""

    @app_commands.command(name="privacy", description="What I keep about you: get it as a file, or delete it")
    async def privacy(self, interaction: Interaction) -> None:
        """Say what is kept, and offer to give it out and to delete it."""
        acknowledge(interaction, ephemeral=True, thinking=True)
        await answer(interaction, privacy.KEPT, view=buttons(0, 0, "export", "forget"))
