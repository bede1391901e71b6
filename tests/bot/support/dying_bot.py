"""The referee as a program that is killed when it is about to look for a reply that a player has kept."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence

from bot.games.play.automatic import Replies, Reply
from bot.games.tables import Table
from bot.store import KeptLine
from tests.bot.support import quick_bot

_due = Replies.due


async def _die(self: Replies, table: Table, kept: Sequence[KeptLine]) -> Reply | None:
    reply = await _due(self, table, kept)
    if reply is not None:
        os.kill(os.getpid(), signal.SIGKILL)
    return reply


if __name__ == "__main__":
    Replies.due = _die  # type: ignore[method-assign]
    sys.exit(quick_bot.run())
