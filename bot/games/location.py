"""Where games are played."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Location:
    """Where a game is played: the ids of a guild and of a channel or thread in it, and of a thread's `parent`."""

    guild: int
    channel: int
    parent: int | None = None
