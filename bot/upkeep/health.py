"""Whether the bot is healthy, judged by its heartbeat in the file: for container engines and other watchdogs.

Nothing listens for it. Every 30 s the bot notes the time in its file, as long as a shard is connected to Discord.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from bot.config import BadConfig, read_settings

HEARTBEAT = "beat"
"""The fact in which a running referee notes the time (UTC ms)."""
WITHIN = 120
"""How long ago (s) the heart may have beaten: four beats."""
AHEAD = 5
"""How far (s) a beat may lie ahead of a clock that was set back meanwhile."""


def last_beat(path: Path) -> int | None:
    """When the heart beat last (UTC ms), None where it never did; sqlite3.Error where that cannot be read."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=2)) as store:
        found = store.execute("SELECT value FROM facts WHERE name = ?", (HEARTBEAT,)).fetchone()
    return int(found[0]) if found and str(found[0]).isdecimal() else None


def judge(path: Path, now: int, within: int = WITHIN) -> tuple[bool, str]:
    """Whether the referee that keeps its games in a file is alive at a time (UTC ms), and why that is thought."""
    try:
        if not path.exists():
            return False, f"there is no file {path}; no referee has been started with it"
        beat = last_beat(path)
    except (OSError, sqlite3.Error) as problem:
        return False, f"cannot read {path}: {problem}"
    if beat is None:
        return False, f"no referee has run on {path} yet"
    age = (now - beat) // 1000
    if age > within:
        return False, f"the heart last beat {age} s ago: the bot is stopped or hangs, or is cut off from Discord"
    if age < -AHEAD:
        return False, f"the heart last beat {-age} s in the future: the clock of this machine was set back"
    return True, f"the heart beat {max(0, age)} s ago"


def health(words: Sequence[str]) -> int:
    """Print whether the referee is alive; the exit status is 0 if so, 1 if not, 2 for wrong settings."""
    parser = argparse.ArgumentParser(prog="hexmarshal health", description="Whether the referee is alive: 0, else 1.")
    parser.add_argument("--within", type=int, default=WITHIN, metavar="S", help="how long ago (s) it may have beaten")
    asked = parser.parse_args(words)
    try:
        path = read_settings().database_path
    except BadConfig as problem:
        print(f"Wrong settings: {problem}", file=sys.stderr)
        return 2
    alive, why = judge(path, time.time_ns() // 1_000_000, asked.within)
    print(why, file=sys.stdout if alive else sys.stderr)
    return 0 if alive else 1
