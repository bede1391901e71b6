"""What the bot may do where, as far as the client knows, and the channels that have refused what it posted.

Discord bans an address that makes 10,000 refused requests in ten minutes. A channel that has refused is therefore asked
again only when there is reason to hope: at once when the client has learnt that a missing permission is back, otherwise
FREE times in a row and then once in every PAUSE, and all of them together MOST times in ten minutes.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import discord

from bot.discord_ui.channel.messages import Need, lacking

FREE = 3
"""How often in a row a channel is asked again that refuses without a reason the client knows."""
PAUSE = 60.0
"""The time after which it may be asked once more (s)."""
WINDOW, MOST = 600.0, 500
"""The time (s) in which all channels together may refuse so often."""


def missing_in(client: discord.Client, guild: int, channel: int) -> tuple[str, ...] | None:
    """The permissions that the bot lacks in a channel or thread to show games there; None where that is not known."""
    home = client.get_guild(guild)
    place = home.get_channel_or_thread(channel) if home is not None else None
    if home is None or place is None or home.me is None:
        return None
    thread = isinstance(place, discord.Thread)
    if isinstance(place, discord.Thread) and place.parent is None:
        return None
    missing = lacking(place.permissions_for(home.me), Need.FILES, thread=thread)
    return missing.permissions if missing else ()


def is_gone(client: discord.Client, guild: int, channel: int) -> bool:
    """Whether the client knows a guild, but not this channel of it."""
    home = client.get_guild(guild)
    return home is not None and not home.unavailable and home.get_channel_or_thread(channel) is None


@dataclass
class _Refusing:
    """A channel that has refused: its guild, whether the client knew why, and how often it did (fading), until when."""

    guild: int
    lacked: bool
    times: float
    at: float
    closed: bool = True


class ClosedChannels:
    """The channels that have refused; `clock()` gives seconds."""

    def __init__(self, client: discord.Client, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._known: dict[int, _Refusing] = {}
        self._all: deque[float] = deque(maxlen=MOST)

    def __contains__(self, channel: int) -> bool:
        """Whether a channel has refused and is not to be tried now."""
        return channel in self._known and self._known[channel].closed

    def of_guild(self, guild: int) -> list[int]:
        """The channels of a guild that have refused."""
        return [channel for channel, each in self._known.items() if each.closed and each.guild == guild]

    def missing(self, guild: int, channel: int) -> tuple[str, ...]:
        """The permissions that the bot lacks in a channel, as far as that is known."""
        return missing_in(self._client, guild, channel) or ()

    def close(self, guild: int, channel: int) -> None:
        """A channel has refused."""
        now, before = self._clock(), self._known.get(channel)
        times = 1.0 + (self._faded(before, now) if before else 0.0)
        self._known[channel] = _Refusing(guild, bool(self.missing(guild, channel)), times, now)
        self._all.append(now)

    def reopen(self, channel: int) -> bool:
        """Whether a channel that has refused may be tried once more; it counts as open then, until it refuses again."""
        known = self._known.get(channel)
        if known is None or not known.closed or self.missing(known.guild, channel):
            return False
        now = self._clock()
        spent = self._faded(known, now) > FREE or (len(self._all) == MOST and now - self._all[0] < WINDOW)
        if spent and not known.lacked:
            return False
        known.closed = False
        return True

    def forget(self, channel: int) -> None:
        """A channel takes posts again, or is gone."""
        self._known.pop(channel, None)

    @staticmethod
    def _faded(known: _Refusing, now: float) -> float:
        return max(0.0, known.times - (now - known.at) / PAUSE)
