"""Running the command line and gathering what it prints."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.command_line import main

ROOT = Path(__file__).parents[2]
WIN = "c2c3 a4a3 d2e5 g4g3 e5d6 g3g2 d6c6 b5b4 c6d7"
"""A short game that the first player wins."""

Output = tuple[int, list[str], list[str]]


class Runner:
    """Runs commands in this process and gathers their status and lines."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str) -> Output:
        """The status of a command, its lines on standard output and those on standard error."""
        status = main(arguments)
        out, err = self.capsys.readouterr()
        return status, out.splitlines(), err.splitlines()


def in_a_process(*arguments: str, given: str = "") -> Output:
    """The status and the lines of a command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        input=given,
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        check=False,
    )
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()
