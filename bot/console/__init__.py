"""Hot-seat play in a terminal, with the use cases, store and pictures of the Discord bot; no token is needed."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.console.acting import is_due, move
from bot.console.commands import carry_out, welcome, words_to_type
from bot.console.hotseat import HotSeat
from bot.console.looking import LEAVING, with_way_on
from bot.console.opening import opened, sit
from bot.console.screens import PromptScreen, Screen, folded
from bot.games import Games
from bot.games.refusals import if_granted
from bot.store import Database, Ledger, StoreError, Unreadable
from engine.model.refusal import Refused

DATABASE = Path("local.sqlite")


async def play_here(
    variant: str, options: Sequence[str], code: str = "", time: str = "", level: str = "", sides: str = ""
) -> int:
    """Play at this terminal until the player quits; the exit status is 2 if the game or the file cannot be used.

    `variant` is a game's id, "" for the game last left unfinished or else the first there is; `options` are written
    `name=value`; a position code begins a new game, and so does a time control. The game is kept in DATABASE,
    in the current folder, where its pictures go, too. `level` and `sides` say what the referee plays.
    """
    screen = PromptScreen() if sys.stdin.isatty() and sys.stdout.isatty() else Screen()
    try:
        database = await Database.open(DATABASE)
        try:
            games = Games(Ledger(database))
            await games.play.start()
            opening = opened(games, variant, options, code, time, level, sides)
            table, wanted = await screen.wait("Opening the games", opening)
            here = HotSeat(games, screen, table)
            await sit(here, table, wanted)
            screen.say(welcome(here))
            await _play(here)
            await games.play.stop()
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


async def _play(here: HotSeat) -> None:
    """Play until the player quits or the input ends."""
    leaving = False
    while True:
        try:
            line, mine = "", is_due(here)
            if not mine:
                style, prompt = here.prompt()
                line = (await here.screen.ask(prompt, words_to_type(here), style)).strip()
                leaving = False
            if line.casefold() in LEAVING:
                return
            await here.fall_flag()
            if mine and is_due(here):
                await move(here)
            elif line:
                await carry_out(here, line)
        except Refused as refused:
            here.screen.say(with_way_on(refused.refusal))
        except EOFError:
            return
        except KeyboardInterrupt:
            if leaving:
                return
            leaving = True
            here.screen.say("Ctrl-C again leaves; the game is kept.")
        await here.games.play.stop()
        here.table = await if_granted(here.games.tables.find(here.table.game.number)) or here.table
