"""The base of buttons and menus, which pass each press to the client."""

from __future__ import annotations

from typing import Any, Protocol, cast

import discord

Interaction = discord.Interaction[Any]
Item = discord.ui.Item[Any]


class Press(Protocol):
    """A button or menu that was used: the action it stands for, on which game, in view of which event."""

    action: str
    game: int
    sequence: int


class Pressable(Protocol):
    """The client, as buttons see it."""

    async def pressed(self, interaction: Interaction, press: Press) -> None:
        """Answer a press."""


class HandsOver:
    """A button or menu whose uses the client answers."""

    async def callback(self, interaction: Interaction) -> None:
        """Let the client answer a press."""
        await cast("Pressable", interaction.client).pressed(interaction, cast("Press", self))
