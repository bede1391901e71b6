"""The command `uci`, as the engine's command line offers it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from engine.notation.pairs import options_of
from engine.uci.conversation import converse
from engine.variants import variant_of

Say = Callable[[str], None]


def add_uci(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Let a command line offer the command."""
    uci = commands.add_parser("uci", help="play by the protocol of chess programs, on standard input and output")
    add_game(uci)
    uci.set_defaults(run=_uci)


def add_game(command: argparse.ArgumentParser) -> None:
    """Let a command take a game with its options."""
    command.add_argument("game", metavar="GAME", help="the id of a game")
    command.add_argument("options", nargs="*", metavar="name=value", help="options of the game")


def _uci(asked: argparse.Namespace, say: Say) -> int:
    converse(variant_of(asked.game, options_of(asked.options)), sys.stdin, say)
    return 0
