"""The poster: shows each game in its channel up to its last event, once, and retries what fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot import journal
from bot.discord_ui.channel.access import is_gone, missing_in
from bot.discord_ui.channel.boards import Boards
from bot.discord_ui.channel.messages import BROKEN
from bot.discord_ui.channel.obstacles import NoAnswer, NotDrawn, NotPermitted, NotTaken, channel_gone, what_and_where
from bot.discord_ui.channel.threads import Threads
from bot.games import Games
from bot.games.location import ClosedPlaces
from bot.games.refusals import if_granted
from bot.store import StoredGame
from engine.model.refusal import Refusal

log = logging.getLogger(__name__)

RETRIES = (15.0, 60.0, 300.0, 1800.0)
UNKNOWN_CHANNEL = 10003
"""Discord's code for a channel that does not exist."""


class Poster:
    """Shows games in their channels, one post at a time for each game.

    Channels that refuse are left alone for a while (`ClosedPlaces`). The games of channels that are gone are shown when
    they go on elsewhere. Other failures are tried again later.
    """

    def __init__(self, client: discord.Client, games: Games) -> None:
        self._client = client
        self._games = games
        self._looking: set[asyncio.Task[None]] = set()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._closed = games.closed
        self._waiting: set[int] = set()
        self._unanswered: set[int] = set()
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads = Threads(client, games.ledger)
        self._boards = Boards(client, games, self._threads)

    @property
    def closing(self) -> bool:
        """Whether the client is leaving, so that nothing can be posted any more."""
        return self._closing

    async def show(self, number: int) -> bool:
        """Post what the channel of a game has not been shown yet; False if that is not possible now."""
        shown = await self._try(number, attempt=0)
        if shown:
            self.look_after(number)
        return shown

    def look_after(self, *numbers: int) -> None:
        """Ask in the background whether the players of games are still there."""

        async def looking() -> None:
            for number in numbers:
                try:
                    with self._games.ledger.aside.reading(f"game {number}"):
                        await self._games.membership.look(number)
                except Exception:
                    if not self._closing:
                        log.exception("game %d: whether its players are still there was not asked", number)

        if not self._closing:
            task = asyncio.create_task(looking(), name=f"look after the players of games {numbers}")
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)

    async def take_down(self, game: StoredGame) -> None:
        """Let the last message of a game that was deleted say so, as far as it is still there."""
        await self._boards.take_down(game)

    async def obstacle(self, number: int) -> Refusal:
        """Why a game could not be shown just now, and what is to be done."""
        game = await self._games.tables.game(number)
        if game.lost is not None:
            return channel_gone(game)
        told = what_and_where(game)
        if game.channel in self._closed:
            missing = missing_in(self._client, game.guild, game.channel)
            return NotPermitted(*told, missing) if missing else NotTaken(*told)
        return NoAnswer(*told) if number in self._unanswered else NotDrawn(*told)

    def is_shut(self, game: StoredGame) -> bool:
        """Whether the channel of a game refuses what is posted there."""
        return game.channel in self._closed

    async def permitted(self, guild: int) -> None:
        """Permissions have changed in a guild: post what its channels have missed where the bot may write again."""
        for channel in self._closed.all():
            if channel > 0 and missing_in(self._client, guild, channel) == ():
                await self._reopen(channel)

    async def _reopen(self, channel: int) -> None:
        self._closed.open(channel)
        await self.catch_up(channel)

    def _wait_for(self, channel: int) -> None:
        """Try a channel that has refused again after a while."""

        async def again() -> None:
            await asyncio.sleep(ClosedPlaces.PAUSE / 1000)
            self._waiting.discard(channel)
            await self._reopen(channel)

        if channel not in self._waiting:
            self._waiting.add(channel)
            self._in_background(again(), f"try channel {channel} again")

    async def gone(self, channel: int) -> None:
        """A channel or thread is deleted: games in threads of their own go on around them, the others are lost."""
        gone = await self._games.channels.gone(channel)
        if gone.lost:
            log.warning("channel %d is gone, and with it the games and challenges %s", channel, gone.lost)
        for number in gone.fallen_back:
            await self.show(number)

    async def look_over(self) -> None:
        """Find the channels that were deleted while nobody was told, by asking for those that the client does not know.

        Those of threads that sleep are not known either, and exist.
        """
        for place in await self._games.channels.in_use():
            if is_gone(self._client, place.guild, place.channel):
                try:
                    await self._client.fetch_channel(place.channel)
                except discord.NotFound as problem:
                    if problem.code == UNKNOWN_CHANNEL:
                        await self.gone(place.channel)
                except (*BROKEN, discord.InvalidData) as problem:
                    log.info("whether channel %d is there is not known: %s", place.channel, problem)

    async def catch_up(self, channel: int | None = None) -> None:
        """Post every game that lags behind, or those of one channel; one that cannot be drawn holds up no other."""
        for game in await self._games.ledger.lagging():
            if channel not in {None, game.channel}:
                continue
            try:
                with self._games.ledger.aside.reading(f"game {game.number}"):
                    await self.show(game.number)
            except Exception:
                if self._closing:
                    return
                log.exception("game %d after event %d is not shown", game.number, game.sequence)

    def close(self) -> None:
        """Give up what is to be tried again, and post no more; the next start catches up."""
        self._closing = True
        for task in (*self._tasks, *self._looking):
            task.cancel()

    async def _try(self, number: int, attempt: int) -> bool:
        """Show a game, then the standing challenges that its players have less or more room for since."""
        shown = await self._try_one(number, attempt)
        if shown is None:
            return False
        if shown.stage == "over" or (shown.stage == "playing" and shown.shown < 0):
            players = {player.id for player in shown.seats.values()}
            for other in await self._games.ledger.standing_of(players, shown.guild):
                await self._try_one(other.number, 0)
        return True

    async def _try_one(self, number: int, attempt: int) -> StoredGame | None:
        """Show a game; what it was before, or None where that is not possible now."""
        with journal.concerning(game=number):
            return await self._try_in_turn(number, attempt)

    async def _try_in_turn(self, number: int, attempt: int) -> StoredGame | None:
        lock = self._locks.get(number)
        if lock is None:
            lock = self._locks[number] = asyncio.Lock()
        async with lock:
            game = await if_granted(self._games.tables.game(number))
            if game is None:
                return None
            if self.closing or game.lost is not None:
                return None
            if game.channel in self._closed:
                self._wait_for(game.channel)
                return None
            self._unanswered.discard(number)
            try:
                await self._post_or_leave(game)
            except (discord.Forbidden, discord.NotFound) as problem:
                await self._refused(game, problem)
                return None
            except BROKEN as problem:
                self._failed(game, attempt, problem)
                return None
        return game

    async def _refused(self, game: StoredGame, problem: discord.HTTPException) -> None:
        """Note that the channel of a game refuses, or is gone; the game may have left its thread for it."""
        present = await self._games.ledger.game(game.number) or game
        channel = present.channel
        log.warning("game %d, event %d: channel %d refuses: %s", game.number, game.sequence, channel, problem)
        if problem.code == UNKNOWN_CHANNEL and is_gone(self._client, present.guild, channel):
            await self._games.channels.gone(channel)
            if present.stage in {"over", "void"}:
                await self._games.channels.unshowable(present)
        else:
            self._closed.close(channel)
            self._wait_for(channel)

    def _failed(self, game: StoredGame, attempt: int, problem: BaseException) -> None:
        """Log a problem and try again later, unless the client is leaving."""
        if not self._closing:
            log.error("game %d after event %d is not shown", game.number, game.sequence, exc_info=problem)
            self._unanswered.add(game.number)
            self._later(game.number, attempt)

    def _later(self, number: int, attempt: int) -> None:
        if attempt >= len(RETRIES):
            return

        async def again() -> None:
            await asyncio.sleep(RETRIES[attempt])
            await self._try(number, attempt + 1)

        self._in_background(again(), f"show game {number} again")

    def _in_background(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _post_or_leave(self, game: StoredGame) -> None:
        """Post; where the game's own thread is closed, go on in the channel of the thread."""
        try:
            await self._boards.show(game)
        except discord.HTTPException as problem:
            back = await self._threads.leave(game, problem)
            if back is None:
                raise
            await self._boards.show(back)
