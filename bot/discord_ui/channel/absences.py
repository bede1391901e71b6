"""Absences: asks Discord whether players are still there, and tells channels, once, who has left or does not move."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord

from bot.discord_ui.channel.messages import BROKEN, mention, nonce_of, pinging
from bot.discord_ui.channel.sent_before import arrived
from bot.discord_ui.components.buttons import silent_view
from bot.games import Games, Table
from bot.games.refusals import if_granted
from bot.store import Deadline, Player
from bot.store.members import ABANDONED, LEFT
from bot.text import members as wording
from engine.clocks.control import DAY, MINUTE

log = logging.getLogger(__name__)

UNKNOWN_MEMBER = 10007
FRESH = MINUTE
"""How long (ms) the nonce of a message prevents a second copy."""


class MemberLookup:
    """Asks Discord after one member of a server."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def __call__(self, guild: int, player: int) -> bool | None:
        """Whether a player is in a server; None where Discord does not say."""
        server = self._client.get_guild(guild)
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


class Absences:
    """Meets the deadlines by which channels are told of players who have left or do not move."""

    def __init__(self, client: discord.Client, games: Games) -> None:
        self._client = client
        self._games = games

    async def left(self, deadline: Deadline) -> None:
        """Tell a game's channel that a player has left; whoever has come back meanwhile is not spoken of."""
        games = self._games
        table = await if_granted(games.tables.find(deadline.game))
        following: tuple[Deadline, ...] = ()
        if table is not None and await games.membership.absent(table.game.guild, deadline.player) is not None:
            held = table.game.seats_of(deadline.player) if table.state.result is None else ()
            seats = [seat for seat in held if seat in table.state.remaining]
            others = await self._others(table, deadline.player)
            if seats and others:
                seat = table.state.due if table.state.due in seats else seats[0]
                mine = seat == table.state.due and table.state.clock is None
                waiting = await games.abandonments.waiting(table) if mine else None
                days = await games.abandonments.days(table.game.guild)
                text = wording.left_told(table, seat, waiting, days, others, mention)
                told = await self._told(table, deadline, text, wording.left(table, seat), others)
                again = Deadline(ABANDONED, deadline.game, 0, games.now())
                following = (again,) if told and table.state.clock is None else ()
                if not told:
                    following = (Deadline(LEFT, deadline.game, deadline.player, games.now() + DAY),)
        await games.ledger.deadlines.settle(deadline, *following)

    async def abandoned(self, deadline: Deadline) -> None:
        """Look at a game without clocks, and tell its channel if its player to move has been silent for too long."""
        waiting = await self._games.abandonments.look(deadline)
        if waiting is None:
            return
        others = await self._others(waiting.table, waiting.player.id)
        text = wording.silent_told(waiting, others, mention)
        view = silent_view(waiting.table)
        if not others or await self._told(waiting.table, deadline, text, wording.silent(waiting), others, view):
            await self._games.abandonments.told(deadline, waiting)
        else:
            await self._games.abandonments.untold(deadline, waiting)

    async def _others(self, table: Table, player: int) -> list[Player]:
        """The players still in a game and in its server, but for one."""
        players = {table.game.seats[seat].id: table.game.seats[seat] for seat in table.state.remaining}
        others = [each for each in players.values() if each.id != player]
        return await self._games.membership.here(table.game.guild, others)

    async def _told(
        self,
        table: Table,
        deadline: Deadline,
        text: str,
        mark: str,
        pinged: Sequence[Player],
        view: discord.ui.View | None = None,
    ) -> bool:
        """Send a message that a deadline asks for, once; False where the channel refuses it."""
        game = table.game
        if game.lost is not None:
            return False
        channel = self._client.get_partial_messageable(game.channel, guild_id=game.guild)
        try:
            if not await self._arrived(channel, deadline, mark):
                await channel.send(
                    text,
                    view=view or discord.ui.View(timeout=None),
                    allowed_mentions=pinging(pinged),
                    nonce=nonce_of(game.number, deadline.kind, deadline.number),
                )
        except (discord.Forbidden, discord.NotFound) as problem:
            log.warning(
                "channel %d is not told that players of game %d are away: %s", game.channel, game.number, problem
            )
            return False
        return True

    async def _arrived(self, channel: discord.PartialMessageable, deadline: Deadline, mark: str) -> bool:
        """Whether a process that died has sent a message and not noted it."""
        if self._games.now() - deadline.due < FRESH:
            return False
        try:
            return (
                await arrived(self._client, channel, deadline.due, lambda sent: sent.content.startswith(mark))
                is not None
            )
        except discord.Forbidden as problem:
            log.info("what channel %d shows may not be read: %s", channel.id, problem)
            return False
