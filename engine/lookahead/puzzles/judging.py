"""Judging moves in a puzzle: those that reach its goal though its solution has others."""

from __future__ import annotations

from engine.lookahead.puzzles.aims import WinAPiece, WinTheGame
from engine.lookahead.puzzles.full_search import FullSearch
from engine.lookahead.puzzles.puzzle import Goal, Puzzle
from engine.model.position import Move, Position
from engine.movement.generator import movement_of
from engine.play.turns import turn_of


def reaches(puzzle: Puzzle, position: Position, move: Move, moves: int) -> bool:
    """Whether a legal move in a position that the puzzle has led to reaches its goal within so many moves."""
    movement, start = movement_of(puzzle.variant), puzzle.start
    aim = WinTheGame() if puzzle.goal is Goal.WIN else WinAPiece.of(puzzle.variant, start)
    won = turn_of(movement, (movement.play(position, move),)).result
    if won is not None:
        return won.winner == start.turn
    return FullSearch(movement, start.turn, aim).forces(position, move, moves)
