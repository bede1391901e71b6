"""A process that solves problems: one line in, one line out, until whoever began it is gone."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
from typing import BinaryIO

from bot.thinking.problem import Problem, Solver

NICER = 10
"""How much the process stands back behind others, above all behind the one that answers people."""


def work(problems: BinaryIO, solutions: BinaryIO) -> None:
    """Answer each line until there are no more; a problem that cannot be solved gets an empty line."""
    solver = Solver()
    for line in problems:
        try:
            answer = solver.solve(Problem.read(line)).line()
        except Exception as problem:  # noqa: BLE001 - told by its kind; the next may be solved
            print(f"a position was not solved: {type(problem).__name__}", file=sys.stderr)
            answer = b"\n"
        solutions.write(answer)
        solutions.flush()


def main() -> None:
    """Work for the process that holds the other ends of the standard input and output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICER)
    solutions, sys.stdout = sys.stdout.buffer, sys.stderr
    gc.freeze()
    with contextlib.suppress(BrokenPipeError):
        work(sys.stdin.buffer, solutions)
