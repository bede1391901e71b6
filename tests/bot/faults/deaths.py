"""Deaths at every point of a session, one by one: nothing acknowledged is lost, nothing is done twice, all is shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.bot.faults.host import Zygote
from tests.bot.faults.playing import Played, play
from tests.bot.faults.scene import Session

HARMLESS = ("PyNaCl is not installed", "davey is not installed")


@dataclass
class Walked:
    """How many points a clean run has, how many runs died, and what was found."""

    points: int
    runs: int
    defects: list[str]


async def walk(zygote: Zygote, session: Session, blank: Path, points: Iterable[int]) -> Walked:
    """Die at each of some points; beyond the last one nobody dies, and the walk ends."""
    clean = await play(zygote, session, blank)
    found = Walked(clean.points, 0, complaints(clean))
    for point in points:
        try:
            played = await play(zygote, session, blank, point, clean.left)
        except (AssertionError, TimeoutError, LookupError) as problem:
            found.defects.append(f"{session.name}, point {point}: {type(problem).__name__}: {problem}")
            found.runs += 1
            continue
        if len(played.endings) == 1:
            break
        found.runs += 1
        different = clean.left.differences(played.left) + complaints(played)
        if different:
            where = next((line for line in played.trace if line.startswith(f"{point} ")), "?")
            found.defects.append("\n".join([f"{session.name}, {where}", *different]))
    return found


def complaints(played: Played) -> list[str]:
    """What the referee has complained of, but for what it lacks on purpose."""
    return [line for line in played.complaints.splitlines() if not any(words in line for words in HARMLESS)]
