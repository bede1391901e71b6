"""The puzzles that come with the program: one file of JSON lines for each game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from engine.lookahead.puzzles.puzzle import Puzzle, puzzle_from


@lru_cache(maxsize=1)
def shipped() -> Mapping[str, Puzzle]:
    """All of them by their keys, in a fixed order."""
    found: dict[str, Puzzle] = {}
    for path in sorted(files(__package__).joinpath("data").iterdir(), key=lambda path: path.name):
        if path.name.endswith(".jsonl"):
            for line in path.read_text(encoding="utf-8").splitlines():
                puzzle = puzzle_from(line)
                found[puzzle.key] = puzzle
    return found


def puzzle_of_the_day(day: int) -> Puzzle:
    """The puzzle for a day (days since 1970): all in turn, in an order that looks random."""
    puzzles = shipped()
    return puzzles[sorted(puzzles)[day % len(puzzles)]]
