"""The commands /game claim-time and /settings vacation."""

from __future__ import annotations

from discord import app_commands

from bot.discord_ui.channel.messages import answer, person
from bot.discord_ui.commands.autocomplete import GAME as NUMBER
from bot.discord_ui.commands.autocomplete import Choices, Interaction, offer_games
from bot.discord_ui.commands.groups import GAME, SETTINGS
from bot.discord_ui.commands.respond import DeskCog, carry_out
from bot.discord_ui.components.acknowledging import acknowledge
from bot.store import Player
from bot.text import clocks as clockwords
from bot.text.clocks import discord_stamp
from engine.clocks.control import in_words
from engine.model.english import counted
from engine.model.refusal import Refusal
from engine.play.commands import ClaimTime


class GoOrReturn(Refusal):
    """A vacation begun and ended at once."""

    words = "Choose either `days`, to go on vacation, or `end`, to come back."


class TimeCog(DeskCog):
    """Claims that time has run out, and vacations."""

    @GAME.command(name="claim-time", description="Claim that the player to move has run out of time")
    @app_commands.describe(game=NUMBER)
    async def claim_time(self, interaction: Interaction, game: str | None = None) -> None:
        """Claim that the player to move has run out of time."""
        await carry_out(interaction, self.controller, game, ClaimTime)

    @claim_time.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        return await offer_games(self.controller, interaction, typed, awaiting=False)

    # ---- vacations

    @SETTINGS.command(description="Stop your clock in all your games but live ones, or see how much vacation is left")
    @app_commands.describe(
        days="Go on vacation for so many days; you may come back earlier", end="Come back from vacation now"
    )
    async def vacation(
        self, interaction: Interaction, days: app_commands.Range[int, 1, 366] | None = None, end: bool = False
    ) -> None:
        """Go on vacation, come back from it, or tell how much is left."""
        acknowledge(interaction, ephemeral=True, thinking=True)
        player = person(interaction.user)
        if days is not None and end:
            await answer(interaction, GoOrReturn())
        elif days is not None:
            await answer(interaction, await self._begin(player, days))
        elif end:
            await answer(interaction, await self._end(player))
        else:
            standing = await self.controller.games.vacations.standing(player)
            await answer(interaction, clockwords.vacation(standing))

    async def _begin(self, player: Player, days: int) -> str:
        vacations = self.controller.games.vacations
        vacation = await vacations.begin(player, days)
        games = f"your clock stands still in {counted(await vacations.games_of(player), 'game')}"
        return f"Enjoy your vacation: {games}. It ends {discord_stamp(vacation.ends)}."

    async def _end(self, player: Player) -> str:
        vacations = self.controller.games.vacations
        await vacations.end(player)
        left = (await vacations.standing(player)).left
        return f"Welcome back: your clocks run again. You have {in_words(left)} of vacation left this year."
