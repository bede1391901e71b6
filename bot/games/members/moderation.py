"""Moderation: what those who manage a server may do to its games."""

from __future__ import annotations

from collections.abc import Callable

from bot.games.lobby.lobby import Lobby
from bot.games.play.play import Play
from bot.games.refusals import Numbered, UnknownGame
from bot.games.tables import Tables
from bot.store import Player, StoredGame
from bot.store.departures import DepartureStore, Moderated
from engine.model.refusal import Refused
from engine.play.referee import shut
from engine.play.refusals import StaleGame

LOG_ENTRIES = 20
"""How many entries of the log are shown."""


class NoGameOfServer(Numbered):
    """A number that no game of a server has, told to one who manages it."""

    words = "There is no game #{number} in this server. /server lists its open games."


class Moderation:
    """Games ended or deleted on behalf of their server; `now()` gives UTC ms."""

    def __init__(self, store: DepartureStore, tables: Tables, lobby: Lobby, play: Play, now: Callable[[], int]) -> None:
        self._store = store
        self._tables = tables
        self._lobby = lobby
        self._play = play
        self._now = now

    async def note(self, guild: int, moderator: Player, deed: str) -> None:
        """Write what a moderator has done to the log of their server; `deed` follows their name."""
        await self._store.log(guild, moderator.id, deed, self._now())

    async def log(self, guild: int) -> list[Moderated]:
        """Return the newest entries of a server's log, the newest first."""
        return await self._store.logged(guild, LOG_ENTRIES)

    async def game(self, guild: int, number: int) -> StoredGame:
        """A game of a server."""
        try:
            game = await self._tables.game(number)
        except Refused as refused:
            raise Refused(NoGameOfServer(number)) if isinstance(refused.refusal, UnknownGame) else refused from None
        if game.guild != guild:
            raise Refused(NoGameOfServer(number))
        return game

    async def end(self, guild: int, number: int) -> StoredGame:
        """End a running game without a result, or take back a challenge; the game as it is then."""
        game = await self.game(guild, number)
        if game.stage == "open":
            return await self._lobby.shut(number)
        done = await self._play.rule(number, shut)
        if done is None:
            raise Refused(StaleGame())
        return done.table.game

    async def delete(self, guild: int, number: int) -> StoredGame:
        """Delete a game with all that is kept about it, whatever has become of it; the game as it was.

        Its players' ratings are those of before, as far as no later game has changed them.
        """
        game = await self.game(guild, number)
        async with self._tables.lock(number):
            await self._store.delete(number, self._now())
            self._tables.forget(number)
        return game
