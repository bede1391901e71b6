"""Moderation: games ended or deleted on behalf of their server, and what moderators have done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.games.lobby import Lobby
from bot.games.play.play import Play
from bot.games.refusals import Numbered, UnknownGame
from bot.games.tables import Tables
from bot.store import Player, PrivacyStore, ServerStore, StoredGame
from engine.model.refusal import Refused
from engine.play.referee import shut
from engine.play.refusals import StaleGame


class NoGameOfServer(Numbered):
    words = "There is no game #{number} in this server. /server lists its open games."


@dataclass(frozen=True)
class Moderation:
    """Games ended or deleted on behalf of their server; `now()` gives UTC ms."""

    servers: ServerStore
    privacy: PrivacyStore
    tables: Tables
    lobby: Lobby
    play: Play
    now: Callable[[], int]

    async def note(self, guild: int, moderator: Player, deed: str) -> None:
        """Log what a moderator has done; `deed` follows their name."""
        await self.servers.log(guild, moderator.id, deed, self.now())

    async def game(self, guild: int, number: int) -> StoredGame:
        """A game of a server."""
        try:
            game = await self.tables.game(number)
        except Refused as refused:
            raise Refused(NoGameOfServer(number)) if isinstance(refused.refusal, UnknownGame) else refused from None
        if game.guild != guild:
            raise Refused(NoGameOfServer(number))
        return game

    async def end(self, guild: int, number: int) -> StoredGame:
        """End a running game without a result, or take back a challenge; the game as it is then."""
        game = await self.game(guild, number)
        if game.stage == "open":
            return await self.lobby.shut(number)
        done = await self.play.rule(number, shut)
        if done is None:
            raise Refused(StaleGame())
        return done.table.game

    async def delete(self, guild: int, number: int) -> StoredGame:
        """Delete a game with all that is kept about it, whatever has become of it; the game as it was.

        Its players' ratings are those of before, as far as no later game has changed them.
        """
        game = await self.game(guild, number)
        async with self.tables.lock(number):
            await self.privacy.delete(number, self.now())
            self.tables.forget(number)
        return game
