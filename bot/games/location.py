"""Where games are played."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Location:
    """Where a game is played: the ids of a guild and of a channel or thread in it."""

    guild: int
    channel: int
