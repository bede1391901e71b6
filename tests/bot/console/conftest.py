"""Lines typed at the terminal, and what it writes."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.console import play_here
from bot.games import Games
from tests.bot.support.minds import Threads
from tests.bot.support.timed import Time
from tests.wire import ROOT

Typed = Callable[..., Awaitable[str]]
Started = Callable[..., Any]


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Let time stand still at noon."""
    time = Time()
    monkeypatch.setattr("bot.web.local.Games", partial(Games, now=time))
    return time


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    """Type lines at the referee in an empty folder, and give what it writes; further words go to `play_here`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.games.Thinkers", Threads)

    async def play(*lines: str, variant: str = "", options: tuple[str, ...] = (), status: int = 0, **more: Any) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert await play_here(variant, options, **more) == status
        written = capsys.readouterr()
        assert (written.err == "") == (status == 0)
        return written.out + written.err

    return play


def after(line: str, text: str) -> str:
    """What follows a typed line, up to the next prompt."""
    answer = re.search(rf"^\w+> {re.escape(line)}\n(.*?)(?=^\w+> |\Z)", text, re.DOTALL | re.MULTILINE)
    assert answer, f"{line!r} is not in:\n{text}"
    return answer[1]


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Started]:
    """Start the referee on a terminal of its own of so many columns, in an empty folder."""
    pexpect = pytest.importorskip("pexpect")
    children = []

    def start(*words: str, columns: int = 120) -> Any:
        child = pexpect.spawn(
            sys.executable,
            ["-m", "bot", "--local", *words, "--referee", "off"],
            cwd=str(tmp_path),
            env=os.environ
            | {"TERM": "xterm", "PYTHONPATH": str(ROOT), "PROMPT_TOOLKIT_NO_CPR": "1", "BROWSER": "true"},
            encoding="utf-8",
            dimensions=(50, columns),
            timeout=60,
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)
