"""The way of a move, from the command to the board: few modules, few hops to the database, few statements."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import bot
from bot import journal
from bot.app import Referee
from bot.store import Database
from tests.bot.support.people import Pair, settled, told
from tests.wire import Standin

SOURCE = str(Path(bot.__file__).parent)
ROW = "SELECT number, variant, stage"
"""How the statements begin that read rows of games."""


@dataclass
class Way:
    """What a command passes: modules of the bot, statements, and hops: transactions, or statements by themselves.

    `rows` counts the rows of games that are read.
    """

    modules: set[str] = field(default_factory=set)
    hops: list[str] = field(default_factory=list)
    statements: list[str] = field(default_factory=list)
    rows: int = 0


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[Way]:
    way, run = Way(), Database._run

    async def noted(self: Database, statement: str, *values: Any) -> Any:
        if "interaction" in journal.about():
            begins = statement.startswith("BEGIN")
            if begins or not self._connection.in_transaction:
                way.hops.append(statement)
            if not begins and statement != "COMMIT":
                way.statements.append(" ".join(statement.split()))
        found = await run(self, statement, *values)
        if "interaction" in journal.about() and " ".join(statement.split()).startswith(ROW):
            way.rows += len(found)
        return found

    def enter(frame: FrameType, event: str, _: object) -> None:
        source = frame.f_code.co_filename
        if event == "call" and source.startswith(SOURCE) and "interaction" in journal.about():
            way.modules.add(source.removeprefix(SOURCE))

    with monkeypatch.context() as patch:
        patch.setattr(Database, "_run", noted)
        before = sys.getprofile()
        sys.setprofile(enter)
        try:
            yield way
        finally:
            sys.setprofile(before)


@pytest.mark.parametrize("clock", ["none", "3d/move"])
async def test_a_move_goes_straight_to_its_board(
    discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch, clock: str
) -> None:
    """A move in a game that is in memory passes few modules, hops and statements, and its row is read once."""
    pair = await Pair.seated(discord_, clock=clock)
    await pair.moves("Tbc3 Tbc4")
    await settled(referee)
    looking = [task for task in asyncio.all_tasks() if task.get_name().startswith("look after")]
    await asyncio.gather(*looking)  # what follows from earlier moves is none of this one's way
    with watched(monkeypatch) as way:
        await told(await pair.mover.slash("move", notation="Tfe3"))
        await pair.next_board()
        await settled(referee)
    assert len(way.modules) <= 20, "\n".join([str(len(way.modules)), *sorted(way.modules)])
    assert len(way.hops) <= 5, way.hops
    assert len(way.statements) <= 8, way.statements
    assert way.rows == 1
