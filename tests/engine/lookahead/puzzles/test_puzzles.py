"""A puzzle has one solution only, and a full search without any short cut agrees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.lookahead.puzzles import BadPuzzle, Difficulty, Goal, Puzzle, puzzle_from, shipped
from engine.lookahead.puzzles.full_search import reaches
from engine.model.position import Move, Position, long_form
from engine.movement.generator import Movement, movement_of
from engine.play.game import find_move
from engine.play.turns import turn_of
from engine.variants import GAMES, variant_of
from tests.engine.support import from_fen
from tests.suites import spread
from tests.tools.composing import composed, sound
from tests.tools.mining import to_json

PUZZLES = tuple(shipped().values())
SMALL = [puzzle for puzzle in PUZZLES if puzzle.goal is Goal.WIN and puzzle.moves == 2]


def _wins_by(movement: Movement, position: Position, legal: Sequence[Move], seat: int, moves: int) -> list[Move]:
    won = []
    for move in legal:
        turn = turn_of(movement, (movement.play(position, move),))
        if turn.result is not None:
            won += [move] if turn.result.winner == seat else []
        elif moves > 1 and all(_answered(movement, turn.line[-1], reply, seat, moves) for reply in turn.legal):
            won.append(move)
    return won


def _answered(movement: Movement, position: Position, reply: Move, seat: int, moves: int) -> bool:
    turn = turn_of(movement, (movement.play(position, reply),))
    if turn.result is not None:
        return turn.result.winner == seat
    return bool(_wins_by(movement, turn.line[-1], turn.legal, seat, moves - 1))


@pytest.mark.parametrize("puzzle", spread(3, SMALL), ids=lambda puzzle: f"{puzzle.game}-{puzzle.key}")
def test_wins_in_two_are_what_brute_force_finds(puzzle: Puzzle) -> None:
    """A plain search of all moves and replies finds the same only first move, and no win at once."""
    movement, start = movement_of(puzzle.variant), puzzle.start
    legal = movement.legal(start)
    assert [] == _wins_by(movement, start, legal, start.turn, 1)
    found = _wins_by(movement, start, legal, start.turn, 2)
    assert [puzzle.line[0]] == [long_form(puzzle.variant.board, move) for move in found]


@pytest.mark.parametrize("puzzle", spread(5, PUZZLES), ids=lambda puzzle: f"{puzzle.game}-{puzzle.key}")
def test_shipped_puzzles_are_sound(puzzle: Puzzle) -> None:
    """Full search finds each puzzle that comes with the program to be as its line says."""
    assert sound(puzzle)


def test_there_are_many() -> None:
    """The set holds puzzles of both goals, all different, in every game for two that has rules of its own."""
    assert len({puzzle.key for puzzle in PUZZLES}) == len(PUZZLES) >= 150
    for key, game in GAMES.items():
        if game.combat[0] == "off" and len(variant_of(key).seats) == 2:
            assert key in {puzzle.game for puzzle in PUZZLES}
    assert {Goal.WIN, Goal.PIECE} == {puzzle.goal for puzzle in PUZZLES}


def test_lines_of_json_hold_puzzles() -> None:
    """A puzzle written is read as it was, and what is no puzzle is refused."""
    puzzle = PUZZLES[0]
    assert puzzle == puzzle_from(to_json(puzzle))
    for text in ("", "[]", "{}", to_json(puzzle).replace(f'"{puzzle.goal.value}"', '"all"'), '{"options": 1}'):
        with pytest.raises(BadPuzzle):
            puzzle_from(text)


def test_words_and_difficulty() -> None:
    """A puzzle says what is to be done in its game's words; a quiet first move makes it harder."""
    state = from_fen("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    quiet = composed(state.variant, state.position, Goal.WIN, 2)
    assert quiet is not None
    assert ("Checkmate Black in 2 moves.", Difficulty.MEDIUM) == (quiet.task, quiet.difficulty)
    tasks = {puzzle.task for puzzle in PUZZLES if puzzle.game == "hexeh"}
    assert "Take Blue's empress in 2 moves." in tasks
    assert "Win the game in 2 moves." == replace(quiet, reason="hill").task


def test_other_moves_that_do_it() -> None:
    """Whether a later move reaches the goal is asked of the rules, not of the line."""
    state = from_fen("r3k3/6pp/8/3N4/8/8/6PP/4K3 w - - 0 1")
    puzzle = composed(state.variant, state.position, Goal.PIECE, 2)
    assert puzzle is not None
    movement, position = state.movement, puzzle.start
    first = find_move(movement, position, puzzle.line[0])
    assert reaches(puzzle, position, first, 2)
    assert not reaches(puzzle, position, find_move(movement, position, "d5f6"), 2)
