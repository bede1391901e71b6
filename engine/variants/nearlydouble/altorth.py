"""Nearlydouble AltOrth: orthogonal sliders of three kinds, and Migrants."""

from __future__ import annotations

from engine.variants.army import Army, double_step
from engine.variants.nearlydouble.family import FILES, RECONSTRUCTED, for_two
from engine.variants.nearlydouble.mccooey import PAWNS
from engine.variants.nearlydouble.pieces import FOREROOK, GENERAL, HIGH_ROOK, HINDROOK, MIGRANT, VICBABA
from engine.variants.nearlydouble.several import for_three
from engine.variants.variant import Introduction

ARMY = Army(
    board=FILES,
    kinds=(GENERAL, HIGH_ROOK, FOREROOK, HINDROOK, VICBABA, MIGRANT),
    pieces=f"G h1 · R h2 h3 · F f1 g3 i3 j1 · H e1 g1 i1 k1 · V d1 e2 g2 i2 k2 l1 · M {PAWNS}",
    steppers=f"M {PAWNS}",
    stepping=double_step("every Migrant"),
    rulings=((f"The AltOrth array is {RECONSTRUCTED}: only the numbers of pieces follow from the source."),),
)

GAME = for_two(
    "nd-altorth",
    "Nearlydouble AltOrth",
    ARMY,
    Introduction("A long battle of 31 pieces a side, where rooks differ in the ways they face.", (60, 120), 3),
)
THREE = for_three(
    "nd-altorth-3",
    "Nearlydouble AltOrth for three",
    ARMY,
    Introduction("Three armies of 31 pieces, whose rooks differ in the ways they face.", (90, 180), 3),
)
