"""The answers to the buttons of the greeting and to the menu of games to challenge somebody to."""

from __future__ import annotations

from functools import partial

import discord

from bot.discord_ui.channel.messages import answer, person, place_of, roles_of, whisper
from bot.discord_ui.components.help import front_view
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.components.welcome import GreetingButton, OpponentMenu
from bot.discord_ui.controller import Controller
from bot.games import ChallengeRequest
from bot.games.lobby.request import USUAL_LEVEL
from bot.games.refusals import UnknownOpponent, refuse
from bot.store import referee
from bot.text import help as helping
from bot.text import welcome
from bot.text.gamelist import game_list
from engine.model.refusal import Refused


class WelcomeButtons:
    """What comes of the greeting."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller

    async def greeting(self, interaction: Interaction, press: Press) -> None:
        """Challenge anyone to the first game, begin it against the referee, or explain how the referee works."""
        if isinstance(press, GreetingButton) and press.deed == "play":
            await self.challenge(interaction, ChallengeRequest(welcome.FIRST.key, {}))
            return
        if isinstance(press, GreetingButton) and press.deed == "me":
            await self.challenge(interaction, ChallengeRequest(welcome.FIRST.key, {}, level=1, rated=False))
            return
        front = helping.front(self._controller.commands)
        listed = discord.Embed(description=game_list())
        await whisper(interaction, front, embed=listed, view=front_view(playing=False))

    async def against(self, interaction: Interaction, press: Press) -> None:
        """Challenge the person pointed at to the game chosen."""
        if not isinstance(press, OpponentMenu) or interaction.guild is None:
            return
        if interaction.client.user is not None and press.opponent == interaction.client.user.id:
            await self.challenge(interaction, ChallengeRequest(press.chosen, {}, referee(USUAL_LEVEL)))
            return
        try:
            member = await interaction.guild.fetch_member(press.opponent)
        except discord.NotFound:
            raise Refused(UnknownOpponent()) from None
        await self.challenge(interaction, ChallengeRequest(press.chosen, {}, person(member)))

    async def challenge(self, interaction: Interaction, request: ChallengeRequest) -> None:
        """Make a challenge where a button was pressed, and show it to the channel."""
        place = place_of(interaction)
        game = await self._controller.games.lobby.challenge(
            place, person(interaction.user), request, roles_of(interaction.user)
        )
        if request.opponent is None:
            shown = await self._controller.show(game)
        else:
            made = f"You have made challenge #{game.number}."
            made = made if game.stage == "open" else f"Game #{game.number} begins."
            async with self._controller.telling(partial(answer, interaction, view=None), made):
                shown = await self._controller.show(game)
        refuse(None if shown else await self._controller.poster.obstacle(game.number))
