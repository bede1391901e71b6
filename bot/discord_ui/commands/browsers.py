"""Ways to the board in a browser: a link to sign in with for one person, and one for anyone who watches."""

from __future__ import annotations

import discord

from bot.discord_ui.channel.messages import answer, in_place, person, send_private
from bot.discord_ui.components.items import Interaction, Press, button, drawn
from bot.discord_ui.components.screens import Item
from bot.discord_ui.controller import Controller
from bot.games import Table
from bot.games.refusals import refuse_if
from bot.web.access import can_be_watched
from engine.model.refusal import Refusal
from engine.model.wording import say

LINK = "Your link, good for ten minutes and for you alone:\n<{page}/#enter/{token}>"
SIGNED_OUT = "You're signed out of all browsers, and links that you haven't used no longer work."


class NoPage(Refusal):
    words = "There's no board in the browser any more. Keep playing here."


async def browser_items(controller: Controller, table: Table) -> list[Item]:
    """The ways from a game to its board in a browser, where there is a page."""
    browsers, number = controller.games.browsers, table.game.number
    if not browsers.address:
        return []
    items: list[Item] = [drawn("item-browser", number)]
    if await can_be_watched(controller.poster.client, controller.games, table.game):
        link = f"{browsers.address}/watch/{await browsers.watch_key(number)}/"
        items.append(discord.ui.Button(label="Watch", url=link))
    return items


@button("browser", "Play in browser")
@button("item-browser", "Play in browser", door="seen")
async def _invite(controller: Controller, interaction: Interaction, press: Press) -> None:
    browsers = controller.games.browsers
    refuse_if(not browsers.address, NoPage())
    token = await browsers.invite(person(interaction.user), press.game)
    tell = in_place if press.game else send_private
    await tell(interaction, say(LINK, page=browsers.address, token=token))


@button("signout", "Sign out of browsers")
async def _sign_out(controller: Controller, interaction: Interaction, _: Press) -> None:
    await controller.games.browsers.end(person(interaction.user))
    await answer(interaction, SIGNED_OUT)
