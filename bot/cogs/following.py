"""Commands for those who follow a game: /watch."""

from __future__ import annotations

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.cogs.answering import answer, open_privately
from bot.cogs.games import GAME
from bot.cogs.offering import Choices, Interaction, offer_others
from bot.desk import Desk
from bot.sending import person, quoted
from engine.refusal import Refusal

When = Literal["end", "each", "off"]
WATCHED = {
    "end": "You will be pinged when game #{} is over.",
    "each": "You will be pinged at each board of game #{}.",
    "off": "You watch game #{} no more.",
}


class FollowingCog(commands.Cog):
    """Following games."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(description="Be pinged about a game of others, at its end or at each move")
    @app_commands.describe(game=GAME, at="When to be pinged; at the end if left out")
    async def watch(self, interaction: Interaction, game: str | None = None, at: When = "end") -> None:
        """Watch a game, or stop."""
        if not await open_privately(interaction):
            return
        meant = await self.desk.followed(interaction, game)
        if isinstance(meant, str):
            await answer(interaction, meant)
            return
        watching, player = self.desk.matches.watching, person(interaction.user)
        if at == "off":
            refusal = await watching.stop(meant, player)
        else:
            refusal = await watching.watch(meant, player, often=at == "each")
        text = refusal.text if isinstance(refusal, Refusal) else WATCHED[at].format(meant.number)
        await answer(interaction, quoted(text))

    @watch.autocomplete("game")
    async def _others(self, interaction: Interaction, typed: str) -> Choices:
        return await offer_others(self.desk, interaction, typed)
