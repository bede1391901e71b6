"""Commands that explain: /rules and /help."""

from __future__ import annotations

from discord import app_commands

from bot.discord_ui.buttons.help_buttons import front_view, topics_view
from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import answer, hosted, whisper
from bot.discord_ui.commands.autocomplete import (
    FIGHTS,
    FOUGHT,
    OPTIONS,
    Choices,
    Interaction,
    fitting,
    options,
    options_of,
    variants,
)
from bot.discord_ui.commands.groups import everywhere
from bot.discord_ui.commands.respond import DeskCog
from bot.discord_ui.components.acknowledging import acknowledge
from bot.games.lobby.request import game_named
from bot.games.refusals import granted, if_granted
from bot.text import help as helping
from bot.text import pieces
from bot.text.gamelist import key_of
from engine.variants import GAMES
from engine.variants.variant import Variant


class HelpCog(DeskCog):
    """Explaining the games and the referee."""

    @everywhere
    @app_commands.command(description="The rules of a game, and how its pieces move")
    @app_commands.describe(
        game="The game; leave out for the one played here",
        piece="Only how this piece moves",
        fights=FIGHTS,
        options=OPTIONS,
    )
    @app_commands.choices(fights=FOUGHT)
    @app_commands.autocomplete(game=variants, options=options)
    async def rules(
        self,
        interaction: Interaction,
        game: str | None = None,
        piece: str | None = None,
        fights: str | None = None,
        options: str = "",
    ) -> None:
        """Show a rules card and how all pieces move, or one piece alone."""
        acknowledge(interaction, ephemeral=True, thinking=True)
        known = await self._meant(interaction, game, fights, options)
        kind = known.kind_named(piece) if piece else None
        if piece and kind is None:
            await answer(interaction, pieces.unknown(known, piece))
            return
        if kind is not None:
            paper = await papers.pieces(self.controller.games, interaction, known, known.kinds.index(kind) + 1)
            await answer(interaction, paper.text, attachments=paper.files, view=paper.view)
            return
        first, *others = papers.rules(known).embeds
        await answer(interaction, "", embed=first)
        for page in others:
            await whisper(interaction, "", embed=page)
        await papers.whisper_pieces(self.controller.games, interaction, known)

    async def _meant(self, interaction: Interaction, game: str | None, fights: str | None, options: str) -> Variant:
        """The game asked for; without its name the one played here, or else the first."""
        chosen = options_of(options, fights)
        seen = await if_granted(self.controller.seen(interaction, None)) if game is None else None
        if seen is not None:
            game, chosen = seen.variant, dict(seen.options)
        return granted(game_named(key_of(game or next(iter(GAMES))), chosen))

    @rules.autocomplete("piece")
    async def _pieces(self, interaction: Interaction, typed: str) -> Choices:
        asked = interaction.namespace
        known = await if_granted(self._meant(interaction, asked.game, asked.fights, asked.options or ""))
        return [] if known is None else fitting([(pieces.label(k), k.name) for k in known.kinds], typed)

    @everywhere
    @app_commands.command(name="help", description="How to play here")
    @app_commands.describe(topic="A command, or any word for what you want to do")
    async def explain(self, interaction: Interaction, topic: str | None = None) -> None:
        """Explain how to play, or a topic."""
        acknowledge(interaction, ephemeral=True, thinking=True)
        ids = self.controller.commands
        if topic is None:
            await answer(interaction, helping.front(ids), view=front_view(playing=hosted(interaction)))
            return
        found = helping.about(topic, ids)
        await answer(interaction, found, view=topics_view())

    @explain.autocomplete("topic")
    async def _topics(self, interaction: Interaction, typed: str) -> Choices:  # noqa: ARG002 - Discord's signature
        return fitting(helping.words(), typed.removeprefix("/"))
