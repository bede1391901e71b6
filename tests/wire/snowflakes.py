"""Discord's ids: 64-bit numbers that carry their time and only ever grow."""

import time
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    """Hands out ids, each larger than the one before even when the clock is set back."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> int:
        """Return a fresh id that carries the present moment."""
        now = (int(time.time() * 1000) - EPOCH_MS) << 22
        self._last = max(self._last + 1, now)
        return self._last


def stamp(snowflake: int) -> str:
    """Tell, in Discord's notation, when an id was made."""
    return datetime.fromtimestamp(((snowflake >> 22) + EPOCH_MS) / 1000, UTC).isoformat()


def now() -> str:
    return datetime.now(UTC).isoformat()
