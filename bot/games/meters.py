"""A meter: how often something is done, counted by key in bounded memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

from engine.clocks.control import MINUTE

KEPT = 10_000
"""How many keys a meter counts for; beyond that it forgets the one that has been quiet for longest."""


class Meter:
    """Counts what is done for each key; `now()` gives ms.

    So many times are free at once, and come back one by one over the span (GCRA, ITU-T I.371): a key costs one number.
    """

    def __init__(self, now: Callable[[], int], kept: int = KEPT) -> None:
        self._now = now
        self._kept = kept
        self._due: OrderedDict[Hashable, float] = OrderedDict()

    def __len__(self) -> int:
        """For how many keys something is remembered."""
        return len(self._due)

    def wait(self, key: Hashable, times: int, span: int = MINUTE) -> int:
        """How long (ms) until something may be done once more, of `times` in a span (ms); 0 for at once."""
        now = self._now()
        return max(0, round(max(self._due.get(key, 0.0), now) + span / times - now - span))

    def note(self, key: Hashable, times: int, span: int = MINUTE) -> None:
        """Note that something has been done."""
        self._due[key] = max(self._due.get(key, 0.0), self._now()) + span / times
        self._due.move_to_end(key)
        while len(self._due) > self._kept:
            self._due.popitem(last=False)
