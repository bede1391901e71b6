"""What servers are sent: one greeting after the bot has joined, and the puzzle of the day where it is wanted."""

from __future__ import annotations

import logging
from datetime import timedelta

import discord

from bot.discord_ui.channel.messages import NOBODY, nonce_of, picture_file
from bot.discord_ui.components.items import buttons, greeting_view
from bot.games import Games, pictures
from bot.games.puzzles import is_late
from bot.store.outbox import Letter
from bot.text.gamelist import WELCOME
from bot.text.study import daily_text
from engine.lookahead.puzzles import puzzle_of_the_day
from engine.play.game import new_game

log = logging.getLogger(__name__)

GREETING = "greeting"
"""The kind of letter that greets a server, its key."""
NEW = timedelta(days=1)
"""How long after joining a server the bot may still greet it."""


async def welcome(guild: discord.Guild, games: Games) -> None:
    """Have a server greeted that was joined a short while ago, unless it has been."""
    joined, outbox, key = guild.me.joined_at, games.ledger.outbox, str(guild.id)
    if joined is not None and discord.utils.utcnow() - joined <= NEW and await outbox.find(GREETING, key) is None:
        await outbox.post(Letter(GREETING, key, games.now(), games.now(), guild=guild.id))


async def greet(client: discord.Client, letter: Letter) -> None:
    """Greet a server in its system channel, else in the first one where the bot may write, if there is any."""
    guild = client.get_guild(letter.guild)
    channel = _place(guild) if guild is not None else None
    if guild is None or channel is None:
        log.info("server %d is not greeted: there is no channel to write in", letter.guild)
    else:
        await channel.send(WELCOME, view=greeting_view(), allowed_mentions=NOBODY, nonce=nonce_of("hi", guild.id))


def _place(guild: discord.Guild) -> discord.TextChannel | None:
    system = [guild.system_channel] if guild.system_channel else []
    for channel in (*system, *sorted(guild.text_channels, key=lambda each: (each.position, each.id))):
        allowed = channel.permissions_for(guild.me)
        if allowed.view_channel and allowed.send_messages and allowed.read_message_history:
            return channel
    return None


async def post_puzzle(client: discord.Client, games: Games, letter: Letter) -> None:
    """Post the puzzle of the day in a channel, unless the day or the channel is gone."""
    guild, channel, day = client.get_guild(letter.guild), int(letter.key), int(letter.payload)
    if guild is None or guild.get_channel_or_thread(channel) is None or is_late(games.now(), day):
        return
    puzzle = puzzle_of_the_day(day)
    viewer = await games.settings.server(guild.id, puzzle.start.turn)
    picture = await pictures.position(new_game(puzzle.variant, puzzle.start), viewer)
    await client.get_partial_messageable(channel, guild_id=guild.id).send(
        daily_text(puzzle),
        file=picture_file(picture, "puzzle.png"),
        view=buttons(day, puzzle.number, "puzzleday"),
        allowed_mentions=NOBODY,
        nonce=nonce_of("day", channel, day),
    )
