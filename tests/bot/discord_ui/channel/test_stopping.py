"""The referee's process told to stop: nothing new begins, what was acknowledged is done, a second one hurries."""

from __future__ import annotations

import os
import signal
import time
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.app import Referee
from tests.bot.people import Pair, told
from tests.suites import SIGNALLED, first
from tests.wire import ROOT, Standin, running

pytestmark = SIGNALLED

RESTARTING = "I am restarting. Nothing is lost; please try again in a minute."
BROKEN_OFF = "I am restarting before I could finish this."
BOTH = first(1, [signal.SIGTERM, signal.SIGINT])


@asynccontextmanager
async def started(standin: Standin, database: Path) -> AsyncIterator[Process]:
    """Start the program; it ends by itself, with nothing to complain of."""
    settings = {"DISCORD_TOKEN": standin.token, "DATABASE_PATH": str(database), "LOG_LEVEL": "ERROR"}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DISCORD")}
    environment = inherited | {"PYTHONPATH": str(ROOT)} | settings
    options = {"cwd": database.parent, "env": environment, "stdout": PIPE, "stderr": STDOUT}
    async with standin.child("tests.bot.quick_bot", **options) as child:
        await standin.wait_for_login(standin.logins + 1, 60)
        yield child
        written, _ = await child.communicate()
        assert (child.returncode, written) == (0, b"")


@pytest.mark.parametrize("signalled", BOTH)
async def test_what_was_acknowledged_is_finished(discord_: Standin, database: Path, signalled: signal.Signals) -> None:
    """Told to stop during a move, the referee answers it and posts its board first; whoever comes then is told."""
    async with started(discord_, database) as child:
        pair = await Pair.seated(discord_)
        hold = discord_.delay("PATCH", "/messages/@original")
        moving = await pair.red.slash("move", notation="Tbc3")
        await hold.reached()
        child.send_signal(signalled)
        said = ""
        while said != RESTARTING:
            asking = await discord_.human("carol").slash("roll", expression="d6", private=True)
            assert asking.acknowledged
            said = asking.original.content if asking.kind == 4 else ""
        assert (await (await pair.blue.press(pair.board, "Flip")).reply()).content == RESTARTING
        assert await pair.red.autocomplete("move", notation="") == ()
        assert child.returncode is None
        hold.release()
        assert (await told(moving)).startswith("Red: Tbc3")
        board = await pair.next_board()
        assert "Red: Tbc3" in board.content
    await discord_.wait_disconnected()
    async with running(Referee(database)):
        assert "Blue: " in await pair.move("Tbc4")


@pytest.mark.parametrize("signalled", BOTH)
async def test_a_second_signal_hurries(discord_: Standin, database: Path, signalled: signal.Signals) -> None:
    """Told twice, the referee waits no longer: whoever waits is told, and the next start shows what was committed."""
    async with started(discord_, database) as child:
        pair = await Pair.seated(discord_)
        channel = discord_.channel().id
        hold = discord_.delay("POST", f"/channels/{channel}/messages", times=2)
        moving = await pair.red.slash("move", notation="Tbc3")
        assert (await told(moving)).startswith("Red: Tbc3")
        await hold.reached()
        begin = time.monotonic()
        child.send_signal(signalled)
        while (await discord_.human("carol").slash("games")).kind != 4:
            pass
        child.send_signal(signalled)
        assert (await moving.followup()).content.startswith(BROKEN_OFF)
        await child.wait()
        assert time.monotonic() < begin + 7
    hold.release()
    await discord_.wait_disconnected()
    async with running(Referee(database)):
        assert "Red: Tbc3" in (await pair.next_board()).content
