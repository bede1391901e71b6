"""Meters: how often something is done, counted for people, channels and servers in bounded memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple

from engine.clocks.control import MINUTE, in_words
from engine.model.english import counted
from engine.model.refusal import Refusal

KEPT = 10_000
"""How many keys a meter counts for; beyond that it forgets the one that has been quiet for longest."""
DONE = {"roll": "rolled {}", "picture": "asked me for {}", "import": "brought me {}"}
THINGS = {"roll": "time", "picture": "picture", "import": "scoresheet"}
WHO = {"person": "You have", "channel": "People in this channel have", "server": "People in this server have"}


class Scoped(NamedTuple):
    """How much is allowed to one person, in one channel and in one server; 0 is any number."""

    person: int = 0
    channel: int = 0
    server: int = 0

    @classmethod
    def read(cls, text: str) -> Scoped:
        """The three numbers of a text such as `30/120/600`; ValueError for any other."""
        words = text.split("/")
        if len(words) != 3 or not all(word.isascii() and word.isdecimal() and len(word) < 7 for word in words):
            raise ValueError("three whole numbers are needed, for a person, a channel and a server, such as 30/120/600")
        return cls(*map(int, words))


class TooOften(Refusal):
    """Something done once more than `most` times a minute by the one it is counted for; `wait` is for how long (ms)."""

    scope: str
    kind: str
    most: int
    wait: int

    @property
    def text(self) -> str:
        """The limit, and when it is possible again."""
        done = DONE[self.kind].format(counted(self.most, THINGS[self.kind]))
        again = in_words(-(-self.wait // 1000) * 1000)
        return (
            f"{WHO[self.scope]} {done} within a minute, as often as I let one {self.scope}. "
            f"It is possible again in {again}."
        )


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


class Meters:
    """What people, channels and servers may do a minute, by kind; `now()` gives ms."""

    def __init__(self, now: Callable[[], int], limits: Mapping[str, Scoped]) -> None:
        self._limits = limits
        self._meter = Meter(now)

    def take(self, kind: str, person: int, channel: int = 0, server: int = 0, own: int = 0) -> TooOften | None:
        """Count one thing more of a kind; a refusal, and nothing counted, where that is too often.

        A channel or server of 0 is none; `own` is what the server itself lets one person do, 0 for any number.
        """
        limit = self._limits[kind]
        most = min(filter(None, (limit.person, own)), default=0)
        scopes = [
            (scope, (kind, scope, key), times)
            for scope, key, times in (
                ("person", (person, server if own and most == own else 0), most),
                ("channel", channel, limit.channel),
                ("server", server, limit.server),
            )
            if key and times
        ]
        for scope, key, times in scopes:
            wait = self._meter.wait(key, times)
            if wait:
                return TooOften(scope, kind, times, wait)
        for _, key, times in scopes:
            self._meter.note(key, times)
        return None
