"""The messages of challenges: one each, edited as it fills, and once it has begun or ended."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import discord

from bot.discord_ui.channel.messages import attachment, mention, nonce_of, picture_file, pinging
from bot.discord_ui.components.items import challenge_view
from bot.games import Games, Table, pictures
from bot.games.lobby.seats import awaited, is_full, present
from bot.games.readers import apart
from bot.store import Player, StoredGame
from bot.text import challenges as wording
from bot.text import games as gamewords
from bot.text.reminders import board_link
from engine.variants import variant_of

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE = 10008
PICTURE = "start.png"
"""The name of the picture that comes with a challenge."""


async def show_challenge(channel: discord.PartialMessageable, games: Games, game: StoredGame, start: Table) -> None:
    """Post a challenge that has not been shown, or bring the message that shows it up to date.

    `start` is its table. What was posted first may be older than the challenge, where its arrival
    was not noted: so it counts as unchanged.
    """
    if game.message is None:
        if game.stage != "open":
            return
        game = replace(game, message=await _post(channel, games, game, start, _invited(game)), shown=0)
        await games.ledger.challenge_shown(game.number, 0, game.message or 0)
    if game.shown < game.revised:
        message = await _brought_up_to_date(channel, games, game, start)
        await _call(channel, game, message)
        await games.ledger.challenge_shown(game.number, game.revised, message)


async def close_challenge(channel: discord.PartialMessageable, game: StoredGame) -> None:
    """Let the message of a challenge that has begun say so, without buttons, and lead to the board; errors are raised.

    That board is the game's newest message.
    """
    text = wording.begun(game, variant_of(game.variant, game.options), board_link(game))
    message = channel.get_partial_message(game.posted or 0)
    await message.edit(content=text, view=None, embeds=[], attachments=[], allowed_mentions=pinging([]))


async def _brought_up_to_date(channel: discord.PartialMessageable, games: Games, game: StoredGame, start: Table) -> int:
    """Edit the message of a challenge, or post it anew where it has been deleted; the id of the message then."""
    try:
        return await _edit(channel, games, game, start)
    except discord.NotFound as problem:
        if problem.code != UNKNOWN_MESSAGE:
            raise
    return await _post(channel, games, game, start, []) if game.stage == "open" else game.message or 0


async def _post(
    channel: discord.PartialMessageable, games: Games, game: StoredGame, start: Table, pinged: Sequence[Player]
) -> int:
    again = (game.revised,) if game.message else ()
    message = await channel.send(
        await _text(games, game, start),
        view=challenge_view(game, variant_of(game.variant, game.options)),
        allowed_mentions=pinging(pinged),
        nonce=nonce_of(game.number, "challenge", *again),
        files=[await _picture(games, start), *await _sheets(start)],
    )
    return message.id


async def _picture(games: Games, start: Table) -> discord.File:
    """The position from which a game is to begin, as whoever is to move sees it."""
    viewer = await games.settings.channel(start, _invited(start.game))
    return picture_file(await pictures.board(start, viewer), PICTURE)


def _invited(game: StoredGame) -> list[Player]:
    """Those whom a challenge calls who have not answered."""
    return [guest.player for guest in awaited(game)]


async def _edit(channel: discord.PartialMessageable, games: Games, game: StoredGame, start: Table) -> int:
    message = channel.get_partial_message(game.message or 0)
    text, view = await _text(games, game, start), challenge_view(game, variant_of(game.variant, game.options))
    if game.stage == "open":
        edited = await message.edit(content=text, view=view, embeds=[], allowed_mentions=pinging([]))
    else:
        edited = await message.edit(content=text, view=None, embeds=[], attachments=[], allowed_mentions=pinging([]))
    return edited.id


async def _text(games: Games, game: StoredGame, start: Table) -> str:
    variant = variant_of(game.variant, game.options)
    if game.stage == "void":
        return wording.ended(game, variant, mention)
    paused, hosts = await games.lobby.limits.is_paused(game), games.lobby.hosts
    return wording.challenge(game, variant, start, mention, paused=paused, hosts=hosts)


async def _call(channel: discord.PartialMessageable, game: StoredGame, message: int) -> None:
    """Call the challenger to a game that has filled since it was last shown."""
    if game.stage != "open" or not is_full(game):
        return
    filled = max(guest.since for guest in present(game))
    if game.shown < filled:
        challenger = game.seats[0]
        await channel.send(
            f"**#{game.number}** All {game.places} players are in. {mention(challenger)}, press *Start*.",
            reference=channel.get_partial_message(message).to_reference(fail_if_not_exists=False),
            allowed_mentions=pinging([challenger]),
            nonce=nonce_of(game.number, "full", filled),
        )


async def _sheets(start: Table) -> list[discord.File]:
    """The scoresheet of a game that is to be continued, for those who are to join it."""
    if not start.state.events:
        return []
    record = await apart(partial(gamewords.record_of, start))
    return [attachment(record.encode(), f"game-{start.game.number}.txt")]
