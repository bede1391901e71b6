"""The command /join: joining a challenge."""

from __future__ import annotations

from discord import app_commands

from bot.discord_ui.buttons.lobby_buttons import place_in_words, sides_for
from bot.discord_ui.channel.messages import answer, person, place_of
from bot.discord_ui.commands.autocomplete import Choices, Interaction, fitting, offer_sides
from bot.discord_ui.commands.respond import DeskCog, open_on, tell_in
from bot.games import label
from engine.model.refusal import Refusal


class LobbyCog(DeskCog):
    """Joining challenges."""

    @app_commands.command(description="Join a challenge in this channel, or choose another side in it")
    @app_commands.describe(
        game="The challenge's number; needed only when several could be meant",
        side="Your side; leave out to have it drawn",
    )
    async def join(self, interaction: Interaction, game: str | None = None, side: str = "") -> None:
        """Join a challenge."""
        meant = await open_on(interaction, self.controller.joinable, game, embeds=True)
        if meant is None:
            return
        player = person(interaction.user)
        joined = await self.controller.games.lobby.join(meant.number, player, side)
        if isinstance(joined, Refusal):
            await answer(interaction, joined)
            return
        if joined.stage == "open":
            text, tell = place_in_words(joined, player), tell_in(interaction, view=sides_for(joined, player))
        else:
            text, tell = f"Game #{joined.number} begins.", tell_in(interaction)
        await self.controller.tell_and_show(joined, text, tell)

    @join.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        place = place_of(interaction)
        if isinstance(place, Refusal):
            return []
        player = person(interaction.user)
        games = await self.controller.games.directory.challenges(place, player)
        pairs = [(label(game, player), str(game.number)) for game in games]
        return fitting(pairs, typed)

    @join.autocomplete("side")
    async def _sides(self, interaction: Interaction, typed: str) -> Choices:
        game = await self.controller.joinable(interaction, interaction.namespace.game)
        return offer_sides(None if isinstance(game, Refusal) else game.variant, typed)
