"""Hexeh: ten men a side on 37 hexes; capture the empress."""

from __future__ import annotations

from collections.abc import Mapping

from engine.geometry.board import hexagon
from engine.model.array import armies
from engine.model.atoms import Act, Ricochet, Ride, Walk, Wander
from engine.model.pieces import PieceType, Seat
from engine.rules import LastStanding, NoMoveLeft, OnlyRoyalsLeft, PromotionFromPool, QuietMoves, RoyalMayFall
from engine.variants.standard_pieces import CORNERS, EDGES
from engine.variants.variant import Game, Option, Variant

BOARD = hexagon(4)
SEATS = (Seat(1, "Red", facing=0, view=0), Seat(2, "Blue", facing=6, view=6))

GUARD = PieceType(
    "guard",
    "G",
    "fa6s.shield-halved",
    (Ride(EDGES, 1, act=Act.MOVE), Ride((10, 0, 2), 1, act=Act.CAPTURE)),
    "moves one step in any of the six directions to a vacant cell; it captures only forward, forward-left or "
    "forward-right.",
    pawnlike=True,
    die=6,
)
PROWLER = PieceType(
    "prowler",
    "P",
    "fa6s.cat",
    (Walk(tuple((first, second) for first in EDGES for second in (first - 2, first, first + 2))),),
    "goes to any of the twelve cells exactly two away, never one. Straight, the middle cell must be vacant; bent, at "
    "least one of the two cells between must be vacant.",
)
WIZARD = PieceType(
    "wizard",
    "W",
    "fa6s.hat-wizard",
    (Ricochet((2, 4, 8, 10), limit=2),),
    "slides forward-left, forward-right, back-left or back-right, never along a file. On reaching the a-file or "
    "g-file (a wall) it may go on with left and right exchanged, up to two deflections in one move. Every cell passed "
    "must be vacant.",
)
EMPRESS = PieceType(
    "empress", "E", "fa6s.crown", (Ride(EDGES, 1),), "moves one step in any direction.", royal=True, die=10
)

_STEP = "goes either one step to any adjacent cell, or"
TRAVELERS = {
    "winding": PieceType(
        "traveler",
        "T",
        "fa6s.person-hiking",
        (Ride(EDGES, 1), Wander(CORNERS)),
        f"{_STEP} along a colour-path: a route of any length over vacant cells of its own colour, from one to the next "
        "between two cells whose occupants do not matter; it may turn at every cell.",
        rulings=('A traveler\'s route may turn: the source says "routes", never "lines".',),
    ),
    "straight": PieceType(
        "traveler",
        "T",
        "fa6s.person-hiking",
        (Ride(EDGES, 1), Ride(CORNERS)),
        f"{_STEP} along one straight line of cells of its own colour, all vacant before the last, passing between "
        "pairs of cells whose occupants do not matter.",
    ),
}
PROMOTIONS = (
    PromotionFromPool(
        "G",
        "d7",
        text="A guard that arrives on the enemy throne (the corner where the enemy empress began) may become "
        "any other kind of piece of its own side that has been captured and not yet come back; it may also "
        "stay a guard.",
        rulings=("The piece comes out of that side's lost pieces and the guard goes among them, as with a real set.",),
    ),
)
ENDINGS = (
    LastStanding(text="Capturing the enemy empress wins at once; so does the opponent's resignation."),
    OnlyRoyalsLeft(
        text="Only the two empresses left: drawn automatically.",
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
            text="The empress may be moved onto, or left on, an attacked cell; nobody need announce or react to an "
            "attack, and an empress that cannot escape capture is no draw."
        ),
        promotions=PROMOTIONS,
        endings=ENDINGS,
        stuck=NoMoveLeft(
            text="A player without any legal move draws the game (stalemate).",
            rulings=("Stalemate is a draw; there is no repetition rule.",),
        ),
        claims=(
            QuietMoves(
                37,
                "claim-37",
                text="After 37 moves by each side with no capture and no guard move, either player may claim a draw; "
                "unclaimed, the game goes on.",
            ),
        ),
        notes=("A piece captures as it moves, the guard alone excepted; no piece moves through another.",),
        rulings=(
            "Player 1 is Red, player 2 is Blue.",
            "A draw offer may be declined; no side can declare a draw alone.",
            "A promotion is written with its cell, Gd7=W; G=W is read where it names one move.",
            "Where neither file nor number tells which piece moves, both stand: Gc3d4.",
        ),
        credits="Hexeh, by the makers of the Hexeh board.",
    )


GAME = Game(
    "hexeh",
    "Hexeh",
    _build,
    options=(Option("travelers", tuple(TRAVELERS), "whether a traveler's colour-path may turn"),),
)
