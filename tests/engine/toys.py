"""Games made up for the tests that prove the engine general.

`THREE` is played by three on a hexagon, each with a royal piece that may be captured; the last standing wins. `FOUR` is
played by four on 8 by 8 squares in the same way. `CHECK` is a game of two with check on 8 by 8 squares; `ODD` adds lame
and circling pieces to it, `WILD` wandering ones.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.atoms import Act, Leap, Ride, Walk, Wander
from engine.model.board import hexagon, squares
from engine.model.equipment import PieceType, Seat, armies
from engine.rules import (
    LastStanding,
    NoMoveLeft,
    OnlyRoyalsLeft,
    PromotionFromPool,
    QuietMoves,
    RoyalKeptSafe,
    RoyalMayFall,
)
from engine.variants import built
from engine.variants.variant import Introduction, Variant, VariantEntry

ABOUT = Introduction("A game made up for tests.", (5, 10), 1)

# ---- three on a hexagon

EDGES = (0, 2, 4, 6, 8, 10)
CORNERS = (1, 3, 5, 7, 9, 11)
TRIO = (Seat(1, "Red", 0, 0), Seat(2, "Gold", 8, 8), Seat(3, "Blue", 4, 4))
TRIO_KINDS = (
    PieceType("chief", "K", "fa6s.crown", (Ride(EDGES, 1),), "moves one step in any direction.", royal=True),
    PieceType("rider", "R", "fa6s.horse", (Ride((0, 4, 8)),), "slides straight ahead or back to either side."),
    PieceType("lurker", "L", "fa6s.cat", (Walk(((0, 2), (2, 0), (0, 10), (10, 0))),), "goes two steps ahead, bent."),
    PieceType(
        "nomad", "N", "fa6s.person-hiking", (Wander((1, 5, 9)),), "winds along three of its colour's directions."
    ),
    PieceType(
        "spear",
        "S",
        "fa6s.shield-halved",
        (Ride((0,), 1, act=Act.MOVE), Ride((2, 10), 1, act=Act.CAPTURE)),
        "moves one step ahead and captures one step ahead to either side.",
        pawnlike=True,
    ),
)


def _three(_: Mapping[str, str]) -> Variant:
    board = hexagon(4)
    return Variant(
        key="toy-three",
        name="Three",
        edition=1,
        board=board,
        seats=TRIO,
        kinds=TRIO_KINDS,
        array=armies(board, TRIO, "K d1 · R c1 · L e1 · N d2 · S c2 e2"),
        legality=RoyalMayFall(),
        endings=(LastStanding(),),
        stuck=NoMoveLeft(),
        claims=(QuietMoves(5, "claim-5", text="After five quiet moves by each player a draw may be claimed."),),
    )


# ---- check on squares

PAIR = (Seat(1, "White", 0, 0), Seat(2, "Black", 4, 4))
STRAIGHT = (0, 2, 4, 6)
DIAGONAL = (1, 3, 5, 7)
ALL = tuple(range(8))
KNIGHT = tuple((edge, edge, edge + turn) for edge in STRAIGHT for turn in (2, -2))
CHESSMEN = (
    PieceType("king", "K", "fa6s.chess-king", (Ride(ALL, 1),), "moves one step in any direction.", royal=True),
    PieceType("queen", "Q", "fa6s.chess-queen", (Ride(ALL),), "slides in any direction."),
    PieceType("rook", "R", "fa6s.chess-rook", (Ride(STRAIGHT),), "slides along files and ranks."),
    PieceType("bishop", "B", "fa6s.chess-bishop", (Ride(DIAGONAL),), "slides along diagonals."),
    PieceType("knight", "N", "fa6s.chess-knight", (Leap(KNIGHT),), "leaps two steps one way and one across."),
    PieceType(
        "foot",
        "F",
        "fa6s.chess-pawn",
        (Ride((0,), 1, act=Act.MOVE), Ride((1, 7), 1, act=Act.CAPTURE)),
        "moves one step ahead and captures one step diagonally ahead.",
        pawnlike=True,
    ),
)
LAME = tuple((one, other) for one in STRAIGHT for other in (one - 1, one + 1))
ODDITIES = (
    PieceType("stag", "S", "fa6s.horse", (Walk((*LAME, *(route[::-1] for route in LAME))),), "goes bent, not leaping."),
    PieceType("owl", "O", "fa6s.crow", (Ride(STRAIGHT, bends=(1, -1)),), "flies in circles."),
    PieceType("mole", "M", "fa6s.worm", (Ride(STRAIGHT, act=Act.MOVE), Ride(DIAGONAL, act=Act.CAPTURE)), "digs."),
)
VAGRANTS = (PieceType("tramp", "T", "fa6s.person-walking", (Wander(DIAGONAL),), "winds along diagonals."),)


def _squares(key: str, more: tuple[PieceType, ...]) -> Variant:
    board = squares(8, 8)
    ranks = "F a2 b2 c2 d2 e2 f2 g2 h2"
    return Variant(
        key=key,
        name=key.title(),
        edition=1,
        board=board,
        seats=PAIR,
        kinds=(*CHESSMEN, *more),
        array=armies(board, PAIR, f"R a1 h1 · N b1 g1 · B c1 f1 · Q d1 · K e1 · {ranks}"),
        legality=RoyalKeptSafe(),
        promotions=(PromotionFromPool("F", "a8 b8 c8 d8 e8 f8 g8 h8", text="A foot may come back as a lost piece."),),
        endings=(OnlyRoyalsLeft(),),
        stuck=NoMoveLeft(mates=True),
    )


# ---- four on squares

QUARTET = (Seat(1, "White", 0, 0), Seat(2, "Red", 6, 6), Seat(3, "Black", 4, 4), Seat(4, "Blue", 2, 2))


def _four(_: Mapping[str, str]) -> Variant:
    board = squares(8, 8)
    return Variant(
        key="toy-four",
        name="Four",
        edition=1,
        board=board,
        seats=QUARTET,
        kinds=CHESSMEN,
        array=armies(board, QUARTET, "R c1 · K d1 · Q e1 · N f1"),
        legality=RoyalMayFall(),
        endings=(LastStanding(),),
        stuck=NoMoveLeft(),
    )


TOYS = {
    game.key: game
    for game in (VariantEntry("toy-three", "Three", _three, *ABOUT), VariantEntry("toy-four", "Four", _four, *ABOUT))
}
THREE, FOUR = (built(game, {}) for game in TOYS.values())
CHECK = built(VariantEntry("toy-check", "Check", lambda _: _squares("toy-check", ()), *ABOUT), {})
ODD = built(VariantEntry("toy-odd", "Odd", lambda _: _squares("toy-odd", ODDITIES), *ABOUT), {})
WILD = built(VariantEntry("toy-wild", "Wild", lambda _: _squares("toy-wild", VAGRANTS), *ABOUT), {})
