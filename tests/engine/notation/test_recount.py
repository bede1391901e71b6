"""Moves recounted in the past tense, and positions told row by row."""

from __future__ import annotations

import re

import pytest

from engine.model.position import bits
from engine.movement.generator import movement_of
from engine.notation.describe import recounted, rows_in_words
from engine.play.state import State
from engine.variants import GAMES, variant_of
from tests.engine.support import CHESS, HEXEH_POLY, after, from_fen, placed, played, random_fights, random_game


def last(state: State) -> str:
    """The last move of a game, recounted."""
    done = state.played[-1]
    return recounted(state.movement, done.before, done.move, done.fought)


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("b1c3", "Red's traveler moved from b1 to c3."),
        ("b1c3 f5e4 c3c6", "Red's traveler c3 took the prowler on c6."),
    ],
)
def test_moves(moves: str, told: str) -> None:
    """A move is told with its side, kind and cells, a capture with what it took."""
    assert last(after(moves)) == told


@pytest.mark.parametrize(
    ("fen", "move", "told"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "White's king castled to g1, the rook to f1."),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "White's pawn e5 took the pawn on d5 en passant, on d6."),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8=Q", "White's pawn moved from a7 to a8 and became a queen."),
    ],
)
def test_moves_of_their_own_kind(fen: str, move: str, told: str) -> None:
    """Castling, en passant and promotion are told as what they are."""
    assert last(played(from_fen(fen), move)) == told


def test_placements_and_owners() -> None:
    """Placed pieces are told with both cells; among three, whose piece was taken."""
    *_, scouts = random_game(variant_of("imperial"), 1, 1)
    assert re.fullmatch(r"White placed \w+ on \w+ and \w+\.", last(scouts))
    three = variant_of("nd-wellisch-3")
    position = placed(three, "G a1 · R h8", "G d1 · R h10", "G o15")
    movement, target = movement_of(three), three.board.cell("h10")
    capture = next(move for move in movement.legal(position) if move.target == target)
    assert re.fullmatch(r"Red's Rook h8 took Gold's \w+ on h10\.", recounted(movement, position, capture))


def test_fights() -> None:
    """A fight is told by who attacked whom and how it ended."""
    fought = [last(state) for state in random_fights(HEXEH_POLY, 4, 160) if state.played and state.played[-1].fought]
    assert all(
        re.fullmatch(r"\w+'s \w+ \w\d attacked the \w+ on \w\d(| and won| and fell|; nobody fell)\.", told)
        for told in fought
    )
    assert {told.rpartition(" ")[2] for told in fought} >= {"won.", "fell."}


@pytest.mark.parametrize("key", GAMES)
def test_rows_name_every_piece_once(key: str) -> None:
    """The rows go down to the first, none twice, and together name each piece with its cell and side."""
    variant = variant_of(key)
    *_, state = random_game(variant, 7, 30)
    rows = rows_in_words(variant, state.position)
    numbers = [int(number) for row in rows for number in re.findall(r"\d+", row.partition(":")[0])]
    assert numbers == sorted(set(numbers), reverse=True)
    told = re.findall(r"([a-z]\d+) (\w+) ([\w ]+?)(?=[,.])", " ".join(rows))
    pieces = [(cell, variant.piece(state.position, cell)) for cell in bits(state.position.pieces[0])]
    assert sorted(told) == sorted(
        (variant.board.names[cell], variant.seat(piece.seat).name, piece.kind.name) for cell, piece in pieces if piece
    )


def test_rows() -> None:
    """Vacant rows are told together, tokens with their piece."""
    assert rows_in_words(CHESS, from_fen("4k3/8/8/8/8/8/P7/4K3 w - - 0 1").position) == [
        "Row 8: e8 Black king.",
        "Rows 7 to 3: empty.",
        "Row 2: a2 White pawn.",
        "Row 1: e1 White king.",
    ]
    tired = HEXEH_POLY.start.with_fatigue([HEXEH_POLY.board.cell("d7")])
    assert rows_in_words(HEXEH_POLY, tired)[0] == "Row 7: d7 Blue empress (1 token)."
