"""The protocol as programs of others speak it: python-chess leads `engine uci chess`, also against Stockfish."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.engine.prompt import ROOT

if TYPE_CHECKING:
    import chess
    import chess.engine
else:
    chess = pytest.importorskip("chess")
    pytest.importorskip("chess.engine")

Limit = chess.engine.Limit


@pytest.fixture
def engine() -> Iterator[chess.engine.SimpleEngine]:
    command = [sys.executable, "-m", "engine", "uci", "chess"]
    with chess.engine.SimpleEngine.popen_uci(command, cwd=ROOT) as program:
        yield program


def test_limits_of_all_kinds(engine: chess.engine.SimpleEngine) -> None:
    """It plays legal moves within time, positions, depth and clocks, and tells what it has seen."""
    board = chess.Board()
    for limit in (
        Limit(time=0.1),
        Limit(nodes=200),
        Limit(depth=2),
        Limit(white_clock=2, black_clock=2, white_inc=0.01, black_inc=0.01),
        Limit(white_clock=2, black_clock=2, remaining_moves=40),
    ):
        played = engine.play(board, limit, info=chess.engine.INFO_ALL)
        assert played.move
        assert played.move in board.legal_moves
        assert played.info["nodes"] <= (limit.nodes or 1 << 40)
        assert played.info["depth"] <= (limit.depth or 60)
        board.push(played.move)


def test_analysis_stops(engine: chess.engine.SimpleEngine) -> None:
    """An analysis without limits tells of ever deeper lines, and ends when it is told to."""
    engine.ping()
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 3:
                break
        analysis.stop()
        best = analysis.wait().move
        assert best
        assert best in chess.Board().legal_moves
    found = engine.analyse(chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), Limit(depth=3))
    assert chess.engine.Mate(1) == found["score"].white()
    assert [chess.Move.from_uci("a1a8")] == found["pv"]
