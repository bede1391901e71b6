"""Processes of the referee's that die in the middle of something, by what somebody does."""

from __future__ import annotations

import os
import signal
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from tests.wire import ROOT, Human, Standin


@asynccontextmanager
async def program(standin: Standin, database: Path, *troubles: str) -> AsyncIterator[Process]:
    """Run a program that is the referee, from its login on; it complains on its standard output, too."""
    settings = {"DISCORD_TOKEN": standin.token, "DATABASE_PATH": str(database), "LOG_LEVEL": "ERROR"}
    settings["PYTHONWARNINGS"] = "ignore:resource_tracker"  # which cleans up after processes that think
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DISCORD")}
    environment = inherited | {"PYTHONPATH": str(ROOT)} | settings
    options: dict[str, Any] = {"cwd": database.parent, "env": environment, "stdout": PIPE, "stderr": STDOUT}
    logins = standin.logins
    async with standin.child("tests.bot.support.quick_bot", *troubles, **options) as child:
        await standin.wait_for_login(logins + 1, 60)
        yield child
    await standin.wait_disconnected()


async def die_by(trouble: str, standin: Standin, database: Path, act: Callable[[], Awaitable[object]]) -> None:
    """Start a program, act, and wait until it has died; it has written nothing."""
    async with program(standin, database, trouble) as child:
        await act()
        written, _ = await child.communicate()
        assert (child.returncode, written) == (-signal.SIGKILL, b"")


async def die_at(move: str, by: Human, standin: Standin, database: Path, game: int = 1) -> None:
    """Start a process that dies before it makes a reply, and make the move that brings one about."""
    slash = partial(by.hurried().slash, "move", notation=move, game=str(game))
    await die_by("dies-at-a-reply", standin, database, slash)
