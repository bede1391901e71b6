"""The handlers of buttons about players who are away: games closed, and seats that somebody takes over."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.discord_ui.channel.messages import mention, person, whisper, whispering
from bot.discord_ui.components.buttons import takeover_view
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.controller import Controller
from bot.text import games, members
from bot.text.harmless import named

Answer = Callable[[Interaction, Press], Awaitable[None]]


class MemberButtons:
    """The answers to presses about players who are away, by action.

    `ending` are those of players in a game, `asking` those about a question put to anybody.
    """

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self.ending: Mapping[str, Answer] = {"closegame": self._close}
        self.asking: Mapping[str, Answer] = {
            **dict.fromkeys(("takeover", "agreeover"), self._agree),
            "declineover": self._decline,
        }

    async def _close(self, interaction: Interaction, press: Press) -> None:
        """Close a game that waits in silence."""
        game = await self._controller.games.tables.game(press.game)
        close = await self._controller.games.absences.close(press.game, press.sequence)
        player, tell = person(interaction.user), whispering(interaction)
        if await self._controller.carry_out(game, player, close, interaction.id, tell):
            await self._controller.change(interaction, view=None)

    async def _agree(self, interaction: Interaction, press: Press) -> None:
        player = person(interaction.user)
        asked = await self._controller.games.absences.agree(press.sequence, player)
        if asked.done is None:
            text, view = members.question(asked, mention), takeover_view(asked)
            await self._controller.change(interaction, content=text, view=view)
            await whisper(interaction, "Thank you. I am waiting for the others to agree.")
            return
        await self._controller.change(interaction, content=members.handed_over(asked, mention), view=None)
        told = f"Done. {games.standing(asked.done.now, named, player)}"
        await self._controller.tell_and_show(asked.done.now.game, told, whispering(interaction))

    async def _decline(self, interaction: Interaction, press: Press) -> None:
        player = person(interaction.user)
        asked = await self._controller.games.absences.decline(press.sequence, player)
        await self._controller.change(interaction, content=members.declined(asked, player, mention), view=None)
        await whisper(interaction, "You have said no, and nothing changes.")
