"""Nearlydouble McCooey: 31 pieces a side in a corner, with castling along the edges."""

from __future__ import annotations

from engine.variants.army import Army, double_step
from engine.variants.nearlydouble.family import (
    CASTLING,
    EDGE_CASTLING,
    EDGE_CASTLING_RULING,
    FILES,
    RECONSTRUCTED,
    for_two,
)
from engine.variants.nearlydouble.pieces import BROKER, DUCHESS, GRANDDUKE, ROOK, SEIOPELMA, UNICORN
from engine.variants.nearlydouble.several import for_three
from engine.variants.variant import Introduction

PAWNS = "c1 d2 e3 f2 f3 g4 h4 h5 i4 j2 j3 k3 l2 m1"
ARMY = Army(
    board=FILES,
    kinds=(GRANDDUKE, DUCHESS, ROOK, UNICORN, SEIOPELMA, BROKER),
    pieces=f"K h1 · D h2 h3 · R d1 e1 k1 l1 · U f1 g1 g2 i1 i2 j1 · S e2 g3 i3 k2 · B {PAWNS}",
    steppers=f"B {PAWNS}",
    stepping=double_step("every Broker"),
    rulings=(
        (
            f"The McCooey array is partly {RECONSTRUCTED}: the numbers of pieces, the Grandduke in the corner, "
            "the Unicorns on g1 f1 i1 j1 and the Rooks on the edges follow from the source; the rest is chosen to fit."
        ),
        EDGE_CASTLING_RULING,
    ),
    castling=EDGE_CASTLING,
    notes=(CASTLING,),
)

GAME = for_two(
    "nd-mccooey",
    "Nearlydouble McCooey",
    ARMY,
    Introduction("A long battle of 31 pieces a side, led from a corner, with castling along the edges.", (60, 120), 2),
)
THREE = for_three(
    "nd-mccooey-3",
    "Nearlydouble McCooey for three",
    ARMY,
    Introduction("Three corners, three armies of 31 pieces, and castling along the edges.", (90, 180), 2),
)
