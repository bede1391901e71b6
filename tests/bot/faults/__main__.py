"""Walk faults by hand: `python -m tests.bot.faults --help`."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bot.faults.deaths import walk
from tests.bot.faults.host import Zygote
from tests.bot.faults.playing import empty_store, play
from tests.bot.faults.sessions import SESSIONS


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bot.faults", description="Walk faults one by one.")
    parser.add_argument("what", choices=("show", "walk"))
    parser.add_argument("--session", default="", help="only sessions whose name holds this")
    parser.add_argument("--every", type=int, default=1, help="only every so many-th point")
    parser.add_argument("--first", type=int, default=1, help="the first point")
    parser.add_argument("--last", type=int, default=10_000, help="the last point")
    return parser


async def _run(asked: argparse.Namespace) -> int:
    defects = runs = 0
    async with Zygote.started() as zygote:
        with TemporaryDirectory(prefix="faults") as folder:
            blank = Path(folder) / "blank.sqlite"
            await empty_store(blank)
            for session in [each for each in SESSIONS if asked.session in each.name]:
                began = time.monotonic()
                if asked.what == "show":
                    played = await play(zygote, session, blank)
                    print(session.name, played.points, played.endings, *played.trace, sep="\n  ")
                    print(played.left, played.complaints)
                    continue
                found = await walk(zygote, session, blank, range(asked.first, asked.last + 1, asked.every))
                defects += len(found.defects)
                runs += found.runs
                print(
                    f"{session.name}: {found.points} points, {found.runs} runs, {len(found.defects)} defects,"
                    f" {time.monotonic() - began:.0f} s",
                    flush=True,
                )
                for defect in found.defects:
                    print("  " + defect.replace("\n", "\n    "), flush=True)
    print(f"{runs} runs, {defects} defects")
    return int(defects > 0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Walk; the exit status is 1 where a defect was found."""
    return asyncio.run(_run(_parser().parse_args(arguments)))


if __name__ == "__main__":
    sys.exit(main())
