"""Surveys: a finished game looked through for puzzles, in pieces short enough for games that come meanwhile."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from typing import Any

from bot.thinking.problem import Problem
from engine.lookahead.puzzles.mining import Prospect, prospects
from engine.lookahead.puzzles.puzzle import Goal, Puzzle, puzzle_from

MOST = 12
"""How many places of a game are looked at."""
PATIENCE = 10_000
"""How many positions are looked at before a place is given up."""


def survey_line(problem: Problem) -> bytes:
    """A game to be surveyed, as a line of JSON."""
    return b'{"survey":' + problem.line().rstrip() + b"}\n"


def surveyed(problem: Problem) -> bytes:
    """The places of a game where there may be puzzles, as a line of JSON."""
    found = islice(prospects(problem.state()), MOST)
    return json.dumps([_fields(each) for each in found]).encode() + b"\n"


def read_survey(line: bytes) -> list[Prospect]:
    """The places in a line; ValueError where it holds none."""
    return [prospect_of(fields) for fields in json.loads(line)]


def dig_line(prospect: Prospect) -> bytes:
    """A place to be looked at, as a line of JSON."""
    return json.dumps({"dig": _fields(prospect)}).encode() + b"\n"


def dug(prospect: Prospect) -> bytes:
    """The puzzle of a place, as a line of JSON; null where it is none."""
    puzzle = prospect.puzzle(PATIENCE)
    return ("null" if puzzle is None else puzzle.to_json()).encode() + b"\n"


def read_dug(line: bytes) -> Puzzle | None:
    """The puzzle in a line, if it holds one; ValueError where it holds something else."""
    text = line.decode().strip()
    return None if text == "null" else puzzle_from(text)


def prospect_of(fields: Sequence[Any]) -> Prospect:
    """The place with these fields."""
    game, options, position, goal, moves = fields
    return Prospect(game, tuple((name, value) for name, value in options), position, Goal(goal), moves)


def _fields(prospect: Prospect) -> Sequence[object]:
    return (*prospect[:3], prospect.goal.value, prospect.moves)
