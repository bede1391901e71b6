"""Hexeh: ten pieces a side on 37 hexes; capture the empress."""

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
    "moves one step in any direction to an empty cell, but captures only forward, forward-left or forward-right.",
    pawnlike=True,
    die=6,
)
PROWLER = PieceType(
    "prowler",
    "P",
    "fa6s.cat",
    (Walk(tuple((first, second) for first in EDGES for second in (first - 2, first, first + 2))),),
    "goes to any of the twelve cells exactly two steps away. In a straight line the cell between must be empty; round "
    "a bend, one empty cell of the two between is enough.",
)
WIZARD = PieceType(
    "wizard",
    "W",
    "fa6s.hat-wizard",
    (Ricochet((2, 4, 8, 10), limit=2),),
    "slides forward-left, forward-right, back-left or back-right over empty cells, never along a file. It bounces off "
    "the left and right edges (files a and g), at most twice per move.",
)
EMPRESS = PieceType(
    "empress", "E", "fa6s.crown", (Ride(EDGES, 1),), "moves one step in any direction.", royal=True, die=10
)

_STEP = "goes one step to any adjacent cell, or glides diagonally over empty cells of its colour"
_FREE = "pieces beside its path don't block it"
TRAVELERS = {
    "winding": PieceType(
        "traveler",
        "T",
        "fa6s.person-hiking",
        (Ride(EDGES, 1), Wander(CORNERS)),
        f"{_STEP}. It can turn as often as it likes, and {_FREE}.",
        rulings=('A traveler\'s path can turn: the source speaks of "routes", never of "lines".',),
    ),
    "straight": PieceType(
        "traveler",
        "T",
        "fa6s.person-hiking",
        (Ride(EDGES, 1), Ride(CORNERS)),
        f"{_STEP}, in one straight line; {_FREE}.",
    ),
}
PROMOTIONS = (
    PromotionFromPool(
        "G",
        "d7",
        text="On the enemy throne (the corner where their empress began), a guard can become any other kind of"
        " piece its side has lost. It can also stay a guard.",
        rulings=("The new piece comes from its side's lost pieces, and the guard joins them, as with a real set.",),
    ),
)
ENDINGS = (
    LastStanding(text="Take the enemy empress and you win. You also win if your opponent resigns or runs out of time."),
    OnlyRoyalsLeft(text="Two bare empresses: draw."),
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
        legality=RoyalMayFall(text="There is no check: you may leave your empress under attack – and lose her."),
        promotions=PROMOTIONS,
        endings=ENDINGS,
        stuck=NoMoveLeft(rulings=("Stalemate is a draw; there is no repetition rule.",)),
        claims=(
            QuietMoves(
                37,
                "claim-37",
                text="After 37 moves by each side without a capture or a guard move, either player can claim a draw.",
            ),
        ),
        notes=("Every piece but the guard captures the way it moves. No piece moves through another.",),
        rulings=(
            "Player 1 is Red, player 2 is Blue.",
            "A draw offer can be declined; nobody can declare a draw alone.",
            "A promotion is written with its cell, Gd7=W; the short G=W works if it fits only one move.",
            "If neither file nor number tells which piece moves, write both: Gc3d4.",
        ),
        credits="Hexeh, by the makers of the Hexeh board.",
    )


GAME = VariantEntry(
    "hexeh",
    "Hexeh",
    _build,
    "Ten pieces each on a small hex board: catch the enemy empress.",
    minutes=(15, 30),
    difficulty=1,
    options=(Option("travelers", tuple(TRAVELERS), "whether a traveler's path can turn"),),
)
