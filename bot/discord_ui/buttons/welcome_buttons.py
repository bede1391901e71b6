"""The answers to the buttons of the greeting and to the menu of games to challenge somebody to."""

from __future__ import annotations

import discord

from bot.discord_ui.buttons.help_buttons import front_view
from bot.discord_ui.buttons.lobby_buttons import challenge
from bot.discord_ui.channel.messages import person, whisper
from bot.discord_ui.components.items import Interaction, Press, button, menu, view_of
from bot.discord_ui.controller import Controller
from bot.games import ChallengeRequest
from bot.games.lobby.request import USUAL_LEVEL
from bot.games.refusals import UnknownOpponent
from bot.store import referee
from bot.text import help as helping
from bot.text import welcome
from bot.text.gamelist import game_list, newcomers_order
from engine.model.refusal import Refused

MOST = 25


def opponent_view(opponent: int) -> discord.ui.View:
    """The menu of games to challenge somebody to."""
    options = [
        discord.SelectOption(label=entry.name[:100], value=entry.key, description=entry.sentence[:100])
        for entry in newcomers_order()[:MOST]
    ]
    return view_of([menu("against", opponent, placeholder="Which game?", options=options)])


@button("greeting", posts=True)
async def greeting(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Challenge anyone to the first game, begin it against the referee, or explain how the referee works."""
    if press.words == ["play"]:
        await challenge(controller, interaction, ChallengeRequest(welcome.FIRST.key, {}))
        return
    if press.words == ["me"]:
        await challenge(controller, interaction, ChallengeRequest(welcome.FIRST.key, {}, level=1, rated=False))
        return
    front = helping.front(controller.commands)
    listed = discord.Embed(description=game_list())
    await whisper(interaction, front, embed=listed, view=front_view(playing=False))


@button("against", posts=True)
async def against(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Challenge the person pointed at to the game chosen."""
    if interaction.guild is None:
        return
    if interaction.client.user is not None and press.game == interaction.client.user.id:
        await challenge(controller, interaction, ChallengeRequest(press.chosen[0], {}, referee(USUAL_LEVEL)))
        return
    try:
        member = await interaction.guild.fetch_member(press.game)
    except discord.NotFound:
        raise Refused(UnknownOpponent()) from None
    await challenge(controller, interaction, ChallengeRequest(press.chosen[0], {}, person(member)))
