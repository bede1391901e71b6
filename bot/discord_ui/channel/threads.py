"""Threads of games: opened from a game's newest message, and left for the channel when they are closed."""

from __future__ import annotations

import logging
from typing import Literal

import discord

from bot.store import Ledger, StoredGame
from bot.text.harmless import visible

log = logging.getLogger(__name__)

WEEK: Literal[10080] = 10080
NAME = 100
EXISTS = 160004
CLOSED = frozenset({50083, 160005})
"""Discord's codes for a thread that is archived, or locked."""


class Threads:
    """Moves games into threads, and out of those that are deleted, locked or closed to the referee."""

    def __init__(self, client: discord.Client, ledger: Ledger) -> None:
        self._client = client
        self._ledger = ledger

    async def open(self, game: StoredGame, name: str) -> None:
        """Open a thread from a game's newest message, for a week without a word; the game is played there from now on.

        Where Discord refuses, the game stays in its channel. A thread opened before a kill is found again: it bears
        the id of its message. Raises discord.DiscordServerError and what connections raise for troubles that pass.
        """
        if game.message is None or await self._refused(game, game.message, visible(name)[:NAME]):
            await self._ledger.move(game.number, game.channel, None)
        else:
            await self._ledger.move(game.number, game.message, game.channel)

    async def _refused(self, game: StoredGame, message: int, name: str) -> bool:
        channel = self._client.get_partial_messageable(game.channel, guild_id=game.guild)
        try:
            await channel.get_partial_message(message).create_thread(name=name, auto_archive_duration=WEEK)
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as problem:
            if problem.code == EXISTS:
                return False
            log.warning("game %d gets no thread in channel %d: %s", game.number, game.channel, problem)
            return True
        return False

    async def leave(self, game: StoredGame, problem: discord.HTTPException) -> StoredGame | None:
        """The game moved back to the channel of its thread, if it has one and the problem is that this is closed."""
        present = await self._ledger.game(game.number)
        closed = problem.status in {403, 404} or problem.code in CLOSED
        if present is None or present.parent is None or not closed:
            return None
        log.warning("game %d leaves thread %d: %s", game.number, present.channel, problem)
        await self._ledger.move(game.number, present.parent, None)
        return await self._ledger.game(game.number)
