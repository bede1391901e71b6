"""The walk along a story, one death a run."""

from __future__ import annotations

from pathlib import Path

from tests.bot.faults.playing import Played, play
from tests.bot.faults.scene import Session

EXPECTED = ("PyNaCl is not installed", "davey is not installed")
"""What the referee may complain of: it lacks on purpose what it does not need."""
AT_STOP = 4
"""How many more points are tried than a clean run has passed before it stopped: stopping has some, too."""


async def walk(session: Session, blank: Path, deaths: int | None = None) -> tuple[int, list[str]]:
    """Let the referee die at every point of a story, or at so many that lie evenly; how many came to pass, and defects.

    Nothing acknowledged may be lost, nothing done twice, and in the end all has to be as without the death.
    """
    clean = await play(session, blank)
    points = clean.points + AT_STOP
    step = points // deaths if deaths else 1
    runs, defects = 0, []
    for number in range(1 + step // 2, points + 1, step):
        try:
            played = await play(session, blank, number, clean.left)
        except (AssertionError, TimeoutError, LookupError) as problem:
            defects.append(f"{session.name}, death {number}: {type(problem).__name__}: {problem}")
            continue
        runs += len(played.endings) > 1
        wrong = [*clean.left.differences(played.left), *complaints(played)]
        if wrong:
            point = next((line for line in played.trace if line.startswith(f"{number} ")), "")
            defects.append("\n".join([f"{session.name}, death {point}", *wrong]))
    return runs, defects


def complaints(played: Played) -> list[str]:
    """What the referee has complained of, but for what is expected."""
    return [line for line in played.complaints.splitlines() if not any(words in line for words in EXPECTED)]
