"""Absences: asks Discord whether players are still there, and tells channels who has left or does not move."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord

from bot.discord_ui.channel.messages import BROKEN, mention, nonce_of, pinging
from bot.discord_ui.components.buttons import silent_view
from bot.games import Games, Table
from bot.games.members import Waiting
from bot.games.refusals import if_granted
from bot.store import Deadline, Player
from bot.store.members import LEFT
from bot.text import members as wording
from engine.clocks.control import DAY

log = logging.getLogger(__name__)

UNKNOWN_MEMBER = 10007


async def is_member(client: discord.Client, guild: int, player: int) -> bool | None:
    """Ask Discord whether a player is in a server; None where it does not say."""
    server = client.get_guild(guild)
    if server is None:
        return None
    try:
        await server.fetch_member(player)
    except discord.NotFound as problem:
        return False if problem.code == UNKNOWN_MEMBER else None
    except (*BROKEN, RuntimeError) as problem:
        log.info("whether player %d is in server %d is not known: %s", player, guild, problem)
        return None
    return True


class AbsenceTeller:
    """Meets the deadlines by which channels are told of players who have left or do not move."""

    def __init__(self, client: discord.Client, games: Games) -> None:
        self._client = client
        self._games = games

    async def left(self, deadline: Deadline) -> None:
        games, player, told = self._games, deadline.player, True
        table = await if_granted(games.tables.find(deadline.game))
        if table is not None and await games.membership.absent(table.game.guild, player) is not None:
            days, others = await games.absences.days(table.game.guild), await self._others(table, player)
            for seat in set(table.game.seats_of(player)) & set(table.state.remaining):
                text = wording.left(table, seat, days, others, mention)
                told = await self._told(table, text, others, (LEFT, deadline.number))
        again = Deadline(LEFT, deadline.game, player, games.now() + DAY)
        await games.ledger.deadlines.settle(deadline, *(() if told else (again,)))

    async def check(self, deadline: Deadline) -> None:
        await self._games.absences.check(deadline, self._told_silent)

    async def _told_silent(self, waiting: Waiting) -> bool:
        table = waiting.table
        others = await self._others(table, table.game.seats[table.state.due].id)
        news = wording.silent(waiting, others, mention), others, ("silent", table.state.changed)
        return await self._told(table, *news, silent_view(table))

    async def _others(self, table: Table, player: int) -> list[Player]:
        seats = table.state.remaining if table.state.result is None else ()
        others = {table.game.seats[seat] for seat in seats if table.game.seats[seat].id != player}
        return await self._games.membership.here(table.game.guild, sorted(others))

    async def _told(
        self,
        table: Table,
        text: str,
        others: Sequence[Player],
        event: tuple[str, int],
        view: discord.ui.View | None = None,
    ) -> bool:
        """Send a message about an event to others in a game, if there are any; False if that is not possible now."""
        game = table.game
        if not others:
            return True
        channel = self._client.get_partial_messageable(game.channel, guild_id=game.guild)
        view = view or discord.ui.View(timeout=None)
        try:
            await channel.send(text, view=view, allowed_mentions=pinging(others), nonce=nonce_of(game.number, *event))
        except BROKEN as problem:
            log.warning("channel %d is not told who is away from game %d: %s", game.channel, game.number, problem)
            return False
        return True
