"""Perft without bulk counting against python-chess: every move, the last ones too, is made."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import chess

from engine.lookahead.perft import perft
from engine.play.game import new_game
from engine.variants import variant_of
from tests.benchmarks.pairing import Ratio, compare
from tests.engine.fens import KIWIPETE, START
from tests.engine.support import from_fen


def counting() -> Iterator[Ratio]:
    """The seconds that a node takes, to python-chess's; a ratio of a third is three times as many nodes per second."""
    start = chess.Board()
    for key, aim in (("glinski", "at most 0.33"), ("nd-mccooey", "at most 0.33"), ("mccooey", "below 1")):
        state = new_game(variant_of(key))
        work = partial(perft, state, 3, bulk=False)
        name = f"perft: {key} to depth 3, per node, to python-chess start"
        yield compare(name, aim, work, partial(count, start, 3), units=(work(), count(start, 3)))
    for name, fen, depth in (("start", START, 3), ("kiwipete", KIWIPETE, 2)):
        board, work = chess.Board(fen), partial(perft, from_fen(fen), depth, bulk=False)
        title = f"perft: chess, {name} to depth {depth}, per node"
        yield compare(title, "at most 1", work, partial(count, board, depth), units=(work(), count(board, depth)))


def count(board: chess.Board, depth: int) -> int:
    """Perft by python-chess, each move made and taken back."""
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += 1 if depth == 1 else count(board, depth - 1)
        board.pop()
    return nodes
