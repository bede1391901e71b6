"""The chessmen and the board of the 91-cell hex chess games."""

from __future__ import annotations

from engine.geometry.board import hexagon
from engine.model.pieces import Act, FirstStep, Leap, PieceType, Ride
from engine.variants.nearlydouble.pieces import CORNERS, EDGES, ROOT_SEVEN

BOARD = hexagon(6, letters="abcdefghikl")

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
BISHOP = PieceType("bishop", "B", "fa6s.chess-bishop", (Ride(CORNERS),), "slides along any of the six diagonals.")
KNIGHT = PieceType(
    "knight",
    "N",
    "fa6s.chess-knight",
    (Leap(ROOT_SEVEN),),
    "leaps two orthogonal steps one way and one more turned by 60 degrees.",
)
OFFICERS = (KING, QUEEN, ROOK, BISHOP, KNIGHT)

_AHEAD = "moves one step straight forward to a vacant cell, and captures one step along either"
DIAGONAL_PAWN = PieceType(
    "pawn",
    "P",
    "fa6s.chess-pawn",
    (Ride((0,), 1, act=Act.MOVE), FirstStep((0,)), Ride((11, 1), 1, act=Act.CAPTURE)),
    f"{_AHEAD} forward diagonal.",
    pawnlike=True,
    die=6,
)
ORTHOGONAL_PAWN = PieceType(
    "pawn",
    "P",
    "fa6s.chess-pawn",
    (Ride((0,), 1, act=Act.MOVE), FirstStep((0,), kept=True), Ride((10, 2), 1, act=Act.CAPTURE)),
    f"{_AHEAD} half-forward orthogonal. One that still has its double step and captures onto the starting cell of "
    "another pawn of its side keeps it.",
    pawnlike=True,
    die=6,
)
