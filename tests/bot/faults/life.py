"""One life of the referee: the whole program in a process of its own, which is killed when it reaches a point.

A point lies before and after each commit of the store and each request to Discord. What is counted is wrapped around
the libraries that the program uses; the program itself is as it is. Pictures are not drawn, and neither it nor the
library pauses before it tries again.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import aiohttp
import aiosqlite
import discord.http
import discord.webhook.async_

import bot.app
import bot.games.dice
import bot.games.pictures
import bot.store.outbox
from bot.app import Referee
from bot.command_line import main
from bot.games import Terms
from engine.dice.commitment import extend_chain
from tests.bot.faults.panel import Panel
from tests.wire import quicken
from tests.wire.pointing import point
from tests.wire.running import Hasty

PATIENT = "PATIENT"
"""Set where no absence of the referee gives players their time back."""
GATHERING = ("SELECT", "PRAGMA", "BEGIN", "EXPLAIN", "ROLLBACK", "CREATE TEMP")
"""What no statement that changes the file begins with."""
_SNOWFLAKE = re.compile(r"\b[0-9]{17,20}\b")
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)
"""A picture of one pixel."""


@dataclass(frozen=True)
class Life:
    """Where a life is led: its database, its stand-in for Discord, its panel and its log.

    `die` is the fatal point; `terms` are a host's settings.
    """

    database: str
    base: str
    gateway: str
    token: str
    panel: str
    log: str
    die: int = 0
    terms: dict[str, str] = field(default_factory=dict)


class Points:
    """Counts the points reached, writes each down, and dies at one of them."""

    def __init__(self, panel: Panel, trace: Path, die: int) -> None:
        self._panel, self._die = panel, die
        self._trace = os.open(trace, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._turn = threading.Lock()

    def reach(self, what: str) -> None:
        with self._turn:
            if self._panel["armed"]:
                number = self._panel["points"] = self._panel["points"] + 1
                os.write(self._trace, f"{number} {what}\n".encode())
                if number == self._die:
                    os.kill(os.getpid(), signal.SIGKILL)

    def begin(self) -> None:
        with self._turn:
            self._panel["begun"] += 1

    def end(self) -> None:
        with self._turn:
            self._panel["ended"] += 1


def lead(life: Life) -> int:
    """Lead a life until it ends by itself; its exit status."""
    point(life.base, life.gateway)
    settings = {"DISCORD_TOKEN": life.token, "DATABASE_PATH": life.database, "LOG_LEVEL": "WARNING", **life.terms}
    os.environ.update(settings)
    panel = Panel(Path(life.panel))
    points = Points(panel, Path(life.log).with_suffix(".trace"), life.die)
    _watch(points)
    output = os.open(life.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(output, 1)
    os.dup2(output, 2)
    _live_in(panel)
    if PATIENT in life.terms:
        mock.patch("bot.app.Terms", partial(Terms, grace=10**12)).start()
    return main([])


def _watch(points: Points) -> None:
    """Wrap points around the store's commits and Discord's requests."""
    run, request = aiosqlite.Connection.execute_fetchall, aiohttp.ClientSession._request

    async def ran(self: aiosqlite.Connection, statement: str, values: Sequence[object] = ()) -> Any:
        words = " ".join(statement.split(None, 4)[:4])
        commits = words == "COMMIT" or not (self.in_transaction or words.startswith(GATHERING))
        points.begin()
        try:
            if commits:
                points.reach(f"before {words}")
            rows = await run(self, statement, values)
            if commits:
                points.reach(f"after {words}")
        finally:
            points.end()
        return rows

    async def requested(self: aiohttp.ClientSession, method: str, url: Any, **more: Any) -> Any:
        what = f"{method} {re.sub(r'interaction[0-9]+|[0-9]{5,}', '…', str(url).partition('/v10')[2])}"
        points.begin()
        try:
            points.reach(f"before {what}")
            answer = await request(self, method, url, **more)
            points.reach(f"after {what}")
        finally:
            points.end()
        return answer

    aiosqlite.Connection.execute_fetchall = ran  # type: ignore[method-assign, assignment]
    aiohttp.ClientSession._request = requested  # type: ignore[method-assign, assignment]


def _live_in(panel: Panel) -> None:
    """Let the referee live in the panel's time, with dice that are always the same, and without pauses."""
    made = Referee.__init__

    def hurried(self: Referee, *settings: Any, **more: Any) -> None:
        made(self, *settings, **{**more, "now": lambda: panel["now"]})
        quicken(self)

        def wake(*_: object) -> None:
            self.controller.games.ledger.database.changed.set()

        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, wake)

    def linked_alike(chain: bytes, *entries: str) -> bytes:
        """The chain without Discord's ids, which differ from run to run."""
        return extend_chain(chain, *(_SNOWFLAKE.sub("…", entry) for entry in entries))

    for place in (discord.http, discord.webhook.async_):
        mock.patch.object(place, "asyncio", Hasty()).start()
    mock.patch.object(Referee, "__init__", hurried).start()
    mock.patch("bot.app.gc").start()  # a collection would look like rest
    mock.patch("engine.play.rolls.extend_chain", linked_alike).start()
    mock.patch.object(bot.games.pictures, "draw", return_value=PNG).start()
    mock.patch.object(bot.store.outbox, "RETRY", 20).start()
    mock.patch.object(bot.games.dice, "secrets", SimpleNamespace(token_bytes=bytes)).start()


if __name__ == "__main__":
    sys.exit(lead(Life(**json.loads(sys.argv[1]))))
