"""The parts of a game of your own, besides its rules (see `engine.rules`): boards, seats, pieces, arrays, fights.

`engine.variants.variant` says how they make a `Variant`; the games beside it are examples.
"""

from engine.model.atoms import Act, FirstStep, Leap, Ricochet, Ride, Walk, Wander
from engine.model.board import Board, hexagon, rows, squares
from engine.model.equipment import CastlingCells, PieceType, Seat, armies, castlings, mirrored, turned
from engine.variants.variant import with_combat

__all__ = [
    "Act",
    "Board",
    "CastlingCells",
    "FirstStep",
    "Leap",
    "PieceType",
    "Ricochet",
    "Ride",
    "Seat",
    "Walk",
    "Wander",
    "armies",
    "castlings",
    "hexagon",
    "mirrored",
    "rows",
    "squares",
    "turned",
    "with_combat",
]
