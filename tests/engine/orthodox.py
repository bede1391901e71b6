"""python-chess as a second opinion on orthodox chess; whatever needs it is skipped where it is not installed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pytest

from engine.play.state import State
from engine.rules import QuietMoves, Threefold
from engine.rules.protocols import Result
from tests.engine.support import long_moves

if TYPE_CHECKING:
    import chess
else:
    chess = pytest.importorskip("chess")

__all__ = ["agree", "board_of", "chess", "claims", "claims_of", "long_of", "longs", "move_of", "result_of"]

REASONS = {
    chess.Termination.CHECKMATE: "checkmate",
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "insufficient",
    chess.Termination.FIVEFOLD_REPETITION: "fivefold",
    chess.Termination.SEVENTYFIVE_MOVES: "75-moves",
}


def long_of(move: chess.Move) -> str:
    text: str = move.uci()
    return text if len(text) == 4 else f"{text[:4]}={text[4].upper()}"


def move_of(long: str) -> chess.Move:
    return chess.Move.from_uci(long.replace("=", "").lower())


def longs(moves: Iterable[chess.Move]) -> list[str]:
    return sorted(long_of(move) for move in moves)


def result_of(board: chess.Board) -> Result | None:
    """How the game has ended by itself, in the engine's words."""
    outcome = board.outcome()
    if outcome is None:
        return None
    winner = None if outcome.winner is None else 1 if outcome.winner else 2
    return Result(winner, REASONS[outcome.termination])


def claims_of(board: chess.Board) -> set[str]:
    """The draws that may be claimed in the present position."""
    claims = {"claim-repetition": board.is_repetition(3), "claim-50": board.is_fifty_moves()}
    return {reason for reason, open_now in claims.items() if open_now}


def claims(state: State) -> set[str]:
    """The draws that the engine lets a player claim."""
    found = set()
    for claim in state.variant.claims:
        assert isinstance(claim, Threefold | QuietMoves)
        if claim.available(state.movement, state.line):
            found.add(claim.reason)
    return found


def agree(board: chess.Board, state: State) -> None:
    """Fail unless both programs have the same moves, ending and claims in a position."""
    ending = result_of(board)
    assert ending == state.result, board.fen()
    if ending is None:
        assert longs(board.legal_moves) == long_moves(state), board.fen()
        assert claims_of(board) == claims(state), board.fen()


def board_of(state: State) -> chess.Board:
    """A position of chess, with or without fights, as python-chess has it; tokens and lost pieces left out."""
    variant, position = state.variant, state.position
    board = chess.Board(None)
    for cell, name in enumerate(variant.board.names):
        piece = variant.piece(position, cell)
        if piece is not None:
            symbol = chess.Piece.from_symbol(piece.kind.letter if piece.seat == 1 else piece.kind.letter.lower())
            board.set_piece_at(chess.parse_square(name), symbol)
    board.turn = position.turn == 1
    for rook, king in (("a1", "e1"), ("h1", "e1"), ("a8", "e8"), ("h8", "e8")):
        if all(position.rights >> variant.board.cell(name) & 1 for name in (rook, king)):
            board.castling_rights |= chess.BB_SQUARES[chess.parse_square(rook)]
    if position.passed is not None:
        board.ep_square = chess.parse_square(variant.board.names[position.passed.cells[0]])
    return board
