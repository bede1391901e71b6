"""Health, judged by the heartbeat in the file, so that nothing has to listen: for container engines and watchdogs.

The bot writes the time into its file every 30 s while a shard is connected to Discord.
"""

import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

HEARTBEAT = "beat"  # the fact that holds the time of the last beat (UTC ms)
WITHIN_S = 120
AHEAD_S = 5  # tolerance for a beat in the future, if the machine's clock was set back


def judge(path: Path, now: int, within: int = WITHIN_S) -> tuple[bool, str]:
    """Return whether the bot on a file is alive at a time (UTC ms), and why."""
    try:
        if not path.exists():
            return False, f"there's no file {path}; no bot has been started with it"
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=2)) as store:
            found = store.execute("SELECT value FROM facts WHERE name = ?", (HEARTBEAT,)).fetchone()
    except (OSError, sqlite3.Error) as problem:
        return False, f"can't read {path}: {problem}"
    if not found or not str(found[0]).isdecimal():
        return False, f"no bot has run on {path} yet"
    age = (now - int(found[0])) // 1000
    if age > within:
        return False, f"the last heartbeat was {age} s ago: the bot has stopped, hangs, or is cut off from Discord"
    if age < -AHEAD_S:
        return False, f"the last heartbeat is {-age} s in the future: this machine's clock was set back"
    return True, f"last heartbeat {max(0, age)} s ago"


def health(path: Path, within: int) -> int:
    alive, why = judge(path, time.time_ns() // 1_000_000, within)
    print(why, file=sys.stdout if alive else sys.stderr)
    return 0 if alive else 1
