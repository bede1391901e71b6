"""The poster of the puzzle of the day: one message in each channel that wants it; who presses solves it privately."""

from __future__ import annotations

import logging

import discord

from bot.discord_ui.channel.messages import BROKEN, NOBODY, nonce_of, picture_file
from bot.discord_ui.components.items import buttons
from bot.games import Games, pictures
from bot.games.puzzles import DailyPlace
from bot.store import Deadline
from bot.text.study import daily_text
from engine.lookahead.puzzles import puzzle_of_the_day
from engine.play.game import new_game

log = logging.getLogger(__name__)


class DailyPoster:
    """Meets the deadline of the puzzle of the day."""

    def __init__(self, client: discord.Client, games: Games) -> None:
        self._client = client
        self._games = games

    async def post(self, deadline: Deadline) -> None:
        """Post the puzzle of the day wherever it is wanted; a channel that refuses it has none that day."""
        for place in await self._games.daily.due(deadline):
            guild = self._client.get_guild(place.guild)
            if guild is not None and guild.get_channel_or_thread(place.channel) is not None:
                try:
                    await self._post(place)
                except BROKEN as problem:
                    log.info("channel %d has no puzzle today: %s", place.channel, problem)

    async def _post(self, place: DailyPlace) -> None:
        puzzle = puzzle_of_the_day(place.day)
        viewer = await self._games.settings.server(place.guild, puzzle.start.turn)
        picture = await pictures.position(new_game(puzzle.variant, puzzle.start), viewer)
        channel = self._client.get_partial_messageable(place.channel, guild_id=place.guild)
        await channel.send(
            daily_text(puzzle),
            file=picture_file(picture, "puzzle.png"),
            view=buttons(place.day, puzzle.number, "puzzleday"),
            allowed_mentions=NOBODY,
            nonce=nonce_of("day", place.channel, place.day),
        )
