"""Whoever runs the referee's process: starts lives, sees them end, and waits until nothing is under way."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import sys
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.bot.faults.life import Life
from tests.bot.faults.panel import Panel
from tests.bot.support.timed import NOON
from tests.wire import ROOT, Standin

STILL, LOOK = 0.03, 0.005
"""For how long nothing begins where all is done, and how often that is looked at (s)."""
LONG = 1.0
"""For how long nothing begins where what was to come about will not come (s)."""
PATIENCE = 30.0


class Died(Exception):
    """The life has ended before what was awaited came about."""


class Host:
    """Runs the referee over one file; `panel` is shared with it, `endings` are what its lives have ended with."""

    def __init__(self, standin: Standin, folder: Path, terms: dict[str, str]) -> None:
        self.standin, self.database = standin, folder / "games.sqlite"
        self.panel, self.log = Panel(folder / "panel"), folder / "log"
        self.panel["now"] = NOON
        self.endings: list[int] = []
        self._terms = terms
        self._process: Process | None = None
        self._ending: asyncio.Task[None] | None = None

    @property
    def alive(self) -> bool:
        return self._ending is not None and not self._ending.done()

    @property
    def trace(self) -> list[str]:
        trace = self.log.with_suffix(".trace")
        return trace.read_text().splitlines() if trace.exists() else []

    async def start(self, die: int = 0) -> None:
        """Begin a life, and wait until it is logged in and has nothing left to do, or has died."""
        self.panel["armed"] = self.panel["points"] = 0
        self.panel["begun"] = self.panel["ended"] = 0
        life = Life(
            str(self.database), self.standin.base_url, self.standin.ws_url, self.standin.token,
            str(self.panel.path), str(self.log), die, self._terms,
        )  # fmt: skip
        logins = self.standin.logins
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("DISCORD")}
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bot.faults.life", json.dumps(asdict(life)), cwd=ROOT, env=inherited
        )
        self._ending = asyncio.create_task(self._end())
        try:
            await self.during(self.standin.wait_for_login(logins + 1, PATIENCE))
        except Died:
            if self.endings[-1] != -signal.SIGKILL:
                raise AssertionError(f"ended with {self.endings[-1]}: {self.log.read_text()}") from None
            return
        await self.quiet()

    async def during(self, work: Awaitable[Any]) -> Any:
        """Do something while the referee lives; Died if it does not live to the end of it."""
        assert self._ending is not None
        task = asyncio.ensure_future(work)
        await asyncio.wait({task, self._ending}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            raise Died
        return await task

    async def quiet(self, enough: Callable[[], bool] = lambda: True) -> bool:
        """Wait until nothing is under way and enough has come about; False where the referee has died."""
        since, seen = 0.0, (-1, -1, -1)
        for _ in range(int(PATIENCE / LOOK)):
            if not self.alive:
                await self.standin.wait_disconnected(PATIENCE)
                return False
            now = (self.panel["begun"], self.panel["ended"], len(self.standin.requests))
            since = since + LOOK if now == seen and now[0] == now[1] else 0.0
            if since >= LONG or (since >= STILL and enough()):
                return True
            seen = now
            await asyncio.sleep(LOOK)
        raise TimeoutError("the referee does not come to rest")

    async def stop(self, number: int = signal.SIGTERM) -> None:
        """Ask the referee to leave, or kill it, and wait until it has gone."""
        if self.alive:
            assert self._ending is not None
            assert self._process is not None
            self._process.send_signal(number)
            await self._ending
        await self.standin.wait_disconnected(PATIENCE)

    def wake(self, later: int) -> None:
        """Let time pass (ms)."""
        self.panel["now"] += later
        if self.alive and self._process is not None:
            self._process.send_signal(signal.SIGUSR1)

    def ask(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Rows of the store as another process sees them; none while it has no tables yet."""
        with closing(sqlite3.connect(self.database)) as store, suppress(sqlite3.OperationalError):
            return store.execute(statement, values).fetchall()
        return []

    async def _end(self) -> None:
        assert self._process is not None
        self.endings.append(await self._process.wait())
