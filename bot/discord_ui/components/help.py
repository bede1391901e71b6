"""The buttons under help, and the menu of its topics."""

from __future__ import annotations

import re
from typing import Self, cast

import discord

from bot.discord_ui.components.items import HandsOver, Interaction, Item
from bot.discord_ui.components.welcome import GreetingButton
from bot.text.help import TOPICS

LABELS = {"learn": "Learn", "move": "How to move", "more": "More"}


class HelpButton(
    HandsOver,
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=r"hm:help:(?P<topic>[a-z]{1,20})",
):
    """A button that opens a page of help, with the topic `more` the list of them, with `learn` a lesson."""

    action = "help"
    game = sequence = 0

    def __init__(self, topic: str) -> None:
        label = LABELS.get(topic) or (TOPICS[topic].title if topic in TOPICS else LABELS["more"])
        super().__init__(discord.ui.Button(label=label, custom_id=f"hm:help:{topic}"))
        self.topic = topic

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:  # noqa: ARG003
        """The button that a press names."""
        return cls(match["topic"])


class HelpMenu(
    HandsOver,
    discord.ui.DynamicItem[discord.ui.Select[discord.ui.View]],
    template=r"hm:topics:0",
):
    """The menu of topics."""

    action = "topics"
    game = sequence = 0

    def __init__(self, chosen: str = "") -> None:
        options = [
            discord.SelectOption(label=topic.title, value=key, default=key == chosen) for key, topic in TOPICS.items()
        ]
        menu: discord.ui.Select[discord.ui.View] = discord.ui.Select(
            placeholder="About what?", options=options, custom_id="hm:topics:0"
        )
        super().__init__(menu)
        self.topic = chosen

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:  # noqa: ARG003
        """The menu that a choice was made in."""
        data = cast("dict[str, list[str]]", interaction.data)
        return cls(data["values"][0])


def front_view(*, playing: bool) -> discord.ui.View:
    """The buttons under the first lines; a game can be begun there where games are played."""
    view = discord.ui.View(timeout=None)
    if playing:
        view.add_item(GreetingButton("play"))
        view.add_item(GreetingButton("me"))
    for topic in LABELS:
        view.add_item(HelpButton(topic))
    return view


def topics_view(chosen: str = "") -> discord.ui.View:
    """The menu of topics, one of them chosen."""
    view = discord.ui.View(timeout=None)
    view.add_item(HelpMenu(chosen))
    return view
