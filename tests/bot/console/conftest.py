"""Lines typed at the terminal, and what it writes."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.console import play_here
from tests.bot.support.minds import Threads

Typed = Callable[..., Awaitable[str]]


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
