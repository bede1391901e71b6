"""Composing: a position made a puzzle, or shown to be none, by full search."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from engine.lookahead.puzzles import Difficulty, Goal, Puzzle
from engine.lookahead.puzzles.full_search import (
    ENDLESS,
    FullSearch,
    ReplyMade,
    SearchedEnough,
    WinAPiece,
    WinTheGame,
    searchable,
)
from engine.model.position import Move, Position, long_form
from engine.movement.generator import Movement, movement_of
from engine.notation.position_code import code_of
from engine.play.start import objections
from engine.play.turns import turn_of
from engine.rules import in_check
from engine.variants.variant import Variant


class SolutionLine(NamedTuple):
    """A solution from some position on, and the reason of the result it ends with ("" without one)."""

    moves: tuple[Move, ...]
    reason: str


def composed(variant: Variant, position: Position, goal: Goal, moves: int, most: int = ENDLESS) -> Puzzle | None:
    """The puzzle that asks for a goal in exactly so many moves, two at least, in a position; None where that is none.

    It is one if exactly one first move reaches the goal against every reply, and if the goal is not reached sooner. To
    win a game, each later move has to be the only one, too, but the last, for which several may do. Where a piece is to
    be won, the game must not be to be won as soon. None, too, for games that are not searched in full, and where more
    than `most` positions would have to be looked at.
    """
    if moves < 2 or not searchable(variant) or position.due or objections(variant, position):
        return None
    movement = movement_of(variant)
    turn = turn_of(movement, (position,))
    if turn.result is not None or turn.line[-1] != position:
        return None
    try:
        line = _solution(movement, position, turn.legal, goal, moves, most)
    except SearchedEnough:
        return None
    if line is None:
        return None
    long = tuple(long_form(variant.board, move) for move in line.moves)
    difficulty = _difficulty(movement, position, line.moves[0], moves)
    return Puzzle(variant.key, variant.options, code_of(variant, position), goal, moves, line.reason, long, difficulty)


def sound(puzzle: Puzzle) -> bool:
    return composed(puzzle.variant, puzzle.start, puzzle.goal, puzzle.moves) == puzzle


def _solution(
    movement: Movement, position: Position, legal: Sequence[Move], goal: Goal, moves: int, most: int
) -> SolutionLine | None:
    seat, win = position.turn, WinTheGame()
    aim = win if goal is Goal.WIN else WinAPiece.of(movement.variant, position)
    search = FullSearch(movement, seat, aim, most)
    if search.possible(position, legal, moves - 1):
        return None
    first = list(islice(search.reaching(position, legal, moves), 2))
    if len(first) != 1:
        return None
    if goal is Goal.PIECE and FullSearch(movement, seat, win, most).possible(position, legal, moves):
        return None
    line = _continued(search, position, first[0], moves, strict=goal is Goal.WIN)
    return line if line is not None and bool(line.reason) is (goal is Goal.WIN) else None


def _continued(search: FullSearch, position: Position, move: Move, moves: int, *, strict: bool) -> SolutionLine | None:
    """The line that a move begins which reaches the aim in so many; None if a later move is not the only one.

    Of the replies, the one that leaves most moves to be made is in the line, then the one with the fewest answers; one
    that loses the game only where no other is left.
    """
    board = search.movement.variant.board
    turn = turn_of(search.movement, (search.played(position, move),))
    if turn.result is not None:
        return SolutionLine((move,), turn.result.reason)
    if moves == 1:
        return SolutionLine((move,), "")
    found: list[tuple[tuple[int, bool, int, str], SolutionLine]] = []
    for reply in search.replies(turn.line[-1], turn.legal):
        if reply.result is not None:
            continue
        left, answers = _answers(search, reply, moves - 1)
        if strict and left > 1 and len(answers) > 1:
            return None
        line = _continued(search, reply.position, answers[0], left, strict=strict)
        if line is None:
            return None
        rank = (-left, bool(line.reason) is not strict, len(answers), long_form(board, reply.move))
        found.append((rank, SolutionLine((move, reply.move, *line.moves), line.reason)))
    return min(found)[1] if found else None


def _answers(search: FullSearch, reply: ReplyMade, moves: int) -> tuple[int, list[Move]]:
    """In how many moves at least the aim is reached after a reply, and by which moves first, in long form's order."""
    board = search.movement.variant.board
    for left in range(1, moves + 1):
        answers = list(search.reaching(reply.position, reply.legal, left))
        if answers:
            return left, sorted(answers, key=lambda move: long_form(board, move))
    raise ValueError("the aim is not reached")


def _difficulty(movement: Movement, position: Position, move: Move, moves: int) -> Difficulty:
    """How hard a puzzle is: longer ones are harder, and so are those that begin with neither check nor capture."""
    after = movement.play(position, move)
    plain = movement.captured(position, move) is None and not in_check(movement, after)
    return (Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD)[min(2, moves - 2 + plain)]
