"""Clocks at the terminal: begun, shown, flagged, claimed, paused, kept over a restart."""

from __future__ import annotations

import re
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bot.console import play_here
from bot.games import Games
from engine.clocks.control import DAY
from tests.bot.console.conftest import after
from tests.bot.support.timed import Time

Typed = Callable[..., Awaitable[str]]


class Lines:
    """Typed lines; a line `wait N` lets N days pass and is not seen by the referee."""

    def __init__(self, lines: tuple[str, ...], time: Time) -> None:
        self.lines = iter(lines)
        self.time = time

    def isatty(self) -> bool:
        """Whether this is a terminal: it is a pipe."""
        return False

    def readline(self) -> str:
        """The next line that is not waited through; "" at the end."""
        for line in self.lines:
            if not line.startswith("wait "):
                return f"{line}\n"
            self.time.go(int(line.removeprefix("wait ")) * DAY)
        return ""


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Let time stand still at noon."""
    time = Time()
    monkeypatch.setattr("bot.console.Games", partial(Games, now=time))
    return time


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], time: Time) -> Typed:
    """Type lines at the referee in an empty folder, and give what it writes."""
    monkeypatch.chdir(tmp_path)

    async def play(*lines: str, clock: str = "", status: int = 0) -> str:
        monkeypatch.setattr(sys, "stdin", Lines(lines, time))
        assert await play_here("", (), "", clock) == status
        written = capsys.readouterr()
        return written.out + written.err

    return play


async def test_clocks_are_shown(typed: Typed) -> None:
    """With --time a game begins with clocks, which every board tells."""
    text = await typed("Tbc3", clock="3 days/move")
    assert "Red runs out of time on 2025-11-24 at 12:00 UTC; Blue has 3 days. Time: 3 days per move.\n" in text
    assert "resumed" not in text
    assert "Blue runs out of time on 2025-11-24 at 12:00 UTC; Red has 3 days." in after("Tbc3", text)


async def test_a_bad_time(typed: Typed) -> None:
    """A time that cannot be read ends the program with a sentence, and begins no game at the prompt."""
    assert (await typed(clock="soon", status=2)).startswith("I can't read “soon” as a time control. Write none,")
    text = await typed("new time later", "games")
    assert after("new time later", text).startswith("I can't read “later” as a time control.")
    assert "#2" not in after("games", text)


async def test_new_games_with_time(typed: Typed) -> None:
    """At the prompt `new time` begins a game with clocks, behind a game and its options or alone."""
    text = await typed("new time 10+5", "new hexeh travelers=straight time 7d+1d max 10d")
    assert "Time: 10 minutes + 5 seconds.\n" in after("new time 10+5", text)
    assert re.search(r"Red runs out of time in 10 minutes, at \d\d:\d0:00;", after("new time 10+5", text))
    assert "Game 3: Hexeh, travelers=straight.\n" in text
    assert "Time: 7 days + 1 day, at most 10.\n" in text


async def test_a_flag_falls(typed: Typed) -> None:
    """A line typed after the deadline is too late: the flag has fallen."""
    text = await typed("Tbc3", "wait 3", "b5c4", clock="3d")
    assert "Blue has run out of time.\n" in after("b5c4", text)
    assert "Game over. Red wins: time ran out.\n" in after("b5c4", text)
    assert "This game is over: Red wins: time ran out.\n" in after("b5c4", text)


async def test_claiming(typed: Typed) -> None:
    """In a soft game the other side claims with `flag`."""
    text = await typed("flag", "wait 3", "flag", clock="3d soft")
    assert after("flag", text) == "Red has 3 days left.\n"
    assert 'Red has run out of time; "flag" claims the win.\n' in text
    assert "Blue claims that Red has run out of time.\n" in text
    assert "Game over. Blue wins: time ran out.\n" in text


async def test_pausing(typed: Typed) -> None:
    """A pause stops the clock until it is resumed; without a clock there is none."""
    text = await typed("pause", "wait 9", "Tbc3", "pause", "resume", "Tbc3", clock="3d")
    assert "Blue agrees: the game is paused.\n" in after("pause", text)
    assert after("Tbc3", text).startswith("The game is paused.")
    assert "The game is already paused." in text
    assert "Red resumes the game.\n" in after("resume", text)
    assert "Blue runs out of time on 2025-12-03 at 12:00 UTC" in text
    assert "This game has no clock." in after("pause", await typed("new hexeh", "pause"))


async def test_time_between_two_sittings(typed: Typed, tmp_path: Path, time: Time) -> None:
    """While nobody sits at the terminal for longer than the grace, no clock runs; the record tells the control."""
    await typed("Tbc3", clock="3d")
    time.go(9 * DAY)
    text = await typed("board", "record")
    assert "Blue runs out of time on 2025-12-03 at 12:00 UTC; Red has 3 days." in after("board", text)
    assert '[TimeControl "3d/move"]' in after("record", text)
    with closing(sqlite3.connect(tmp_path / "local.sqlite")) as store:
        kinds = store.execute("SELECT group_concat(kind) FROM events").fetchall()
    assert kinds == [("clock-started,moved,credited",)]
