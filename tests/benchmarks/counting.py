"""Perft against python-chess: with every move made, the last ones too, and in bulk, the last moves only listed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import chess

from engine.lookahead.perft import perft
from engine.play.game import new_game
from engine.variants import variant_of
from tests.benchmarks.builds import is_compiled
from tests.benchmarks.pairing import Aim, Ratio, compare
from tests.engine.fens import KIWIPETE, START
from tests.engine.support import from_fen

AIMS = (
    ("glinski", Aim(0.25), Aim(0.2)),
    ("nd-mccooey", Aim(0.25), Aim(0.2)),
    ("hexeh", Aim(0.25), Aim(0.2)),
    ("chess", Aim(0.4), Aim(0.5)),
    ("imperial", Aim(0.67), None),
    ("nd-wellisch-3", Aim(0.5), None),
    ("nd-wellisch-4-trios", Aim(0.5), None),
)
"""Games with what a node should take, each move made, and in bulk."""
COMPILED_AIMS = {"glinski": Aim(0.1), "nd-mccooey": Aim(0.1)}
"""What a node should take the compiled engine, each move made; the other aims are those of the pure one."""


def counting() -> Iterator[Ratio]:
    """The seconds that a node takes, to python-chess's; a ratio of a quarter is four times as many nodes per second."""
    start, sooner = chess.Board(), COMPILED_AIMS if is_compiled() else {}
    for key, made, listed in AIMS:
        state = new_game(variant_of(key, {"combat": "off"}))
        for bulk, aim in ((False, sooner.get(key, made)), (True, listed)):
            work, anchor = partial(perft, state, 3, bulk=bulk), partial(count, start, 3, bulk=bulk)
            name = f"perft{' in bulk' * bulk}: {key} to depth 3, per node, to python-chess start"
            yield compare(name, aim, work, anchor, units=(work(), count(start, 3)))
    for name, fen, depth in (("start", START, 3), ("kiwipete", KIWIPETE, 2)):
        board, work = chess.Board(fen), partial(perft, from_fen(fen), depth, bulk=False)
        title = f"perft: chess, {name} to depth {depth}, per node"
        yield compare(title, Aim(0.4), work, partial(count, board, depth), units=(work(), count(board, depth)))


def count(board: chess.Board, depth: int, *, bulk: bool = False) -> int:
    """Perft by python-chess, each move made and taken back; in bulk the last ones are only listed."""
    if bulk and depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += 1 if depth == 1 else count(board, depth - 1, bulk=bulk)
        board.pop()
    return nodes
