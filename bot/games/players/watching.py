"""Watching: spectators who are pinged at the end of a game, or at each board."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.directory import unbegun
from bot.games.refusals import Numbered
from bot.store import Player, StoredGame, WatchingStore
from engine.model.refusal import Refusal

MOST = 20


class NothingToWatch(Numbered):
    """A game watched that is over."""

    words = "Game #{number} is over; /board shows how it ended."


class PlaysInIt(Numbered):
    """A player's own game watched."""

    words = "You play in game #{number}, so you are pinged at your turns and at its end."


class NotWatching(Numbered):
    """Watching ended that had not begun."""

    words = "You are not watching game #{number}."


class TooManyWatch(Numbered):
    """A game watched by as many as can be pinged."""

    most: int

    words = "Game #{number} already has {most} spectators. /board shows it at any time."


class Watching:
    """The spectators of all games."""

    def __init__(self, watchers: WatchingStore) -> None:
        self._watchers = watchers

    async def watch(self, game: StoredGame, player: Player, *, often: bool) -> Refusal | None:
        """Have somebody pinged at each board of a game (`often`) or at its end; a refusal where that cannot be."""
        if game.stage == "over":
            return NothingToWatch(game.number)
        if game.stage != "playing":
            return unbegun(game)
        if game.seats_of(player.id):
            return PlaysInIt(game.number)
        done = await self._watchers.add(game.number, player, often=often, most=MOST)
        return None if done else TooManyWatch(game.number, MOST)

    async def stop(self, game: StoredGame, player: Player) -> Refusal | None:
        """Stop pinging somebody about a game."""
        return None if await self._watchers.remove(game.number, player.id) else NotWatching(game.number)

    async def concerned(self, game: StoredGame) -> Sequence[Player]:
        """The spectators whom the newest board of a game concerns."""
        return await self._watchers.of(game.number, over=game.stage == "over")
