"""Fights interrupted by restarts, lost replies and kills: one roll, one result, shown once."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from bot.app import Referee
from bot.games.tables import Table, Tables
from bot.store import Database, Ledger
from engine.records.audit import check
from tests.bot.discord_ui.channel.test_fights import boards_with, rolled_of
from tests.bot.support.people import OPENING, Pair, is_board, moves_of, says, settled, shown
from tests.suites import SIGNALLED
from tests.wire import ROOT, Standin, running

POINTS = {
    "acknowledgement": ("POST", "/callback"),
    "confirmation": ("PATCH", "/messages/@original"),
    "board": ("POST", "/messages"),
}


@pytest.mark.parametrize("effective", [False, True])
async def test_a_restart_between_roll_and_board(discord_: Standin, database: Path, effective: bool) -> None:
    """A fight committed before the client closes is shown once by the next start, with the dice rolled before."""
    async with running(Referee(database)) as referee:
        pair = await Pair.seated(discord_, options="combat=poly")
        await settled(referee)
        hold = discord_.delay("POST", f"/channels/{pair.channel.id}/messages", effective=effective)
        await pair.red.slash("move", notation="Tbxc6")
        await hold.reached()
        (before,) = await rolled_of(referee)
    hold.release()
    await _shown_once(discord_, database, pair, before)
    await _sound(database)


@pytest.mark.parametrize(("method", "path"), [("PATCH", "/messages/@original"), ("POST", "/messages")])
async def test_a_lost_reply(discord_: Standin, database: Path, method: str, path: str) -> None:
    """Where the answer to the confirmation or the board is lost, the fight stands, and is shown once."""
    async with running(Referee(database)) as referee:
        pair = await Pair.seated(discord_, options="combat=poly")
        await settled(referee)
        lost = discord_.lose_reply(method, path)
        await pair.red.slash("move", notation="Tbxc6")
        await discord_.hub.pulse.until(lambda: lost.hits or None, "the reply to be lost", 5)
        await settled(referee)
        (before,) = await rolled_of(referee)
    await _shown_once(discord_, database, pair, before)


async def _shown_once(standin: Standin, database: Path, pair: Pair, dice: str) -> None:
    """Start the referee twice, and see one board with these dice, and no other roll."""
    for _ in range(2):
        async with running(Referee(database)) as again:
            await again.controller.poster.catch_up()
            await standin.channel().wait_for(says(f"Tbxc6[{dice}]"))
            await settled(again)
            assert await moves_of(again) == ["b1c6", "Rolled"]
            assert await rolled_of(again) == [dice]
    assert len(boards_with(pair, "Tbxc6")) == 1


@asynccontextmanager
async def process(standin: Standin, database: Path, logins: int) -> AsyncIterator[None]:
    """Run the referee as a program of its own; at the end it is killed, and has had nothing to complain of."""
    settings = {"DISCORD_TOKEN": standin.token, "DATABASE_PATH": str(database), "LOG_LEVEL": "ERROR"}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DISCORD")}
    environment = inherited | {"PYTHONPATH": str(ROOT)} | settings
    options: dict[str, Any] = {"cwd": database.parent, "env": environment, "stdout": PIPE, "stderr": STDOUT}
    async with standin.child("tests.bot.support.quick_bot", **options) as child:
        await standin.wait_for_login(logins)
        yield
        child.kill()
        written, _ = await child.communicate()
        assert (child.returncode, written) == (-signal.SIGKILL, b"")
    await standin.wait_disconnected()


def stored(database: Path) -> list[tuple[str, str]]:
    """The events in the store."""
    with closing(sqlite3.connect(database)) as store:
        return store.execute("SELECT kind, fields FROM events ORDER BY sequence").fetchall()


@SIGNALLED
@pytest.mark.parametrize(
    ("point", "effective"),
    [
        ("confirmation", True),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in (("acknowledgement", False), ("confirmation", False), ("board", False), ("board", True))
        ),
    ],
)
async def test_a_kill_between_roll_and_reply(discord_: Standin, database: Path, point: str, effective: bool) -> None:
    """A fight whose process is killed is rolled once by the committed secret, and its board is shown once."""
    async with process(discord_, database, 1):
        pair = await Pair.seated(discord_, options="combat=poly")
        await discord_.wait_for_request("PATCH", "/messages/@original")
        hold = discord_.delay(*POINTS[point], effective=effective)
        await pair.red.hurried().slash("move", notation="Tbxc6")
        await hold.reached()
    hold.release()
    before = stored(database)
    assert len(before) > OPENING or point == "acknowledgement", "what is confirmed has been committed"
    async with process(discord_, database, 2):
        if len(before) == OPENING:
            await shown(await pair.red.slash("move", notation="Tbxc6"))
        await pair.channel.wait_for(says("1. Tbxc6["))
        await pair.blue.slash("move", notation="Gcb4")
        await pair.channel.wait_for(says("Blue: Gcb4"))
    assert stored(database)[: len(before)] == before
    await _sound(database)
    (written,) = [json.loads(fields)["dice"] for kind, fields in stored(database) if kind == "rolled"]
    assert [kind for kind, _ in stored(database)] == ["opened", "seated", "moved", "rolled", "moved"]
    boards = [m for m in pair.channel.messages if is_board(m)]
    assert len([m for m in boards if "1. Tbxc6" in m.content and "Gcb4" not in m.content]) == 1
    assert all(f"1. Tbxc6[{written}]" in m.content for m in boards[1:])


async def _sound(database: Path) -> None:
    """See that the dice of game 1 are those of its secret."""
    store = await Database.open(database)
    try:
        ledger = Ledger(store)
        table = await Tables(ledger).find(1)
        assert isinstance(table, Table)
        secret = (await ledger.secret(1)).hex()
        found = check(secret, table.game.commitment, "game 1", table.state.rolls)
        assert found.matches
        assert found.checked
    finally:
        await store.close()
