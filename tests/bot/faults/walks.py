"""Walks along sessions, one fault a run, several runs at a time."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.bot.faults.allowed import later, unsent
from tests.bot.faults.host import Zygote
from tests.bot.faults.playing import Fate, Played, play
from tests.bot.faults.remains import Remains
from tests.bot.faults.scene import Session
from tests.wire import Standin

EXPECTED = ("PyNaCl is not installed", "davey is not installed")
"""What the referee may complain of: it lacks on purpose what it does not need."""
ANSWERS = (403, 404, 429, 500, 502)
"""What Discord answers in place of doing what it is asked."""
REFUSALS = ("403", "404")
"""After these a message stays as it is, a game leaves its thread for the channel around it, or a nudge or a reminder
surely was not sent: that is meant so."""
AT_STOP = 4
"""How many more points are tried than a clean run has passed before it stopped: stopping has some, too."""


class Run(NamedTuple):
    """One run: a session, what happens in it in words, the number of the point or request, the fate, and where."""

    session: Session
    what: str
    number: int
    fate: Fate
    where: str = ""


@dataclass
class Walked:
    """How many faults of a kind befell a session, and the defects found."""

    runs: int = 0
    defects: list[str] = field(default_factory=list)


Found = dict[tuple[str, str], Walked]


def deaths(session: Session, clean: Played) -> list[Run]:
    """A death at every point."""
    numbers = range(1, clean.points + AT_STOP + 1)
    return [Run(session, "death", number, Fate(number, clean=clean.left)) for number in numbers]


def troubles(session: Session, clean: Played) -> list[Run]:
    """Each kind of trouble at every request of the session's own."""
    requests = [line for line in clean.trace if re.search(r" before [A-Z]+ /", line)]
    fate = Fate(clean=clean.left)
    return [
        Run(session, what, number, replace(fate, trouble=trouble, patience=patience), request)
        for number, request in enumerate(requests, 1)
        for what, patience, trouble in _kinds(number - 1)
    ]


def _kinds(after: int) -> list[tuple[str, float, Callable[[Standin], object]]]:
    """Every way in which a request goes wrong, which so many others have preceded."""

    def refuse(status: int, times: int, standin: Standin) -> None:
        standin.fail("*", "", status, times=times, after=after, retry_after=0.02)

    def cut(effective: bool, standin: Standin) -> None:
        standin.lose_reply("*", "", after=after, effective=effective)

    def hang(effective: bool, standin: Standin) -> None:
        standin.delay("*", "", after=after, effective=effective)

    once = [(f"{status}", 300.0, partial(refuse, status, 1)) for status in ANSWERS]
    return [
        *once,
        ("500 to every try", 300.0, partial(refuse, 500, 5)),
        ("cut before it takes effect", 300.0, partial(cut, False)),
        ("cut after it took effect", 300.0, partial(cut, True)),
        ("no answer, no effect", 1.0, partial(hang, False)),
        ("no answer to what took effect", 1.0, partial(hang, True)),
    ]


async def walk(runs: Sequence[Run], blank: Path, workers: int = 1) -> Found:
    """Let each run happen, several at a time; what was found, by session and kind."""
    found: Found = {(run.session.name, run.what): Walked() for run in runs}
    waiting = deque(runs)

    async def work(zygote: Zygote) -> None:
        while waiting:
            run = waiting.popleft()
            defect, happened = await befall(zygote, run, blank)
            walked = found[run.session.name, run.what]
            walked.runs += happened
            walked.defects += [defect] if defect else []

    async with AsyncExitStack() as stack:
        zygotes = [await stack.enter_async_context(Zygote.started()) for _ in range(workers)]
        await asyncio.gather(*map(work, zygotes))
    return found


async def befall(zygote: Zygote, run: Run, blank: Path) -> tuple[str | None, bool]:
    """Let a run happen; the defect that it shows, if any, and whether the fault came to pass at all."""
    where = f"{run.session.name}, {run.what} {run.number} {run.where}"
    try:
        played = await play(zygote, run.session, blank, run.fate)
    except (AssertionError, TimeoutError, LookupError) as problem:
        return f"{where}: {type(problem).__name__}: {problem}", True
    happened = not run.fate.die or len(played.endings) > 1
    assert run.fate.clean is not None
    if run.fate.die:
        point = next((line for line in played.trace if line.startswith(f"{run.number} ")), "")
        wrong = [*run.fate.clean.differences(played.left), *complaints(played)]
        return ("\n".join([f"{where}: {point}", *wrong]) if wrong else None), happened
    refused = run.what in REFUSALS
    stored = run.fate.clean.stored_differences(played.left)
    wrong = [
        *(() if _meant(run, stored, refused=refused) else stored),
        *_badly_shown(run.fate.clean, played.left, final=not refused),
    ]
    return ("\n".join([where, *wrong]) if wrong else None), happened


def _meant(run: Run, stored: Sequence[str], *, refused: bool) -> bool:
    """Whether a store may differ so after a run."""
    return run.session.name == "thread" or unsent(stored) if refused else later(stored)


def complaints(played: Played) -> list[str]:
    """What the referee has complained of, but for what is expected."""
    return [line for line in played.complaints.splitlines() if not any(words in line for words in EXPECTED)]


def _badly_shown(clean: Remains, left: Remains, *, final: bool) -> list[str]:
    """What came twice, and where `final`, what should stand last in a channel but does not.

    A later board may tell of an earlier one.
    """
    wrong = []
    for name, wanted in clean.channels.items():
        lines = left.channels.get(name, [])
        marks = [line.split(" ", 1)[0] for line in lines if not line.startswith("None ")]
        wrong += [f"twice in {name}: {mark}" for mark in sorted(set(marks)) if marks.count(mark) > 1]
        if final and _frame(wanted[-1]) not in map(_frame, lines):
            wrong += [f"- {name}: {wanted[-1]}", *(f"+ {name}: {line}" for line in lines[-2:])]
    return wrong


def _frame(line: str) -> tuple[str, str]:
    """What a message is about, and its files and buttons, without its text."""
    return line.split(" ", 1)[0], line[line.rindex("[", 0, line.rindex(" pings ")) :]
