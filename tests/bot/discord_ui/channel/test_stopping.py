"""The referee's process told to stop: nothing new begins, what is under way is done, and it ends within two seconds."""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.app import Referee
from bot.discord_ui.channel import messages
from tests.bot.support.people import Pair, told
from tests.suites import SIGNALLED, first
from tests.wire import ROOT, Standin, running

pytestmark = SIGNALLED

RESTARTING = "I am restarting. Nothing is lost; please try again in a minute."
BROKEN_OFF = "I am restarting before I could finish this."
BOTH = first(1, [signal.SIGTERM, signal.SIGINT])


@asynccontextmanager
async def started(
    standin: Standin, database: Path, program: str = "tests.bot.support.quick_bot", *, login: bool = True
) -> AsyncIterator[Process]:
    """Start the program; it ends without a complaint, but for the library's about a connection that is lost."""
    settings = {"DISCORD_TOKEN": standin.token, "DATABASE_PATH": str(database), "LOG_LEVEL": "ERROR"}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DISCORD")}
    environment = inherited | {"PYTHONPATH": str(ROOT)} | settings
    options = {"cwd": database.parent, "env": environment, "stdout": PIPE, "stderr": PIPE}
    async with standin.child(program, **options) as child:
        if login:
            await standin.wait_for_login(standin.logins + 1, 60)
        yield child
        written, complaints = await child.communicate()
        assert (child.returncode, written) == (0, b"")
        assert standin.gateway.away or complaints == b""


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


async def test_what_takes_too_long_is_broken_off(discord_: Standin, database: Path) -> None:
    """A player whose board Discord doesn't take is told so, the process ends, and the next start shows the board."""
    async with started(discord_, database) as child:
        pair = await Pair.seated(discord_)
        hold = discord_.delay("POST", f"/channels/{discord_.channel().id}/messages", times=2)
        moving = await pair.red.slash("move", notation="Tbc3")
        assert (await told(moving)).startswith("Red: Tbc3")
        await hold.reached()
        await ends_in_time(child)
        assert (await moving.followup()).content.startswith(BROKEN_OFF)
    hold.release()
    await discord_.wait_disconnected()
    async with running(Referee(database)):
        assert "Red: Tbc3" in (await pair.next_board()).content


async def test_the_end_without_discord(discord_: Standin, database: Path) -> None:
    """The process ends in time while the library waits to connect again."""
    async with started(discord_, database, "tests.bot.support.waiting_bot") as child:
        discord_.gateway.away = True
        discord_.gateway.cut()
        assert child.stderr is not None
        assert b"Attempting a reconnect for shard ID 0 in 60.00s" in await child.stderr.readline()
        await ends_in_time(child)


async def test_the_end_before_the_login(discord_: Standin, database: Path) -> None:
    """The process ends in time, and with status 0, while Discord doesn't answer its login."""
    hold = discord_.delay("GET", "/users/@me")
    async with started(discord_, database, login=False) as child:
        await hold.reached(60)
        await ends_in_time(child)


async def ends_in_time(child: Process) -> None:
    """Tell the process to stop; it grants its work less than two seconds, and does not wait for Discord."""
    assert messages.PATIENCE_S + messages.GOODBYE_S < 2
    child.send_signal(signal.SIGTERM)
    await asyncio.wait_for(child.wait(), 20)
