"""Gliński's hex chess, on 91 cells."""

from __future__ import annotations

from engine.model.array import mirrored
from engine.variants.hexmen import BOARD, OFFICERS, ORTHOGONAL_PAWN
from engine.variants.nearlydouble.family import Army, for_two

PAWNS = "P b1 c2 d3 e4 f5 g4 h3 i2 k1"
ARMY = Army(
    board=BOARD,
    kinds=(*OFFICERS, ORTHOGONAL_PAWN),
    men=f"K g1 · Q e1 · R c1 i1 · N d1 h1 · B f1 f2 f3 · {PAWNS}",
    steppers=PAWNS,
    stepping="a pawn on its starting cell",
    rulings=(
        "Stalemate is a draw here; its own federation scores it three quarters to one quarter.",
        "There is no castling.",
    ),
)

GAME = for_two("glinski", "Gliński's Hex Chess", ARMY, mirrored, "Hexagonal chess, by Władysław Gliński.")
