"""The buttons of /settings privacy: an export as files, and a farewell that asks once more."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.discord_ui.channel.messages import BROKEN, answer, person, whisper
from bot.discord_ui.components.items import Interaction, Press, buttons
from bot.discord_ui.controller import Controller
from bot.text import games as wording
from bot.text import privacy

log = logging.getLogger(__name__)


class PrivacyButtons:
    """The answers to presses by action."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self.answers: Mapping[str, Callable[[Interaction, Press], Awaitable[None]]] = {
            "export": self._export,
            "forget": self._ask,
            "farewell": self._forget,
            "stay": self._stay,
        }

    async def _export(self, interaction: Interaction, press: Press) -> None:  # noqa: ARG002 - about the presser
        player = person(interaction.user)
        async with self._controller.games.privacy.export(player, wording.record_of) as files:
            for number, file in enumerate(files, 1):
                name = "hexmarshal.zip" if len(files) == 1 else f"hexmarshal-{number}.zip"
                try:
                    text = privacy.part_of(number, len(files))
                    await whisper(interaction, text, file=discord.File(file, name))  # type: ignore[arg-type]
                except BROKEN as problem:
                    log.warning("an export was not delivered: %s", problem)
                    await whisper(interaction, privacy.UNDONE)
                    return

    async def _ask(self, interaction: Interaction, press: Press) -> None:  # noqa: ARG002 - about the presser
        player = person(interaction.user)
        games = await self._controller.games.privacy.under_way(player)
        await whisper(interaction, privacy.asking(games, player), view=buttons(0, 0, "farewell", "stay"))

    async def _forget(self, interaction: Interaction, press: Press) -> None:  # noqa: ARG002 - about the presser
        player, use = person(interaction.user), self._controller.games.privacy
        await use.ask(player)
        await answer(interaction, privacy.BEGUN, view=None)
        for number in await use.carry_on(player.id):
            await self._controller.poster.show(number)
        await answer(interaction, privacy.GOING_ON if await use.store.asked(player.id) else privacy.GONE)

    async def _stay(self, interaction: Interaction, press: Press) -> None:  # noqa: ARG002 - about the presser
        await answer(interaction, privacy.CANCELLED, view=None)
