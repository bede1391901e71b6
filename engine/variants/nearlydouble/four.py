"""Two Nearlydouble Wellisch armies against two original ones in the empty corners."""

from __future__ import annotations

from dataclasses import replace

from engine.variants.army import Army, double_step
from engine.variants.nearlydouble.family import RECONSTRUCTED, ROWS
from engine.variants.nearlydouble.pieces import BROKER, DUCHESS, GRANDDUKE, ROOK, SENNIGHT, UNICORN
from engine.variants.nearlydouble.several import for_four
from engine.variants.nearlydouble.wellisch import ARMY as WELLISCH
from engine.variants.nearlydouble.wellisch import PIECES_OF_FOUR
from engine.variants.variant import Introduction

# Side armies are written as Red has them, in the right corner; the corner's edge cells are nobody's home row.
PAWNS = "B e12 f12 g12 h12 i13 j14 k15"
MCCOOEY = Army(
    board=ROWS,
    kinds=(GRANDDUKE, DUCHESS, ROOK, SENNIGHT, UNICORN, BROKER),
    pieces=f"K i15 · D g14 · R f13 j15 · N g13 i14 · U h13 h14 h15 · {PAWNS}",
    steppers=PAWNS,
    stepping=double_step("every Broker, including the one on the long row,"),
    rulings=("The original McCooey army's array is taken from a public source.",),
)
BEHIND = "B e12 h12 k15"
TRIOS = replace(
    MCCOOEY,
    pieces=f"K i15 · D g13 g14 i14 · R f12 f13 j15 · N g12 i13 j14 · U h13 h14 h15 · "
    f"B d11 e11 f11 g11 h11 i12 j13 k14 l15 · {BEHIND}",
    steppers=BEHIND,
    stepping=double_step("a Broker that starts behind another"),
    rulings=(f"The original Trios army's array is {RECONSTRUCTED}.",),
)

AGAINST_MCCOOEY = for_four(
    "nd-wellisch-4-mccooey",
    "Nearlydouble Wellisch with McCooey",
    WELLISCH,
    MCCOOEY,
    Introduction("Two big armies meet two small but swift ones, each for itself.", (90, 180), 3),
)
AGAINST_TRIOS = for_four(
    "nd-wellisch-4-trios",
    "Nearlydouble Wellisch with Trios",
    replace(WELLISCH, pieces=PIECES_OF_FOUR),
    TRIOS,
    Introduction("Two pairs of unlike armies, some hundred pieces in all, each for itself.", (90, 180), 3),
)
