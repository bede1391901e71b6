"""Deaths in each story: a few of them, and all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.faults.scene import Session
from tests.bot.faults.sessions import SESSIONS
from tests.bot.faults.walks import walk
from tests.suites import SIGNALLED


@SIGNALLED
@pytest.mark.parametrize(
    "deaths", [pytest.param(3, marks=pytest.mark.slow), pytest.param(None, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.name)
async def test_deaths(session: Session, blank: Path, deaths: int | None) -> None:
    """Nothing acknowledged is lost, nothing is done twice, and all is shown in the end."""
    runs, defects = await walk(session, blank, deaths)
    assert defects == []
    assert runs >= (deaths or 20) - 1
