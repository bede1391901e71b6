"""The arguments of `hexmarshal` and its commands."""

from __future__ import annotations

from argparse import ArgumentParser
from functools import partial
from pathlib import Path

from bot.config import version


def parser() -> ArgumentParser:
    """Return the parser of all commands, each of them the `command` of what it parses."""
    whole = ArgumentParser(
        prog="hexmarshal", description="A Discord referee for hexagonal chess variants and dice-combat chess."
    )
    whole.add_argument("-V", "--version", action="version", version=f"hexmarshal {version()}")
    add = partial(whole.add_subparsers(dest="command", metavar="COMMAND").add_parser)
    add("run", aliases=["bot"], help="referee games in Discord (the default)")
    play = add("play", help="play at this terminal, against the referee or everybody at one keyboard")
    play.add_argument("variant", nargs="?", default="", metavar="GAME", help="a game's id")
    play.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the game")
    play.add_argument("--position", default="", metavar="CODE", help="begin from a code or a FEN")
    play.add_argument("--time", default="", metavar="CONTROL", help="begin with clocks, such as 10+5")
    play.add_argument("--referee", default="", metavar="LEVEL", help="play against the referee, level 1 to 8")
    play.add_argument("--seats", default="", metavar="SIDES", help="the sides that the referee plays, such as 2,3")
    add("draw", help="draw boards and replays", add_help=False)
    store = ArgumentParser(add_help=False)
    store.add_argument("--database", type=Path, help="the file of the games (default: DATABASE_PATH)")
    copied = ArgumentParser(add_help=False)
    copied.add_argument("file", type=Path, help="the backup")
    copied.add_argument("--even-damaged", action="store_true", help="copy it even if it is damaged")
    backup = add("backup", parents=[copied, store], help="copy all games into a file; the bot may be running")
    backup.add_argument("--replace", action="store_true", help="overwrite the file if it exists")
    add("restore", parents=[copied, store], help="put a backup in place of the games, without what was deleted since")
    add("doctor", parents=[store], help="check the file and replay every game: 0 if sound, 1 if not, 2 if unreadable")
    health = add("health", parents=[store], help="check that the bot is alive, by its heartbeat: 0 if so, else 1")
    health.add_argument("--within", type=int, default=120, metavar="S", help="how many seconds old the beat can be")
    return whole
