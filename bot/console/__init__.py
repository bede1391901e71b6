"""Hot-seat play in a terminal, with the use cases, store and pictures of the Discord bot; no token is needed."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.console.hotseat import UNSAID, Against, HotSeat, opened
from bot.console.screens import PromptScreen, Screen, folded
from bot.games import Games
from bot.store import Database, Ledger, StoreError, Unreadable
from engine.model.refusal import Refused

__all__ = ["Against", "play_here"]

DATABASE = Path("local.sqlite")


async def play_here(
    variant: str, options: Sequence[str], code: str = "", time: str = "", against: Against = UNSAID
) -> int:
    """Play at this terminal until the player quits; the exit status is 2 if the game or the file cannot be used.

    `variant` is a game's id, "" for the game last left unfinished or else the first there is; `options` are written
    `name=value`; a position code begins a new game, and so does a time control. The game is kept in DATABASE,
    in the current folder, where its pictures go, too. `against` says what the referee plays.
    """
    screen = PromptScreen() if sys.stdin.isatty() and sys.stdout.isatty() else Screen()
    try:
        database = await Database.open(DATABASE)
        try:
            games = Games(Ledger(database))
            await games.timekeeper.start()
            asked = opened(games, variant, options, code, time, against)
            await HotSeat(games, screen).run(asked)
            await games.timekeeper.stop()
        finally:
            await database.close()
    except Refused as refused:
        told = refused.refusal.text
    except (Unreadable, sqlite3.Error) as problem:
        told = f"cannot use the database {DATABASE}: {problem}"
    except StoreError as problem:
        told = str(problem)
    else:
        return 0
    print(folded(told, shutil.get_terminal_size().columns) if sys.stderr.isatty() else told, file=sys.stderr)
    return 2
