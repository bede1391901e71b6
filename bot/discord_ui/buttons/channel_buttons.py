"""The handler of the button that lets a game whose channel is gone go on elsewhere."""

from __future__ import annotations

from bot.discord_ui.channel.messages import person, place_of, whispering
from bot.discord_ui.components.buttons import MOVE_HERE, losses_view
from bot.discord_ui.components.items import BLUE, Interaction, Press, button
from bot.discord_ui.controller import Controller
from bot.text import losses


@button(MOVE_HERE, "Move it here", BLUE, posts=True)
async def _move_here(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Let the game go on here, and let the message tell how its games stand by now."""
    place = place_of(interaction)
    await controller.move_here(press.game, person(interaction.user), place, whispering(interaction))
    games = await controller.games.ledger.lost.games_of(press.sequence)
    if games:
        content, view = losses.notice(games), losses_view(press.sequence, games)
        await controller.change(interaction, content=content, view=view)
