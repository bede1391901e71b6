"""The alarm: what goes wrong is told to those who run the referee, once each, in a channel of theirs or directly.

What is told names places in the program and ids, never a word that people typed.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import NamedTuple

import discord

from bot.discord_ui.channel.messages import BROKEN, LONGEST
from bot.discord_ui.channel.owners import first_owner
from bot.journal import about, message_of
from bot.private_log import place_of, wordless
from bot.text.harmless import quoted
from engine.clocks.control import DAY, HOUR

log = logging.getLogger(__name__)

AGAIN = 7 * DAY
"""After how long (ms) the same thing is told again."""
HOURLY = 10
"""How many errors are told in an hour, and how much news; more are counted, and stand in the log."""
REMEMBERED, WAITING = 500, 50
"""How many things that were told are remembered, and how many may wait to be sent."""
NOISY = ("discord.shard", "discord.gateway", "discord.http")
"""Loggers that tell of lost connections, which come and go by themselves."""


class _Told(NamedTuple):
    """Something to be told: what makes it the same thing as another, and its text."""

    key: str
    text: str


class Alarm:
    """Tells those who run the referee; `now()` gives UTC ms, `channel` is the id of theirs, 0 for a direct message."""

    def __init__(self, client: discord.Client, channel: int, now: Callable[[], int]) -> None:
        self._client = client
        self._channel = channel
        self._now = now
        self._told: OrderedDict[str, int] = OrderedDict()
        self._recent: list[int] = []
        self._news: list[int] = []
        self._left_out = 0
        self._queue: asyncio.Queue[str] = asyncio.Queue(WAITING)
        self._loop = asyncio.get_running_loop()

    async def tell(self, what: str) -> None:
        """Tell a whole sentence, also one that was told before: whoever tells it tells of changes only."""
        log.warning("%s", what)
        self._news = self._within_hourly(self._news, what)

    def heard(self, record: logging.LogRecord) -> None:
        """Tell of an error in the log; any thread may call this."""
        problem = record.exc_info[1] if record.exc_info else None
        why = wordless(problem) if problem is not None else ""
        ids = ", ".join(f"{name} {value}" for name, value in about().items())
        text = "\n".join(filter(None, [f"An error: {message_of(record)}", why, ids]))
        place = place_of(problem) if problem is not None else ""
        told = _Told(f"{record.name} {record.msg} {type(problem).__name__}{place}", text)
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._take, told)

    def _take(self, told: _Told) -> None:
        """Put something into the queue, unless it was told not long ago or there is too much."""
        now = self._now()
        if now - self._told.get(told.key, -AGAIN) < AGAIN:
            return
        left_out = self._left_out
        self._recent = self._within_hourly(self._recent, told.text)
        if self._left_out > left_out:
            return
        self._told[told.key] = now
        self._told.move_to_end(told.key)
        while len(self._told) > REMEMBERED:
            self._told.popitem(last=False)

    def _within_hourly(self, times: Sequence[int], text: str) -> list[int]:
        """Put a text into the queue, unless there is too much; when the texts of the last hour were put there."""
        now = self._now()
        recent = [time for time in times if now - time < HOUR]
        if len(recent) >= HOURLY or self._queue.full():
            self._left_out += 1
            return recent
        self._queue.put_nowait(text)
        return [*recent, now]

    async def run(self) -> None:
        """Send what is to be told, once the client is ready, until cancelled."""
        await self._client.wait_until_ready()
        while True:
            text = await self._queue.get()
            try:
                await self._send(text)
            except BROKEN as problem:
                log.warning("the owner could not be told: %s", problem)
            except Exception as problem:  # noqa: BLE001 - an error here would be told of by the alarm itself
                log.warning("the owner could not be told: %s", wordless(problem))
            finally:
                self._queue.task_done()

    async def said(self) -> None:
        """Wait until all that is to be told has been sent, or could not be."""
        await self._queue.join()

    async def _send(self, text: str) -> None:
        owner = first_owner(self._client)
        left_out, self._left_out = self._left_out, 0
        more = f"\n{left_out} more stand in the log." if left_out else ""
        said = f"{quoted(text)[: LONGEST - 100]}{more}"
        if self._channel:
            channel = self._client.get_partial_messageable(self._channel)
            calling = discord.AllowedMentions(users=[discord.Object(owner)] if owner else False)
            await channel.send(f"<@{owner}> {said}" if owner else said, allowed_mentions=calling)
        elif owner is not None:
            user = await self._client.fetch_user(owner)
            await user.send(said, allowed_mentions=discord.AllowedMentions.none())


class AlarmHandler(logging.Handler):
    """Passes errors in the log on to an alarm."""

    def __init__(self, alarm: Alarm) -> None:
        super().__init__(logging.ERROR)
        self._alarm = alarm

    def emit(self, record: logging.LogRecord) -> None:
        """Pass an error on, unless it is about a lost connection."""
        if record.name.startswith(NOISY):
            return
        try:
            self._alarm.heard(record)
        except Exception:  # noqa: BLE001 - the way of the library: an error in a handler does not go further
            self.handleError(record)
