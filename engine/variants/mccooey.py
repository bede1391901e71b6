"""McCooey's hex chess, on 91 cells."""

from __future__ import annotations

from engine.model.equipment import mirrored
from engine.variants.army import Army, double_step, for_two
from engine.variants.glinski import BOARD
from engine.variants.goals import with_goals
from engine.variants.standard_pieces import DIAGONAL_PAWN, OFFICERS
from engine.variants.variant import Introduction

STEPPERS = "P c1 d2 e3 g3 h2 i1"
ARMY = Army(
    board=BOARD,
    kinds=(*OFFICERS, DIAGONAL_PAWN),
    pieces=f"K g1 · Q e1 · R d1 h1 · N e2 g2 · B f1 f2 f3 · {STEPPERS} f4",
    steppers=STEPPERS,
    stepping=double_step("a pawn on its starting cell, except on the f-file,"),
    letterless="P",
    rulings=("There is no castling; stalemate is a draw.",),
)

ABOUT = Introduction("Chess on hexagons with seven pawns a side, so the armies meet early.", (25, 60), 2)
ALIASES = ("McCooey", "McCooey's chess", "McCooey's hexagonal chess")
GAME = with_goals(
    for_two("mccooey", "McCooey's Hex Chess", ARMY, ABOUT, mirrored, "McCooey's hex chess, by Dave McCooey.", ALIASES)
)
