"""Orthodox chess against python-chess: random games, notation both ways, and how games end."""

from __future__ import annotations

import pytest

from engine.model.position import long_form
from engine.play.commands import ClaimDraw
from engine.play.events import Moved
from engine.play.referee import sheet
from engine.rules.protocols import Result
from tests.engine.fens import FIFTH, FOURTH, HEAPS, KIWIPETE, PROMOTIONS, SIXTH, START
from tests.engine.orthodox import agree, chess, claims, long_of, longs, move_of, result_of
from tests.engine.support import CHESS, after, chance, done, from_fen, happened, long_moves, told

ENDINGS = (
    "8/8/4k3/8/8/3BK3/8/8 b - - 0 1",
    "8/2p1k3/8/8/3P4/4K3/8/8 w - - 0 1",
    "8/5k2/8/3r4/8/8/2R2K2/8 w - - 0 1",
    "5b2/8/4k3/7p/8/3BK3/8/8 b - - 0 1",
    "8/8/4kn2/8/8/3NK3/8/8 b - - 0 1",
)


def compare(fen: str, seed: int, plies: int) -> int:
    """Play a random game in both programs; the number of positions in which they agreed."""
    rng = chance(seed)
    board, state = chess.Board(fen), from_fen(fen)
    for ply in range(plies):
        agree(board, state)
        if state.result is not None:
            return ply + 1
        long = rng.choice(long_moves(state))
        board.push(move_of(long))
        state = happened(state, Moved(long))
    return plies


def test_random_games() -> None:
    """In every position of random games both programs have the same moves, claims and ending."""
    openings = (START, START, START, START, START, KIWIPETE, FOURTH, FIFTH, SIXTH, PROMOTIONS, HEAPS)
    agreed = sum(compare(fen, seed, 120) for seed, fen in enumerate(openings))
    agreed += sum(compare(fen, 50 + seed, 160) for seed, fen in enumerate(ENDINGS))
    assert agreed > 1_500


@pytest.mark.slow
def test_many_random_games() -> None:
    """Both programs agree in thousands of positions of long games."""
    openings = (START, START, KIWIPETE, FOURTH, FIFTH, SIXTH, PROMOTIONS, HEAPS)
    agreed = sum(compare(fen, 100 * round_ + seed, 250) for round_ in range(1, 5) for seed, fen in enumerate(openings))
    agreed += sum(compare(fen, 1_000 + seed, 400) for seed in range(4) for fen in ENDINGS)
    assert agreed > 8_000


def positions(fens: tuple[str, ...], plies: int, seed: int) -> list[chess.Board]:
    """Positions of random games from these FENs, every third one."""
    found = []
    for number, fen in enumerate(fens):
        rng = chance(seed + number)
        board = chess.Board(fen)
        for ply in range(plies):
            if board.is_game_over():
                break
            if ply % 3 == 0:
                found.append(board.copy(stack=False))
            board.push(rng.choice(sorted(board.legal_moves, key=str)))
    return found


def check_notation(board: chess.Board) -> int:
    """Fail unless every legal move is written as SAN and read back from SAN and UCI; the number of moves."""
    here = sheet(from_fen(board.fen(en_passant="fen")))
    assert longs(board.legal_moves) == here.long()
    for move in here.legal:
        same = move_of(long_form(CHESS.board, move))
        san = board.san(same)
        assert san == here.short(move), board.fen()
        for text in (san, san.rstrip("+#"), san.replace("=", ""), same.uci(), long_of(same)):
            assert move == here.read(text), f"{text} in {board.fen()}"
    return len(here.legal)


def test_notation() -> None:
    """Every legal move is written in orthodox notation, and read back from it and from UCI."""
    fens = (START, START, KIWIPETE, FOURTH, SIXTH, PROMOTIONS, HEAPS, HEAPS)
    found = positions(fens, 80, 7)
    assert len(found) > 180
    assert sum(map(check_notation, found)) > 5_000


@pytest.mark.slow
def test_more_notation() -> None:
    """Notation agrees in many more positions, crowded ones among them."""
    fens = (START, KIWIPETE, FOURTH, FIFTH, SIXTH, PROMOTIONS, HEAPS, HEAPS, HEAPS)
    assert sum(map(check_notation, positions(fens * 3, 120, 1_000))) > 20_000


@pytest.mark.parametrize(
    ("fen", "long", "san"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"),
        ("3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O+"),
        ("4k3/8/8/8/8/8/8/R4R1K w - - 0 1", "a1d1", "Rad1"),
        ("4k3/8/8/R7/8/8/8/R6K w - - 0 1", "a1a3", "R1a3"),
        ("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        ("8/k7/8/8/Q6Q/8/8/K6Q w - - 0 1", "a4e4", "Qae4"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8=Q", "exd8=Q+"),
        ("3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8=N", "e8=N"),
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8", "Ra8#"),
        ("4k3/8/8/8/3b4/8/1P6/4K3 w - - 0 1", "b2b4", "b4"),
    ],
)
def test_san(fen: str, long: str, san: str) -> None:
    """A move is written in the shortest orthodox form that names it."""
    here = sheet(from_fen(fen))
    (move,) = [move for move in here.legal if long == long_form(CHESS.board, move)]
    assert chess.Board(fen).san(move_of(long)) == san == here.short(move)


# ---- endings


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "stalemate"),
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", "insufficient"),
        ("8/8/4k3/8/8/4K1N1/8/8 w - - 0 1", "insufficient"),
        ("8/8/4kb2/8/8/4K3/8/8 w - - 0 1", "insufficient"),
        ("8/8/4kb2/8/8/2B1K3/8/8 w - - 0 1", "insufficient"),
        ("8/8/4kb2/8/8/3BK3/8/8 w - - 0 1", None),
        ("8/8/4k3/8/1B3B2/2B1K3/8/8 w - - 0 1", "insufficient"),
        ("8/8/4k3/8/8/2BBK3/8/8 w - - 0 1", None),
        ("8/8/4kn2/8/8/4K1N1/8/8 w - - 0 1", None),
        ("8/8/4kb2/8/8/4K1N1/8/8 w - - 0 1", None),
        ("8/8/4k3/8/8/4KNN1/8/8 w - - 0 1", None),
        ("8/8/4kp2/8/8/4K3/8/8 w - - 0 1", None),
        ("8/8/4kr2/8/8/4K3/8/8 w - - 0 1", None),
        ("8/8/4kq2/8/8/4K3/8/8 w - - 0 1", None),
        ("B1B1B1B1/1B1B1B1B/B1B1B1B1/8/8/5k2/8/K7 b - - 0 1", "insufficient"),
    ],
)
def test_endings(fen: str, reason: str | None) -> None:
    """A game ends by checkmate, stalemate or too little material exactly where python-chess ends it."""
    state = from_fen(fen)
    assert reason == (state.result and state.result.reason)
    assert result_of(chess.Board(fen)) == state.result


def shuffled(fen: str, *moves: str) -> list[tuple[set[str], Result | None]]:
    """The claims and the result after each move, the same in both programs."""
    board, state = chess.Board(fen), from_fen(fen)
    found = [(claims(state), state.result)]
    for move in moves:
        board.push(move_of(move))
        state = told(state, move)
        agree(board, state)
        found.append((claims(state), state.result))
    return found


ROUND = ("g1f3", "g8f6", "f3g1", "f6g8")


def test_repetition() -> None:
    """The third occurrence of a position may be claimed, the fifth ends the game."""
    found = shuffled(START, *ROUND * 4)
    assert list(range(8, 17)) == [ply for ply, (open_now, _) in enumerate(found) if open_now]
    assert {"claim-repetition"} == found[8][0]
    assert [16] == [ply for ply, (_, result) in enumerate(found) if result]
    assert Result(None, "fivefold") == found[16][1]


def test_claiming_a_repetition() -> None:
    """A claim of the third occurrence draws the game, whoever makes it."""
    state = after(" ".join(ROUND * 2), CHESS)
    assert Result(None, "claim-repetition") == done(state, ClaimDraw(1)).result
    assert Result(None, "claim-repetition") == done(state, ClaimDraw(2)).result


SHUFFLE = ("e8d8", "e1d1", "d8e8", "d1e1")


@pytest.mark.parametrize(
    ("fen", "double", "shuffle", "first"),
    [
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", SHUFFLE, 10),
        ("4k3/8/8/8/p7/8/4P3/4K3 w - - 0 1", "e2e4", SHUFFLE, 9),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", SHUFFLE, 9),
        ("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", ("a4a5", "e1d1", "a5a4", "d1e1"), 9),
        ("4k3/8/8/8/4n3/3p4/4P3/4K3 w - - 0 1", "e2d3", SHUFFLE, 9),
    ],
    ids=["legal", "too far", "nobody", "pinned", "no double step"],
)
def test_repetition_and_en_passant(fen: str, double: str, shuffle: tuple[str, ...], first: int) -> None:
    """A position in which en passant is legal differs from the same pieces without it; a double step alone does not."""
    found = shuffled(fen, double, *shuffle * 3)
    assert first == next(ply for ply, (open_now, _) in enumerate(found) if open_now)


def test_repetition_and_castling() -> None:
    """Pieces on the same cells are another position once a castling right is gone."""
    rooks = ("h1g1", "h8g8", "g1h1", "g8h8")
    found = shuffled("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", *rooks * 3)
    assert [10, 11, 12] == [ply for ply, (open_now, _) in enumerate(found) if open_now]


def test_fifty_moves() -> None:
    """Fifty moves by each side without a capture or a pawn move may be claimed."""
    fen = "7k/8/8/8/8/8/r7/R6K w - - {} 80"
    state = from_fen(fen.format(98), quiet="49,49")
    assert set() == claims(told(state, "h1g1"))
    ripe = told(state, "h1g1", "h8g8")
    assert {"claim-50"} == claims(ripe)
    assert Result(None, "claim-50") == done(ripe, ClaimDraw(2)).result
    assert set() == claims(told(ripe, "a1a2"))


@pytest.mark.parametrize(
    ("fen", "moves", "reason"),
    [
        ("7k/8/8/8/8/8/r7/R6K w - - 148 80", ("h1g1", "h8g8"), "75-moves"),
        ("7k/8/8/8/8/8/r7/R6K w - - 148 80", ("h1g1", "a2a1"), None),
        ("7k/8/8/8/8/8/6pr/R6K w - - 148 80", ("h1g1", "h2h1"), "75-moves"),
        ("k6r/8/8/8/8/6q1/PP6/K7 b - - 149 80", ("h8h1",), "checkmate"),
        ("7k/5K2/8/6Q1/8/8/8/8 w - - 149 80", ("g5g6",), "stalemate"),
    ],
    ids=["quiet", "capture", "check", "mate", "stalemate"],
)
def test_seventy_five_moves(fen: str, moves: tuple[str, ...], reason: str | None) -> None:
    """Seventy-five moves by each side end the game, unless the last of them ends it otherwise."""
    board = chess.Board(fen)
    white = board.halfmove_clock // 2
    state = from_fen(fen, quiet=f"{white},{board.halfmove_clock - white}" if board.turn else f"{white + 1},{white}")
    for move in moves:
        board.push(move_of(move))
        state = told(state, move)
    assert reason == (state.result and state.result.reason)
    assert result_of(board) == state.result
