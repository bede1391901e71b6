"""Gliński's hex chess, on 91 cells."""

from __future__ import annotations

from engine.geometry.board import hexagon
from engine.model.array import mirrored
from engine.variants.army import Army, double_step, for_two
from engine.variants.goals import with_goals
from engine.variants.standard_pieces import OFFICERS, ORTHOGONAL_PAWN
from engine.variants.variant import FenForm, Introduction

BOARD = hexagon(6, letters="abcdefghikl")
PAWNS = "P b1 c2 d3 e4 f5 g4 h3 i2 k1"
ARMY = Army(
    board=BOARD,
    kinds=(*OFFICERS, ORTHOGONAL_PAWN),
    pieces=f"K g1 · Q e1 · R c1 i1 · N d1 h1 · B f1 f2 f3 · {PAWNS}",
    steppers=PAWNS,
    stepping=double_step("a pawn on its starting cell"),
    letterless="P",
    rulings=(
        "Stalemate is a draw here; its own federation scores it three quarters to one quarter.",
        "There is no castling.",
    ),
    fens=(FenForm("rank"), FenForm("file")),
)
"""FENs by ranks are those of hexchess.club and its libraries, those by files of hexchess-board and others."""

ABOUT = Introduction(
    "The best-known chess on hexagons: chess pieces, a third bishop, and pawns that move along the files.", (25, 60), 2
)
GAME = with_goals(
    for_two("glinski", "Gliński's Hex Chess", ARMY, ABOUT, mirrored, "Hexagonal chess, by Władysław Gliński.")
)
