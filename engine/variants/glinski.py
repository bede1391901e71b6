"""Gliński's hex chess, on 91 cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from engine.model.board import hexagon
from engine.model.equipment import mirrored
from engine.rules import NoMoveLeft
from engine.variants.army import Army, double_step, for_two
from engine.variants.goals import with_goals
from engine.variants.standard_pieces import OFFICERS, ORTHOGONAL_PAWN
from engine.variants.variant import FenForm, Introduction, Option, Variant

BOARD = hexagon(6, letters="abcdefghikl")
PAWNS = "P b1 c2 d3 e4 f5 g4 h3 i2 k1"
ARMY = Army(
    board=BOARD,
    kinds=(*OFFICERS, ORTHOGONAL_PAWN),
    pieces=f"K g1 · Q e1 · R c1 i1 · N d1 h1 · B f1 f2 f3 · {PAWNS}",
    steppers=PAWNS,
    stepping=double_step("a pawn on its starting cell"),
    letterless="P",
    rulings=("There is no castling.",),
    fens=(FenForm("rank"), FenForm("file")),
)
"""FENs by ranks are those of hexchess.club and its libraries, those by files of hexchess-board and others."""
STALEMATE = Option("stalemate", ("draw", "three-quarters"), "what stalemate scores")

ABOUT = Introduction(
    "The best-known chess on hexagons: chess pieces, a third bishop, and pawns that move along the files.", (25, 60), 2
)
ALIASES = ("Glinski", "Glinski's chess", "Glinski's hexagonal chess", "Hexagonal chess", "Hexagonal")
PLAIN = for_two(
    "glinski", "Gliński's Hex Chess", ARMY, ABOUT, mirrored, "Hexagonal chess, by Władysław Gliński.", ALIASES
)


def _built(options: Mapping[str, str]) -> Variant:
    variant = PLAIN.build(options)
    if options["stalemate"] == "draw":
        ruling = (
            "Stalemate is a draw here; the game's own federation scores it three quarters to one quarter (the option "
            "`stalemate=three-quarters`)."
        )
        return replace(variant, rulings=(ruling, *variant.rulings))
    stuck = NoMoveLeft(
        mates=True,
        share=Fraction(1, 4),
        text="A player in check without a legal move is checkmated and loses. One not in check is stalemated and "
        "scores one quarter of a point; the opponent scores three quarters.",
        rulings=("Stalemate ends the game without a winner. Ratings take it as half a draw and half a win.",),
    )
    return replace(variant, stuck=stuck)


GAME = with_goals(replace(PLAIN, options=(STALEMATE,), build=_built))
