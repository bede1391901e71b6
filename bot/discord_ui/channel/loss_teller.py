"""The teller of losses: players of games whose channels are gone are told once, where their server shows its games."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import discord

from bot.discord_ui.channel.access import missing_in
from bot.discord_ui.channel.messages import BROKEN, nonce_of, pinging
from bot.discord_ui.channel.sent_before import arrived
from bot.discord_ui.components.buttons import is_notice, losses_view
from bot.games import Games
from bot.store import Deadline, LossNotice, Player, StoredGame
from bot.text import losses

log = logging.getLogger(__name__)

TRIED = 5
"""In how many channels of a server a message is tried at a time."""


class LossTeller:
    """Tells players that the channels of their games are gone, each message once.

    It goes to the newest other channel in which the server sees games, else to its system channel, else to the first
    in which the bot may write. Whoever asked for direct messages is written to and not pinged there.
    """

    def __init__(self, client: discord.Client, games: Games) -> None:
        self._client = client
        self._games = games
        self._store = games.ledger.lost

    async def tell(self, deadline: Deadline) -> None:
        """Meet the deadline of these messages; what cannot be sent anywhere leaves it standing."""
        await self._store.claim()
        for notice in await self._store.open_notices():
            with self._games.ledger.aside.reading(f"message {notice.number} about lost games"):
                await self._send(notice)
        await self._store.settle(deadline)

    async def _send(self, notice: LossNotice) -> None:
        """Send a message, unless its games go on by now; in a server that the bot has left it waits."""
        guild = self._client.get_guild(notice.guild)
        games = [game for game in await self._store.games_of(notice.number) if game.lost is not None]
        if not games:
            await self._store.close(notice.number, self._games.now())
        elif guild is not None and not guild.unavailable:
            for place in islice(
                self._places(guild, notice.place, await self._games.channels.settled_in(guild.id)), TRIED
            ):
                noted = await self._store.trying(notice, place, notice.tried or self._games.now())
                if noted is None or await self._sent(guild, noted, place, games, before=notice.tried):
                    return
                notice = noted

    async def _sent(
        self, guild: discord.Guild, notice: LossNotice, place: int, games: Sequence[StoredGame], before: int | None
    ) -> bool:
        """Whether a message needs no other place: it is sent, was sent before, or may have been."""
        channel = self._client.get_partial_messageable(place, guild_id=guild.id)
        try:
            if before is not None and await self._stands(channel, notice, before):
                await self._store.close(notice.number, self._games.now())
                return True
            direct = await self._written_to(guild, notice, games, before)
            concerned = dict.fromkeys(player for game in games for player in losses.players_of(game))
            await channel.send(
                losses.notice(games),
                view=losses_view(notice.number, games),
                allowed_mentions=pinging(Player(player, "") for player in concerned if player not in direct),
                nonce=nonce_of("lost", notice.number),
            )
        except (discord.Forbidden, discord.NotFound) as problem:
            log.warning("message %d about lost games is refused by channel %d: %s", notice.number, place, problem)
            return False
        except BROKEN as problem:
            log.warning("message %d about lost games is not sent for now: %s", notice.number, problem)
            return True
        await self._store.close(notice.number, self._games.now())
        return True

    async def _stands(self, channel: discord.PartialMessageable, notice: LossNotice, since: int) -> bool:
        """Whether a message that may have been sent since a time (UTC ms) stands in a channel."""
        try:
            found = await arrived(self._client, channel, since, lambda message: is_notice(message, notice.number))
        except discord.Forbidden:
            return False
        return found is not None

    async def _written_to(
        self, guild: discord.Guild, notice: LossNotice, games: Sequence[StoredGame], before: int | None
    ) -> set[int]:
        """The players who were told directly, as they like; who does not take it is left to the channel."""
        told = set()
        for player in dict.fromkeys(player for game in games for player in losses.players_of(game)):
            if (await self._games.reminders.habits(player)).spot.direct:
                text = losses.letter(games, player, guild.name)
                try:
                    place = await self._client.create_dm(discord.Object(player))
                    if before is None or await arrived(self._client, place, before, _says(text)) is None:
                        await place.send(text, nonce=nonce_of("lost", notice.number, player))
                except (discord.Forbidden, discord.NotFound) as problem:
                    log.info("player %d does not take direct messages: %s", player, problem)
                else:
                    told.add(player)
        return told

    def _places(self, guild: discord.Guild, last: int | None, newest: Sequence[int]) -> Iterator[int]:
        """The channels to be tried: the last one first, then as the class says."""
        system = [guild.system_channel.id] if guild.system_channel else []
        wanted = [*([last] if last else []), *newest, *system, *(channel.id for channel in guild.text_channels)]
        for place in dict.fromkeys(wanted):
            if missing_in(self._client, guild.id, place) == ():
                yield place


def _says(text: str) -> Callable[[discord.Message], bool]:
    return lambda message: message.content == text
