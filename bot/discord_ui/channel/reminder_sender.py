"""The sender of reminders: each message pings one player, and has a nonce so that it is not sent twice."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.discord_ui.channel.messages import nonce_of, pinging
from bot.discord_ui.channel.sent_before import arrived
from bot.games.reminders.reminders import Delivery, Message
from bot.store import Player
from bot.store.reminders import DIRECT
from bot.text import reminders
from bot.text.harmless import quoted

log = logging.getLogger(__name__)

REFUSALS = (400, 403, 404)
"""Errors after which a retry is useless: a locked thread, a missing permission, a channel that is gone."""
UNSENT = (aiohttp.ClientConnectorError, RuntimeError)
"""Errors after which surely nothing was sent: no connection, a client that is closing."""


class ReminderSender:
    """Sends reminders to channels, threads and people."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def deliver(self, message: Message) -> Delivery:
        """Send a message, and tell what became of it; one that has perhaps arrived before is looked for first."""
        player = Player(message.player, "")
        try:
            place = await self._place(message)
            if message.tried is not None and await self._arrived(place, message, player, message.tried):
                return Delivery.TOLD
            write, kind = (reminders.nudge, "nudge") if message.nudge else (reminders.reminder, "reminder")
            await place.send(
                write(message.tables, player, quoted),
                allowed_mentions=pinging([player]),
                nonce=nonce_of(kind, message.number),
                suppress_embeds=True,
            )
        except discord.HTTPException as problem:
            log.warning("reminder %d was not taken: %s", message.number, problem)
            return Delivery.REFUSED if problem.status in REFUSALS else Delivery.FAILED
        except UNSENT as problem:
            log.warning("reminder %d could not be sent: %s", message.number, problem)
            return Delivery.FAILED
        except (aiohttp.ClientError, OSError, TimeoutError) as problem:
            log.warning("whether reminder %d arrived is not known: %s", message.number, problem)
            return Delivery.DOUBTFUL
        return Delivery.TOLD

    async def _arrived(self, place: discord.abc.Messageable, message: Message, player: Player, tried: int) -> bool:
        """Whether a message stands in a place that was first tried at a time (UTC ms)."""

        def wanted(sent: discord.Message) -> bool:
            return reminders.is_about(sent.content, message.tables, player, nudge=message.nudge)

        return await arrived(self._client, place, tried, wanted) is not None

    async def _place(self, message: Message) -> discord.abc.Messageable:
        if message.place == DIRECT:
            return await self._client.create_dm(discord.Object(message.player))
        return self._client.get_partial_messageable(message.place)
