"""A few deaths and a few troubles with Discord in each session; `python -m tests.bot.faults` walks them all."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.bot.faults.host import Zygote
from tests.bot.faults.playing import play
from tests.bot.faults.scene import Session
from tests.bot.faults.sessions import SESSIONS
from tests.bot.faults.walks import Run, deaths, troubles, walk
from tests.suites import spread

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="lives are forked")
DEATHS, TROUBLES = 2, 1
"""How many of each a test looks at."""
NAMED = {session.name: session for session in SESSIONS}


async def check(session: Session, blank: Path) -> None:
    """Look at some faults that lie evenly among all, beginning in the middle of the first part."""
    async with Zygote.started() as zygote:
        clean = await play(zygote, session, blank)
    dying, troubled = deaths(session, clean), troubles(session, clean)
    some = [*_some(dying, DEATHS), *_some(troubled, TROUBLES)]
    found = await walk(some, blank)
    assert [] == [defect for walked in found.values() for defect in walked.defects]
    assert DEATHS + TROUBLES == sum(walked.runs for walked in found.values())


def _some(every: list[Run], count: int) -> list[Run]:
    return every[len(every) // count // 2 :: len(every) // count][:count]


@pytest.mark.parametrize("name", spread(1, NAMED))
async def test_faults(name: str, blank: Path) -> None:
    """Nothing acknowledged is lost, nothing is done twice, and all is shown in the end."""
    await check(NAMED[name], blank)
