"""The commands of this room, as the engine's command line offers them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from engine.matches.conversation import converse
from engine.notation.pairs import options_of
from engine.variants import variant_of

Say = Callable[[str], None]


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Let a command line offer the commands."""
    uci = commands.add_parser("uci", help="play by the protocol of chess programs, on standard input and output")
    _add_game(uci)
    uci.set_defaults(run=_uci)


def _add_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="the id of a game")
    command.add_argument("options", nargs="*", metavar="name=value", help="options of the game")


def _uci(asked: argparse.Namespace, say: Say) -> int:
    converse(variant_of(asked.game, options_of(asked.options)), sys.stdin, say)
    return 0
