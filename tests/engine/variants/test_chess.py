"""Orthodox chess, its goals and Combat Chess against python-chess."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.model.position import long_form
from engine.notation.position_code import code_of
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants import variant_of
from tests.engine.brawls import games
from tests.engine.fens import FIFTH, FOURTH, HEAPS, KIWIPETE, PROMOTIONS, SIXTH, START
from tests.engine.orthodox import agree, board_of, long_of, longs, move_of
from tests.engine.support import CHESS, POLY, begun, chance, from_fen, happened, long_moves, moving, opened
from tests.suites import first

if TYPE_CHECKING:
    import chess
    import chess.variant
else:
    chess = pytest.importorskip("chess")
    pytest.importorskip("chess.variant")

ENDINGS = (
    "8/8/4k3/8/8/3BK3/8/8 b - - 0 1",
    "8/2p1k3/8/8/3P4/4K3/8/8 w - - 0 1",
    "8/5k2/8/3r4/8/8/2R2K2/8 w - - 0 1",
    "5b2/8/4k3/7p/8/3BK3/8/8 b - - 0 1",
    "8/8/4kn2/8/8/3NK3/8/8 b - - 0 1",
)
OPENINGS = (START, START, KIWIPETE, FOURTH, FIFTH, SIXTH, PROMOTIONS, HEAPS)
GOALS: dict[str, type[chess.Board]] = {
    "hill": chess.variant.KingOfTheHillBoard,
    "three-check": chess.variant.ThreeCheckBoard,
}


# ---- chess


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
        state = happened(state, moving(state, long))
    return plies


def test_random_games() -> None:
    """In every position of random games both programs have the same moves, claims and ending."""
    agreed = sum(compare(fen, seed, 80) for seed, fen in enumerate(OPENINGS))
    assert agreed + sum(compare(fen, 50 + seed, 100) for seed, fen in enumerate(ENDINGS)) > 700


@pytest.mark.slow
def test_many_random_games() -> None:
    """Both programs agree in thousands of positions of long games."""
    agreed = sum(compare(fen, 100 * round_ + seed, 250) for round_ in range(1, 5) for seed, fen in enumerate(OPENINGS))
    assert agreed + sum(compare(fen, 1_000 + seed, 400) for seed in range(4) for fen in ENDINGS) > 8_000


def positions(fens: tuple[str, ...], plies: int, every: int) -> list[chess.Board]:
    """Positions of random games from these FENs."""
    found = []
    for number, fen in enumerate(fens):
        rng, board = chance(7 + number), chess.Board(fen)
        for ply in range(plies):
            if board.is_game_over():
                break
            if ply % every == 0:
                found.append(board.copy(stack=False))
            board.push(rng.choice(sorted(board.legal_moves, key=str)))
    return found


def check_notation(board: chess.Board) -> int:
    """Fail unless every legal move is written as SAN and read back from SAN and UCI; the number of moves."""
    here = sheet(from_fen(board.fen(en_passant="fen")))
    for move in here.legal:
        same = move_of(long_form(CHESS.board, move))
        san = board.san(same)
        assert san == here.short(move), board.fen()
        for text in (san, san.rstrip("+#"), san.replace("=", ""), same.uci(), long_of(same)):
            assert move == here.read(text), f"{text} in {board.fen()}"
    return len(here.legal)


def test_notation() -> None:
    """Every legal move is written in orthodox notation, and read back from it and from UCI."""
    assert sum(map(check_notation, positions(OPENINGS, 40, 20))) > 300


@pytest.mark.slow
def test_more_notation() -> None:
    """Notation agrees in many more positions, crowded ones among them."""
    assert sum(map(check_notation, positions((*OPENINGS, HEAPS, HEAPS) * 3, 120, 3))) > 20_000


# ---- goals


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("seed", first(2, range(20)))
def test_random_games_with_goals(goal: str, seed: int) -> None:
    """In random games python-chess has the same moves, checks and wins; kings and checks are preferred."""
    board, rng, state = GOALS[goal](), chance(seed), new_game(variant_of("chess", {"goal": goal}))
    for _ in range(150):
        assert board.is_variant_end() == (state.result is not None and state.result.reason == goal)
        if isinstance(board, chess.variant.ThreeCheckBoard):
            assert state.position.tally[1:] == tuple(3 - board.remaining_checks[side] for side in (True, False))
        if state.result is not None:
            return
        moves = long_moves(state)
        assert longs(board.legal_moves) == moves
        sharp = [move for move in moves if sharpens(board, move_of(move))]
        move = rng.choice(sharp if sharp and rng.random() < 0.6 else moves)
        board.push(move_of(move))
        state = happened(state, moving(state, move))


def sharpens(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move gives check or brings a king towards the other side."""
    king = board.piece_type_at(move.from_square) == chess.KING
    nearer = abs(2 * chess.square_rank(move.to_square) - 7) < abs(2 * chess.square_rank(move.from_square) - 7)
    return board.gives_check(move) or (king and nearer)


# ---- Combat Chess


def reference(state: State) -> list[str]:
    """The legal moves of Combat Chess as python-chess tells them: attacks on the king, else chess, else prerogative."""
    board = board_of(state)
    king, enemy = board.king(board.turn), board.king(not board.turn)
    assert king is not None
    attacks = [move for move in board.pseudo_legal_moves if move.to_square == enemy]
    near = chess.SquareSet(chess.BB_KING_ATTACKS[king])
    prerogatives = (chess.Move(king, square) for square in board.checkers() if square in near)
    return longs(attacks or list(board.legal_moves) or prerogatives)


def supporting(state: State, long: str) -> list[str]:
    """The cells of a prerogative's defenders as python-chess tells them, in order."""
    board = board_of(state)
    king, target = chess.parse_square(long[:2]), chess.parse_square(long[2:4])
    board.remove_piece_at(king)
    return sorted(map(chess.square_name, {target, *board.attackers(not board.turn, target)}))


def check_fighting(state: State) -> bool:
    """Fail unless the legal moves are python-chess's; whether they were prerogatives."""
    assert reference(state) == long_moves(state), code_of(state.variant, state.position)
    prerogatives = [move for move in sheet(state).legal if move.special and move.special.prerogative]
    for move in prerogatives:
        long = long_form(POLY.board, move)
        assert supporting(state, long) == [POLY.board.names[each.cell] for each in opened(state, long).defenders]
    return bool(prerogatives)


def crowded(seed: int) -> State | None:
    """A position of queens and their friends around a king, whoever is to move."""
    names = [POLY.board.names[cell] for cell in chance(seed).sample(range(64), 12)]
    hunters = "K {} · Q {} {} {} · R {} {} · B {} · N {}".format(*names)
    hunted = "K {} · R {} · N {} {}".format(*names[8:])
    turn = 1 + seed % 2
    state = begun(POLY, *((hunters, hunted) if turn == 2 else (hunted, hunters)), turn=turn)
    return state if state.result is None else None


def test_prerogatives() -> None:
    """In crowded positions the king may fight exactly the adjacent pieces that mate him, with all their supporters."""
    assert sum(check_fighting(state) for seed in range(500) if (state := crowded(seed))) > 20


def test_games_with_fights() -> None:
    """In random games python-chess has the same moves."""
    for state in games(POLY, 1, 60):
        if state.result is None:
            check_fighting(state)
