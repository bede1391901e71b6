"""Armies as values, the chess pieces on hexes that many of them have, and the game of two equal armies."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.model.atoms import Act, FirstStep, Leap, Ride
from engine.model.board import HEX, Board
from engine.model.english import join_words
from engine.model.equipment import CastlingCells, PieceType, Placed, Seat, armies, castlings, turned
from engine.rules import (
    CHECKMATE_OR_DRAW,
    OnlyRoyalsLeft,
    PromotionAtTheEnd,
    QuietMoves,
    RoyalKeptSafe,
    Threefold,
    TimeAgainstBareRoyal,
)
from engine.rules.protocols import Promotion
from engine.variants.variant import Alias, FenForm, Introduction, Variant, VariantEntry

EDGES, CORNERS = HEX.edges, HEX.corners
ROOT_SEVEN = tuple((hour, hour, hour + turn) for hour in EDGES for turn in (2, -2))

KING = PieceType(
    "king",
    "K",
    "fa6s.chess-king",
    (Ride(EDGES + CORNERS, 1),),
    "moves one orthogonal or diagonal step.",
    royal=True,
    die=10,
)
QUEEN = PieceType(
    "queen", "Q", "fa6s.chess-queen", (Ride(EDGES + CORNERS),), "slides along any orthogonal or diagonal.", die=10
)
ROOK = PieceType("rook", "R", "fa6s.chess-rook", (Ride(EDGES),), "slides along any of the six orthogonals.")
BISHOP = PieceType(
    "bishop",
    "B",
    "fa6s.chess-bishop",
    (Ride(CORNERS),),
    "slides along any of the six diagonals; pieces beside its path don't block it.",
)
KNIGHT = PieceType(
    "knight",
    "N",
    "fa6s.chess-knight",
    (Leap(ROOT_SEVEN),),
    "leaps two orthogonal steps and one more turned by 60 degrees.",
)
OFFICERS = (KING, QUEEN, ROOK, BISHOP, KNIGHT)

AHEAD, DIAGONALLY, HALF_FORWARD = (
    Ride((0,), 1, act=Act.MOVE),
    Ride((11, 1), 1, act=Act.CAPTURE),
    Ride((10, 2), 1, act=Act.CAPTURE),
)
_AHEAD = "moves one step straight forward to an empty cell, and captures one step along either"
DIAGONAL_PAWN = PieceType(
    "pawn",
    "P",
    "fa6s.chess-pawn",
    (AHEAD, FirstStep((0,)), DIAGONALLY),
    f"{_AHEAD} forward diagonal.",
    pawnlike=True,
    die=6,
)


def orthogonal_pawn_text(other: str) -> str:
    """The move text of a pawn that captures half-forward; the starting cell of an `other` piece matters, too."""
    return (
        f"{_AHEAD} half-forward orthogonal. It keeps an unused double step if it captures onto the "
        f"starting cell of {other}."
    )


ORTHOGONAL_PAWN = PieceType(
    "pawn",
    "P",
    "fa6s.chess-pawn",
    (AHEAD, FirstStep((0,), keeps_first_move=True), HALF_FORWARD),
    orthogonal_pawn_text("another pawn of its side"),
    pawnlike=True,
    die=6,
)


TURN = 6


def double_step(who: str) -> str:
    """The sentence on the card that some pieces may begin with two steps."""
    return f"Double step: {who} can begin with two steps straight ahead, over empty cells."


@dataclass(frozen=True)
class Army:
    """An army as its own player sees it: kinds, `pieces` on a board (see `army`), what they may do.

    `steppers` are the pieces that begin with first steps, and `stepping` is the sentence on the card about them. `end`
    says where the pawn-like kind promotes, if it can be said more plainly than by the rule; `letterless` is the kind
    whose moves are written without its letter. `notes` are further sentences for the card, `rulings` the referee's,
    including where the array comes from.
    """

    board: Board
    kinds: tuple[PieceType, ...]
    pieces: str
    steppers: str
    stepping: str
    rulings: tuple[str, ...]
    castling: tuple[CastlingCells, ...] = ()
    notes: tuple[str, ...] = ()
    end: str = ""
    letterless: str = ""
    fens: tuple[FenForm, ...] = ()

    @property
    def royal(self) -> PieceType:
        return next(kind for kind in self.kinds if kind.royal)

    @property
    def pawn(self) -> PieceType:
        return next(kind for kind in self.kinds if kind.pawnlike)

    @property
    def promotion(self) -> Promotion:
        """The compulsory promotion of the pawn-like kind to any other capturable one of the army."""
        officers = [kind for kind in self.kinds if not (kind.royal or kind.pawnlike)]
        names = ", ".join(kind.name for kind in officers[:-1])
        ruling = (
            f"Whether a {self.pawn.name} could still move is judged on an empty board, without captures. It "
            "becomes a piece of its own army's game."
        )
        return PromotionAtTheEnd(
            self.pawn.letter,
            "".join(kind.letter for kind in officers),
            text=f"A {self.pawn.name} that arrives {self.end or 'where it can go no further'} must become a {names}"
            f" or {officers[-1].name}.",
            rulings=() if self.end else (ruling,),
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """First steps, en passant and what else there is to say."""
        passing = (
            f"On the very next turn, an enemy {self.pawn.name} that could capture on a passed cell can take it"
            " there (en passant)."
        )
        return (f"{self.stepping} {passing}", *self.notes)

    def seats(self, names: Sequence[str], turn: int) -> tuple[Seat, ...]:
        """Seats of these names, each a `turn` (hours) further than the one before."""
        hours = range(0, turn * len(names), turn)
        return tuple(
            Seat(number, name, facing=hour % 12, view=(self.board.up + hour) % 12)
            for number, (name, hour) in enumerate(zip(names, hours, strict=True), 1)
        )


def quiet_claims(who: str, *pawns: str) -> tuple[Threefold, QuietMoves]:
    """The draws that may be claimed; `who` says by whom, `pawns` are the names of the pawn-like kinds."""
    return (
        Threefold(text=f"When a position occurs for the third time, {who} can claim a draw."),
        QuietMoves(
            50,
            "claim-50",
            text=f"After 50 moves by each player without a capture or a {join_words(pawns)} move, {who} can claim a"
            " draw.",
            rulings=("Draws by threefold repetition and by the 50-move rule can be claimed.",),
        ),
    )


def for_two(
    key: str,
    name: str,
    army: Army,
    about: Introduction,
    placed: Placed = turned,
    source: str = "",
    aliases: Sequence[str] = (),
) -> VariantEntry:
    """The game of two such armies."""
    return VariantEntry(
        key,
        name,
        lambda _: _variant_for_two(key, name, army, placed, source),
        *about,
        aliases=tuple(Alias(each) for each in aliases),
    )


def _variant_for_two(key: str, name: str, army: Army, placed: Placed, source: str) -> Variant:
    seats = army.seats(("White", "Black"), TURN)
    royal = army.royal.name
    return Variant(
        key=key,
        name=name,
        edition=1,
        board=army.board,
        seats=seats,
        kinds=army.kinds,
        array=armies(army.board, seats, army.pieces, placed),
        steppers=armies(army.board, seats, army.steppers, placed),
        castlings=castlings(army.board, seats, army.castling, placed),
        legality=RoyalKeptSafe(f"Your {royal} must not be under attack (in check) after your move."),
        promotions=(army.promotion,),
        endings=(
            OnlyRoyalsLeft(
                text=f"Two bare {royal}s: draw.",
                rulings=(f"Only two bare {royal}s draw: any other piece can win.",),
            ),
        ),
        stuck=CHECKMATE_OR_DRAW,
        time_draw=TimeAgainstBareRoyal(royal),
        claims=quiet_claims("either player", army.pawn.name),
        letterless=army.letterless,
        fens=army.fens,
        notes=army.remarks,
        rulings=army.rulings,
        credits=source,
    )
