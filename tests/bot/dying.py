"""A process of the referee's that dies before it makes a reply, by a move that brings one about."""

from __future__ import annotations

import os
import signal
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path
from typing import Any

from tests.wire import ROOT, Human, Standin


async def die_at(move: str, by: Human, standin: Standin, database: Path, game: int = 1) -> None:
    """Start such a process, make the move, and wait until the process has died; it has written nothing."""
    settings = {"DISCORD_TOKEN": standin.token, "DATABASE_PATH": str(database), "LOG_LEVEL": "ERROR"}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DISCORD")}
    environment = inherited | {"PYTHONPATH": str(ROOT)} | settings
    options: dict[str, Any] = {"cwd": database.parent, "env": environment, "stdout": PIPE, "stderr": STDOUT}
    async with standin.child("tests.bot.dying_bot", **options) as child:
        await standin.wait_for_login(2)
        await by.hurried().slash("move", notation=move, game=str(game))
        written, _ = await child.communicate()
        assert (child.returncode, written) == (-signal.SIGKILL, b"")
    await standin.wait_disconnected()
