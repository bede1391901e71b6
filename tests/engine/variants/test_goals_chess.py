"""The hill and the third check of orthodox chess, beside python-chess."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.lookahead.imagined import perft
from engine.play.events import Moved
from engine.play.game import new_game
from engine.variants import variant_of
from tests.engine.orthodox import longs, move_of
from tests.engine.support import chance, from_fen, happened, long_moves
from tests.suites import first

if TYPE_CHECKING:
    import chess
    import chess.variant
else:
    chess = pytest.importorskip("chess")
    pytest.importorskip("chess.variant")

EVERY_GOAL = pytest.mark.parametrize("goal", ["hill", "three-check"])
OTHERS: dict[str, type[chess.Board]] = {
    "hill": chess.variant.KingOfTheHillBoard,
    "three-check": chess.variant.ThreeCheckBoard,
}


@EVERY_GOAL
@pytest.mark.parametrize("seed", first(3, range(20)))
def test_random_games_of_chess(goal: str, seed: int) -> None:
    """In random games python-chess has the same moves, checks and wins; kings and checks are preferred."""
    variant, board, rng = variant_of("chess", {"goal": goal}), OTHERS[goal](), chance(seed)
    state = new_game(variant)
    for _ in range(150):
        assert board.is_variant_end() == (state.result is not None and state.result.reason == goal)
        if goal == "three-check":
            assert given(board) == state.position.tally[1:]
        if state.result is not None:
            return
        moves = long_moves(state)
        assert longs(board.legal_moves) == moves
        sharp = [move for move in moves if sharpens(board, move_of(move))]
        move = rng.choice(sharp if sharp and rng.random() < 0.6 else moves)
        board.push(move_of(move))
        state = happened(state, Moved(move))


def given(board: chess.Board) -> tuple[int, ...]:
    """The checks given by White and by Black."""
    assert isinstance(board, chess.variant.ThreeCheckBoard)
    return tuple(3 - board.remaining_checks[side] for side in (chess.WHITE, chess.BLACK))


def sharpens(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move gives check or brings a king towards the other side."""
    king = board.piece_type_at(move.from_square) == chess.KING
    nearer = abs(2 * chess.square_rank(move.to_square) - 7) < abs(2 * chess.square_rank(move.from_square) - 7)
    return board.gives_check(move) or (king and nearer)


@pytest.mark.parametrize(
    ("goal", "fen", "depth"),
    [
        ("hill", "4k3/8/8/8/8/3K4/8/R7 w - - 0 1", 3),
        ("three-check", "4k3/8/8/8/8/8/3Q4/3K4 w - - 0 1", 4),
    ],
)
def test_perft_of_chess(goal: str, fen: str, depth: int) -> None:
    """The goal stops lines where python-chess stops them."""
    board = OTHERS[goal](fen if goal == "hill" else fen.replace(" - - ", " - - 1+1 "))
    fields = {} if goal == "hill" else {"checks": "2,2"}
    state = from_fen(fen, variant_of("chess", {"goal": goal}), **fields)
    assert counted(board, depth) == perft(state, depth)


def counted(board: chess.Board, depth: int) -> int:
    """How many sequences of legal moves begin here, by python-chess."""
    if depth == 0:
        return 1
    if board.is_variant_end() or board.is_insufficient_material():
        return 0
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        total += counted(board, depth - 1)
        board.pop()
    return total
