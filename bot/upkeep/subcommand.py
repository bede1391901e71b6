"""A command of the terminal, as the program that dispatches to it sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Subcommand:
    """A command: what it is for, in a line, and what runs it.

    `run` gets the arguments that follow its name, reads them itself, prints, and returns the exit status; it leaves by
    SystemExit(2) where they are wrong, or (0) where it was asked for help.
    """

    help: str
    run: Callable[[Sequence[str]], int]
