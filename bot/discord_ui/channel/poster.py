"""The poster: shows each game in its channel up to its last event."""

from __future__ import annotations

import asyncio
import logging
from weakref import WeakValueDictionary

import discord

from bot import journal
from bot.discord_ui.channel.boards import Boards
from bot.discord_ui.channel.messages import BROKEN
from bot.discord_ui.channel.obstacles import (
    NoAnswer,
    NotDrawn,
    NotPermitted,
    NotTaken,
    channel_gone,
    is_gone,
    missing_in,
    what_and_where,
)
from bot.games import Games
from bot.games.refusals import if_granted
from bot.games.tables import ClosedPlaces
from bot.store import StoredGame
from bot.store.outbox import Letter
from engine.model.refusal import Refusal

log = logging.getLogger(__name__)

BOARD = "board"
"""The kind of letter about a game, its key, that could not be shown in its channel."""
UNKNOWN_CHANNEL = 10003
"""Discord's code for a channel that does not exist."""


class Poster:
    """Shows games in their channels, one post at a time for each game.

    Channels that refuse are left alone for a while (`ClosedPlaces`). The games of channels that are gone are shown when
    they go on elsewhere. What fails is tried again by the outbox.
    """

    def __init__(self, client: discord.Client, games: Games) -> None:
        self._client = client
        self._games = games
        self._looking: set[asyncio.Task[None]] = set()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._closed = games.closed
        self._closing = False
        self._boards = Boards(client, games)

    @property
    def closing(self) -> bool:
        """Whether the client is leaving, so that nothing can be posted any more."""
        return self._closing

    async def show(self, number: int) -> bool:
        """Post what the channel of a game has not been shown yet; False if that is not possible now."""
        shown = await self._try(number)
        if shown:
            self.look_after(number)
        elif not self._closing:
            now = self._games.now()
            letter = Letter(BOARD, str(number), now, now, game=number)
            again = await self._again(letter)
            if again is not None:
                await self._games.ledger.outbox.post(letter._replace(due=again))
        return shown

    async def show_late(self, letter: Letter) -> int | None:
        """Post what a channel could not be shown before; when to try again (UTC ms), None for not."""
        return None if await self._try(letter.game) else await self._again(letter)

    async def _again(self, letter: Letter) -> int | None:
        game = await if_granted(self._games.tables.game(letter.game))
        if game is None or game.lost is not None:
            return None
        now = self._games.now()
        return now + ClosedPlaces.PAUSE if game.channel in self._closed else letter.again(now)

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
        waiting = await self._games.ledger.outbox.find(BOARD, str(number))
        return NoAnswer(*told) if waiting is not None and waiting.sent is None else NotDrawn(*told)

    def is_shut(self, game: StoredGame) -> bool:
        """Whether the channel of a game refuses what is posted there."""
        return game.channel in self._closed

    async def permitted(self, guild: int) -> None:
        """Permissions have changed in a guild: post what its channels have missed where the bot may write again."""
        for channel in self._closed.all():
            if channel > 0 and missing_in(self._client, guild, channel) == ():
                self._closed.open(channel)
                await self.catch_up(channel)

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
        for place in await self._games.ledger.lost.places():
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
        """Post no more; the next start catches up."""
        self._closing = True
        for task in self._looking:
            task.cancel()

    async def _try(self, number: int) -> bool:
        """Show a game, then the standing challenges that its players have less or more room for since."""
        shown = await self._try_one(number)
        if shown is None:
            return False
        if shown.stage == "over" or (shown.stage == "playing" and shown.shown < 0):
            players = {player.id for player in shown.seats.values()}
            for other in await self._games.ledger.standing_of(players, shown.guild):
                await self._try_one(other.number)
        return True

    async def _try_one(self, number: int) -> StoredGame | None:
        """Show a game; what it was before, or None where that is not possible now."""
        lock = self._locks.get(number)
        if lock is None:
            lock = self._locks[number] = asyncio.Lock()
        with journal.concerning(game=number):
            async with lock:
                game = await if_granted(self._games.tables.game(number))
                if game is None or self._closing or game.lost is not None or game.channel in self._closed:
                    return None
                try:
                    await self._post_or_leave(game)
                except (discord.Forbidden, discord.NotFound) as problem:
                    await self._refused(game, problem)
                    return None
                except BROKEN:
                    if not self._closing:
                        log.exception("game %d after event %d is not shown", number, game.sequence)
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
                await self._games.ledger.lost.unshowable(present.number, self._games.now())
        else:
            self._closed.close(channel)

    async def _post_or_leave(self, game: StoredGame) -> None:
        """Post; where the game's own thread is closed, go on in the channel of the thread."""
        try:
            await self._boards.show(game)
        except discord.HTTPException as problem:
            back = await self._boards.leave_thread(game, problem)
            if back is None:
                raise
            await self._boards.show(back)
