"""The answers to the buttons and the menu of help, which is one private message that changes."""

from __future__ import annotations

import discord

from bot.discord_ui.buttons.acting import in_place
from bot.discord_ui.buttons.learn_buttons import shown
from bot.discord_ui.channel.messages import answer, hosted, person
from bot.discord_ui.components.buttons import greeting_buttons
from bot.discord_ui.components.items import Interaction, Press, button, drawn, menu, view_of
from bot.discord_ui.controller import Controller
from bot.text import help as helping

LABELS = {"learn": "Learn", "move": "How to move", "more": "More"}


def help_button(topic: str) -> Press:
    """A button that opens a page of help, with the topic `more` the list of them, with `learn` a lesson."""
    known = helping.TOPICS.get(topic)
    return drawn("help", topic, label=LABELS.get(topic) or (known.title if known else LABELS["more"]))


def front_view(*, playing: bool) -> discord.ui.View:
    """The buttons under the first lines; a game can be begun there where games are played."""
    return view_of([*(greeting_buttons("play", "me") if playing else ()), *map(help_button, LABELS)])


def topics_view(chosen: str = "") -> discord.ui.View:
    """The menu of topics, one of them chosen."""
    topics = helping.TOPICS.items()
    options = [discord.SelectOption(label=topic.title, value=key, default=key == chosen) for key, topic in topics]
    return view_of([menu("topics", 0, placeholder="About what?", options=options)])


@button("help", "More")
@button("topics")
async def _open_page(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Show the page chosen, with the menu of all others below."""
    topic = press.chosen[0] if press.chosen else press.words[0]
    if topic == "learn":
        await _learn(controller, interaction)
        return
    known = topic in helping.TOPICS
    text = helping.page(topic, controller.commands) if known else "What would you like to know about?"
    await in_place(interaction, text, topics_view(topic if known else ""))


async def _learn(controller: Controller, interaction: Interaction) -> None:
    """Open the lesson where the presser left it, or the first."""
    learning = await controller.games.lessons.open(person(interaction.user), None, None)
    text, view, attachments = await shown(controller, learning, resumed=True, playable=hosted(interaction))
    await answer(interaction, text, embed=None, view=view, attachments=attachments)
