"""The command that gives a running game a thread of its own: /thread."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui.channel.messages import answer, person
from bot.discord_ui.commands.autocomplete import Choices, Interaction, offer_games
from bot.discord_ui.commands.games import GAME
from bot.discord_ui.commands.respond import open_on
from bot.discord_ui.controller import Desk
from bot.games.refusals import HasThread, NoThread, NoThreadHere, PlayedElsewhere
from bot.store import Game
from engine.refusal import Refusal


class ThreadsCog(commands.Cog):
    """Threads of games."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(description="Give a game you play a thread of its own, opened from its board")
    @app_commands.describe(game=GAME)
    async def thread(self, interaction: Interaction, game: str | None = None) -> None:
        """Open a game's thread."""
        meant = await open_on(interaction, self.desk.mine, game, opens=True)
        if meant is None:
            return
        table = await self.desk.matches.play.seated(meant.number, person(interaction.user))
        if isinstance(table, Refusal):
            await answer(interaction, table)
            return
        objection = _objection(interaction, meant)
        await answer(interaction, objection or await self._opened(meant))

    async def _opened(self, game: Game) -> str | Refusal:
        """Open the thread of a game; where it goes on."""
        ledger = self.desk.matches.ledger
        await ledger.want_thread(game.number)
        await self.desk.show(game)
        moved = await ledger.game(game.number)
        if moved is None or moved.parent is None:
            await ledger.want_thread(game.number, wanted=False)
            return NoThread(game.number)
        return f"Game #{moved.number} goes on in <#{moved.channel}>."

    @thread.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        return await offer_games(self.desk, interaction, typed, awaiting=False)


def _objection(interaction: Interaction, game: Game) -> Refusal | None:
    """Why a game cannot get a thread from where it is asked for."""
    if game.parent is not None:
        return HasThread(game.number, game.channel)
    if interaction.channel_id != game.channel:
        return PlayedElsewhere(game.number, game.channel)
    return None if isinstance(interaction.channel, discord.TextChannel) else NoThreadHere()
