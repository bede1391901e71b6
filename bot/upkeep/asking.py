"""What the commands that look after a file have in common."""

from __future__ import annotations

import argparse
from pathlib import Path

from bot.config import read_settings

WRONG = 2
"""The exit status where a command was not carried out, and nothing has changed."""


def add_database(parser: argparse.ArgumentParser) -> None:
    """Let a command be told another file than the settings name."""
    parser.add_argument("--database", type=Path, help="the file of the games; without it DATABASE_PATH")


def database_of(asked: argparse.Namespace) -> Path:
    """The file of the games; BadConfig where the settings that would name it are wrong."""
    given: Path | None = asked.database
    return given or read_settings().database_path
