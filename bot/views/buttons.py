"""Buttons under boards, challenges and offers; each carries its game and the event it answers in its id."""

from __future__ import annotations

import re
from typing import Self

import discord

from bot.matches import Table
from bot.store import Game
from bot.views.items import Interaction, Item, hand_over

STYLES = {
    "move": ("Move", discord.ButtonStyle.primary),
    "offer": ("Offer draw", discord.ButtonStyle.secondary),
    "resign": ("Resign", discord.ButtonStyle.danger),
    "flip": ("Flip", discord.ButtonStyle.secondary),
    "accept": ("Accept draw", discord.ButtonStyle.success),
    "decline": ("Decline draw", discord.ButtonStyle.secondary),
    "allow": ("Accept takeback", discord.ButtonStyle.success),
    "deny": ("Decline takeback", discord.ButtonStyle.secondary),
    "really": ("Yes, resign", discord.ButtonStyle.danger),
    "retract": ("Undo", discord.ButtonStyle.secondary),
    "restart": ("Reset", discord.ButtonStyle.secondary),
    "spin": ("Flip", discord.ButtonStyle.secondary),
    "join": ("Accept", discord.ButtonStyle.success),
    "refuse": ("Decline", discord.ButtonStyle.secondary),
    "withdraw": ("Withdraw", discord.ButtonStyle.secondary),
}


class GameButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=r"hm:(?P<action>[a-z]+):(?P<game>\d{1,15}):(?P<sequence>\d{1,9})",
):
    """A button that does `action` to a game, in view of the event with this sequence number."""

    def __init__(self, action: str, game: int, sequence: int) -> None:
        label, style = STYLES[action]
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=f"hm:{action}:{game}:{sequence}"))
        self.action, self.game, self.sequence = action, game, sequence

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:  # noqa: ARG003
        """The button that a press names."""
        return cls(match["action"], int(match["game"]), int(match["sequence"]))

    async def callback(self, interaction: Interaction) -> None:
        """Answer the press."""
        await hand_over(interaction, self)


def buttons(game: int, sequence: int, *actions: str) -> discord.ui.View:
    """A view with a button for each action."""
    view = discord.ui.View(timeout=None)
    for action in actions:
        view.add_item(GameButton(action, game, sequence))
    return view


def board_view(table: Table) -> discord.ui.View:
    """The buttons under a board; those of an open offer or request come with it."""
    state, number = table.state, table.game.number
    if state.result is not None:
        return buttons(number, state.changed, "flip")
    return _with_answers(buttons(number, state.changed, "move", "offer", "resign", "flip"), table)


def offer_view(table: Table) -> discord.ui.View:
    """The answers to a draw offer and to a takeback asked for; no buttons where neither is open."""
    return _with_answers(discord.ui.View(timeout=None), table)


def _with_answers(view: discord.ui.View, table: Table) -> discord.ui.View:
    """The view with the answers to whatever is offered or asked for."""
    for asked, actions in ((table.state.offer, ("accept", "decline")), (table.state.request, ("allow", "deny"))):
        if asked is not None:
            for action in actions:
                view.add_item(GameButton(action, table.game.number, asked.sequence))
    return view


def challenge_view(game: Game) -> discord.ui.View:
    """The answers to a challenge."""
    decline = ("refuse",) if game.invited is not None else ()
    return buttons(game.number, 0, "join", *decline, "withdraw")
