"""The command /game thread, which gives a running game a thread of its own."""

from __future__ import annotations

import discord

from bot.discord_ui.channel.messages import Need, answer
from bot.discord_ui.commands.autocomplete import Interaction, about_a_game
from bot.discord_ui.commands.groups import GAME
from bot.discord_ui.commands.respond import DeskCog, open_on
from bot.games import Table
from bot.games.refusals import HasThread, NoThread, NoThreadHere, PlayedElsewhere
from bot.store import StoredGame
from engine.model.refusal import Refusal, Refused
from engine.play.referee import call_due


class ThreadsCog(DeskCog):
    """Threads of games."""

    @GAME.command(description="Give a game you play a thread of its own, opened from its board")
    @about_a_game
    async def thread(self, interaction: Interaction, game: str | None = None) -> None:
        """Open a game's thread."""
        table = await open_on(interaction, self.controller.seated, game, Need.THREAD)
        await answer(interaction, _objection(interaction, table) or await self._opened(table.game))

    async def _opened(self, game: StoredGame) -> str:
        """Open the thread of a game; where it goes on."""
        ledger = self.controller.games.ledger
        await ledger.want_thread(game.number)
        await self.controller.show(game)
        moved = await ledger.game(game.number)
        if moved is None or moved.parent is None:
            await ledger.want_thread(game.number, wanted=False)
            raise Refused(NoThread(game.number))
        return f"Game #{moved.number} goes on in <#{moved.channel}>."


def _objection(interaction: Interaction, table: Table) -> Refusal | None:
    """Why a game cannot get a thread from where it is asked for.

    While a roll waits, its board and the replies to it stay together in one channel.
    """
    game, state = table.game, table.state
    if game.parent is not None:
        return HasThread(game.number, game.channel)
    if interaction.channel_id != game.channel:
        return PlayedElsewhere(game.number, game.channel)
    if not isinstance(interaction.channel, discord.TextChannel):
        return NoThreadHere()
    return call_due(state, game.seats_of(interaction.user.id))
