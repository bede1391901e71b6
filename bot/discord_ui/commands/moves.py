"""The command /move."""

from __future__ import annotations

from functools import partial

from discord import app_commands

from bot.discord_ui.channel.messages import anywhere, person
from bot.discord_ui.commands.autocomplete import (
    Choices,
    Interaction,
    about_a_game,
    offer_games,
    offer_moves,
    offer_moves_of,
)
from bot.discord_ui.commands.respond import DeskCog, carry_out
from bot.discord_ui.controller import addressed
from bot.games.refusals import if_granted
from engine.play.commands import MakeMove
from engine.play.referee import sheet

GAMES_OFFERED = 8
"""In how many of the games that await somebody moves are offered at once."""


class MovesCog(DeskCog):
    """Making moves."""

    @app_commands.command(description="Make a move")
    @app_commands.describe(notation="The move, such as Pxd4, Tbc3 or b1c3")
    @about_a_game
    async def move(self, interaction: Interaction, notation: str, game: str | None = None) -> None:
        """Make a move."""
        number, text = addressed(notation) if game is None else (game, notation)
        find = partial(self.controller.to_move_in, text)
        await carry_out(interaction, self.controller, number, lambda seat: MakeMove(seat, None, text), find)

    @move.autocomplete("notation")
    async def _notation(self, interaction: Interaction, typed: str) -> Choices:
        chosen = interaction.namespace.game
        number, text = addressed(typed) if chosen is None else (chosen, typed)
        if number is None:
            player, place = person(interaction.user), anywhere(interaction)
            awaiting = await self.controller.games.directory.awaiting(place, player, GAMES_OFFERED)
            if len(awaiting) > 1 or any(game.channel != place.channel for game in awaiting):
                found = [await if_granted(self.controller.games.tables.find(game.number)) for game in awaiting]
                return offer_moves_of([table for table in found if table is not None], player, typed)
        table = await if_granted(self.controller.my_table(interaction, number))
        if table is None or table.state.turn not in table.game.seats_of(interaction.user.id):
            return []
        return offer_moves(sheet(table.state), text, f"#{table.game.number} " if chosen is None and number else "")

    @move.autocomplete("game")
    async def _awaiting(self, interaction: Interaction, typed: str) -> Choices:
        return await offer_games(self.controller, interaction, typed, awaiting=True)
