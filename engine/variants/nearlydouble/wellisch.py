"""Nearlydouble Wellisch: 29 pieces a side on a board of rows, where pawns have two ways forward."""

from __future__ import annotations

from engine.variants.army import Army, double_step
from engine.variants.nearlydouble.family import RECONSTRUCTED, ROWS, for_two
from engine.variants.nearlydouble.pieces import GENERAL, POINT, ROOK, VICBABA, VICEREINE
from engine.variants.nearlydouble.several import for_three
from engine.variants.variant import Introduction

SECOND_ROW = "P b1 b2 b8 b9"
PIECES_OF_FOUR = f"R a1 a2 a7 a8 · V a3 a6 b3 b4 b6 b7 · Q a4 a5 · G b5 · {SECOND_ROW} c2 c3 c4 c5 c6 c7 c8 c9 d5 d7"
PIECES = f"{PIECES_OF_FOUR} · P c1 c10"
ARMY = Army(
    board=ROWS,
    kinds=(GENERAL, VICEREINE, ROOK, VICBABA, POINT),
    pieces=PIECES,
    steppers=SECOND_ROW,
    stepping=double_step("Points that start on their army's second row"),
    rulings=(
        (
            f"The Wellisch array is partly {RECONSTRUCTED}: the numbers of pieces, the General on the centre of row "
            "b and the Points at the ends of row c follow from the source; the rest is chosen to fit."
        ),
    ),
)

GAME = for_two(
    "nd-wellisch",
    "Nearlydouble Wellisch",
    ARMY,
    Introduction("A long battle of 29 pieces a side, where pawns have two ways forward.", (60, 120), 2),
)
THREE = for_three(
    "nd-wellisch-3",
    "Nearlydouble Wellisch for three",
    ARMY,
    Introduction("Three armies of 29 pieces, whose pawns have two ways forward.", (90, 180), 2),
)
