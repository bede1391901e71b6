"""Hexeh: ten pieces a side on 37 hexes; capture the empress."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.atoms import Act, Ricochet, Ride, Walk, Wander
from engine.model.board import hexagon
from engine.model.equipment import PieceType, Seat, armies
from engine.rules import LastStanding, NoMoveLeft, OnlyRoyalsLeft, PromotionFromPool, QuietMoves, RoyalMayFall
from engine.variants.army import CORNERS, EDGES
from engine.variants.variant import Option, Variant, VariantEntry

BOARD = hexagon(4)
SEATS = (Seat(1, "Red", facing=0, view=0), Seat(2, "Blue", facing=6, view=6))

GUARD = PieceType(
    "guard",
    "G",
    "fa6s.shield-halved",
    (Ride(EDGES, 1, act=Act.MOVE), Ride((10, 0, 2), 1, act=Act.CAPTURE)),
    "moves one step in any of the six directions to a vacant cell, but captures only forward, forward-left or "
    "forward-right.",
    pawnlike=True,
    die=6,
)
PROWLER = PieceType(
    "prowler",
    "P",
    "fa6s.cat",
    (Walk(tuple((first, second) for first in EDGES for second in (first - 2, first, first + 2))),),
    "goes to any of the twelve cells exactly two steps away, never one. On a straight way the cell between must be "
    "vacant; on a bent way, at least one of the two cells between.",
)
WIZARD = PieceType(
    "wizard",
    "W",
    "fa6s.hat-wizard",
    (Ricochet((2, 4, 8, 10), limit=2),),
    "slides forward-left, forward-right, back-left or back-right, never along a file. At a wall (the a-file or the "
    "g-file) it may deflect, going on with left and right exchanged, at most twice in one move. Every cell it passes, "
    "walls included, must be vacant.",
)
EMPRESS = PieceType(
    "empress", "E", "fa6s.crown", (Ride(EDGES, 1),), "moves one step in any direction.", royal=True, die=10
)

_STEP = "goes one step to any adjacent cell, or any number of diagonal steps"
_BETWEEN = "A diagonal step passes between two cells, whose occupants do not matter."
TRAVELERS = {
    "winding": PieceType(
        "traveler",
        "T",
        "fa6s.person-hiking",
        (Ride(EDGES, 1), Wander(CORNERS)),
        f"{_STEP} along a colour-path: over vacant cells of its own colour, turning at any of them. {_BETWEEN}",
        rulings=('A traveler\'s route may turn: the source says "routes", never "lines".',),
    ),
    "straight": PieceType(
        "traveler",
        "T",
        "fa6s.person-hiking",
        (Ride(EDGES, 1), Ride(CORNERS)),
        f"{_STEP} in one straight line, over vacant cells of its own colour. {_BETWEEN}",
    ),
}
PROMOTIONS = (
    PromotionFromPool(
        "G",
        "d7",
        text="A guard that arrives on the enemy throne (the corner where the enemy empress began) may become any other "
        "kind of piece that its side has lost and not yet got back, or it may stay a guard.",
        rulings=("The new piece comes from its side's lost pieces and the guard joins them, as with a real set.",),
    ),
)
ENDINGS = (
    LastStanding(
        text="Capturing the enemy empress wins at once. You also win if your opponent resigns or runs out of time."
    ),
    OnlyRoyalsLeft(
        text="If only the two empresses are left, the game is drawn at once.",
        rulings=("No other material counts as insufficient.",),
    ),
)


def _build(options: Mapping[str, str]) -> Variant:
    return Variant(
        key="hexeh",
        name="Hexeh",
        edition=1,
        board=BOARD,
        seats=SEATS,
        kinds=(EMPRESS, WIZARD, PROWLER, TRAVELERS[options["travelers"]], GUARD),
        array=armies(BOARD, SEATS, "G a1 c2 e2 g1 · T b1 f1 · P c1 e1 · W d2 · E d1"),
        legality=RoyalMayFall(
            text="The empress may move onto, or stay on, an attacked cell. Nobody has to announce or answer an attack, "
            "and an empress that cannot escape capture does not draw the game."
        ),
        promotions=PROMOTIONS,
        endings=ENDINGS,
        stuck=NoMoveLeft(
            text="If the player to move has no legal move, the game is drawn (stalemate).",
            rulings=("Stalemate is a draw; there is no repetition rule.",),
        ),
        claims=(
            QuietMoves(
                37,
                "claim-37",
                text="After 37 moves by each side without a capture or a guard move, either player may claim a draw. "
                "Until somebody does, the game goes on.",
            ),
        ),
        notes=("Every piece but the guard captures as it moves. No piece moves through another.",),
        rulings=(
            "Player 1 is Red, player 2 is Blue.",
            "A draw offer may be declined; no side can declare a draw alone.",
            "A promotion is written with its cell, Gd7=W; the short G=W is accepted where it fits only one move.",
            "Where neither the file nor the number tells which piece moves, both are written: Gc3d4.",
        ),
        credits="Hexeh, by the makers of the Hexeh board.",
    )


GAME = VariantEntry(
    "hexeh",
    "Hexeh",
    _build,
    "Hunt down the enemy empress with ten pieces on a small board of hexagons.",
    minutes=(15, 30),
    difficulty=1,
    options=(Option("travelers", tuple(TRAVELERS), "whether a traveler's colour-path may turn"),),
)
