"""Walk faults by hand: `python -m tests.bot.faults --help`."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import time
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bot.faults import diskerrors, powercuts
from tests.bot.faults.host import Zygote
from tests.bot.faults.matches import MATCHES, Act
from tests.bot.faults.playing import Played, empty_store, play
from tests.bot.faults.scene import Session
from tests.bot.faults.sessions import SESSIONS
from tests.bot.faults.walks import deaths, troubles, walk

SHOWN = 12
"""How many lines of a defect are shown."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bot.faults", description="Walk faults one by one.")
    parser.add_argument(
        "what",
        choices=("walk", "discord", "power", "disk"),
        help="deaths at every point; Discord's misbehaviour at every request; power cuts; errors of the disk",
    )
    parser.add_argument("--session", default="", help="only the sessions whose name holds this")
    parser.add_argument("--every", type=int, default=1, help="only every so many-th fault")
    parser.add_argument("--workers", type=int, default=2, help="how many runs at a time")
    parser.add_argument("--new", action="store_true", help="power and disk: begin without a file, so that it is made")
    return parser


async def _sessions(asked: argparse.Namespace, folder: Path) -> int:
    blank, count = folder / "blank.sqlite", 0
    await empty_store(blank)
    for session in (each for each in SESSIONS if asked.session in each.name):
        began, clean = time.monotonic(), await _clean(session, blank)
        runs = (deaths if asked.what == "walk" else troubles)(session, clean)
        found = await walk(runs[:: asked.every], blank, asked.workers)
        defects = [defect for walked in found.values() for defect in walked.defects]
        many = sum(walked.runs for walked in found.values())
        print(f"{session.name}: {many} runs, {len(defects)} defects, {time.monotonic() - began:.0f} s", flush=True)
        for defect in defects:
            print("    " + "\n      ".join(defect.splitlines()[:SHOWN]), flush=True)
        count += len(defects)
    return count


async def _clean(session: Session, blank: Path) -> Played:
    async with Zygote.started() as zygote:
        return await play(zygote, session, blank)


async def _blank(asked: argparse.Namespace, folder: Path) -> Path:
    """A store without games, or an empty file, which SQLite takes for a new one."""
    blank = folder / "blank.sqlite"
    if asked.new:
        blank.touch()
    else:
        await empty_store(blank)
    return blank


async def _power(asked: argparse.Namespace, folder: Path) -> int:
    total = 0
    for name, acts in matches(asked):
        tape = await powercuts.record(await _blank(asked, folder), folder, acts)
        cuts = [(after, way) for after in range(len(tape.changes) + 1) for way in powercuts.WAYS][:: asked.every]
        defects = [defect for after, way in cuts if (defect := powercuts.check(tape, after, way, folder))]
        done = f"{len(tape.changes)} changes, {len(tape.commits) - 1} commits, {len(tape.told)} acts told"
        print(f"{name}: {done}, {len(cuts)} cuts, {len(defects)} defects", flush=True)
        print(*defects[:SHOWN], sep="\n")
        total += len(defects)
    return total


def matches(asked: argparse.Namespace) -> list[tuple[str, Sequence[Act]]]:
    """The matches whose names hold what is asked for."""
    return [(name, acts) for name, acts in MATCHES.items() if asked.session in name]


async def _disk(asked: argparse.Namespace, folder: Path) -> int:
    blank = await _blank(asked, folder)
    total = 0
    for (name, acts), kind in product(matches(asked), diskerrors.KINDS):
        count, expected = await diskerrors.calls(blank, folder, acts)
        numbers = range(1, count + 1, asked.every)
        checks = [await diskerrors.check(blank, folder, kind, number, expected, acts) for number in numbers]
        defects = [defect for defect in checks if defect]
        print(f"{name}, {kind.name}: {count} calls, {len(checks)} runs, {len(defects)} defects", flush=True)
        print(*defects[:SHOWN], sep="\n")
        total += len(defects)
    return total


def main(arguments: Sequence[str] | None = None) -> int:
    """Walk; the exit status is 1 where a defect was found."""
    asked = _parser().parse_args(arguments)
    walks = {"walk": _sessions, "discord": _sessions, "power": _power, "disk": _disk}
    logging.disable()
    with TemporaryDirectory(prefix="faults") as folder:
        return int(asyncio.run(walks[asked.what](asked, Path(folder))) > 0)


if __name__ == "__main__":
    sys.exit(main())
