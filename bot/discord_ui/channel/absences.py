"""Absences: asks Discord whether players are still there, and tells channels who has left."""

from __future__ import annotations

import logging

import discord

from bot.discord_ui.channel.messages import BROKEN, mention, nonce_of, pinging
from bot.games import Games
from bot.games.refusals import if_granted
from bot.store.outbox import Letter
from bot.text import members as wording
from engine.clocks.control import DAY

log = logging.getLogger(__name__)

UNKNOWN_MEMBER = 10007


async def is_member(client: discord.Client, guild: int, player: int) -> bool | None:
    """Ask Discord whether a player is in a server; None where it does not say."""
    server = client.get_guild(guild)
    try:
        return None if server is None else bool(await server.fetch_member(player))
    except (*BROKEN, RuntimeError) as problem:
        if isinstance(problem, discord.NotFound) and problem.code == UNKNOWN_MEMBER:
            return False
        log.info("whether player %d is in server %d is not known: %s", player, guild, problem)
        return None


async def tell_absence(client: discord.Client, games: Games, letter: Letter) -> int | None:
    """Tell the others in a game that a player has left, if that is still so; when to try again."""
    table = await if_granted(games.tables.find(letter.game))
    if table is None or table.state.result is not None:
        return None
    game, remaining = table.game, table.state.remaining
    seat = next((seat for seat in game.seats_of(letter.player) if seat in remaining), 0)
    others = await games.membership.here(game.guild, sorted({game.seats[each] for each in remaining if each != seat}))
    if not (seat and others and await games.membership.absent(game.guild, letter.player)):
        return None
    days = (await games.servers.settings(game.guild)).abandoned_days
    try:
        await client.get_partial_messageable(game.channel, guild_id=game.guild).send(
            wording.left(table, seat, days, others, mention),
            allowed_mentions=pinging(others),
            nonce=nonce_of(letter.kind, letter.key, letter.made),
        )
    except (discord.Forbidden, discord.NotFound) as problem:
        log.warning("channel %d is not told who is away from game %d: %s", game.channel, game.number, problem)
        return games.now() + DAY
    return None
