"""The gate: what people ask for is let in while there is room, and told to come again where there is none.

All work that waits is counted here, by the task that does it, which leaves when it is done.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

from engine.model.refusal import Refusal

log = logging.getLogger(__name__)

MOST, EACH = 128, 16
"""How much may be inside at once: in all, and for one person."""
PATIENCE_S, GOODBYE_S = 1.0, 0.3
"""How long a stop waits for what is inside, and then for the last words: the bot ends within two seconds."""

LastWord = Callable[[Refusal], Awaitable[None]]
"""Tells the person who waits for a piece of work that it is broken off."""


class TurnedAway(Refusal):
    """Something that is not let in; `why` says so in a sentence, whatever it was."""

    why: ClassVar[str]


class Full(TurnedAway):
    """Something asked while as much is being done as fits."""

    why = "I have too much to do right now."
    words = f"{why} Nothing has changed; please try again in a minute."


class StillBusy(TurnedAway):
    """Something asked by a person for whom a lot is being done."""

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


class Gate:
    """Lets work in, at most so much in all and for `each` person."""

    def __init__(self, most: int = MOST, each: int = EACH) -> None:
        self.most, self._each = most, each
        self._inside: dict[asyncio.Task[Any], tuple[int, LastWord | None]] = {}
        self.stopping = False
        self.refused = 0

    @property
    def inside(self) -> int:
        """How much is being done."""
        return len(self._inside)

    def enter(self, person: int, last_word: LastWord | None = None) -> TurnedAway | None:
        """Let the present task in, until it ends, for a person, or say why not."""
        task = asyncio.current_task()
        if task is None or task in self._inside:
            return None
        refusal = self._against(person)
        if refusal is not None:
            self.refused += 1
            return refusal
        self._inside[task] = person, last_word
        task.add_done_callback(self._inside.pop)
        return None

    def _against(self, person: int) -> TurnedAway | None:
        if self.stopping:
            return Restarting()
        if sum(each == person for each, _ in self._inside.values()) >= self._each:
            return StillBusy()
        return Full() if len(self._inside) >= self.most else None

    async def stop(self, patience: float = PATIENCE_S) -> None:
        """Let nothing in any more, and wait until all that is inside is done, `patience` s at most.

        Who still waits then is told, and their work is broken off; the next start shows what it has committed.
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
