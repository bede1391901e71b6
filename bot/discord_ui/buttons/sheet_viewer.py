"""The viewer of how pieces move: a private message with the picture of one, and ways to the others."""

from __future__ import annotations

from bot.discord_ui.buttons.acting import in_place
from bot.discord_ui.channel import papers
from bot.discord_ui.components.items import Interaction, Press, button
from bot.discord_ui.components.sheets import subject_of
from bot.discord_ui.controller import Controller
from bot.games.lobby.request import game_named


@button("piece")
@button("kinds")
async def leaf(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Put the sheet of another piece in the place of the one shown."""
    key, options, place = subject_of(press)
    variant = game_named(key, options)
    paper = await papers.pieces(controller.games, interaction, variant, place)
    await in_place(interaction, paper.text, paper.view, paper.files)
