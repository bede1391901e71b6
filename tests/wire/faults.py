"""Troubles a test puts in the way of requests: refusals, delays and lost replies."""

import asyncio
from dataclasses import dataclass, field

from .jsontypes import Json
from .pulse import Pulse

_MESSAGES = {
    403: (50013, "Missing Permissions"),
    404: (0, "404: Not Found"),
    429: (0, "You are being rate limited."),
    500: (0, "500: Internal Server Error"),
    502: (0, "502: Bad Gateway"),
}


@dataclass(eq=False)
class Fault:
    """A trouble for the requests whose method is ``method`` (or ``*``) and whose path contains ``fragment``.

    The first ``after`` of them pass; the next ``times`` meet the trouble. ``hits`` counts those.
    """

    method: str
    fragment: str
    times: int = 1
    after: int = 0
    hits: int = 0

    def claims(self, method: str, path: str) -> bool:
        """Tell whether this request meets the trouble, and count it."""
        if self.hits >= self.times or self.method not in ("*", method) or self.fragment not in path:
            return False
        if self.after:
            self.after -= 1
            return False
        self.hits += 1
        return True


@dataclass(eq=False)
class Refusal(Fault):
    """The request is answered with an error and has no effect."""

    status: int = 500
    code: int | None = None
    message: str | None = None
    retry_after: float = 0.05

    def answer(self) -> tuple[Json, dict[str, str]]:
        """Return the body and the headers of the refusal."""
        code, message = _MESSAGES.get(self.status, (0, f"{self.status}"))
        body: Json = {
            "message": message if self.message is None else self.message,
            "code": code if self.code is None else self.code,
        }
        if self.status != 429:
            return body, {}
        body |= {"retry_after": self.retry_after, "global": False}
        headers = {
            "Via": "1.1 google",
            "Retry-After": f"{self.retry_after:g}",
            "X-RateLimit-Limit": "1",
            "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset-After": f"{self.retry_after:g}",
            "X-RateLimit-Scope": "shared",
            "X-RateLimit-Bucket": "standin",
        }
        return body, headers


@dataclass(eq=False)
class LostReply(Fault):
    """The connection breaks before the answer; the request has taken effect."""


@dataclass(eq=False)
class Hold(Fault):
    """The request is held until released; before it takes effect, or (``effective``) between effect and answer."""

    pulse: Pulse = field(default_factory=Pulse)
    effective: bool = False
    until: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        """Let the held requests go on, and those to come pass."""
        self.until.set()

    async def reached(self, within: float = 5.0) -> None:
        await self.pulse.until(lambda: self.hits or None, f"{self.method} …{self.fragment}… to be held", within)


class Faults:
    """The troubles in the order they were made; the first that claims a request has it."""

    def __init__(self) -> None:
        self._all: list[Fault] = []

    def add(self, fault: Fault) -> None:
        self._all.append(fault)

    def claim(self, method: str, path: str) -> Fault | None:
        return next((fault for fault in self._all if fault.claims(method, path)), None)

    def clear(self) -> None:
        """Take all troubles away and let everything held go on."""
        for fault in self._all:
            if isinstance(fault, Hold):
                fault.release()
        self._all.clear()
