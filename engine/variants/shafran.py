"""Shafran's hexagonal chess, on 70 cells."""

from __future__ import annotations

from dataclasses import replace

from engine.model.atoms import FirstStep
from engine.model.board import files
from engine.model.equipment import CastlingCells
from engine.variants.army import Army, for_two
from engine.variants.standard_pieces import AHEAD, DIAGONAL_PAWN, DIAGONALLY, OFFICERS
from engine.variants.variant import Introduction

STEPPERS = "P b2 c2 d2 e2 f3 g4 h5"
LEFT, RIGHT = "b1 c1 d1", "f2 g3 h4"
ARMY = Army(
    board=files((6, 7, 8, 9, 10, 9, 8, 7, 6), (1, 1, 1, 1, 1, 2, 3, 4, 5)),
    kinds=(*OFFICERS, replace(DIAGONAL_PAWN, atoms=(AHEAD, FirstStep((0,), most=3, half=True), DIAGONALLY))),
    pieces=f"R a1 i5 · N b1 g3 · B c1 f2 h4 · Q d1 · K e1 · {STEPPERS} a2 i6",
    steppers=STEPPERS,
    stepping="First move: a pawn on its starting cell may go further straight forward over vacant cells to a vacant "
    "one, up to the middle of its file: at most three steps on files d, e and f, two on b, c, g and h, one on a and i.",
    end="on the last cell of a file",
    castling=(
        CastlingCells("Q-O-O", "e1 c1", "a1 d1", vacant=LEFT, safe="e1 d1 c1"),
        CastlingCells("Q-O-O-O", "e1 b1", "a1 c1", vacant=LEFT, safe=f"e1 {LEFT}"),
        CastlingCells("B-O-O", "e1 g3", "i5 f2", vacant=RIGHT, safe="e1 f2 g3"),
        CastlingCells("B-O-O-O", "e1 h4", "i5 g3", vacant=RIGHT, safe=f"e1 {RIGHT}"),
    ),
    notes=(
        (
            "Castling: the king may castle with either rook if neither has moved, all three cells between them are "
            "vacant, and no enemy piece, not even a pinned one, attacks the king's cell or any cell that the king "
            "crosses or arrives on. The rook, and a cell that only the rook crosses, may be attacked. In short "
            "castling the king goes two cells towards the rook, and the rook goes to the cell beside the king's "
            "starting cell; in long castling the king goes three cells and the rook two."
        ),
    ),
    letterless="P",
    rulings=(
        (
            "Castling is written Q-O-O and Q-O-O-O on the player's left, the queen's flank, and B-O-O and B-O-O-O on "
            "the right. O-O or O-O-O is enough where only one flank's castling of that length is legal."
        ),
        "White moves first.",
    ),
)

ABOUT = Introduction(
    "Chess on 70 hexagons, with castling on both flanks and pawns that may begin with a long run.", (25, 60), 2
)
GAME = for_two(
    "shafran",
    "Shafran's Hex Chess",
    ARMY,
    ABOUT,
    source="Hexagonal chess, by Isaak Grigor'evich Shafran, 1939.",
    aliases=("Shafran", "Shafran's chess", "Shafran's hexagonal chess"),
)
