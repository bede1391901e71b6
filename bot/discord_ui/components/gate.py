"""The gate: what people ask for is let in while there is room, and told to come again where there is none.

All work that waits is counted here, by the task that does it, which leaves when it is done.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, ClassVar, NamedTuple

from engine.model.refusal import Refusal

log = logging.getLogger(__name__)

MOST, EACH, SHARE = 128, 16, 64
"""How much may be inside at once: in all, for one person, for one server."""
PATIENCE, GOODBYE = 1.0, 0.3
"""How long (s) a stop waits for what is inside, and then for the last words: the bot ends within two seconds."""

LastWord = Callable[[Refusal], Awaitable[None]]
"""Tells whoever waits for a piece of work that it is broken off."""


class TurnedAway(Refusal):
    """Something that is not let in; `why` says so in a sentence, whatever it was."""

    why: ClassVar[str]


class Full(TurnedAway):
    """Something asked while as much is being done as fits."""

    why = "I have too much to do right now."
    words = f"{why} Nothing has changed; please try again in a minute."


class ServerBusy(TurnedAway):
    """Something asked in a server that takes up its share."""

    why = "This server keeps me busy right now."
    words = f"{why} Nothing has changed; please try again in a minute."


class StillBusy(TurnedAway):
    """Something asked by somebody for whom a lot is being done."""

    why = "I am still busy with what you have asked before."
    words = f"{why} Nothing has changed; please try again in a moment."


class Restarting(TurnedAway):
    """Something asked while the referee is about to stop."""

    why = "I am restarting."
    words = f"{why} Nothing is lost; please try again in a minute."


class BrokenOff(Refusal):
    """The last word about something that was not done when the referee had to stop."""

    words = (
        "I am restarting before I could finish this. Nothing is lost: what has been done is shown in a minute. If it "
        "is not, please try again."
    )


class _Work(NamedTuple):
    """A piece of work: for whom, in which server (0: none), and how to break it off."""

    person: int
    server: int
    last_word: LastWord | None


class Gate:
    """Lets work in, at most so much in all, for `each` person, and as the `share` of one server."""

    def __init__(self, most: int = MOST, each: int = EACH, share: int = SHARE) -> None:
        self.most, self._each, self._share = most, each, share
        self._inside: dict[asyncio.Task[Any], _Work] = {}
        self._people: Counter[int] = Counter()
        self._servers: Counter[int] = Counter()
        self._stopping = False
        self._done = asyncio.Event()
        self.refused = 0

    @property
    def inside(self) -> int:
        """How much is being done."""
        return len(self._inside)

    @property
    def stopping(self) -> bool:
        """Whether nothing is let in any more."""
        return self._stopping

    def enter(self, person: int, server: int | None, last_word: LastWord | None = None) -> TurnedAway | None:
        """Let the present task in, until it ends, for a person in a server (None: in none), or say why not."""
        task = asyncio.current_task()
        if task is None or task in self._inside:
            return None
        work = _Work(person, server or 0, last_word)
        refusal = self._against(work)
        if refusal is not None:
            self.refused += 1
            return refusal
        self._inside[task] = work
        self._people[work.person] += 1
        self._servers[work.server] += 1
        task.add_done_callback(self._leave)
        return None

    def _against(self, work: _Work) -> TurnedAway | None:
        if self._stopping:
            return Restarting()
        if self._people[work.person] >= self._each:
            return StillBusy()
        if len(self._inside) >= self.most:
            return Full()
        return ServerBusy() if work.server and self._servers[work.server] >= self._share else None

    def _leave(self, task: asyncio.Task[Any]) -> None:
        work = self._inside.pop(task)
        for counter, key in ((self._people, work.person), (self._servers, work.server)):
            counter[key] -= 1
            if not counter[key]:
                del counter[key]
        if self._stopping and not self._inside:
            self._done.set()

    async def stop(self, patience: float = PATIENCE) -> None:
        """Let nothing in any more, and wait until all that is inside is done, `patience` s at most.

        Whoever still waits then is told, and their work is broken off; the next start shows what it has committed.
        """
        self._stopping = True
        if self._inside:
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await self._done.wait()
        left = dict(self._inside)
        if left:
            log.warning("%d pieces of work are broken off", len(left))
            words = [asyncio.ensure_future(work.last_word(BrokenOff())) for work in left.values() if work.last_word]
            if words:
                await asyncio.wait(words, timeout=GOODBYE)
        for task in left:
            task.cancel()
