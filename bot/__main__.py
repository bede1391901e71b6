"""Start the referee: `python -m bot` in Discord, `python -m bot --local [VARIANT]` in this terminal."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from bot import journal
from bot.config import BadConfig, ignored, read_settings
from bot.upkeep.commands import COMMANDS

log = logging.getLogger(__name__)


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=prog, description="A referee for board games.")
    parser.add_argument("--local", nargs="?", const="", metavar="VARIANT", help="play here, everybody at one keyboard")
    add_game_options(parser)
    return parser


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Let a parser read how a local game begins."""
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the local game")
    parser.add_argument("--position", default="", metavar="CODE", help="begin the local game from a code or a FEN")
    parser.add_argument("--time", default="", metavar="CONTROL", help="begin the local game with clocks, such as 10+5")
    parser.add_argument(
        "--referee", default="", metavar="LEVEL", help="play against the referee at a level from 1 to 8"
    )
    parser.add_argument("--seats", default="", metavar="SIDES", help="the sides that the referee plays, such as 2,3")


def play(asked: argparse.Namespace) -> int:
    """Play at this terminal, as `add_game_options` and `variant` say; the exit status."""
    from bot.console import Against, play_here  # noqa: PLC0415 - each way to play loads only what it needs
    from engine.command_line import unheard  # noqa: PLC0415 - each way to play loads only what it needs

    try:
        return asyncio.run(
            play_here(asked.variant, asked.option, asked.position, asked.time, Against(asked.referee, asked.seats))
        )
    except KeyboardInterrupt:
        return 0
    except BrokenPipeError:
        return unheard()


def main(arguments: Sequence[str] | None = None, prog: str = "python -m bot") -> int:
    """Run until stopped; the exit status is 2 if a setting is missing or wrong, 1 if Discord cannot be reached.

    Once it has logged in, a connection that is lost is made anew for as long as that takes. `prog` is what the help
    calls the program.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words and words[0] in COMMANDS:
        return COMMANDS[words[0]].run(words[1:])
    parser = _parser(prog)
    asked = parser.parse_args(words)
    if asked.local is not None:
        asked.variant = asked.local
        return play(asked)
    if asked.option or asked.position or asked.time or asked.referee or asked.seats:
        parser.error("--option, --position, --time, --referee and --seats go with --local")
    try:
        settings = read_settings()
    except BadConfig as problem:
        print(f"Wrong settings: {problem}", file=sys.stderr)
        return 2
    journal.begin(settings.log_level)
    for each in ignored(settings):
        log.warning("%s", each)
    from bot.serving import serve  # noqa: PLC0415 - each way to play loads only what it needs

    return serve(settings)


if __name__ == "__main__":
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    sys.exit(main())
