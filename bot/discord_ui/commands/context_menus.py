"""Context menus: what can be done with a person or a message that somebody points at."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.discord_ui.channel.messages import answer, person
from bot.discord_ui.commands.help import opponent_view
from bot.discord_ui.commands.ratings import profile_of
from bot.discord_ui.commands.records import brought, show
from bot.discord_ui.commands.respond import carry_out, open_in_server, open_privately, seats_for
from bot.discord_ui.components.items import Interaction
from bot.discord_ui.controller import Controller
from bot.games.refusals import Pointing
from engine.model.refusal import Refused
from engine.play.commands import MakeMove

LONGEST = 64
"""The longest text taken for a move."""


class NoText(Pointing):
    words = "There is no move in that message. Choose one that holds a move and nothing else, such as Pxd4."


def context_menus(controller: Controller) -> list[app_commands.ContextMenu]:
    async def challenge(interaction: Interaction, member: discord.Member) -> None:
        open_in_server(interaction)
        seats_for(interaction, [member])
        text = f"Which game do you want to play against <@{member.id}>?"
        await answer(interaction, text, view=opponent_view(member.id))

    async def profile(interaction: Interaction, member: discord.Member) -> None:
        place = open_in_server(interaction)
        you = person(interaction.user)
        text, files = await profile_of(controller, place, member, you, you)
        await answer(interaction, text, attachments=files)

    async def make_move(interaction: Interaction, message: discord.Message) -> None:
        text = _spoken(message, interaction.client.user.id)
        if not 0 < len(text) <= LONGEST:
            open_privately(interaction)
            raise Refused(NoText())
        await carry_out(interaction, controller, None, lambda seat: MakeMove(seat, None, text))

    async def look(interaction: Interaction, message: discord.Message) -> None:
        open_privately(interaction)
        records = controller.games.records
        attached = message.attachments[0] if message.attachments else None
        data = await brought(attached, "" if attached else _spoken(message, interaction.client.user.id))
        await show(controller, interaction, await records.look(interaction.user.id, data, None))

    menus: list[tuple[str, Any]] = [
        ("Challenge", challenge),
        ("Profile", profile),
        ("Make this move", make_move),
        ("Look at this record", look),
    ]
    return [app_commands.guild_only(app_commands.ContextMenu(name=name, callback=callback)) for name, callback in menus]


def _spoken(message: discord.Message, own: int) -> str:
    """What a message says, without the mention of the referee, whose id is `own`, and the marks of code around it."""
    text = message.content
    for mention in (f"<@{own}>", f"<@!{own}>"):
        text = text.replace(mention, "")
    return text.strip().strip("`").strip()
