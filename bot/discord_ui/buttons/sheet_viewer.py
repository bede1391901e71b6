"""The viewer of how pieces move: a private message with the picture of one, and ways to the others."""

from __future__ import annotations

from bot.discord_ui.buttons.acting import in_place
from bot.discord_ui.channel import papers
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.components.sheets import SheetButton, SheetMenu
from bot.games import Games
from bot.games.lobby.request import game_named


class SheetViewer:
    """Leafs through the sheets of a game's pieces."""

    def __init__(self, games: Games) -> None:
        self._games = games

    async def leaf(self, interaction: Interaction, press: Press) -> None:
        """Put the sheet of another piece in the place of the one shown."""
        if not isinstance(press, SheetButton | SheetMenu):
            raise TypeError("only sheets lead to sheets")
        key, options, place = press.subject
        variant = game_named(key, options)
        paper = await papers.pieces(self._games, interaction, variant, place)
        await in_place(interaction, paper.text, paper.view, paper.files)
