"""The answers to the buttons and the menu of help, which is one private message that changes."""

from __future__ import annotations

from bot.discord_ui.channel.messages import answer
from bot.discord_ui.components.help import HelpButton, HelpMenu, topics_view
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.controller import Controller
from bot.text import help as helping


class HelpButtons:
    """The pages of help."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller

    async def open(self, interaction: Interaction, press: Press) -> None:
        """Show the page chosen, with the menu of all others below."""
        topic = press.topic if isinstance(press, HelpButton | HelpMenu) else ""
        known = topic in helping.TOPICS
        text = helping.page(topic, self._controller.commands) if known else "What would you like to know about?"
        await answer(interaction, text, view=topics_view(topic if known else ""))
