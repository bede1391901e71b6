"""The hexagonal chess of Gliński and of McCooey, on 91 cells, and of Shafran, on 70."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from engine.model.atoms import FirstStep
from engine.model.board import files, hexagon
from engine.model.equipment import CastlingCells, mirrored
from engine.rules import NoMoveLeft
from engine.variants.army import AHEAD, DIAGONAL_PAWN, DIAGONALLY, OFFICERS, ORTHOGONAL_PAWN, Army, double_step, for_two
from engine.variants.goals import with_goals
from engine.variants.variant import FenForm, Introduction, Option, Variant

BOARD = hexagon(6, letters="abcdefghikl")
GLINSKI_PAWNS = "P b1 c2 d3 e4 f5 g4 h3 i2 k1"
GLINSKI_ARMY = Army(
    board=BOARD,
    kinds=(*OFFICERS, ORTHOGONAL_PAWN),
    pieces=f"K g1 · Q e1 · R c1 i1 · N d1 h1 · B f1 f2 f3 · {GLINSKI_PAWNS}",
    steppers=GLINSKI_PAWNS,
    stepping=double_step("a pawn on its starting cell"),
    letterless="P",
    rulings=("There is no castling.",),
    fens=(FenForm("rank"), FenForm("file")),
)
"""FENs by ranks are those of hexchess.club and its libraries, those by files of hexchess-board and others."""
STALEMATE = Option("stalemate", ("draw", "three-quarters"), "what stalemate scores")

GLINSKI_ABOUT = Introduction(
    "The best-known chess on hexagons: the usual pieces, a third bishop, pawns along the files.",
    (25, 60),
    2,
)
GLINSKI_ALIASES = ("Glinski", "Glinski's chess", "Glinski's hexagonal chess", "Hexagonal chess", "Hexagonal")
GLINSKI_PLAIN = for_two(
    "glinski",
    "Gliński's Hex Chess",
    GLINSKI_ARMY,
    GLINSKI_ABOUT,
    mirrored,
    "Hexagonal chess, by Władysław Gliński.",
    GLINSKI_ALIASES,
)


def _built(options: Mapping[str, str]) -> Variant:
    variant = GLINSKI_PLAIN.build(options)
    if options["stalemate"] == "draw":
        ruling = (
            "Stalemate is a draw here. The game's own federation scores it ¾ to ¼ (the option "
            "`stalemate=three-quarters`)."
        )
        return replace(variant, rulings=(ruling, *variant.rulings))
    stuck = NoMoveLeft(
        mates=True,
        share=Fraction(1, 4),
        text="If you have no legal move, you lose if you're in check (checkmate). If you aren't, it's "
        "stalemate: you score a quarter of a point, your opponent three quarters.",
        rulings=("Stalemate has no winner; ratings count it as half a draw and half a win.",),
    )
    return replace(variant, stuck=stuck)


GLINSKI = with_goals(replace(GLINSKI_PLAIN, options=(STALEMATE,), build=_built))


MCCOOEY_STEPPERS = "P c1 d2 e3 g3 h2 i1"
MCCOOEY_ARMY = Army(
    board=BOARD,
    kinds=(*OFFICERS, DIAGONAL_PAWN),
    pieces=f"K g1 · Q e1 · R d1 h1 · N e2 g2 · B f1 f2 f3 · {MCCOOEY_STEPPERS} f4",
    steppers=MCCOOEY_STEPPERS,
    stepping=double_step("a pawn on its starting cell, except on the f-file,"),
    letterless="P",
    rulings=("There is no castling; stalemate is a draw.",),
)

MCCOOEY_ABOUT = Introduction("Chess on hexagons with seven pawns a side, so the armies meet early.", (25, 60), 2)
MCCOOEY_ALIASES = ("McCooey", "McCooey's chess", "McCooey's hexagonal chess")
MCCOOEY = with_goals(
    for_two(
        "mccooey",
        "McCooey's Hex Chess",
        MCCOOEY_ARMY,
        MCCOOEY_ABOUT,
        mirrored,
        "McCooey's hex chess, by Dave McCooey.",
        MCCOOEY_ALIASES,
    )
)


SHAFRAN_STEPPERS = "P b2 c2 d2 e2 f3 g4 h5"
LEFT, RIGHT = "b1 c1 d1", "f2 g3 h4"
SHAFRAN_ARMY = Army(
    board=files((6, 7, 8, 9, 10, 9, 8, 7, 6), (1, 1, 1, 1, 1, 2, 3, 4, 5)),
    kinds=(*OFFICERS, replace(DIAGONAL_PAWN, atoms=(AHEAD, FirstStep((0,), most=3, half=True), DIAGONALLY))),
    pieces=f"R a1 i5 · N b1 g3 · B c1 f2 h4 · Q d1 · K e1 · {SHAFRAN_STEPPERS} a2 i6",
    steppers=SHAFRAN_STEPPERS,
    stepping="First move: a pawn on its starting cell can run straight ahead over empty cells, up to the "
    "middle of its file: three steps on files d, e and f, two on b, c, g and h, one on a and i.",
    end="on the last cell of a file",
    castling=(
        CastlingCells("Q-O-O", "e1 c1", "a1 d1", vacant=LEFT, safe="e1 d1 c1"),
        CastlingCells("Q-O-O-O", "e1 b1", "a1 c1", vacant=LEFT, safe=f"e1 {LEFT}"),
        CastlingCells("B-O-O", "e1 g3", "i5 f2", vacant=RIGHT, safe="e1 f2 g3"),
        CastlingCells("B-O-O-O", "e1 h4", "i5 g3", vacant=RIGHT, safe=f"e1 {RIGHT}"),
    ),
    notes=(
        (
            "Castling: the king can castle with either rook if neither has moved and the three cells between them are "
            "empty. No enemy piece, not even a pinned one, may attack the king's cell, its path or its target; the "
            "rook and its own path may be attacked. In short castling the king goes two cells towards the rook, and "
            "the rook beside the king's starting cell; in long castling the king goes three cells and the rook two."
        ),
    ),
    letterless="P",
    rulings=(
        (
            "Castling is written Q-O-O and Q-O-O-O on the player's left (the queen's flank), B-O-O and "
            "B-O-O-O on the right. O-O or O-O-O is enough if only one flank allows it."
        ),
        "White moves first.",
    ),
)

SHAFRAN_ABOUT = Introduction(
    "Chess on 70 hexagons, with castling on both flanks and pawns that can start with a long run.", (25, 60), 2
)
SHAFRAN = for_two(
    "shafran",
    "Shafran's Hex Chess",
    SHAFRAN_ARMY,
    SHAFRAN_ABOUT,
    source="Hexagonal chess, by Isaak Grigor'evich Shafran, 1939.",
    aliases=("Shafran", "Shafran's chess", "Shafran's hexagonal chess"),
)
