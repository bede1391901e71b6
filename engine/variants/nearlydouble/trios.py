"""Nearlydouble Trios: 49 pieces a side, filling a corner of seven by seven."""

from __future__ import annotations

from dataclasses import replace

from engine.variants.army import double_step
from engine.variants.nearlydouble.family import EDGE_CASTLING_RULING, RECONSTRUCTED, for_two
from engine.variants.nearlydouble.mccooey import ARMY as MCCOOEY
from engine.variants.variant import Introduction

FRONT = "B b1 c2 d3 e4 f5 g6 h7 i6 j5 k4 l3 m2 n1"
BEHIND = "B c1 d2 e3 f4 g5 h6 i5 j4 k3 l2 m1"
ARMY = replace(
    MCCOOEY,
    pieces=f"K h1 · U f1 g1 g2 i1 i2 j1 · R d1 e1 k1 l1 h4 h5 · D h2 h3 f2 g3 i3 j2 · S e2 f3 g4 i4 j3 k2 · {FRONT} · "
    f"{BEHIND}",
    steppers=BEHIND,
    stepping=double_step("a Broker that starts behind another"),
    rulings=(
        (
            f"The Trios array is {RECONSTRUCTED}: the source strongly hints, but does not say, that the Grandduke, six "
            "each of four officers and 24 Brokers fill a corner of seven by seven."
        ),
        EDGE_CASTLING_RULING,
        "A Rook that does not start on an edge (h4, h5) never castles.",
    ),
)

GAME = for_two(
    "nd-trios",
    "Nearlydouble Trios",
    ARMY,
    Introduction("The greatest battle for two: 49 pieces a side, in corners of seven by seven.", (90, 180), 3),
)
