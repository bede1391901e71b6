"""Damaged files at the terminal: bad games are passed over, and a file beyond use is refused in one line."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.bot.console.conftest import Typed
from tests.bot.support.damaged import by_hand, garble


async def test_bad_games_at_the_terminal(typed: Typed, caplog: pytest.LogCaptureFixture) -> None:
    """The terminal passes over bad games, which it names, and goes on with the newest of the others."""
    await typed("Tbc3", "quit", variant="hexeh")
    for variant in ("chess", "glinski", "hexeh"):
        await typed("new", "quit", variant=variant)
    with by_hand(Path("local.sqlite")) as store:
        count = store.execute("SELECT max(number) FROM games").fetchone()[0]
        store.execute("UPDATE games SET options = '{' WHERE number = ?", (count,))
        store.execute("UPDATE games SET variant = 'shogi' WHERE number = ?", (count - 1,))
        store.execute("DELETE FROM seats WHERE game > 1")
    text = await typed("games", "quit")
    assert text.startswith("Game 1: Hexeh, resumed.\n")
    lines = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    for number in range(2, count + 1):
        (line,) = [each for each in lines if each.startswith(f"game {number} is set aside: ")]
        assert "\n" not in line
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize("how", ["text", "schema", "page"])
async def test_a_bad_file_at_the_terminal(typed: Typed, how: str) -> None:
    """A file that is no database, or too badly damaged, ends the program with status 2 and one line."""
    path = Path("local.sqlite")
    if how == "text":
        path.write_text("dear diary, " * 1000)  # noqa: ASYNC240 - nothing else runs
    else:
        await typed("Tbc3", "quit", variant="hexeh")
        garble(path, 0 if how == "schema" else 1, b"\xff" * 2000, 100 if how == "schema" else 0)
    (line,) = (await typed("quit", status=2)).splitlines()
    assert line.startswith("cannot use the database local.sqlite: ")
