"""Meters: how often something is done, counted for people, channels and servers in bounded memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

from bot.limits import HostLimits, Scoped
from engine.clocks.control import MINUTE, in_words
from engine.model.english import counted
from engine.model.refusal import Refusal

KEPT = 10_000
"""How many keys a meter counts for; beyond that it forgets the one that has been quiet for longest."""
ROLLS, PICTURES, IMPORTS = "rolls", "pictures", "imports"
"""What is counted by the minute, by the names of the host's limits."""
DONE = {ROLLS: ("rolled", "time"), PICTURES: ("asked me for", "picture"), IMPORTS: ("brought me", "scoresheet")}
WHO = {"person": "You have", "channel": "People in this channel have", "server": "People in this server have"}


class TooOften(Refusal):
    """Something done once more than `most` times a minute by the one it is counted for; `wait` is for how long (ms)."""

    scope: str
    kind: str
    most: int
    wait: int

    @property
    def text(self) -> str:
        """The limit, and when it is possible again."""
        done, thing = DONE[self.kind]
        again = in_words(-(-self.wait // 1000) * 1000)
        said = f"{WHO[self.scope]} {done} {counted(self.most, thing)} within a minute"
        return f"{said}, as often as I let one {self.scope}. It is possible again in {again}."


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

    def __init__(self, now: Callable[[], int], limits: HostLimits) -> None:
        self._limits = limits
        self._meter = Meter(now)

    def take(self, kind: str, person: int, channel: int = 0, server: int = 0, own: int = 0) -> TooOften | None:
        """Count one thing more of a kind; a refusal, and nothing counted, where that is too often.

        A channel or server of 0 is none; `own` is what the server itself lets one person do, 0 for any number.
        """
        limit: Scoped = getattr(self._limits, kind)
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
