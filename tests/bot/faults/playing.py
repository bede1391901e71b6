"""Playing a session through, whatever happens in its course."""

from __future__ import annotations

import shutil
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.store import Database
from tests.bot.faults.host import Died, Host
from tests.bot.faults.remains import Remains, remains
from tests.bot.faults.scene import Scene, Session, Step
from tests.wire import Outcome, Standin

TRIES = 4


class Defect(AssertionError):
    """Something lost, done twice, or never shown."""


@dataclass(frozen=True)
class Played:
    """What a session has left, the points of its first life, how its lives ended, and what they complained of."""

    left: Remains
    points: int
    trace: tuple[str, ...]
    endings: tuple[int, ...]
    complaints: str


async def empty_store(path: Path) -> None:
    """Make the file of a store without games, whose schema is up to date."""
    await (await Database.open(path)).close()


@asynccontextmanager
async def hosted(session: Session, blank: Path) -> AsyncIterator[Host]:
    """A host with a stand-in and a file of its own; `blank` is a store without games."""
    with TemporaryDirectory(prefix="faults") as name:
        async with Standin(compress=False) as standin:
            for person in ("alice", "bob"):
                standin.human(person)
            host = Host(standin, Path(name), session.terms)
            shutil.copy(blank, host.database)
            try:
                yield host
            finally:
                if host.alive:
                    await host.stop(signal.SIGKILL)
                host.panel.close()


async def play(session: Session, blank: Path, die: int = 0, clean: Remains | None = None) -> Played:
    """Play a session to its end; raises Defect where something goes wrong for its people.

    Its first life ends at the point `die`, if any; in the end it is waited until what is left is the same as after a
    `clean` run, or for long.
    """
    async with hosted(session, blank) as host:
        scene = Scene(host)
        await host.start(die)
        host.panel["armed"] = 1
        for step in session.steps:
            await _take(scene, step)
        if host.alive:
            await host.quiet(lambda: _same(host, clean))
            await host.stop()
        if host.endings[-1] == -signal.SIGKILL:
            await host.start()
            await host.quiet(lambda: False)
            await host.stop()
        if any(host.endings[:-1]) and host.endings[0] != -signal.SIGKILL:
            raise Defect(f"a life ended with {host.endings}: {host.log.read_text()}")
        points = host.panel["points"]
        left = remains(host.standin, host.database)
        complaints = host.log.read_text() if host.log.exists() else ""
        return Played(left, points, tuple(host.trace), tuple(host.endings), complaints)


def _same(host: Host, clean: Remains | None) -> bool:
    return clean is not None and not clean.differences(remains(host.standin, host.database))


async def _take(scene: Scene, step: Step) -> None:
    """Take a step until it has taken effect; start the referee again when it has died."""
    host, vain = scene.host, ""
    for _ in range(TRIES):
        if not host.alive:
            await host.start()
        if host.database.exists() and step.done(scene):
            await host.quiet(lambda: not scene.lagging)
            return
        before = len(scene.acts)
        try:
            await host.during(step.act(scene))
            died = not await host.quiet(lambda: step.done(scene) and not scene.lagging)
        except Died:
            await host.quiet()
            died = True
        except TimeoutError as problem:  # what was awaited has not come: people try again
            vain, died = f"{problem}", False
        if died:
            promised = [
                words for outcome in scene.acts[before:] for words in _told(outcome) if words.startswith(step.told)
            ]
            if promised and step.told and not step.done(scene):
                raise Defect(f"{step.name}: lost after {promised}")
            await host.start()
    if not step.done(scene):
        told = [words for outcome in scene.acts[-TRIES:] for words in _told(outcome)]
        raise Defect(f"{step.name}: does not take effect: {told} {vain}")


def _told(outcome: Outcome) -> list[str]:
    """What somebody has been told in answer, if anything."""
    state = outcome.interaction
    answers = [state.original, *state.followups] if state.source is None else state.followups
    return [message.content for message in answers if message is not None and not message.loading]
