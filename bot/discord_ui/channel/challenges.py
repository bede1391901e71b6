"""The messages of challenges: one each, edited as it fills, and once it has begun or ended."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import discord

from bot.discord_ui.channel.messages import mention, nonce_of, pinging, post, revise
from bot.discord_ui.components.items import challenge_items
from bot.discord_ui.components.screens import Screen, attachment, picture_file
from bot.games import Games, Table, pictures
from bot.store import StoredGame
from bot.text import games as gamewords
from bot.text import lobby as wording
from engine.model.wording import say
from engine.variants import variant_of

FULL = "**#{number}** All {places} players are in – {challenger}, press *Start*!"
UNKNOWN_MESSAGE = 10008
OPEN = 0x248046
"""The colour of an open challenge: that of its button Accept."""


async def show_challenge(channel: discord.PartialMessageable, games: Games, start: Table) -> None:
    """Post a challenge that has not been shown, or bring the message that shows it up to date.

    What was posted first may be older than the challenge, where its arrival was not noted: so it counts as unchanged.
    """
    game, is_open = start.game, start.game.stage == "open"
    if game.message is None:
        if not is_open:
            return
        game = replace(game, message=await _post(channel, games, start), shown=0)
        await games.ledger.challenge_shown(game.number, 0, game.message or 0)
    if game.shown >= game.revised:
        return
    message = game.message or 0
    try:
        await revise(channel.get_partial_message(message), await _screen(games, start))
    except discord.NotFound as problem:
        if problem.code != UNKNOWN_MESSAGE:
            raise
        if is_open:
            message = await _post(channel, games, start, game.revised)
    await _call(channel, game, message)
    await games.ledger.challenge_shown(game.number, game.revised, message)


async def close_challenge(channel: discord.PartialMessageable, game: StoredGame) -> None:
    """Let the message of a challenge that has begun say so and lead to the board, its newest message; raises errors."""
    text = wording.begun(game, variant_of(game.variant, game.options), gamewords.board_link(game, "Jump to the board"))
    await revise(channel.get_partial_message(game.posted or 0), text)


async def _post(channel: discord.PartialMessageable, games: Games, start: Table, *again: int) -> int:
    """Post a challenge with its position and the scoresheet that it continues; who is invited isn't pinged `again`."""
    game = start.game
    pinged = pinging([] if again else (guest.player for guest in game.awaited))
    nonce = nonce_of(game.number, "challenge", *again)
    return (await post(channel, await _screen(games, start), pinged, nonce)).id


async def _screen(games: Games, start: Table) -> Screen:
    game = start.game
    if game.stage == "void":
        return Screen(wording.ended(game, start.state.variant, mention))
    viewer = await games.settings.channel(start, [guest.player for guest in game.awaited])
    files = [picture_file(await pictures.board(start, viewer), "start.png")]
    if start.state.events:
        record = await asyncio.to_thread(gamewords.record_of, start)
        files.append(attachment(record.encode(), f"game-{game.number}.txt"))
    paused, hosts = await games.lobby.is_paused(game), games.lobby.hosts
    text = wording.challenge(start, mention, paused=paused, hosts=hosts)
    return Screen(text, challenge_items(game, start.state.variant), files, colour=OPEN)


async def _call(channel: discord.PartialMessageable, game: StoredGame, message: int) -> None:
    """Call the challenger to a game that has filled since it was last shown."""
    filled = max(guest.since for guest in game.present)
    if game.stage == "open" and game.is_full and game.shown < filled:
        challenger = game.seats[0]
        await post(
            channel,
            say(FULL, number=game.number, places=game.places, challenger=mention(challenger)),
            pinging([challenger]),
            nonce_of(game.number, "full", filled),
            reference=channel.get_partial_message(message).to_reference(fail_if_not_exists=False),
        )
