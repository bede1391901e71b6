"""How much a host lets people have and do."""

from __future__ import annotations

from typing import NamedTuple


class Scoped(NamedTuple):
    """How much is allowed to one person, in one channel and in one server; 0 is any number."""

    person: int = 0
    channel: int = 0
    server: int = 0

    def __str__(self) -> str:
        """As `read` takes it."""
        return "/".join(map(str, self))

    @classmethod
    def read(cls, text: str) -> Scoped:
        """The three numbers of a text such as `30/120/600`; ValueError for any other."""
        words = text.split("/")
        if len(words) != 3 or not all(word.isascii() and word.isdecimal() and len(word) < 7 for word in words):
            raise ValueError("three whole numbers are needed, for a person, a channel and a server, such as 30/120/600")
        return cls(*map(int, words))


class HostLimits(NamedTuple):
    """What a host lets people have open at once, and do a minute; a server may choose less for itself.

    Of `invitations` the first number is how many one person may have sent to the same other one; the others are how
    many may wait for that one in a channel and in a server.
    """

    challenges: Scoped = Scoped(100, 100, 1_000)
    invitations: Scoped = Scoped(3, 10, 20)
    games: Scoped = Scoped(200, 500, 10_000)
    rolls: Scoped = Scoped(30, 60, 300)
    pictures: Scoped = Scoped(40, 120, 600)
    imports: Scoped = Scoped(30, 60, 300)


USUAL_LIMITS = HostLimits()
