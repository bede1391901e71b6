"""The command /server: where and how games are played in a server, for those who manage it."""

from __future__ import annotations

import sys

from discord import app_commands

from bot.discord_ui.buttons.server_panel import about_game, panel
from bot.discord_ui.channel.messages import answer
from bot.discord_ui.commands.autocomplete import Choices, fitting
from bot.discord_ui.commands.respond import DeskCog, open_in_server
from bot.discord_ui.components.items import Interaction
from bot.discord_ui.controller import game_number
from bot.games import label

SEARCHED = 200
"""How many games are searched for what somebody types."""


class ServerCog(DeskCog):
    """A server's settings."""

    @app_commands.command(description="Settings, open games and leaderboards of this server, for those who manage it")
    @app_commands.describe(game="The number of a game to end or delete; leave out for the settings")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def server(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the panel, at a game if one is named."""
        place = open_in_server(interaction)
        if game is None:
            text, view = panel(await self.controller.games.servers.settings(place.guild))
            await answer(interaction, text, view=view)
            return
        text, view = about_game(await self.controller.games.moderation.game(place.guild, game_number(game)))
        await answer(interaction, text, view=view)

    @server.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        games = await self.controller.games.ledger.going_on_in(interaction.guild_id or 0, sys.maxsize, SEARCHED)
        return fitting([(label(game), str(game.number)) for game in games], typed)
