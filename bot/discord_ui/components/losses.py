"""The buttons of a message about lost games: each lets one go on in the channel of the message."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.discord_ui.components.buttons import GameButton
from bot.store import StoredGame
from bot.text.losses import is_lost

MOVE_HERE = "movehere"


def losses_view(notice: int, games: Sequence[StoredGame]) -> discord.ui.View:
    """A button for each game that is still lost; its id carries the number of the message beside that of the game."""
    view = discord.ui.View(timeout=None)
    for game in games:
        if is_lost(game):
            button = GameButton(MOVE_HERE, game.number, notice)
            button.item.label = "Move it here" if len(games) == 1 else f"Move #{game.number} here"
            view.add_item(button)
    return view


def is_notice(message: discord.Message, notice: int) -> bool:
    """Whether a message is the one of this number about lost games."""
    buttons = [item for row in message.components if isinstance(row, discord.ActionRow) for item in row.children]
    ids = [button.custom_id or "" for button in buttons if isinstance(button, discord.Button)]
    return any(each.startswith(f"hm:{MOVE_HERE}:") and each.endswith(f":{notice}") for each in ids)
