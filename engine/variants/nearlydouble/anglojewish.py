"""Nearlydouble Anglojewish: the McCooey array with circling pieces."""

from __future__ import annotations

from engine.variants.army import Army, double_step
from engine.variants.nearlydouble.family import FILES, RECONSTRUCTED, for_two
from engine.variants.nearlydouble.mccooey import PAWNS
from engine.variants.nearlydouble.pieces import BROKER, COHEN, FINCH, GENERAL, RABBI, SEIOPELMA
from engine.variants.nearlydouble.several import for_three
from engine.variants.variant import Introduction

ARMY = Army(
    board=FILES,
    kinds=(GENERAL, COHEN, FINCH, RABBI, SEIOPELMA, BROKER),
    pieces=f"G h1 · C h2 h3 · F d1 e1 k1 l1 · R f1 g1 g2 i1 i2 j1 · S e2 g3 i3 k2 · B {PAWNS}",
    steppers=f"B {PAWNS}",
    stepping=double_step("every Broker"),
    rulings=(
        (
            f"The Anglojewish array is {RECONSTRUCTED}: the numbers of pieces follow from the "
            "source; the cells are those of the McCooey army."
        ),
    ),
)

GAME = for_two(
    "nd-anglojewish",
    "Nearlydouble Anglojewish",
    ARMY,
    Introduction("A long battle of 31 pieces a side, many of which go round in circles.", (60, 120), 3),
)
THREE = for_three(
    "nd-anglojewish-3",
    "Nearlydouble Anglojewish for three",
    ARMY,
    Introduction("Three armies of 31 pieces, many of which go round in circles.", (90, 180), 3),
)
