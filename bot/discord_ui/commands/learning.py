"""The command /learn: a game taught in steps, in each of which the learner makes a move."""

from __future__ import annotations

from discord import app_commands

from bot.discord_ui.buttons.learn_buttons import shown
from bot.discord_ui.channel.messages import answer, hosted, person
from bot.discord_ui.commands.autocomplete import FIGHTS, FOUGHT, Choices, Interaction, offer_moves, variants
from bot.discord_ui.commands.groups import everywhere
from bot.discord_ui.commands.respond import DeskCog
from bot.discord_ui.components.acknowledging import acknowledge
from bot.games.refusals import if_granted
from bot.text.gamelist import key_of


class LearningCog(DeskCog):
    """Learning a game by making moves."""

    @everywhere
    @app_commands.command(description="Learn a game step by step: make a move, and I judge it. Only you see this")
    @app_commands.describe(
        game="The game; leave out to go on where you were, or to begin with the first",
        fights=FIGHTS,
        move="Your move in the present step, instead of choosing it below the picture",
    )
    @app_commands.choices(fights=FOUGHT)
    @app_commands.autocomplete(game=variants)
    async def learn(
        self,
        interaction: Interaction,
        game: str | None = None,
        fights: str | None = None,
        move: str | None = None,
    ) -> None:
        """Open a lesson where the learner left it, or make a move in it."""
        acknowledge(interaction, ephemeral=True, thinking=True)
        lessons = self.controller.games.lessons
        learning = await lessons.open(person(interaction.user), game and key_of(game), fights)
        if move is not None:
            learning = await lessons.read(learning, move)
        content, view, attachments = await shown(
            self.controller, learning, resumed=move is None, playable=hosted(interaction)
        )
        await answer(interaction, content, view=view, attachments=attachments)

    @learn.autocomplete("move")
    async def _moves(self, interaction: Interaction, typed: str) -> Choices:
        chosen = interaction.namespace
        learning = await if_granted(
            self.controller.games.lessons.look(
                person(interaction.user), chosen.game and key_of(chosen.game), chosen.fights
            )
        )
        if learning is None or learning.step is None or learning.done:
            return []
        return offer_moves(learning.step.legal, typed)
