"""The command `hexmarshal`: all that the program can do, by name."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

from bot import __main__ as bot
from bot.upkeep.commands import COMMANDS as UPKEEP
from bot.upkeep.subcommand import Subcommand
from bot.version import version
from engine import command_line as engine

NAME = "hexmarshal"


def _play(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog=f"{NAME} play", description="Play here, against the referee or everybody at one keyboard."
    )
    parser.add_argument("variant", nargs="?", default="", metavar="VARIANT", help="a game's id; `games` lists them")
    bot.add_game_options(parser)
    return bot.play(parser.parse_args(words))


def _draw(words: Sequence[str]) -> int:
    from renderer.__main__ import main  # noqa: PLC0415 - only who draws needs a canvas

    return main(words, prog=f"{NAME} draw")


COMMANDS: Mapping[str, Subcommand] = MappingProxyType(
    {
        "play": Subcommand("play at this terminal, against the referee or everybody at one keyboard", _play),
        "bot": Subcommand("referee games in Discord", partial(bot.main, prog=f"{NAME} bot")),
        "engine": Subcommand("moves, positions and records at the prompt", partial(engine.main, prog=f"{NAME} engine")),
        "draw": Subcommand("boards and replays as pictures", _draw),
        **UPKEEP,
    }
)
"""What can be asked for: `hexmarshal NAME …`."""


def usage() -> str:
    """The commands, a line each."""
    width = max(map(len, COMMANDS))
    lines = [f"  {name:{width}}  {command.help}" for name, command in COMMANDS.items()]
    return "\n".join(
        [
            f"usage: {NAME} COMMAND …",
            "",
            "A Discord referee for hexagonal chess variants and dice-combat chess.",
            "",
            *lines,
            "",
            f"`{NAME} COMMAND --help` says more about one, `{NAME} --version` which version this is.",
        ]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is the command's own, 2 where there is no such command."""
    engine.replace_unencodable()
    name, *words = [*(sys.argv[1:] if arguments is None else arguments)] or [""]
    if name in {"-h", "--help", "help"}:
        print(usage())
        return 0
    if name in {"-V", "--version"}:
        print(f"{NAME} {version()}")
        return 0
    if name not in COMMANDS:
        near = difflib.get_close_matches(name, COMMANDS, 1)
        guess = f"; did you mean {near[0]}?" if near else ""
        print(f"{NAME}: there is no command {name!r}{guess}\n\n{usage()}" if name else usage(), file=sys.stderr)
        return 2
    try:
        status = COMMANDS[name].run(words)
        sys.stdout.flush()
    except BrokenPipeError:
        return engine.unheard()
    return status
