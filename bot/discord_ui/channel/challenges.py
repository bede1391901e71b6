"""The messages of challenges: one each, edited as a game for more than two fills."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import discord

from bot.discord_ui.channel.messages import mention, picture_file, pinging
from bot.discord_ui.components.buttons import challenge_view
from bot.discord_ui.components.cards import card_pages
from bot.discord_ui.components.lobby import lobby_view
from bot.games import Table, pictures
from bot.games.lobby.seats import awaited, is_full, present
from bot.games.readers import apart
from bot.games.settings import Viewer
from bot.store import Ledger, Player, StoredGame
from bot.store.people import DECLINED
from bot.text import clocks, games, ratings
from engine.clocks.control import UNTIMED
from engine.model.english import counted
from engine.play.events import Continued
from engine.variants import variant_of
from engine.variants.variant import Variant

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE = 10008


async def show_challenge(
    channel: discord.PartialMessageable, ledger: Ledger, game: StoredGame, start: Table | None
) -> None:
    """Post a challenge that has not been shown, or bring the message that shows it up to date.

    `start` is its table where it has a position of its own. What was posted first may be older than the challenge,
    where its arrival was not noted: so it counts as unchanged.
    """
    if game.message is None:
        if game.stage != "open":
            return
        invited = [Player(game.invited, "")] if game.invited else [guest.player for guest in awaited(game)]
        game = replace(game, message=await _post(channel, game, start, invited), shown=0)
        await ledger.challenge_shown(game.number, 0, game.message or 0)
    if game.shown < game.revised:
        message = await _brought_up_to_date(channel, game, start)
        await _call(channel, game, message)
        await ledger.challenge_shown(game.number, game.revised, message)


async def close_challenge(channel: discord.PartialMessageable, game: StoredGame, start: Table | None) -> None:
    """Let the message of a challenge that has begun say so, as far as it is still there."""
    if game.message is not None:
        try:
            await _edit(channel, game, start)
        except discord.HTTPException as problem:
            log.info("the challenge of game %d keeps its text: %s", game.number, problem)


async def _brought_up_to_date(channel: discord.PartialMessageable, game: StoredGame, start: Table | None) -> int:
    """Edit the message of a challenge, or post it anew where it has been deleted; the id of the message then."""
    try:
        return await _edit(channel, game, start)
    except discord.NotFound as problem:
        if problem.code != UNKNOWN_MESSAGE:
            raise
    return await _post(channel, game, start, []) if game.stage == "open" else game.message or 0


async def _post(
    channel: discord.PartialMessageable, game: StoredGame, start: Table | None, pinged: Sequence[Player]
) -> int:
    variant = variant_of(game.variant, game.options)
    again = f":{game.revised}" if game.message else ""
    message = await channel.send(
        challenge_text(game, variant, start),
        embed=card_pages(variant)[0],
        view=lobby_view(game, variant) if game.guests else challenge_view(game),
        allowed_mentions=pinging(pinged),
        nonce=f"{game.number}:challenge{again}",
        files=[picture_file(await pictures.board(start, Viewer(start.state.turn))), *await _sheets(start)]
        if start
        else [],
    )
    return message.id


async def _edit(channel: discord.PartialMessageable, game: StoredGame, start: Table | None) -> int:
    variant = variant_of(game.variant, game.options)
    gone: dict[str, Any] = {"embeds": [], "attachments": []} if game.stage == "void" else {}
    message = await channel.get_partial_message(game.message or 0).edit(
        content=challenge_text(game, variant, start),
        view=lobby_view(game, variant),
        allowed_mentions=pinging([]),
        **gone,
    )
    return message.id


async def _call(channel: discord.PartialMessageable, game: StoredGame, message: int) -> None:
    """Call the challenger to a game that has filled since it was last shown."""
    variant = variant_of(game.variant, game.options)
    if game.stage != "open" or not is_full(game, variant):
        return
    if game.shown < max(guest.since for guest in present(game)):
        challenger = game.seats[0]
        await channel.send(
            f"**#{game.number}** All {len(variant.seats)} players are in. {mention(challenger)}, press *Start*.",
            reference=channel.get_partial_message(message).to_reference(fail_if_not_exists=False),
            allowed_mentions=pinging([challenger]),
            nonce=f"{game.number}:full:{game.revised}",
        )


def challenge_text(game: StoredGame, variant: Variant, start: Table | None = None) -> str:
    """A challenge in words: who challenges whom to what, the commitment; in a game for more than two who is in."""
    challenger = f"<@{game.challenger}>"
    if game.stage == "void":
        return f"**#{game.number}** {challenger} withdraws the challenge."
    options = ", ".join(f"{name}={value}" for name, value in variant.options)
    own = _beginning(start) if start else ""
    terms = f"{ratings.terms_of(game)}{', in a thread of its own' if game.threaded else ''}"
    title = f"**#{game.number} {variant.name}**{f' ({options})' if options else ''}, {terms}: {challenger}"
    if game.guests:
        lines = [f"{title} invites players to a game for {len(variant.seats)}{own}.", *_filling(game, variant)]
    else:
        side = f", playing as {variant.seat(game.wish).name}" if game.wish else ""
        lines = [f"{title} challenges {f'<@{game.invited}>' if game.invited else 'anyone here'}{side}{own}."]
    time = [clocks.wanted(game.time)] if game.time != UNTIMED.text else []
    return "\n".join([*lines, *time, f"-# Dice commitment (SHA-256 of the secret): {game.commitment}"])


def _beginning(start: Table) -> str:
    """Where a game begins that does not begin from its array."""
    state = start.state
    turn = f"({state.variant.seat(state.turn).name} to move)"
    if any(isinstance(event.what, Continued) for event in state.events):
        return f", going on with an imported game after {counted(len(state.played), 'move')} {turn}"
    return f", from its own position {turn}" if start.game.start else ""


async def _sheets(start: Table) -> list[discord.File]:
    """The scoresheet of a game that is to be continued, for those who are to join it."""
    if not start.state.events:
        return []
    record = await apart(partial(games.record_of, start))
    return [discord.File(io.BytesIO(record.encode()), f"game-{start.game.number}.txt")]


def _filling(game: StoredGame, variant: Variant) -> Iterator[str]:
    """Who is in, with their sides, for whom a place is kept, how many are free, and what comes next."""
    count, guests = len(variant.seats), present(game)
    if game.stage != "open":
        yield from (f"- {variant.seat(seat).name}: {mention(player)}" for seat, player in game.seats.items())
        yield "The game has begun."
        return
    for guest in guests:
        yield f"- {variant.seat(guest.wish).name if guest.wish else 'Side to be drawn'}: {mention(guest.player)}"
    yield from (f"- Place kept for {mention(guest.player)}" for guest in awaited(game))
    free = count - len(guests) - len(awaited(game))
    if free:
        yield f"- {counted(free, 'place')} free"
    yield from (f"- {mention(guest.player)} has declined" for guest in game.guests if guest.stage == DECLINED)
    full = f"All {count} players are in; <@{game.challenger}> starts the game."
    yield full if not free and not awaited(game) else f"{len(guests)} of {count} players are in."
