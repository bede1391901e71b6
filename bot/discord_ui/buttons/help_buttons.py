"""The answers to the buttons and the menu of help, which is one private message that changes."""

from __future__ import annotations

from bot.discord_ui.buttons.acting import in_place
from bot.discord_ui.buttons.learn_buttons import LearnButtons
from bot.discord_ui.channel.messages import answer, hosted, person
from bot.discord_ui.components.help import HelpButton, HelpMenu, topics_view
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.controller import Controller
from bot.text import help as helping


class HelpButtons:
    """The pages of help."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._teacher = LearnButtons(controller)

    async def open(self, interaction: Interaction, press: Press) -> None:
        """Show the page chosen, with the menu of all others below."""
        topic = press.topic if isinstance(press, HelpButton | HelpMenu) else ""
        if topic == "learn":
            await self._learn(interaction)
            return
        known = topic in helping.TOPICS
        text = helping.page(topic, self._controller.commands) if known else "What would you like to know about?"
        await in_place(interaction, text, topics_view(topic if known else ""))

    async def _learn(self, interaction: Interaction) -> None:
        """Open the lesson where the presser left it, or the first."""
        learning = await self._controller.games.lessons.open(person(interaction.user), None, None)
        text, view, attachments = await self._teacher.shown(learning, resumed=True, playable=hosted(interaction))
        await answer(interaction, text, embed=None, view=view, attachments=attachments)
