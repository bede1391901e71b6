"""Orthodox chess, and Combat Chess: the same with fights."""

from collections.abc import Mapping

from engine.model.atoms import Act, FirstStep, Leap, Ride
from engine.model.board import squares
from engine.model.equipment import CastlingCells, PieceType, Seat, armies, castlings, mirrored
from engine.rules import (
    CHECKMATE_OR_DRAW,
    Fivefold,
    OnlyRoyalsLeft,
    PromotionAtTheEnd,
    QuietMoves,
    RoyalKeptSafe,
    Threefold,
    TimeAgainstBareRoyal,
    TooLittleMaterial,
    TooQuiet,
)
from engine.variants.goals import with_goals
from engine.variants.variant import Alias, FenForm, Variant, VariantEntry

EDGES, CORNERS = (0, 2, 4, 6), (1, 3, 5, 7)
BOARD = squares(8, 8)
SEATS = (Seat(1, "White", facing=0, view=0), Seat(2, "Black", facing=4, view=4))
CASTLINGS = (
    CastlingCells("O-O", "e1 g1", "h1 f1", vacant="f1 g1", safe="e1 f1 g1"),
    CastlingCells("O-O-O", "e1 c1", "a1 d1", vacant="b1 c1 d1", safe="c1 d1 e1"),
)
ARMY = "R a1 h1 · N b1 g1 · B c1 f1 · Q d1 · K e1 · P a2 b2 c2 d2 e2 f2 g2 h2"

KING = PieceType(
    "king", "K", "fa6s.chess-king", (Ride(EDGES + CORNERS, 1),), "moves one step in any direction.", royal=True, die=10
)
QUEEN = PieceType("queen", "Q", "fa6s.chess-queen", (Ride(EDGES + CORNERS),), "slides in any direction.", die=10)
ROOK = PieceType("rook", "R", "fa6s.chess-rook", (Ride(EDGES),), "slides along ranks and files.")
BISHOP = PieceType("bishop", "B", "fa6s.chess-bishop", (Ride(CORNERS),), "slides along diagonals.")
KNIGHT = PieceType(
    "knight",
    "N",
    "fa6s.chess-knight",
    (Leap(tuple((hour, hour, hour + turn) for hour in EDGES for turn in (2, -2))),),
    "leaps two steps along a rank or file and one to the side.",
)
PAWN = PieceType(
    "pawn",
    "P",
    "fa6s.chess-pawn",
    (Ride((0,), 1, act=Act.MOVE), FirstStep((0,)), Ride((7, 1), 1, act=Act.CAPTURE)),
    "moves one step forward to an empty cell, or two from its starting cell; it captures one step "
    "diagonally forward, also en passant.",
    pawnlike=True,
    die=6,
)
ENDINGS = (
    TooLittleMaterial(
        alone="N",
        coloured="B",
        fought=OnlyRoyalsLeft(text="Two bare kings: draw. Any other piece could still win a fight."),
        text="Too little left to mate is a draw: bare kings, a single knight, or only bishops on one colour.",
    ),
)
CLAIMS = (
    Threefold(),
    QuietMoves(
        50,
        "claim-50",
        text="After 50 moves by each side without a capture or a pawn move, either player can claim a draw.",
    ),
)


def _build(options: Mapping[str, str]) -> Variant:  # noqa: ARG001 - chess has no options of its own
    return Variant(
        key="chess",
        name="Chess",
        edition=1,
        board=BOARD,
        seats=SEATS,
        kinds=(KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN),
        array=armies(BOARD, SEATS, ARMY, mirrored),
        legality=RoyalKeptSafe("Your king must not be under attack (in check) after your move."),
        castlings=castlings(BOARD, SEATS, CASTLINGS, mirrored),
        promotions=(
            PromotionAtTheEnd(
                "P", "QRBN", text="A pawn that reaches the last rank becomes a queen, rook, bishop or knight."
            ),
        ),
        endings=ENDINGS,
        limits=(
            Fivefold(),
            TooQuiet(
                75, "75-moves", text="After 75 moves by each side without a capture or a pawn move, the game is a draw."
            ),
        ),
        stuck=CHECKMATE_OR_DRAW,
        time_draw=TimeAgainstBareRoyal(KING.name),
        claims=CLAIMS,
        letterless="P",
        marks_check=True,
        fens=(FenForm("rank", (("K", "O-O"), ("Q", "O-O-O"))),),
        notes=("Castling and en passant work as usual.",),
        credits="Orthodox chess.",
    )


ALIASES = (
    *(Alias(name) for name in ("Standard", "Normal", "Standard chess", "Orthodox chess", "From Position")),
    Alias("King of the Hill", (("goal", "hill"),)),
    Alias("Three-check", (("goal", "three-check"),)),
    Alias("3check", (("goal", "three-check"),)),
)
GAME = with_goals(
    VariantEntry(
        "chess",
        "Chess",
        _build,
        "The chess you know, on eight by eight squares.",
        minutes=(20, 60),
        difficulty=1,
        aliases=ALIASES,
    )
)
COMBAT = VariantEntry(
    "combat-chess",
    "Combat Chess",
    _build,
    "Chess, but every capture is a dice fight.",
    minutes=(20, 60),
    difficulty=2,
    combat=("poly", "off", "d6"),
    family="chess",
)
