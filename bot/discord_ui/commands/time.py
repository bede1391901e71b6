"""The commands /claim-time and /vacation."""

from __future__ import annotations

from discord import app_commands

from bot.discord_ui.channel.messages import answer, person
from bot.discord_ui.commands.autocomplete import GAME, Choices, Interaction, offer_games
from bot.discord_ui.commands.respond import DeskCog, carry_out
from bot.text.clocks import discord_stamp
from engine.clocks.control import in_words
from engine.model.english import counted
from engine.model.refusal import Refusal
from engine.play.commands import ClaimTime


class TimeCog(DeskCog):
    """Claims that time has run out, and vacations."""

    vacation = app_commands.Group(name="vacation", description="Stop your clock in all your games except live ones")

    @app_commands.command(name="claim-time", description="Claim that the player to move has run out of time")
    @app_commands.describe(game=GAME)
    async def claim_time(self, interaction: Interaction, game: str | None = None) -> None:
        """Claim that the player to move has run out of time."""
        await carry_out(interaction, self.controller, game, ClaimTime)

    @claim_time.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        return await offer_games(self.controller, interaction, typed, awaiting=False)

    # ---- vacations

    @vacation.command(name="start", description="Go on vacation now")
    @app_commands.describe(days="For how many days; you may come back earlier")
    async def vacation_start(self, interaction: Interaction, days: app_commands.Range[int, 1, 366]) -> None:
        """Go on vacation."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        player, vacations = person(interaction.user), self.controller.games.vacations
        vacation = await vacations.begin(player, days)
        if isinstance(vacation, Refusal):
            await answer(interaction, vacation)
            return
        games = f"your clock stands still in {counted(await vacations.games_of(player), 'game')}"
        await answer(interaction, f"Enjoy your vacation: {games}. It ends {discord_stamp(vacation.ends)}.")

    @vacation.command(name="end", description="Come back from vacation now")
    async def vacation_end(self, interaction: Interaction) -> None:
        """Come back from vacation."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        player, vacations = person(interaction.user), self.controller.games.vacations
        refusal = await vacations.end(player)
        if refusal is not None:
            await answer(interaction, refusal)
            return
        left = (await vacations.standing(player)).left
        await answer(
            interaction, f"Welcome back: your clocks run again. You have {in_words(left)} of vacation left this year."
        )

    @vacation.command(name="left", description="How much vacation you have left this year")
    async def vacation_left(self, interaction: Interaction) -> None:
        """Tell where the asker's vacation stands."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        standing = await self.controller.games.vacations.standing(person(interaction.user))
        now = f"You are on vacation; it ends {discord_stamp(standing.current.ends)}. " if standing.current else ""
        await answer(interaction, f"{now}You have {in_words(standing.left)} of vacation left this year.")
