"""Small games that exist only to be drawn, and scenes to draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain

from engine.model.atoms import Ride
from engine.model.board import Board, hexagon, rows
from engine.model.equipment import PieceType, Placement, Seat, armies
from engine.model.position import Move, Position, Special
from engine.records.replay import replay_moves
from engine.rules import NoMoveLeft, RoyalMayFall
from engine.rules.combat import DICE
from engine.rules.fight import Fight, Fighter, FightResult, Fought
from engine.rules.protocols import Result
from engine.variants import variant_of
from engine.variants.variant import Variant
from renderer.scene import Marks, Scene, game_scene, scene_of


def _kind(letter: str, icon: str) -> PieceType:
    return PieceType(letter, letter, icon, (Ride((0,), 1),), "")


def _variant(
    name: str, board: Board, seats: tuple[Seat, ...], kinds: tuple[PieceType, ...], array: Sequence[Placement]
) -> Variant:
    return Variant(
        key=name.lower(),
        name=name,
        edition=1,
        board=board,
        seats=seats,
        kinds=kinds,
        array=tuple(array),
        legality=RoyalMayFall(""),
        endings=(),
        stuck=NoMoveLeft(),
    )


CHESSMEN = tuple(
    _kind(letter, f"fa6s.chess-{name}")
    for letter, name in zip("KQRBNP", ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True)
)
ICONS = {"D": "fa6s.dragon", "E": "mdi7.elephant", "U": "mdi7.unicorn", "F": "fa6s.dove", "X": "fa6s.no-such-icon"}
BEASTS = (*CHESSMEN, *(_kind(letter, icon) for letter, icon in ICONS.items()))


@cache
def row_game() -> Variant:
    """White and Black on 75 hexes in rows, in colours of their own names."""
    board = rows([3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3], [1] * 7 + [2, 3, 4, 5, 6, 7], ("blue", "white", "red"))
    seats = (Seat(1, "White", facing=0, view=11), Seat(2, "Black", facing=6, view=5))
    pieces = "D a1 b4 · K a2 · E a3 b1 · Q b2 · N b3 c3 · P c1 c5 d2 d3 d4 d5 e2 e6 · X c2 c4"
    return _variant("Rows", board, seats, BEASTS, armies(board, seats, pieces))


@cache
def corner_game() -> Variant:
    """White, Red, Black and Blue on 169 hexes, two of them seen from the boards' other corners."""
    board = hexagon(8)
    names = (("White", 0, 0), ("Red", 10, 9), ("Black", 6, 6), ("Blue", 4, 3))
    seats = tuple(Seat(number, name, facing, view) for number, (name, facing, view) in enumerate(names, 1))
    pieces = "K h1 · Q h2 h3 · R f1 j1 · U g1 i1 · D g2 · E i2 · F h4 · P f2 f3 g4 h5 i4 j3 j2"
    return _variant("Corners of a very large board", board, seats, BEASTS, armies(board, seats, pieces))


DUEL = (
    "c2c3 c7c6 d2d3 a7a5 d3d4 h7h6 h2h3 a5a4 b2b4 a4b3[3-6] h3h4 f7f6 a2a3 c6c5 d4c5[5-6,2-1] d7d5 f2f4 b7b5 c5b6[5-6] "
    "d5d4 e2e4 d4e3[5-2] d1f3 g7g6 g2g3 f6f5 c1e3[6-4] e7e6 c3c4 b5c4[4-6] c4c5 g6g5 h4g5[2-5] g5g4 c5c6 "
    "g4f3[6-6,4-4,1-7]"
)
"""A game of Combat Chess that ends with a pawn falling to a queen after two ties."""

PREROGATIVE = (
    "b1c3 b8a6 b2b3 b7b6 h2h3 e7e6 a2a4 e6e5 c3a2 g8f6 g2g4 c7c6 e2e4 b6b5 b3b4 d7d5 e4d5[1-6] c6c5 c2c3 c5b4[5-6,3-1] "
    "c1a3 b4c3[4-4,5-1] a4b5[1-3] b5b4 f2f3 c3c2 h3h4 c2d1=Q[4-5] f1d3 b4a3[5-1] f3f4 d5d4 h4h5 g7g5 h5g6[3-2] "
    "f7g6[4-6,6-1] f4e5[6-3] h7h6 g4g5 h6g5[4-2] e5f6[6-4] e8d7 g1e2 g5g4 h1h5 g6g5 f6f7 a6b4 d1c2 d7d6 e1c1 a7a6 h5h7 "
    "a6a5 d3c4 a5a4 d2d3 g4g3 a2b4[7-1] a3a2 h7h8[2-1] a2a1=B c4b5 d8e7 e2g1 g5g4 h8h6 f8h6[7-1] c2d2 g3g2 f7f8=N g4g3 "
    "d2h6[3-8] h6c1[3-9] b5d7 a4a3 c1b1 a3a2 b4a2[6-1] e7e6 g1e2 a1b2 a2c3 g2g1=B f8g6 g3g2 b1c2 a8a6 g6e7 d4c3[6-4] "
    "e7g8 g1b6 d3d4 g2g1=B d4d5 e6f5 d1d3 f5e5 d3g3 g1h2 g3c3[4-6] a6a2 c3c7 a2a1 d7h3 e5f5 c2d2 b2d4 e2d4[1-7] "
    "d6d5[2-3,5-6,5-4] c7c2 a1f1 h3g4 f1f3 g4f3[7-4] f5e4 f3d1 e4g2 d1e2 b6a5 d2c1 h2f4 c2d2 d5e6 e2c4 e6f5 c4e6 f5g6 "
    "g8h6 c8a6 h6g8 g2h2 g8h6 a5c7 e6b3 a6d3 b3d1 f4d2[2-1] c1d2[10-2+1]"
)
"""A game of Combat Chess that ends with the King's Prerogative against a bishop and a queen."""


CROSSROADS = (
    "c2d2 d11c9 l11k10 l5m7 b8c9 l15m14 n14m14 m7n9 d2e2 j14l13 m13l13 n9o11 e2f2 k14l13 n11o11 h3f2 b3c2 i14m14 "
    "n13m14 d1c2 b1c2 l13m12 o15d4 f2d4 b4d4 g12f9 o13m12 g2c2 d4c2 f9c7"
)
"""A game of Nearlydouble Wellisch with Trios under way."""

EXPOSED = "@e1e7 @i5i7 d3e4 j5i4 b2j6 i4h4 j6k6 j7h5 k6i5 k8j9 i5m7 l6m7"
"""A game of Imperial Hex Chess that ends with a black dragon taking a queen on m7."""


def crowd(dice: str, seat: int = 1) -> tuple[Variant, Fought]:
    """The King's Prerogative lost to six pieces in the third round, with the dice `poly` or `d6`."""
    variant = variant_of("combat-chess", {"combat": dice})
    pieces = [(seat, "K", 1), *((3 - seat, letter, tokens) for tokens, letter in enumerate("QRBNQP"))]
    king, *others = (
        Fighter(cell, variant.codes[side, letter], DICE[dice][variant.by_letter[letter].die], tokens)
        for cell, (side, letter, tokens) in enumerate(pieces)
    )
    fight = Fight(Move(0, 1, None, Special(prerogative=True)), king, tuple(others), (1, 0))
    attack, _ = fight.faces()
    defence = [(4 - place % 2, *(1 for _ in other.dice[1:])) for place, other in enumerate(others)]
    tie = (tuple(6 for _ in attack), tuple(chain(*defence)))
    won = (tuple(1 for _ in attack), tie[1])
    return variant, Fought(fight, (tie, tie, won), FightResult.LOST)


def losing(variant: Variant, position: Position, pieces: Mapping[int, str]) -> Position:
    lost = [
        bytes(sorted(variant.codes[seat, letter] for letter in pieces.get(seat, "")))
        for seat in range(len(position.pieces))
    ]
    return position._replace(lost=tuple(lost))


@cache
def scenes() -> Mapping[str, Scene]:
    hexeh, row, corner, combat = variant_of("hexeh"), row_game(), corner_game(), variant_of("combat-chess")
    cells = hexeh.board.cells
    marks = Marks(hexeh.board.cell("c6"), frozenset(cells("c4 d5 b4 a3 e4")), frozenset(cells("d7 d6 e5")))
    lost = losing(corner, corner.start, {1: "PPQ", 4: "PDEFRU"})._replace(out=1 << 3)
    exposed = replay_moves(variant_of("imperial"), EXPOSED)
    return {
        "hexeh-start": scene_of(hexeh, hexeh.start),
        "hexeh-moves": game_scene(replay_moves(hexeh, "c2c3 c5c4 c3c4"), 2, marks=marks, letters=True),
        "rows-won": scene_of(row, losing(row, row.start, {1: "PPQN"}), 2, result=Result(2, "checkmate")),
        "imperial-turned": scene_of(exposed.variant, exposed.position, 2, last_move=exposed.last_move, letters=True),
        "combat-duel": game_scene(replay_moves(combat, DUEL), 2, letters=True),
        "corners": scene_of(corner, lost, 2, letters=True),
    }
