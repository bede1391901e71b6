"""The handlers of buttons about players who are away: games closed, and seats that somebody takes over."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.discord_ui.channel.messages import mention, person, whisper, whispering
from bot.discord_ui.components.buttons import takeover_view
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.controller import Controller
from bot.games import Carried
from bot.games.members.replacement import TakeoverQuestion
from bot.store import Player
from bot.text import games, members
from bot.text.harmless import named

Answer = Callable[[Interaction, Press], Awaitable[None]]


class MemberButtons:
    """The answers to presses about players who are away, by action.

    `ending` are those of players in a game, `asking` those about a question put to anybody.
    """

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        replacements = controller.games.replacements
        self.ending: Mapping[str, Answer] = {"closegame": self._close}
        self.asking: Mapping[str, Answer] = {
            "takeover": self._answering(replacements.accept),
            "agreeover": self._answering(replacements.agree),
            "declineover": self._decline,
        }

    async def _close(self, interaction: Interaction, press: Press) -> None:
        """Close a game that waits in silence."""
        table = await self._controller.games.tables.find(press.game)
        close, player = await self._controller.games.abandonments.close(table), person(interaction.user)
        tell = whispering(interaction)
        if await self._controller.carry_out(
            table.game, player, lambda seat: close(seat, press.sequence), interaction.id, tell
        ):
            await self._controller.change(interaction, view=None)

    def _answering(self, say: Callable[[int, Player], Awaitable[TakeoverQuestion | Carried]]) -> Answer:
        """The answer to a button that agrees to somebody's taking over a seat."""

        async def pressed(interaction: Interaction, press: Press) -> None:
            asked = await self._controller.games.replacements.question(press.sequence)
            found = await say(press.sequence, person(interaction.user))
            if isinstance(found, TakeoverQuestion):
                text, view = members.question(found, mention), takeover_view(found)
                await self._controller.change(interaction, content=text, view=view)
                await whisper(interaction, "Thank you. I am waiting for the others to agree.")
                return
            if isinstance(asked, TakeoverQuestion):
                text = members.handed_over(asked, found.now, mention)
                await self._controller.change(interaction, content=text, view=None)
            told = f"Done. {games.standing(found.now, named, person(interaction.user))}"
            await self._controller.tell_and_show(found.now.game, told, whispering(interaction))

        return pressed

    async def _decline(self, interaction: Interaction, press: Press) -> None:
        player = person(interaction.user)
        asked = await self._controller.games.replacements.decline(press.sequence, player)
        text = members.declined(asked, player, mention)
        await self._controller.change(interaction, content=text, view=None)
        await whisper(interaction, "You have said no, and nothing changes.")
