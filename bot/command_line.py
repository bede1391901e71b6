"""The command `hexmarshal`, also as `python -m bot`; `python -m bot --local [GAME]` is `hexmarshal play`.

Each command loads only what it needs, and the processes that think, which import this module, none of it.
"""

import asyncio
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial
from pathlib import Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, by default the bot, and return its exit status; 2 means that nothing was done."""
    from bot.config import BadConfig
    from engine.command_line import replace_unencodable, unheard

    replace_unencodable()
    words = [*(sys.argv[1:] if arguments is None else arguments)] or ["run"]
    if "--local" in words:
        words.remove("--local")
        words.insert(0, "play")
    try:
        status = _run(words)
        sys.stdout.flush()
    except BrokenPipeError:
        return unheard()
    except KeyboardInterrupt:
        return 0
    except BadConfig as problem:
        print(f"Wrong settings: {problem}", file=sys.stderr)
        return 2
    return status


def _run(words: Sequence[str]) -> int:
    if words[0] == "draw":
        from renderer.command_line import main as draw

        return draw(words[1:], prog="hexmarshal draw")
    from bot.config import read_settings

    asked = parser().parse_args(words)
    if asked.command in {"run", "bot"}:
        from bot.app import serve

        return serve(read_settings())
    if asked.command == "play" and asked.web:
        from bot.web.local import play_in_browser

        return asyncio.run(play_in_browser())
    if asked.command == "play":
        from bot.console import play_here

        terms = asked.position, asked.time, asked.referee, asked.seats
        return asyncio.run(play_here(asked.variant, asked.option, *terms))
    path = asked.database or read_settings().database_path
    if asked.command == "health":
        from bot.ops.health import health

        return health(path, asked.within)
    from bot.ops import files

    if asked.command == "doctor":
        return files.doctor(path)
    if asked.command == "backup":
        return files.back_up(path, asked.file, replace=asked.replace, even_damaged=asked.even_damaged)
    return files.restore(path, asked.file, even_damaged=asked.even_damaged)


def parser() -> ArgumentParser:
    """The parser of all commands, each of them the `command` of what it parses."""
    from bot.config import version

    whole = ArgumentParser(
        prog="hexmarshal", description="A Discord bot for hexagonal chess variants and dice-combat chess."
    )
    whole.add_argument("-V", "--version", action="version", version=f"hexmarshal {version()}")
    add = partial(whole.add_subparsers(dest="command", metavar="COMMAND").add_parser)
    add("run", aliases=["bot"], help="run the bot in Discord (the default)")
    play = add("play", help="play at this terminal, against the bot or with everyone at one keyboard")
    play.add_argument("variant", nargs="?", default="", metavar="GAME", help="a game's id")
    play.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the game")
    play.add_argument("--position", default="", metavar="CODE", help="start from a position code or FEN")
    play.add_argument("--time", default="", metavar="CONTROL", help="play with clocks, like 10+5")
    play.add_argument("--referee", default="", metavar="LEVEL", help="play against the bot, level 0 to 8")
    play.add_argument("--seats", default="", metavar="SIDES", help="the sides that the bot plays, like 2,3")
    play.add_argument("--web", action="store_true", help="play in a browser instead")
    add("draw", help="draw boards and replays", add_help=False)
    store = ArgumentParser(add_help=False)
    store.add_argument("--database", type=Path, help="the games' file (default: DATABASE_PATH)")
    copied = ArgumentParser(add_help=False)
    copied.add_argument("file", type=Path, help="the backup")
    copied.add_argument("--even-damaged", action="store_true", help="copy it even if it's damaged")
    backup = add("backup", parents=[copied, store], help="back up all games to a file, even while the bot is running")
    backup.add_argument("--replace", action="store_true", help="overwrite the file if it exists")
    add("restore", parents=[copied, store], help="restore a backup, without anything deleted since")
    add("doctor", parents=[store], help="check the file and replay every game: 0 if sound, 1 if not, 2 if unreadable")
    health = add("health", parents=[store], help="check the bot's heartbeat: 0 if alive, else 1")
    health.add_argument("--within", type=int, default=120, metavar="S", help="the heartbeat's maximum age in seconds")
    return whole
