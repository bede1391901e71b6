"""A few deaths in each story; `python -m tests.bot.faults` walks them all."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.bot.faults.scene import Session
from tests.bot.faults.sessions import SESSIONS
from tests.bot.faults.walks import walk

DEATHS = 3
"""At how many points a test lets the referee die."""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed")
@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.name)
async def test_deaths(session: Session, blank: Path) -> None:
    """Nothing acknowledged is lost, nothing is done twice, and all is shown in the end."""
    runs, defects = await walk(session, blank, DEATHS)
    assert defects == []
    assert runs >= DEATHS - 1
