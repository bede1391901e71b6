"""The command /server: where and how games are played in a server, for those who manage it."""

from __future__ import annotations

from discord import app_commands

from bot.discord_ui.channel.messages import answer
from bot.discord_ui.commands.autocomplete import Interaction
from bot.discord_ui.commands.respond import DeskCog, open_in_server
from bot.discord_ui.components.server_panel import panel_view
from bot.text.servers import overview


class ServerCog(DeskCog):
    """A server's settings."""

    @app_commands.command(description="Settings, open games and leaderboards of this server, for those who manage it")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def server(self, interaction: Interaction) -> None:
        """Show the panel."""
        place = await open_in_server(interaction)
        if place is not None:
            settings = await self.controller.games.servers.settings(place.guild)
            await answer(interaction, overview(settings), view=panel_view())
