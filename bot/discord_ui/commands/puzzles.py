"""The command /puzzle: a position in which one move wins the game, or a piece."""

from __future__ import annotations

from discord import app_commands

from bot.discord_ui.buttons.puzzle_buttons import shown
from bot.discord_ui.channel.messages import answer, person
from bot.discord_ui.commands.autocomplete import Choices, Interaction, offer_moves, variants
from bot.discord_ui.commands.groups import everywhere
from bot.discord_ui.commands.respond import DeskCog, EitherOr
from bot.discord_ui.components.acknowledging import acknowledge
from bot.games.puzzles import LEVELS
from bot.games.refusals import if_granted
from bot.text.gamelist import key_of

HARDNESS = [app_commands.Choice(name=level, value=level) for level in LEVELS]


class PuzzleCog(DeskCog):
    """Solving puzzles."""

    @everywhere
    @app_commands.command(description="Solve a puzzle: find the move that wins. Only you see this")
    @app_commands.describe(
        game="The game; leave out to go on with the puzzle you have open, or for any game",
        difficulty="How hard it is to be; leave out for what suits you",
        move="Your move in the puzzle that you have open, instead of choosing it below the picture",
    )
    @app_commands.choices(difficulty=HARDNESS)
    @app_commands.autocomplete(game=variants)
    async def puzzle(
        self,
        interaction: Interaction,
        game: str | None = None,
        difficulty: str | None = None,
        move: str | None = None,
    ) -> None:
        """Open a puzzle, or make a move in the one that is open."""
        acknowledge(interaction, ephemeral=True, thinking=True)
        puzzles, who = self.controller.games.puzzles, person(interaction.user)
        if move is not None and (game or difficulty):
            await answer(interaction, EitherOr("move: for your open puzzle", "game: and difficulty: for another"))
            return
        if move is None:
            solving = await puzzles.open(who, game and key_of(game), difficulty)
        else:
            solving = await puzzles.read(await puzzles.look(who), move)
        content, view, attachments = await shown(self.controller, solving)
        await answer(interaction, content, view=view, attachments=attachments)

    @puzzle.autocomplete("move")
    async def _moves(self, interaction: Interaction, typed: str) -> Choices:
        solving = await if_granted(self.controller.games.puzzles.look(person(interaction.user)))
        if solving is None or solving.over:
            return []
        return offer_moves(solving.legal, typed)
