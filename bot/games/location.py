"""Where games are played."""

from __future__ import annotations

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
