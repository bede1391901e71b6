"""The command /takeback: ask to take moves back, or answer somebody who asks."""

from __future__ import annotations

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.discord_ui.commands.autocomplete import Choices, Interaction, offer_games
from bot.discord_ui.commands.games import GAME
from bot.discord_ui.commands.respond import carry_out
from bot.discord_ui.controller import Desk
from engine.play.commands import AcceptTakeback, AskTakeback, Command, DeclineTakeback
from engine.play.takeback import MOST


class TakebacksCog(commands.Cog):
    """Taking moves back by agreement."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(description="Ask to take moves back, or answer somebody who asks")
    @app_commands.rename(reply="answer")
    @app_commands.describe(
        reply="Your answer to a takeback that is asked for; declining your own withdraws it",
        moves="How many moves, counting everybody's; left out, back to your own last move",
        game=GAME,
    )
    async def takeback(
        self,
        interaction: Interaction,
        reply: Literal["accept", "decline"] | None = None,
        moves: app_commands.Range[int, 1, MOST] | None = None,
        game: str | None = None,
    ) -> None:
        """Ask for a takeback, or answer one."""

        def command(seat: int) -> Command:
            if reply is None:
                return AskTakeback(seat, moves=moves or 0)
            return AcceptTakeback(seat) if reply == "accept" else DeclineTakeback(seat)

        await carry_out(interaction, self.desk, game, command)

    @takeback.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        return await offer_games(self.desk, interaction, typed, awaiting=False)
