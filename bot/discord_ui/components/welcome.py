"""The buttons of the greeting, and the menu of games to challenge somebody to."""

from __future__ import annotations

import re
from typing import Self, cast

import discord

from bot.discord_ui.components.items import HandsOver, Interaction, Item
from bot.text.gamelist import newcomers_order
from bot.text.welcome import FIRST

MOST = 25


class GreetingButton(
    HandsOver,
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=r"hm:greeting:(?P<deed>play|me|how)",
):
    """A button of the greeting: a challenge to the first game, that game against me, or how the referee works."""

    action = "greeting"
    game = sequence = 0

    def __init__(self, deed: str) -> None:
        words, style = {
            "play": (f"Play {FIRST.name}", discord.ButtonStyle.success),
            "me": ("Play against me", discord.ButtonStyle.primary),
            "how": ("How it works", discord.ButtonStyle.secondary),
        }[deed]
        super().__init__(discord.ui.Button(label=words, style=style, custom_id=f"hm:greeting:{deed}"))
        self.deed = deed

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:  # noqa: ARG003
        """The button that a press names."""
        return cls(match["deed"])


class OpponentMenu(
    HandsOver,
    discord.ui.DynamicItem[discord.ui.Select[discord.ui.View]],
    template=r"hm:against:(?P<opponent>\d{1,20})",
):
    """A menu of the games to which somebody can be challenged."""

    action = "against"
    game = sequence = 0

    def __init__(self, opponent: int, chosen: str = "") -> None:
        options = [
            discord.SelectOption(label=entry.name[:100], value=entry.key, description=entry.sentence[:100])
            for entry in newcomers_order()[:MOST]
        ]
        menu: discord.ui.Select[discord.ui.View] = discord.ui.Select(
            placeholder="Which game?", options=options, custom_id=f"hm:against:{opponent}"
        )
        super().__init__(menu)
        self.opponent, self.chosen = opponent, chosen

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:  # noqa: ARG003
        """The menu that a choice was made in."""
        data = cast("dict[str, list[str]]", interaction.data)
        return cls(int(match["opponent"]), data["values"][0])


def greeting_view() -> discord.ui.View:
    """The buttons of the greeting."""
    view = discord.ui.View(timeout=None)
    for deed in ("play", "me", "how"):
        view.add_item(GreetingButton(deed))
    return view


def opponent_view(opponent: int) -> discord.ui.View:
    """The menu of games to challenge somebody to."""
    view = discord.ui.View(timeout=None)
    view.add_item(OpponentMenu(opponent))
    return view
