"""How solvers and puzzles are rated: each first try is a game between the two."""

from __future__ import annotations

from functools import partial

from bot.games.ratings.formula import NEWCOMER, updated
from bot.store import Skill
from bot.store.own import Duel
from engine.lookahead.puzzles import Difficulty, Puzzle

_HARDER = 5.0
"""By how much the skill of an untried puzzle rises from one difficulty to the next."""


def untried(puzzle: Puzzle) -> Skill:
    """The skill of a puzzle that nobody has tried yet."""
    return NEWCOMER._replace(mu=NEWCOMER.mu + _HARDER * (puzzle.difficulty.value - Difficulty.MEDIUM.value))


def duel(puzzle: Puzzle, *, solved: bool) -> Duel:
    """What a first try does to the skills of its solver and of the puzzle."""
    return partial(_after, puzzle, solved)


def _after(puzzle: Puzzle, solved: bool, solver: Skill | None, other: Skill | None) -> tuple[Skill, Skill]:
    skills = [solver or NEWCOMER, other or untried(puzzle)]
    one, two = updated(skills, [1, 2] if solved else [2, 1])
    return one, two
