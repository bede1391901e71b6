"""The gate: what people ask for is let in while there is room, counted by the task that does it until it is done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

from engine.model.refusal import Refusal

log = logging.getLogger(__name__)

MOST, EACH = 128, 16
"""How many tasks can be inside: in all, and for one person."""
PATIENCE_S, GOODBYE_S = 1.0, 0.3
"""How long a stop waits for what is inside, and then for the last words: the bot ends within two seconds."""

LastWord = Callable[[Refusal], Awaitable[None]]
"""Tells the person who waits for a task that it is broken off."""


class TurnedAway(Refusal):
    """Something that is not let in; `why` says so in a sentence, whatever it was."""

    why: ClassVar[str]


class Full(TurnedAway):
    """Something asked while there is no room."""

    why = "I have too much to do right now."
    words = f"{why} Nothing has changed; please try again in a minute."


class StillBusy(TurnedAway):
    """Something asked by a person for whom a lot is being done."""

    why = "I am still busy with what you have asked before."
    words = f"{why} Nothing has changed; please try again in a moment."


class Restarting(TurnedAway):
    """Something asked while the bot stops."""

    why = "I am restarting."
    words = f"{why} Nothing is lost; please try again in a minute."


class BrokenOff(Refusal):
    """The last word about something that was not done when the bot stopped."""

    words = (
        "I am restarting before I could finish this. Nothing is lost: what has been done is shown in a minute. If it "
        "is not, please try again."
    )


class Gate:
    """Lets `most` tasks in, `each` of them for one person."""

    def __init__(self, most: int = MOST, each: int = EACH) -> None:
        self.most, self._each = most, each
        self._inside: dict[asyncio.Task[Any], tuple[int, LastWord | None]] = {}
        self.stopping = False
        self.refused = 0

    @property
    def inside(self) -> int:
        return len(self._inside)

    def enter(self, person: int, last_word: LastWord | None = None) -> TurnedAway | None:
        """Let the present task in for a person, until it ends, or say why not."""
        task = asyncio.current_task()
        refusal: TurnedAway | None = None
        if task is None or task in self._inside:
            return None
        if self.stopping:
            refusal = Restarting()
        elif sum(each == person for each, _ in self._inside.values()) >= self._each:
            refusal = StillBusy()
        elif len(self._inside) >= self.most:
            refusal = Full()
        else:
            self._inside[task] = person, last_word
            task.add_done_callback(self._inside.pop)
        self.refused += refusal is not None
        return refusal

    async def stop(self, patience: float = PATIENCE_S) -> None:
        """Let nothing in any more, and wait until all inside is done, `patience` s at most.

        What is left then is broken off, and its people are told; the next start shows what it has committed.
        """
        self.stopping = True
        if self._inside:
            await asyncio.wait(list(self._inside), timeout=patience)
        left = {task: last_word for task, (_, last_word) in self._inside.items() if not task.done()}
        if left:
            log.warning("%d pieces of work are broken off", len(left))
            words = [asyncio.ensure_future(tell(BrokenOff())) for tell in left.values() if tell]
            if words:
                await asyncio.wait(words, timeout=GOODBYE_S)
        for task in left:
            task.cancel()
