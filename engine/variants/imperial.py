"""Imperial Hex Chess: a hierarchy of captures on 75 hexes, with scouts placed before the first move."""

from collections.abc import Mapping

from engine.model.atoms import FirstStep, Leap, Ride
from engine.model.board import rows
from engine.model.equipment import PieceType, Seat, armies
from engine.rules import (
    CHECKMATE_OR_DRAW,
    FewPieces,
    Hierarchy,
    Landing,
    PairsPlaced,
    PromotionByRow,
    QuietMoves,
    RoyalKeptUntaken,
    Threefold,
    TimeAgainstBareRoyal,
)
from engine.variants.army import EDGES
from engine.variants.variant import Variant, VariantEntry

OBLIQUE, SIDEWAYS, STRAIGHT = (0, 4, 6, 10), (2, 8), (5, 11)
FORWARD = (10, 0)

BOARD = rows(
    (3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3),
    (1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7),
    shades=("white", "red", "blue"),
)
SEATS = (Seat(1, "White", facing=0, view=11), Seat(2, "Black", facing=6, view=5))

KING = PieceType(
    "king",
    "K",
    "fa6s.chess-king",
    (Ride(EDGES, 1),),
    "moves one step in any of the six adjacent directions.",
    royal=True,
    die=10,
)
QUEEN = PieceType(
    "queen",
    "Q",
    "fa6s.chess-queen",
    (Ride(EDGES + STRAIGHT),),
    "slides in eight directions: the six adjacent ones, and straight forward or backward between two cells.",
    die=10,
)
DRAGON = PieceType(
    "dragon",
    "D",
    "fa6s.dragon",
    (Ride(OBLIQUE), Ride(SIDEWAYS + STRAIGHT, 1)),
    "slides in the four oblique directions, or moves one step sideways or straight.",
)
ELEPHANT = PieceType(
    "elephant",
    "E",
    "mdi7.elephant",
    (Ride(SIDEWAYS + STRAIGHT), Ride(OBLIQUE, 1)),
    "slides sideways or straight, or moves one oblique step.",
)
KNIGHT = PieceType(
    "knight",
    "N",
    "fa6s.chess-knight",
    (Leap(((11, 10), (11, 0), (5, 4), (5, 6), (2, 0), (2, 4), (8, 10), (8, 6))),),
    "leaps one step straight or sideways, then one oblique step outward.",
)
GUARD = PieceType(
    "guard",
    "G",
    "fa6s.shield-halved",
    (Leap(tuple((hour,) for hour in (1, 3, 5, 7, 9, 11))),),
    "leaps to any of the six nearest cells of its colour.",
)
PAWN = PieceType(
    "pawn",
    "P",
    "fa6s.chess-pawn",
    (Ride(FORWARD, 1), FirstStep(FORWARD, zone="d1 d2 d3 d4 d5 d6")),
    "moves or captures one step forward-left or forward-right. From its own fourth row it can move "
    "two steps over empty cells, and can then be taken en passant.",
    pawnlike=True,
    die=6,
    rulings=(
        "A pawn's two steps lie in one straight line.",
        (
            "A pawn that steps onto the cell passed over, on the very next move, captures en passant; it "
            "can't go there without capturing."
        ),
    ),
)
RECONSTRUCTED = (
    "The source's diagrams are lost. The board (75 cells, in rows of 3 to 9 to 3), the array except "
    "its first row, and all moves are reconstructed; they fit every number in the text."
)
SCOUTS = PairsPlaced(
    "P",
    ("e1 e7", "e2 e6", "e3 e5"),
    plies=2,
    toss=True,
    text="each side places two more pawns, its scouts, on its fifth row, one as far from the left end as the other "
    "from the right: P@e1, P@e2 or P@e3 for White, then P@i3, P@i4 or P@i5 for Black",
    rulings=("A coin toss decides who begins and is White.",),
)
HIERARCHY = Hierarchy(
    ("KQ", "DE", "NG", "P"),
    text="The ranks, from the top: king and queen; dragon and elephant; knight and guard; pawn. A piece "
    "takes its equals and lower pieces alone. It takes a higher one only if another piece of its side"
    " attacks that cell, too, or if the higher piece has just captured.",
    rulings=("A pinned piece still attacks.",),
)
PROMOTIONS = (
    PromotionByRow(
        "P",
        (Landing("k5 k6 k7 k8 k9", "NG", stays=True), Landing("l6 l7 l8 l9", "DEQ", stays=False)),
        text="A pawn that reaches the 11th row can become a knight or a guard; on the 12th row it must become "
        "a dragon, elephant or queen.",
        rulings=("Promotion is optional in the source, and the rule here.",),
    ),
)
CLAIMS = (
    Threefold(),
    QuietMoves(
        50,
        "claim-50",
        text="After 50 moves by each side without a capture or a pawn move, either player can claim a draw.",
        rulings=("Draws by threefold repetition and by the 50-move rule can be claimed, as in chess.",),
    ),
)


def _build(options: Mapping[str, str]) -> Variant:  # noqa: ARG001 - no options of its own
    return Variant(
        key="imperial",
        name="Imperial Hex Chess",
        edition=1,
        board=BOARD,
        seats=SEATS,
        kinds=(KING, QUEEN, DRAGON, ELEPHANT, KNIGHT, GUARD, PAWN),
        array=armies(BOARD, SEATS, "D a1 b4 · K a2 · E a3 b1 · Q b2 · N b3 c3 · P c1 c5 d2 d3 d4 d5 · G c2 c4"),
        phase=SCOUTS,
        captures=HIERARCHY,
        legality=RoyalKeptUntaken(
            text="Your king must not be where the enemy could take it next: attacked by a queen or king, by any "
            "two pieces, or by any one piece if your king has just captured. A king that moves out of check "
            "must go where nothing attacks it.",
            rulings=("A king in check can move even if its side could take the attacker or block its way.",),
        ),
        promotions=PROMOTIONS,
        endings=(
            FewPieces(
                "DENG",
                text="If neither side has a queen or a pawn, and each has at most one piece besides its king, the game"
                " is a draw.",
                rulings=("The exact terms of the draw by too little material are mine.",),
            ),
        ),
        stuck=CHECKMATE_OR_DRAW,
        time_draw=TimeAgainstBareRoyal(KING.name),
        claims=CLAIMS,
        rulings=(RECONSTRUCTED,),
        credits="Imperial Hex Chess.",
    )


GAME = VariantEntry(
    "imperial",
    "Imperial Hex Chess",
    _build,
    "Place your scouts, then mate the king – a piece needs support to take one of higher rank.",
    minutes=(45, 90),
    difficulty=3,
)
