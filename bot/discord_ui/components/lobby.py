"""The buttons of a challenge, and the menu of sides in a game for more than two."""

from __future__ import annotations

import re
from typing import Self, cast

import discord

from bot.discord_ui.components.buttons import buttons
from bot.discord_ui.components.items import HandsOver, Interaction, Item
from bot.games.lobby.seats import awaited, is_full, present
from bot.store import StoredGame
from engine.variants.variant import Variant

LEARNING = ("rules", "pieces")
"""The buttons that explain a game before it begins."""


class SeatMenu(
    HandsOver,
    discord.ui.DynamicItem[discord.ui.Select[discord.ui.View]],
    template=r"hm:seat:(?P<game>\d{1,15}):(?P<sequence>\d{1,9})",
):
    """A menu with the sides that a player may choose; the value is a seat's number, 0 for a drawn one."""

    action = "seat"

    def __init__(self, game: int, options: list[discord.SelectOption], chosen: str = "") -> None:
        menu: discord.ui.Select[discord.ui.View] = discord.ui.Select(
            placeholder="Choose your side", options=options, custom_id=f"hm:seat:{game}:0"
        )
        super().__init__(menu)
        self.game, self.sequence, self.chosen = game, 0, chosen

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:  # noqa: ARG003
        """The menu that a choice was made in."""
        data = cast("dict[str, list[str]]", interaction.data)
        return cls(int(match["game"]), [], data["values"][0])


def seat_view(game: StoredGame, variant: Variant, player: int) -> discord.ui.View:
    """The sides open to a player who is in, their own choice preselected."""
    own = next(guest.wish for guest in game.guests if guest.player.id == player)
    taken = {guest.wish for guest in game.guests if guest.player.id != player}
    options = [discord.SelectOption(label="Let my side be drawn", value="0", default=not own)]
    options += [
        discord.SelectOption(
            label=seat.name,
            value=str(seat.number),
            description="moves first" if seat.number == 1 else None,
            default=seat.number == own,
        )
        for seat in variant.seats
        if seat.number not in taken
    ]
    view = discord.ui.View(timeout=None)
    view.add_item(SeatMenu(game.number, options))
    return view


def challenge_view(game: StoredGame, variant: Variant) -> discord.ui.View:
    """The buttons of an open challenge: its answers, what explains the game, and its end.

    In a game for more than two they are Join while there is room, Start when there is none. Who likes gives a word for
    the dice with that, where dice decide anything; Accept and Join stay one press.
    """
    if not game.guests:
        decline = ["refuse"] if game.invited is not None else []
        worded = ["wordjoin"] if variant.combat is not None or not game.wish else []
        return buttons(game.number, 0, "join", *LEARNING, *worded, *decline, "withdraw")
    actions = ["start", "wordin", "side"] if is_full(game, variant) else ["enter", "wordenter"]
    if len(present(game)) > 1:
        actions.append("leave")
    if awaited(game):
        actions.append("refuse")
    return buttons(game.number, 0, actions[0], *LEARNING, *actions[1:], "withdraw")
