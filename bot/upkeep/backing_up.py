"""The command that makes a backup."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.config import BadConfig
from bot.games import utc_now
from bot.store import StoreError
from bot.store.copies import Damaged, copy
from bot.upkeep.asking import WRONG, add_database, database_of


def back_up(arguments: Sequence[str]) -> int:
    """Make a backup; 0 once it is on the disk, 1 if the file is damaged, 2 if none could be made."""
    parser = argparse.ArgumentParser(
        prog="hexmarshal backup",
        description="Copy all games into a file, as they are at one moment. The bot may be running meanwhile.",
    )
    parser.add_argument("file", type=Path, help="where the copy goes")
    parser.add_argument("--replace", action="store_true", help="overwrite the file if it is there")
    parser.add_argument("--even-damaged", action="store_true", help="make the copy even if it is not sound")
    add_database(parser)
    asked = parser.parse_args(arguments)
    try:
        source = database_of(asked)
        copy(source, asked.file, utc_now(), replace=asked.replace, even_damaged=asked.even_damaged)
    except Damaged as problem:
        print(f"{problem}. --even-damaged copies it as it is.", file=sys.stderr)
        return 1
    except (StoreError, BadConfig, OSError) as problem:
        print(problem, file=sys.stderr)
        return WRONG
    size = asked.file.stat().st_size
    print(f"{asked.file}: {size / 1e6:.1f} MB, checked and synced.")
    return 0
