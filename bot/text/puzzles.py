"""Sentences of puzzles: the task, what a move did, hints, the solution, and what a first try did to a rating."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.puzzles import HINTED, SHOWN, Solving
from bot.games.ratings import margin, points
from bot.store import PuzzleResult
from bot.text import games
from engine.lookahead.puzzles import Puzzle, in_short
from engine.model.english import counted
from engine.notation.describe import kind_on
from engine.play.state import State

HOW = "Choose your move in the menu, or type it: `/puzzle move:`. Only you see this, and your first try counts."


def puzzle_text(solving: Solving) -> str:
    lines = [heading(solving.puzzle)]
    if solving.over:
        lines.append(_ending(solving))
        lines.append(f"The solution: {solution(solving.puzzle)}")
    else:
        lines.append(task(solving))
        lines += _lately(solving)
        if not solving.progress.made and not solving.tried:
            lines.append(f"-# {HOW}")
    if solving.result is not None:
        lines.append(_rated(solving.result))
    return "\n".join(lines)


def heading(puzzle: Puzzle) -> str:
    return f"**Puzzle: {puzzle.variant.name}, {puzzle.difficulty.name.casefold()}**"


def daily_text(puzzle: Puzzle) -> str:
    side = puzzle.variant.seat(puzzle.start.turn).name
    return (
        f"**Puzzle of the day: {puzzle.variant.name}, {puzzle.difficulty.name.casefold()}**\n"
        f"{side} is to move. {puzzle.task}\n-# *Solve it* opens it for you alone; `/puzzle` has more."
    )


def task(solving: Solving) -> str:
    side = solving.state.variant.seat(solving.puzzle.start.turn).name
    if not solving.progress.made:
        return f"**You play {side}.** {solving.puzzle.task}"
    reply = games.last_move(solving.state)
    return f"Right. {reply}. **You play {side}**, with {counted(solving.left, 'move')} left."


def _lately(solving: Solving) -> Sequence[str]:
    lines = []
    if solving.tried is not None:
        lines.append(f"{_wrong(solving.tried)} Try again.")
    if solving.progress.helped == HINTED:
        cell = hinted(solving)
        variant = solving.state.variant
        lines.append(
            f"Hint: move your {kind_on(variant, solving.state.position, cell).name} on {_name(solving, cell)}."
        )
    return lines


def _wrong(after: State) -> str:
    return f"{games.last_move(after)}. That is legal, but it does not do it."


def hinted(solving: Solving) -> int:
    return next(
        move.origin
        for move, long in zip(solving.legal.legal, solving.legal.long(), strict=True)
        if long == solving.puzzle.line[solving.progress.made]
    )


def _name(solving: Solving, cell: int) -> str:
    return solving.state.variant.board.names[cell]


def _ending(solving: Solving) -> str:
    if solving.progress.helped == SHOWN:
        return "This is how it is done."
    return "Solved!" if not solving.progress.failed and not solving.progress.helped else "Solved, at last."


def _rated(result: PuzzleResult) -> str:
    after = points(result.after)
    gained = "" if result.before is None else f" ({after - points(result.before):+d})"
    return f"-# Your puzzle rating: {after}{gained}, give or take {margin(result.after)}."


def solution(puzzle: Puzzle) -> str:
    """The moves of the solution, each with its reply: "1. Wd6 Gb5 2. Wxe6"."""
    moves = in_short(puzzle)
    return " ".join(f"{number // 2 + 1}. {move}" if number % 2 == 0 else move for number, move in enumerate(moves))
