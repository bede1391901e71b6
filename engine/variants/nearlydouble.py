"""The Nearlydouble games of Charles Gilman: big armies on 169 cells, for two, three and four."""

from collections.abc import Sequence
from dataclasses import replace

from engine.model.board import hexagon, rows
from engine.model.equipment import CastlingCells, Seat, armies, castlings
from engine.rules import (
    CheckmatedByTheMover,
    LastStanding,
    NoMoveLeft,
    OnlyRoyalsLeft,
    RoyalKeptSafeIfPossible,
    Skipped,
)
from engine.variants.army import Army, double_step, quiet_claims
from engine.variants.army import for_two as two_armies
from engine.variants.nearlydouble_pieces import (
    BROKER,
    COHEN,
    DUCHESS,
    FINCH,
    FOREROOK,
    GENERAL,
    GRANDDUKE,
    HIGH_ROOK,
    HINDROOK,
    MIGRANT,
    POINT,
    RABBI,
    ROOK,
    SEIOPELMA,
    SENNIGHT,
    UNICORN,
    VICBABA,
    VICEREINE,
)
from engine.variants.variant import Introduction, Variant, VariantEntry

FILES = hexagon(8)
ROWS = rows((*range(8, 16), *range(14, 7, -1)), (*(1,) * 8, *range(2, 9)))

SOURCE = "Nearlydouble Hex Chess, by Charles Gilman."
EDGE_CASTLING = (
    CastlingCells("O-O", "h1 j1", "k1 i1", vacant="i1 j1", safe="h1 i1 j1"),
    CastlingCells("O-O", "h1 j1", "l1 i1", vacant="i1 j1 k1", safe="h1 i1 j1"),
    CastlingCells("O-O-O", "h1 f1", "e1 g1", vacant="g1 f1", safe="h1 g1 f1"),
    CastlingCells("O-O-O", "h1 f1", "d1 g1", vacant="g1 f1 e1", safe="h1 g1 f1"),
)
CASTLING = (
    "Castling: the Grandduke can castle with a Rook on the same edge if neither has moved and all "
    "cells between them are empty. No enemy piece, not even a pinned one, may attack the Grandduke's "
    "cell or the starting cells of the two Unicorns on that edge. The Grandduke goes to the farther "
    "of those two cells, the Rook to the nearer: O-O on the player's right, O-O-O on the left."
)
RECONSTRUCTED = "reconstructed, since the source's diagrams are lost"
EDGE_CASTLING_RULING = "Castling is written O-O on the player's right and O-O-O on the left."


def nd_for_two(key: str, name: str, army: Army, about: Introduction) -> VariantEntry:
    """The game of two such armies."""
    return two_armies(key, name, army, about, source=SOURCE)


Side = tuple[Army, Sequence[Seat]]
"""An army and the seats that have it, the first of them as it is written."""

THIRD = 8
FOUR = (
    Seat(1, "White", facing=0, view=11),
    Seat(2, "Red", facing=8, view=8),
    Seat(3, "Black", facing=6, view=5),
    Seat(4, "Blue", facing=2, view=2),
)

ELIMINATION = CheckmatedByTheMover(
    text="At the start of your turn, every opponent whose royal piece you attack is checkmated. All their "
    "pieces leave the board. This repeats until you attack no royal piece; then you move.",
    rulings=(
        "Even if your turn is skipped, opponents whose royal piece you attack are checkmated.",
        (
            "When a player leaves during another's turn, the player to move checkmates again any opponent who"
            " is then attacked."
        ),
    ),
)
LEGALITY = RoyalKeptSafeIfPossible(
    text="After your move no opponent may attack your royal piece, if you can avoid it.",
    rulings=(
        (
            "If your royal piece is attacked and no move helps, you can make any move: another player might "
            "still interfere before the attacker's turn."
        ),
    ),
)
SKIPPING = Skipped(
    text="Your turn is skipped if you have no move at all. It is also skipped if your royal piece isn't "
    "attacked, but would be after every move.",
    rulings=("Skipped turns, and the draw when every remaining player would be skipped, are my choice.",),
)
DRAWS = (
    LastStanding("The last player left wins."),
    OnlyRoyalsLeft(rulings=("Royal pieces alone draw; I check that after each move and after players have left.",)),
)
NOTES = (
    (
        "Turns go anticlockwise. A draw needs all remaining players. If you resign or run out of time, "
        "you leave with all your pieces, and the others play on."
    ),
    ("All this still holds with two players left: there is no stalemate, and no checkmate as in games for two."),
)
RULINGS = (
    (
        "Only the next player still in the game can capture en passant. The chance is gone if their turn "
        "is skipped or the other army leaves."
    ),
    "Players who resign or run out of time leave with all their pieces.",
    "An army that leaves the board restarts the count of 50 moves, as a capture does.",
)


def for_three(key: str, name: str, army: Army, about: Introduction) -> VariantEntry:
    """The game of three such armies, each turned by a third of a circle, anticlockwise."""
    seats = army.seats(("Red", "Gold", "Blue"), THIRD)
    return _game(
        key, name, about, seats, [(army, seats)], "The seats are Red, Gold and Blue, in this order anticlockwise."
    )


def for_four(key: str, name: str, home: Army, side: Army, about: Introduction) -> VariantEntry:
    """The game of two armies at opposite edges and two in the empty corners that face inwards along the rows."""
    white, red, black, blue = FOUR
    return _game(
        key,
        name,
        about,
        FOUR,
        [(home, (white, black)), (side, (red, blue))],
        "Seats go anticlockwise, beginning with White.",
    )


def _game(
    key: str, name: str, about: Introduction, seats: Sequence[Seat], sides: Sequence[Side], seating: str
) -> VariantEntry:
    return VariantEntry(key, name, lambda _: _variant(key, name, tuple(seats), sides, seating), *about)


def _variant(key: str, name: str, seats: tuple[Seat, ...], sides: Sequence[Side], seating: str) -> Variant:
    board = sides[0][0].board
    return Variant(
        key=key,
        name=name,
        edition=1,
        board=board,
        seats=seats,
        kinds=tuple(dict.fromkeys(kind for army, _ in sides for kind in army.kinds)),
        array=tuple(placing for army, held in sides for placing in armies(board, held, army.pieces)),
        steppers=tuple(placing for army, held in sides for placing in armies(board, held, army.steppers)),
        castlings=tuple(each for army, held in sides for each in castlings(board, held, army.castling)),
        legality=LEGALITY,
        elimination=ELIMINATION,
        skipping=SKIPPING,
        promotions=tuple(army.promotion for army, _ in sides),
        endings=DRAWS,
        stuck=NoMoveLeft(text="If every remaining player would be skipped, the game is a draw."),
        claims=quiet_claims("any player", *(army.pawn.name for army, _ in sides)),
        notes=tuple(note for army, _ in sides for note in army.remarks) + NOTES,
        rulings=(*(ruling for army, _ in sides for ruling in army.rulings), *RULINGS, seating),
        credits=SOURCE,
    )


CORNER_PAWNS = "c1 d2 e3 f2 f3 g4 h4 h5 i4 j2 j3 k3 l2 m1"
MCCOOEY_ARMY = Army(
    board=FILES,
    kinds=(GRANDDUKE, DUCHESS, ROOK, UNICORN, SEIOPELMA, BROKER),
    pieces=f"K h1 · D h2 h3 · R d1 e1 k1 l1 · U f1 g1 g2 i1 i2 j1 · S e2 g3 i3 k2 · B {CORNER_PAWNS}",
    steppers=f"B {CORNER_PAWNS}",
    stepping=double_step("every Broker"),
    rulings=(
        (
            f"The McCooey array is partly {RECONSTRUCTED}: the numbers of pieces, the Grandduke in the corner, "
            "the Unicorns on g1 f1 i1 j1 and the Rooks on the edges follow from the source; the rest is chosen to fit."
        ),
        EDGE_CASTLING_RULING,
    ),
    castling=EDGE_CASTLING,
    notes=(CASTLING,),
)

MCCOOEY = nd_for_two(
    "nd-mccooey",
    "Nearlydouble McCooey",
    MCCOOEY_ARMY,
    Introduction("A long battle of 31 pieces a side, led from a corner, with castling along the edges.", (60, 120), 2),
)
MCCOOEY_3 = for_three(
    "nd-mccooey-3",
    "Nearlydouble McCooey for three",
    MCCOOEY_ARMY,
    Introduction("Three corners, three armies of 31 pieces, and castling along the edges.", (90, 180), 2),
)


SECOND_ROW = "P b1 b2 b8 b9"
PIECES_OF_FOUR = f"R a1 a2 a7 a8 · V a3 a6 b3 b4 b6 b7 · Q a4 a5 · G b5 · {SECOND_ROW} c2 c3 c4 c5 c6 c7 c8 c9 d5 d7"
PIECES = f"{PIECES_OF_FOUR} · P c1 c10"
WELLISCH_ARMY = Army(
    board=ROWS,
    kinds=(GENERAL, VICEREINE, ROOK, VICBABA, POINT),
    pieces=PIECES,
    steppers=SECOND_ROW,
    stepping=double_step("Points that start on their army's second row"),
    rulings=(
        (
            f"The Wellisch array is partly {RECONSTRUCTED}: the numbers of pieces, the General on the centre of row "
            "b and the Points at the ends of row c follow from the source; the rest is chosen to fit."
        ),
    ),
)

WELLISCH = nd_for_two(
    "nd-wellisch",
    "Nearlydouble Wellisch",
    WELLISCH_ARMY,
    Introduction("A long battle of 29 pieces a side, where pawns have two ways forward.", (60, 120), 2),
)
WELLISCH_3 = for_three(
    "nd-wellisch-3",
    "Nearlydouble Wellisch for three",
    WELLISCH_ARMY,
    Introduction("Three armies of 29 pieces, whose pawns have two ways forward.", (90, 180), 2),
)


ALTORTH_ARMY = Army(
    board=FILES,
    kinds=(GENERAL, HIGH_ROOK, FOREROOK, HINDROOK, VICBABA, MIGRANT),
    pieces=f"G h1 · R h2 h3 · F f1 g3 i3 j1 · H e1 g1 i1 k1 · V d1 e2 g2 i2 k2 l1 · M {CORNER_PAWNS}",
    steppers=f"M {CORNER_PAWNS}",
    stepping=double_step("every Migrant"),
    rulings=((f"The AltOrth array is {RECONSTRUCTED}: only the numbers of pieces follow from the source."),),
)

ALTORTH = nd_for_two(
    "nd-altorth",
    "Nearlydouble AltOrth",
    ALTORTH_ARMY,
    Introduction("A long battle of 31 pieces a side, with rooks that face different ways.", (60, 120), 3),
)
ALTORTH_3 = for_three(
    "nd-altorth-3",
    "Nearlydouble AltOrth for three",
    ALTORTH_ARMY,
    Introduction("Three armies of 31 pieces, with rooks that face different ways.", (90, 180), 3),
)


ANGLOJEWISH_ARMY = Army(
    board=FILES,
    kinds=(GENERAL, COHEN, FINCH, RABBI, SEIOPELMA, BROKER),
    pieces=f"G h1 · C h2 h3 · F d1 e1 k1 l1 · R f1 g1 g2 i1 i2 j1 · S e2 g3 i3 k2 · B {CORNER_PAWNS}",
    steppers=f"B {CORNER_PAWNS}",
    stepping=double_step("every Broker"),
    rulings=(
        (
            f"The Anglojewish array is {RECONSTRUCTED}: the numbers of pieces follow from the "
            "source; the cells are those of the McCooey army."
        ),
    ),
)

ANGLOJEWISH = nd_for_two(
    "nd-anglojewish",
    "Nearlydouble Anglojewish",
    ANGLOJEWISH_ARMY,
    Introduction("A long battle of 31 pieces a side, many of which move in circles.", (60, 120), 3),
)
ANGLOJEWISH_3 = for_three(
    "nd-anglojewish-3",
    "Nearlydouble Anglojewish for three",
    ANGLOJEWISH_ARMY,
    Introduction("Three armies of 31 pieces, many of which move in circles.", (90, 180), 3),
)


FRONT = "B b1 c2 d3 e4 f5 g6 h7 i6 j5 k4 l3 m2 n1"
BEHIND = "B c1 d2 e3 f4 g5 h6 i5 j4 k3 l2 m1"
TRIOS_ARMY = replace(
    MCCOOEY_ARMY,
    pieces=f"K h1 · U f1 g1 g2 i1 i2 j1 · R d1 e1 k1 l1 h4 h5 · D h2 h3 f2 g3 i3 j2 · S e2 f3 g4 i4 j3 k2 · {FRONT} · "
    f"{BEHIND}",
    steppers=BEHIND,
    stepping=double_step("a Broker that starts behind another"),
    rulings=(
        (
            f"The Trios array is {RECONSTRUCTED}: the source strongly hints, but doesn't say, that the Grandduke, six "
            "each of four officers and 24 Brokers fill a corner of seven by seven."
        ),
        EDGE_CASTLING_RULING,
        "A Rook that doesn't start on an edge (h4, h5) never castles.",
    ),
)

TRIOS = nd_for_two(
    "nd-trios",
    "Nearlydouble Trios",
    TRIOS_ARMY,
    Introduction("The biggest battle for two: 49 pieces a side, in corners of seven by seven.", (90, 180), 3),
)


# Side armies are written as Red has them, in the right corner; the corner's edge cells are nobody's home row.
SIDE_PAWNS = "B e12 f12 g12 h12 i13 j14 k15"
SIDE_MCCOOEY = Army(
    board=ROWS,
    kinds=(GRANDDUKE, DUCHESS, ROOK, SENNIGHT, UNICORN, BROKER),
    pieces=f"K i15 · D g14 · R f13 j15 · N g13 i14 · U h13 h14 h15 · {SIDE_PAWNS}",
    steppers=SIDE_PAWNS,
    stepping=double_step("every Broker, including the one on the long row,"),
    rulings=("The original McCooey army's array is taken from a public source.",),
)
SIDE_BEHIND = "B e12 h12 k15"
SIDE_TRIOS = replace(
    SIDE_MCCOOEY,
    pieces=f"K i15 · D g13 g14 i14 · R f12 f13 j15 · N g12 i13 j14 · U h13 h14 h15 · "
    f"B d11 e11 f11 g11 h11 i12 j13 k14 l15 · {SIDE_BEHIND}",
    steppers=SIDE_BEHIND,
    stepping=double_step("a Broker that starts behind another"),
    rulings=(f"The original Trios army's array is {RECONSTRUCTED}.",),
)

WELLISCH_4_MCCOOEY = for_four(
    "nd-wellisch-4-mccooey",
    "Nearlydouble Wellisch with McCooey",
    WELLISCH_ARMY,
    SIDE_MCCOOEY,
    Introduction("Two big armies against two small, fast ones, each for itself.", (90, 180), 3),
)
WELLISCH_4_TRIOS = for_four(
    "nd-wellisch-4-trios",
    "Nearlydouble Wellisch with Trios",
    replace(WELLISCH_ARMY, pieces=PIECES_OF_FOUR),
    SIDE_TRIOS,
    Introduction("Two pairs of different armies, about a hundred pieces in all, each for itself.", (90, 180), 3),
)
