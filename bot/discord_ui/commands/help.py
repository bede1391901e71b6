"""Commands that explain: /rules and /help."""

from __future__ import annotations

from discord import app_commands

from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import NOBODY, answer, hosted
from bot.discord_ui.commands.autocomplete import (
    FIGHTS,
    FOUGHT,
    Choices,
    Interaction,
    fitting,
    options,
    options_of,
    variants,
)
from bot.discord_ui.commands.groups import everywhere
from bot.discord_ui.commands.respond import DeskCog
from bot.discord_ui.components.help import front_view, topics_view
from bot.games.lobby.request import game_named
from bot.store import StoredGame
from bot.text import help as helping
from engine.model.refusal import Refusal
from engine.variants import GAMES


class HelpCog(DeskCog):
    """Explaining the games and the referee."""

    @everywhere
    @app_commands.command(description="The rules card of a game")
    @app_commands.describe(game="The game; leave out for the one played here", fights=FIGHTS, options="Other rules")
    @app_commands.choices(fights=FOUGHT)
    @app_commands.autocomplete(game=variants, options=options)
    async def rules(
        self, interaction: Interaction, game: str | None = None, fights: str | None = None, options: str = ""
    ) -> None:
        """Show a rules card."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        chosen = options_of(options, fights)
        if isinstance(chosen, Refusal):
            await answer(interaction, chosen)
            return
        seen = await self.controller.seen(interaction, None) if game is None else None
        if isinstance(seen, StoredGame):
            game, chosen = seen.variant, dict(seen.options)
        known = game_named((game or next(iter(GAMES))).strip().casefold(), chosen)
        if isinstance(known, Refusal):
            await answer(interaction, known)
            return
        _, files, pages = await papers.rules(known)
        await answer(interaction, "", embed=pages[0], attachments=files)
        for page in pages[1:]:
            await interaction.followup.send(embed=page, ephemeral=True, allowed_mentions=NOBODY)

    @everywhere
    @app_commands.command(name="help", description="How to play here")
    @app_commands.describe(topic="A command, or any word for what you want to do")
    async def explain(self, interaction: Interaction, topic: str | None = None) -> None:
        """Explain how to play, or a topic."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        ids = self.controller.commands
        if topic is None:
            await answer(interaction, helping.front(ids), view=front_view(playing=hosted(interaction)))
            return
        found = helping.about(topic, ids)
        await answer(interaction, found, view=topics_view())

    @explain.autocomplete("topic")
    async def _topics(self, interaction: Interaction, typed: str) -> Choices:  # noqa: ARG002 - Discord's signature
        return fitting(helping.words(), typed.removeprefix("/"))
