"""Small games that exist only to be drawn, and the scenes of the golden pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from engine.board import Board, hexagon, rows, squares
from engine.pieces import PieceType, Ride, Seat
from engine.position import Move, Position
from engine.record import replay_moves
from engine.rules import RoyalMayFall
from engine.variant import Placing, Result, Variant, army, turned_armies
from engine.variants import variant_of
from renderer.scene import Marks, Scene, scene_of


def _kind(letter: str, icon: str) -> PieceType:
    return PieceType(letter, letter, icon, (Ride((0,), 1),), "")


def _variant(
    name: str, board: Board, seats: tuple[Seat, ...], kinds: tuple[PieceType, ...], array: Sequence[Placing]
) -> Variant:
    return Variant(name.lower(), name, 1, board, seats, kinds, tuple(array), RoyalMayFall(""), ())


CHESSMEN = tuple(
    _kind(letter, f"fa6s.chess-{name}")
    for letter, name in zip("KQRBNP", ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True)
)
BEASTS = (
    *CHESSMEN,
    _kind("D", "fa6s.dragon"),
    _kind("E", "mdi7.elephant"),
    _kind("U", "mdi7.unicorn"),
    _kind("F", "fa6s.dove"),
    _kind("X", "fa6s.no-such-icon"),
)


@cache
def square_game() -> Variant:
    """White and Black on 8 x 8 squares."""
    board = squares(8, 8)
    seats = (Seat(1, "White", facing=0, view=0), Seat(2, "Black", facing=4, view=4))
    white = army(board, "R a1 h1 · N b1 g1 · B c1 f1 · Q d1 · K e1 · P a2 b2 c2 d2 e2 f2 g2 h2")
    black = army(board, "R a8 h8 · N b8 g8 · B c8 f8 · Q d8 · K e8 · P a7 b7 c7 d7 e7 f7 g7 h7")
    array = [Placing(seat, *man) for seat, men in ((1, white), (2, black)) for man in men]
    return _variant("Squares", board, seats, CHESSMEN, array)


@cache
def row_game() -> Variant:
    """White and Black on 75 hexes in rows, in colours of their own names."""
    board = rows([3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3], [1] * 7 + [2, 3, 4, 5, 6, 7], ("blue", "white", "red"))
    seats = (Seat(1, "White", facing=0, view=11), Seat(2, "Black", facing=6, view=5))
    men = "D a1 b4 · K a2 · E a3 b1 · Q b2 · N b3 c3 · P c1 c5 d2 d3 d4 d5 e2 e6 · X c2 c4"
    return _variant("Rows", board, seats, BEASTS, turned_armies(board, seats, men))


@cache
def corner_game() -> Variant:
    """White, Red, Black and Blue on 169 hexes, two of them seen from the boards' other corners."""
    board = hexagon(8)
    names = (("White", 0, 0), ("Red", 10, 9), ("Black", 6, 6), ("Blue", 4, 3))
    seats = tuple(Seat(number, name, facing, view) for number, (name, facing, view) in enumerate(names, 1))
    men = "K h1 · Q h2 h3 · R f1 j1 · U g1 i1 · D g2 · E i2 · F h4 · P f2 f3 g4 h5 i4 j3 j2"
    return _variant("Corners of a very large board", board, seats, BEASTS, turned_armies(board, seats, men))


def losing(variant: Variant, position: Position, men: Mapping[int, str]) -> Position:
    """The position with other lost men: letters for each seat's number."""
    lost = [
        bytes(sorted(variant.codes[seat, letter] for letter in men.get(seat, ""))) for seat in range(len(position.men))
    ]
    return position._replace(lost=tuple(lost))


def scenes() -> Mapping[str, Scene]:
    """The scene of every golden picture by its name."""
    hexeh, square, row, corner = variant_of("hexeh"), square_game(), row_game(), corner_game()
    state = replay_moves(hexeh, "c2c3 c5c4 c3c4")
    cells = hexeh.board.cells
    marks = Marks(hexeh.board.cell("c6"), frozenset(cells("c4 d5 b4 a3 e4")), frozenset(cells("d7 d6 e5")))
    played = Move(square.board.cell("e2"), square.board.cell("e7"))
    return {
        "hexeh-start": scene_of(hexeh, hexeh.start),
        "hexeh-capture": scene_of(hexeh, state.position, last_move=state.last_move),
        "hexeh-moves": scene_of(hexeh, state.position, 2, last_move=state.last_move, marks=marks, letters=True),
        "squares": scene_of(square, losing(square, square.start, {2: "PPN"}), last_move=played),
        "rows-won": scene_of(row, losing(row, row.start, {1: "PPQN"}), 2, result=Result(2, "checkmate")),
        "corners": scene_of(
            corner, losing(corner, corner.start, {1: "PPQ", 4: "PDEFRU"})._replace(out=1 << 3), 2, letters=True
        ),
    }
