"""A process that solves problems and answers queries: one line in, one line out, until whoever began it is gone."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import sys
from typing import BinaryIO

from bot.thinking.problem import Problem, Solver
from bot.thinking.query import Query, written

NICER = 10
"""How much the process stands back behind others, above all behind the one that answers people."""

YOUNG = 20_000
"""After how many new objects Python's collector looks for cycles among them: a search makes none."""


def settle() -> None:
    """Let the collector run seldom, and leave out the objects that there are by now."""
    gc.freeze()
    gc.set_threshold(YOUNG)


def work(problems: BinaryIO, solutions: BinaryIO) -> None:
    """Answer each line until there are no more; one to which there is no answer gets an empty line."""
    solver = Solver()
    for line in problems:
        try:
            answer = _answer(solver, line)
        except Exception as problem:  # noqa: BLE001 - told by its kind; the next may be solved
            print(f"a position was not solved: {type(problem).__name__}", file=sys.stderr)
            answer = b"\n"
        solutions.write(answer)
        solutions.flush()


def _answer(solver: Solver, line: bytes) -> bytes:
    fields = json.loads(line)
    if "query" in fields:
        return written(Query.read(fields["query"]).thought())
    return solver.solve(Problem.of(fields)).line()


def main() -> None:
    """Work for the process that holds the other ends of the standard input and output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):  # Windows has no such thing, and a sandbox may forbid it
        os.nice(NICER)
    solutions, sys.stdout = sys.stdout.buffer, sys.stderr
    settle()
    with contextlib.suppress(BrokenPipeError):
        work(sys.stdin.buffer, solutions)
