"""The chess pieces on hexes; some games have them under other names.

Hours count clockwise from a piece's forward: even ones lead along orthogonals, odd ones along hex diagonals.
"""

from __future__ import annotations

from engine.model.atoms import Act, FirstStep, Leap, Ride
from engine.model.board import HEX
from engine.model.equipment import PieceType

EDGES, CORNERS = HEX.edges, HEX.corners
ROOT_SEVEN = tuple((hour, hour, hour + turn) for hour in EDGES for turn in (2, -2))

KING = PieceType(
    "king",
    "K",
    "fa6s.chess-king",
    (Ride(EDGES + CORNERS, 1),),
    "moves one orthogonal or diagonal step.",
    royal=True,
    die=10,
)
QUEEN = PieceType(
    "queen", "Q", "fa6s.chess-queen", (Ride(EDGES + CORNERS),), "slides along any orthogonal or diagonal.", die=10
)
ROOK = PieceType("rook", "R", "fa6s.chess-rook", (Ride(EDGES),), "slides along any of the six orthogonals.")
BISHOP = PieceType(
    "bishop",
    "B",
    "fa6s.chess-bishop",
    (Ride(CORNERS),),
    "slides along any of the six diagonals; what stands on the two cells between does not matter.",
)
KNIGHT = PieceType(
    "knight",
    "N",
    "fa6s.chess-knight",
    (Leap(ROOT_SEVEN),),
    "leaps two orthogonal steps one way and one more turned by 60 degrees.",
)
OFFICERS = (KING, QUEEN, ROOK, BISHOP, KNIGHT)

AHEAD, DIAGONALLY, HALF_FORWARD = (
    Ride((0,), 1, act=Act.MOVE),
    Ride((11, 1), 1, act=Act.CAPTURE),
    Ride((10, 2), 1, act=Act.CAPTURE),
)
_AHEAD = "moves one step straight forward to a vacant cell, and captures one step along either"
DIAGONAL_PAWN = PieceType(
    "pawn",
    "P",
    "fa6s.chess-pawn",
    (AHEAD, FirstStep((0,)), DIAGONALLY),
    f"{_AHEAD} forward diagonal.",
    pawnlike=True,
    die=6,
)


def orthogonal_pawn_text(name: str, other: str) -> str:
    """How a pawn of this name moves that captures half-forward, and what `other` piece's starting cell does for it."""
    return (
        f"{_AHEAD} half-forward orthogonal. A {name} that still has its double step keeps it when it captures onto the "
        f"starting cell of {other}."
    )


ORTHOGONAL_PAWN = PieceType(
    "pawn",
    "P",
    "fa6s.chess-pawn",
    (AHEAD, FirstStep((0,), kept=True), HALF_FORWARD),
    orthogonal_pawn_text("pawn", "another pawn of its side"),
    pawnlike=True,
    die=6,
)
