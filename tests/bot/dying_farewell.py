"""The referee as a program that is killed in the middle of a farewell, when some of its rows are committed."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from bot.games.players import privacy
from bot.store import PrivacyStore
from bot.store.privacy import Forgotten
from tests.bot import quick_bot

_carry_on = PrivacyStore.carry_on


async def _die(self: PrivacyStore, *values: Any) -> Forgotten:
    """Die after the first step that leaves something to be done."""
    step = await _carry_on(self, *values)
    if step.rows and not step.done:
        os.kill(os.getpid(), signal.SIGKILL)
    return step


if __name__ == "__main__":
    PrivacyStore.carry_on = _die  # type: ignore[method-assign, assignment]
    privacy.MOST = 3
    sys.exit(quick_bot.run())
