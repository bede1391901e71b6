"""The hexagonal chess pieces against Fairy-Stockfish, on a small board made for the comparison.

Fairy-Stockfish knows boards of at most 12 by 10 squares. A hexagon of side 5 lies in 9 by 9 of them in axial
coordinates, column q and row r; the squares outside are walls. Its pieces are written in Betza's notation, where the
orthogonals of the hexagon are W and one diagonal of the squares (`flbrF`), its diagonals the other one and four steps
of a knight. Circuits cannot be written so: Finch, Rabbi and Cohen are left to the slow program (see `nearly`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.model.board import Cell, hexagon
from engine.model.equipment import PieceType, Seat
from engine.model.position import Position, long_form
from engine.movement.generator import movement_of
from engine.notation.position_code import position_of
from engine.rules import NoMoveLeft, RoyalKeptSafe, in_check
from engine.variants import nearlydouble_pieces as pieces
from engine.variants.variant import Variant
from tests.engine.support import chance, code
from tests.suites import first, spread

if TYPE_CHECKING:
    import pyffish
else:
    pyffish = pytest.importorskip("pyffish", reason="Fairy-Stockfish (pyffish) is not installed")

BOARD = hexagon(5)
SQUARES = {cell: f"{'abcdefghi'[q + 4]}{r + 5}" for cell, (q, r) in enumerate(BOARD.places)}
CELLS = {square: BOARD.names[cell] for cell, square in SQUARES.items()}
ROOT_SEVEN = "rflbNfrblNflbrClfrbCflbrZlfrbZ"
BETZA = {
    pieces.ROOK: "RflbrB",
    pieces.FOREROOK: "fRlRbrB",
    pieces.HINDROOK: "bRrRflB",
    pieces.UNICORN: "frblBflbrNNlfrbNN",
    pieces.DUCHESS: "RBflbrNNlfrbNN",
    pieces.VICEREINE: "RflbrBfrblFflbrNlfrbN",
    pieces.VICBABA: "DflbrAfrblFflbrNlfrbN",
    pieces.SENNIGHT: ROOT_SEVEN,
    pieces.SEIOPELMA: f"{ROOT_SEVEN}HflbrG",
    pieces.POINT: "fWflF",
    pieces.BROKER: "mfWclfNcfrF",
    pieces.MIGRANT: "mfWcflFcrW",
}
"""Kinds as Betza has them; the Point's two ways forward are those of a board of files seen aslant."""
ROYALS = {pieces.GENERAL: "WflbrF", pieces.GRANDDUKE: "KflbrNlfrbN"}
OFFICERS = {kind.letter: kind for kind in BETZA}
ONE_ROYAL = pytest.mark.parametrize("match", first(1, ROYALS), ids=lambda kind: kind.name, indirect=True)
SETTINGS = """
maxRank = 9
maxFile = 9
startFen = 9/9/9/9/9/9/9/9/4k3K w - - 0 1
pieceToCharTable = -
pawn = -
knight = -
bishop = -
rook = -
queen = -
castling = false
doubleStep = false
promotionPawnTypes = -
promotionPieceTypes = -
nMoveRule = 0
nFoldRule = 0
"""


@dataclass(frozen=True)
class Match:
    """A game that both programs know: ours, and its name in the other."""

    variant: Variant
    name: str


def described(name: str, royal: str, betza: str) -> str:
    """The game as Fairy-Stockfish's configuration describes it."""
    kinds = [f"customPiece{n} = {kind.letter.lower()}:{moves}" for n, (kind, moves) in enumerate(BETZA.items(), 1)]
    return "\n".join([f"[{name}]", SETTINGS, f"king = {royal.lower()}:{betza}", *kinds, ""])


@pytest.fixture(params=ROYALS, ids=lambda kind: kind.name, scope="module")
def match(request: pytest.FixtureRequest) -> Match:
    """A game in which General or Grandduke is royal and all other kinds of the comparison take part."""
    royal: PieceType = request.param
    name = f"hexagon-{royal.name.lower()}"
    if name not in pyffish.variants():
        pyffish.load_variant_config(described(name, royal.letter, ROYALS[royal]))
    variant = Variant(
        key=name,
        name=name,
        edition=1,
        board=BOARD,
        seats=(Seat(1, "White", 0, 0), Seat(2, "Black", 6, 6)),
        kinds=(royal, *BETZA),
        array=(),
        legality=RoyalKeptSafe(),
        endings=(),
        stuck=NoMoveLeft(mates=True),
    )
    return Match(variant, name)


def thrown(rng: Random, match: Match, letters: str) -> Position:
    """Both royals and some pieces of these letters, anywhere, either side to move."""
    cells = rng.sample(BOARD.names, rng.randint(3, 22))
    royal = match.variant.kinds[0].letter
    armies = [[f"{royal} {cells[0]}"], [f"{royal} {cells[1]}"]]
    for cell in cells[2:]:
        rng.choice(armies).append(f"{rng.choice(letters)} {cell}")
    pieces = [" · ".join(army) for army in armies]
    return position_of(match.variant, code(match.variant, pieces, rng.choice((1, 2))))


def positions(match: Match, letters: str, count: int, seed: int = 1) -> Iterator[Position]:
    """So many random positions in which the side that has moved is not in check."""
    rng, movement = chance(seed), movement_of(match.variant)
    while count:
        position = thrown(rng, match, letters)
        if not in_check(movement, position._replace(turn=3 - position.turn)):
            count -= 1
            yield position


def fen(variant: Variant, position: Position) -> str:
    """The position as the other program reads it, walls outside the hexagon."""
    written = {square: square_text(variant, position, cell) for cell, square in SQUARES.items()}
    rows = ["".join(written.get(f"{column}{row}", "*") for column in "abcdefghi") for row in range(9, 0, -1)]
    pieces = re.sub("1+", lambda gap: str(len(gap[0])), "/".join(rows))
    return f"{pieces} {' wb'[position.turn]} - - 0 1"


def square_text(variant: Variant, position: Position, cell: Cell) -> str:
    """The letter on a cell, or a gap of one."""
    piece = variant.piece(position, cell)
    if piece is None:
        return "1"
    return piece.kind.letter if piece.seat == 1 else piece.kind.letter.lower()


def theirs(match: Match, position: Position) -> list[str]:
    """The other program's legal moves in our long form, sorted."""
    moves = pyffish.legal_moves(match.name, fen(match.variant, position), [])
    return sorted(CELLS[move[:2]] + CELLS[move[2:]] for move in moves)


def ours(match: Match, position: Position) -> list[str]:
    """Our legal moves in long form, sorted."""
    legal = match.variant.legality.legal(movement_of(match.variant), position)
    return sorted(long_form(BOARD, move) for move in legal)


def compare(match: Match, letters: str, count: int) -> tuple[int, int, set[int]]:
    """Fail unless both list the same moves and checks; how many positions were checks and mates, and who moved."""
    checks = stuck = 0
    turns = set()
    for position in positions(match, letters, count):
        found = ours(match, position)
        assert theirs(match, position) == found, fen(match.variant, position)
        checked = in_check(movement_of(match.variant), position)
        assert pyffish.gives_check(match.name, fen(match.variant, position), []) == checked
        checks += checked
        stuck += not found
        turns.add(position.turn)
    return checks, stuck, turns


def test_all_kinds_together(match: Match) -> None:
    """In hundreds of random positions both programs find the same moves for both sides, in check or not."""
    checks, stuck, turns = compare(match, "".join(OFFICERS), 150)
    assert {1, 2} == turns
    assert checks > 25
    assert stuck > 2


@ONE_ROYAL
@pytest.mark.parametrize("letter", spread(6, OFFICERS), ids=lambda letter: OFFICERS[letter].name)
def test_one_kind(match: Match, letter: str) -> None:
    """Among royals and pieces of a single kind both programs find the same moves."""
    _, _, turns = compare(match, letter, 40)
    assert {1, 2} == turns


@ONE_ROYAL
@pytest.mark.parametrize("letter", spread(6, OFFICERS), ids=lambda letter: OFFICERS[letter].name)
@pytest.mark.parametrize("seat", first(1, [1, 2]))
def test_alone_from_every_cell(match: Match, letter: str, seat: int) -> None:
    """From every cell of the board a piece goes to the same cells in both programs."""
    for cell in BOARD.names:
        royals = [name for name in ("a1", "i5", "a5", "e1") if name != cell][:2]
        armies = [f"{match.variant.kinds[0].letter} {name}" for name in royals]
        armies[seat - 1] += f" · {letter} {cell}"
        position = position_of(match.variant, code(match.variant, armies, seat))
        if not in_check(movement_of(match.variant), position._replace(turn=3 - seat)):
            assert theirs(match, position) == ours(match, position)


@pytest.mark.slow
def test_thousands_of_positions(match: Match) -> None:
    """In thousands more random positions both programs find the same moves."""
    checks, stuck, _ = compare(match, "".join(OFFICERS), 1500)
    assert checks > 300
    assert stuck > 30
