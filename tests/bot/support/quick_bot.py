"""The referee as a program, without the pauses in its login, and with troubles that are named behind it.

Against the real Discord a client waits two seconds for its servers to be listed, and five before it identifies anew. A
test that starts the program dozens of times cannot wait for that; everything else is as in `python -m bot`.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from typing import Any

from discord.backoff import ExponentialBackoff

from bot.app import Referee
from bot.command_line import main
from bot.games.play.automatic import Replies, Reply
from bot.games.tables import Table
from bot.store import StoredLine, privacy
from tests.wire import quicken

_made, _due = Referee.__init__, Replies.due


def _hurried(self: Referee, *settings: Any, **more: Any) -> None:
    _made(self, *settings, **more)
    quicken(self)


async def _die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def _die_at_a_reply(self: Replies, table: Table, kept: Sequence[StoredLine]) -> Reply | None:
    reply = await _due(self, table, kept)
    if reply is not None:
        await _die()
    return reply


TROUBLES: dict[str, tuple[object, str, object]] = {
    "dies-at-a-reply": (Replies, "due", _die_at_a_reply),
    "dies-in-a-farewell": (privacy, "put", _die),
    "waits": (ExponentialBackoff, "delay", lambda _: 60.0),
}
"""It is killed before it makes a reply that a player has kept, or in the middle of a farewell, before what it has
deleted is committed; or its library waits a minute, as after a long absence of Discord, before it reconnects."""


if __name__ == "__main__":
    Referee.__init__ = _hurried  # type: ignore[method-assign]
    for trouble in sys.argv[1:]:
        setattr(*TROUBLES[trouble])
    sys.exit(main([]))
