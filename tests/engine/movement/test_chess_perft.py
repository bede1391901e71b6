"""Orthodox chess counted move by move: the numbers everybody knows, and python-chess."""

from __future__ import annotations

import pytest

from engine.lookahead.imagined import perft
from tests.engine.fens import FIFTH, FOURTH, KIWIPETE, MIRRORED, PROMOTIONS, SIXTH, START, THIRD
from tests.engine.orthodox import chess
from tests.engine.support import from_fen

SUITE = {
    "start": (START, 20, 400, 8_902),
    "kiwipete": (KIWIPETE, 48, 2_039, 97_862),
    "third": (THIRD, 14, 191, 2_812, 43_238),
    "fourth": (FOURTH, 6, 264, 9_467),
    "mirrored": (MIRRORED, 6, 264, 9_467),
    "fifth": (FIFTH, 44, 1_486, 62_379),
    "sixth": (SIXTH, 46, 2_079, 89_890),
    "promotions": (PROMOTIONS, 24, 496, 9_483),
}
CORNERS = {
    "en passant uncovers a rank": "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
    "en passant uncovers a diagonal": "8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1",
    "en passant gives check": "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "short castling gives check": "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    "long castling gives check": "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "castling rights are lost": "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1",
    "castling is prevented": "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
    "promoted out of check": "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1",
    "discovered check": "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1",
    "promotion gives check": "4k3/1P6/8/8/8/8/K7/8 w - - 0 1",
    "underpromotion gives check": "8/P1k5/K7/8/8/8/8/8 w - - 0 1",
    "stalemate and checkmate": "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1",
}
SLOW = {
    "start": (START, 4, 197_281),
    "third": (THIRD, 5, 674_624),
    "fourth": (FOURTH, 4, 422_333),
    "promotions": (PROMOTIONS, 4, 182_838),
}


@pytest.mark.parametrize(
    ("fen", "depth", "nodes"),
    [
        pytest.param(fen, depth, nodes, id=f"{name}-{depth}")
        for name, (fen, *counts) in SUITE.items()
        for depth, nodes in enumerate(counts, 1)
    ],
)
def test_known_numbers(fen: str, depth: int, nodes: int) -> None:
    """The engine counts as many moves as the positions that everybody counts have."""
    assert nodes == perft(from_fen(fen), depth)


@pytest.mark.slow
@pytest.mark.parametrize(("fen", "depth", "nodes"), SLOW.values(), ids=SLOW)
def test_known_numbers_further_down(fen: str, depth: int, nodes: int) -> None:
    """The engine counts as many moves as the known positions have, deeper down."""
    assert nodes == perft(from_fen(fen), depth)


def counted(board: chess.Board, depth: int) -> int:
    """How many sequences of moves python-chess finds, lines stopped where too little material is left."""
    if depth == 0:
        return 1
    if board.is_insufficient_material():
        return 0
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += counted(board, depth - 1)
        board.pop()
    return total


@pytest.mark.parametrize("fen", CORNERS.values(), ids=CORNERS)
def test_corners(fen: str) -> None:
    """The engine counts as python-chess does where castling, en passant, promotion and check meet."""
    assert counted(chess.Board(fen), 3) == perft(from_fen(fen), 3)
