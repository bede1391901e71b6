"""Where games are played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Location:
    """Where a game is played: the ids of a guild and of a channel or thread in it, and of a thread's `parent`."""

    guild: int
    channel: int
    parent: int | None = None

    @property
    def server(self) -> int | None:
        """The guild; None for a place outside of servers, from where all of them are seen."""
        return self.guild or None


def everywhere(channel: int) -> Location:
    """A channel outside of the bot's servers: a direct message, or a server that it is not in."""
    return Location(0, channel)


class ClosedPlaces:
    """The places that have refused a message, which are not tried again for PAUSE ms; `now()` gives UTC ms.

    They are channels by their ids, and the direct messages of players by their ids as negative numbers. Discord bans an
    address that makes 10,000 refused requests in ten minutes.
    """

    PAUSE = 600_000

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._since: dict[int, int] = {}

    def __contains__(self, place: int) -> bool:
        """Whether a place has refused a short while ago."""
        return self.since(place) is not None

    def since(self, place: int) -> int | None:
        """When a place refused (UTC ms), None for one that may be tried."""
        since = self._since.get(place)
        return since if since is not None and self._now() < since + self.PAUSE else None

    def close(self, place: int) -> None:
        """Note that a place has refused."""
        self._since[place] = self._now()

    def open(self, place: int) -> None:
        """Note that a place may be tried again."""
        self._since.pop(place, None)

    def all(self) -> list[int]:
        """The places that are closed, in the order in which they have refused."""
        return [place for place in self._since if place in self]
