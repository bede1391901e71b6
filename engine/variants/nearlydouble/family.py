"""What the Nearlydouble games share: boards, armies as values, and the rules for two players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.geometry.board import Board, hexagon, rows
from engine.model.array import CastlingCells, Placed, armies, castlings, turned
from engine.model.pieces import PieceType, Seat
from engine.rules import NoMoveLeft, OnlyRoyalsLeft, PromotionAtTheEnd, QuietMoves, RoyalKeptSafe, Threefold
from engine.rules.protocols import Promotion
from engine.variants.variant import Game, Variant

FILES = hexagon(8)
ROWS = rows((*range(8, 16), *range(14, 7, -1)), (*(1,) * 8, *range(2, 9)))

TURN = 6
SOURCE = "Nearlydouble Hex Chess, by Charles Gilman."
EDGE_CASTLING = (
    CastlingCells("O-O", "h1 j1", "k1 i1", vacant="i1 j1", safe="h1 i1 j1"),
    CastlingCells("O-O", "h1 j1", "l1 i1", vacant="i1 j1 k1", safe="h1 i1 j1"),
    CastlingCells("O-O-O", "h1 f1", "e1 g1", vacant="g1 f1", safe="h1 g1 f1"),
    CastlingCells("O-O-O", "h1 f1", "d1 g1", vacant="g1 f1 e1", safe="h1 g1 f1"),
)
CASTLING = (
    "Castling: Grandduke and a Rook on the same edge, both unmoved, all cells between them vacant, neither the "
    "Grandduke's cell nor the two Unicorns' starting cells of that edge attacked, be it by a pinned man. The Grandduke "
    "goes to the farther of those two cells, the Rook to the nearer: O-O on the player's right, O-O-O on the left."
)
RECONSTRUCTED = "reconstructed, as the source's diagrams are lost"
EDGE_CASTLING_RULING = "Castling is written O-O on the player's right and O-O-O on the left."


@dataclass(frozen=True)
class Army:
    """An army as its own player sees it: kinds, `men` on a board (see `engine.model.array.army`), and what they may do.

    `steppers` are the men that begin with a double step, and `stepping` says which in words; `rulings` are the
    referee's, where the array comes from among them.
    """

    board: Board
    kinds: tuple[PieceType, ...]
    men: str
    steppers: str
    stepping: str
    rulings: tuple[str, ...]
    castling: tuple[CastlingCells, ...] = ()

    @property
    def royal(self) -> PieceType:
        """The royal kind."""
        return next(kind for kind in self.kinds if kind.royal)

    @property
    def pawn(self) -> PieceType:
        """The pawn-like kind."""
        return next(kind for kind in self.kinds if kind.pawnlike)

    @property
    def promotion(self) -> Promotion:
        """The compulsory promotion of the pawn-like kind to any other capturable one of the army."""
        officers = [kind for kind in self.kinds if not (kind.royal or kind.pawnlike)]
        names = ", ".join(kind.name for kind in officers[:-1])
        return PromotionAtTheEnd(
            self.pawn.letter,
            "".join(kind.letter for kind in officers),
            text=f"A {self.pawn.name} arriving where it would have no further quiet move must become a {names} or "
            f"{officers[-1].name}.",
            rulings=(
                (
                    f"Where a {self.pawn.name} promotes is judged on an empty board, and a possible capture is no "
                    "further move; it becomes a piece of its own army's game."
                ),
            ),
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """Double step, en passant and castling in words."""
        name = self.pawn.name
        stepping = (
            f"Double step: {self.stepping} may begin with two steps straight on, over a vacant cell to a vacant cell. "
            f"On the very next turn an enemy {name} that could capture on the cell passed over may take it there, en "
            "passant."
        )
        return (stepping, *((CASTLING,) if self.castling else ()))

    def seats(self, names: Sequence[str], turn: int) -> tuple[Seat, ...]:
        """Seats of these names, each turned by so many hours further than the one before."""
        hours = range(0, turn * len(names), turn)
        return tuple(
            Seat(number, name, facing=hour % 12, view=(self.board.up + hour) % 12)
            for number, (name, hour) in enumerate(zip(names, hours, strict=True), 1)
        )


def quiet_claims(each: str) -> tuple[Threefold, QuietMoves]:
    """The draws that may be claimed; `each` says who may."""
    return (
        Threefold(text=f"When a position occurs for the third time, {each} may claim a draw."),
        QuietMoves(
            50,
            "claim-50",
            text=f"After 50 moves by each player without a capture or a pawn-like move, {each} may claim a draw.",
            rulings=("Threefold repetition and 50 moves may be claimed.",),
        ),
    )


def for_two(key: str, name: str, army: Army, placed: Placed = turned, source: str = SOURCE) -> Game:
    """The game of two such armies."""
    return Game(key, name, lambda _: _variant_for_two(key, name, army, placed, source))


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
        array=armies(army.board, seats, army.men, placed),
        steppers=armies(army.board, seats, army.steppers, placed),
        castlings=castlings(army.board, seats, army.castling, placed),
        legality=RoyalKeptSafe(f"No move may leave or put your own {royal} on an attacked cell (check)."),
        promotions=(army.promotion,),
        endings=(
            OnlyRoyalsLeft(
                text=f"Only the two {royal}s left: drawn at once.",
                rulings=(f"The two {royal}s alone draw at once; no other material counts as insufficient.",),
            ),
        ),
        stuck=NoMoveLeft(
            mates=True,
            text="A player in check without a legal move is checkmated; not in check, it is stalemate, a draw.",
        ),
        claims=quiet_claims("either player"),
        notes=army.notes,
        rulings=army.rulings,
        credits=source,
    )
