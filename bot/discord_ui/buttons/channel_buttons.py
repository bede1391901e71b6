"""The handler of the button that lets a game whose channel is gone go on elsewhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.discord_ui.channel.messages import person, place_of, whispering
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.components.losses import MOVE_HERE, losses_view
from bot.discord_ui.controller import Controller
from bot.text import losses


class ChannelButtons:
    """The answers to presses under messages about lost games, by action."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self.answers: Mapping[str, Callable[[Interaction, Press], Awaitable[None]]] = {MOVE_HERE: self._move_here}

    async def _move_here(self, interaction: Interaction, press: Press) -> None:
        """Let the game go on here, and let the message tell how its games stand by now."""
        place = place_of(interaction)
        await self._controller.move_here(press.game, person(interaction.user), place, whispering(interaction))
        games = await self._controller.games.ledger.lost.games_of(press.sequence)
        if games:
            content, view = losses.notice(games), losses_view(press.sequence, games)
            await self._controller.change(interaction, content=content, view=view)
