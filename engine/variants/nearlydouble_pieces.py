"""The kinds of piece of the Nearlydouble games.

Hours count clockwise from a piece's forward: even ones lead along orthogonals, odd ones along hex diagonals.
"""

from dataclasses import replace

from engine.model.atoms import FirstStep, Leap, Ride
from engine.model.equipment import PieceType
from engine.variants import army as standard
from engine.variants.army import CORNERS, EDGES, ROOT_SEVEN

CIRCUIT = "but turns 60 degrees the same way at every step, round a circuit of six cells"

# The Point's board has its rows across, where two orthogonals lead forward.
POINT = PieceType(
    "Point",
    "P",
    "fa6s.location-pin",
    (Ride((10, 0), 1), FirstStep((10, 0))),
    "moves or captures one step along either forward orthogonal; from the second row it can begin "
    "with two steps straight ahead, over empty cells.",
    pawnlike=True,
    die=6,
    rulings=("A Point that steps onto the cell a Point has just passed over captures it en passant.",),
)
BROKER = replace(standard.DIAGONAL_PAWN, name="Broker", letter="B", icon="fa6s.user-tie")
MIGRANT = replace(
    standard.ORTHOGONAL_PAWN,
    name="Migrant",
    letter="M",
    icon="fa6s.suitcase",
    text=standard.orthogonal_pawn_text("an allied Migrant that began with one"),
)
ROOK = replace(standard.ROOK, name="Rook")
HIGH_ROOK = replace(ROOK, die=10, rulings=("The Rook takes the place of a queen here, so it fights with a d10.",))
FINCH = PieceType(
    "Finch",
    "F",
    "fa6s.dove",
    (Ride(EDGES, bends=(2, -2)),),
    f"steps like a Rook {CIRCUIT} with one centre; it takes any number of steps over empty cells, but "
    "never returns to its own.",
)
FOREROOK = PieceType(
    "Forerook",
    "F",
    "fa6s.up-long^",
    (Ride((0, 4, 8)),),
    "slides straight forward and along both half-backward orthogonals.",
)
HINDROOK = PieceType(
    "Hindrook",
    "H",
    "fa6s.angles-down^",
    (Ride((6, 2, 10)),),
    "slides straight backward and along both half-forward orthogonals.",
)
UNICORN = replace(standard.BISHOP, name="Unicorn", letter="U", icon="mdi7.unicorn-variant")
RABBI = PieceType(
    "Rabbi",
    "R",
    "mdi7.menorah",
    (Ride(CORNERS, bends=(2, -2)),),
    f"steps like a Unicorn {CIRCUIT} of its colour; it takes any number of steps over empty cells, but"
    " never returns to its own.",
)
VICBABA = PieceType(
    "Vicbaba",
    "V",
    "fa6s.dharmachakra",
    (Leap((*((hour,) for hour in CORNERS), *((hour, hour) for hour in EDGES))),),
    "goes one diagonal step, or leaps two steps along an orthogonal; nothing can block it.",
)
SEIOPELMA = PieceType(
    "Seiopelma",
    "S",
    "fa6s.frog",
    (Leap((*ROOT_SEVEN, *((hour, hour, hour) for hour in EDGES))),),
    "leaps two orthogonal steps and one more turned by 60 degrees, or three steps along an "
    "orthogonal; nothing can block it.",
)
SENNIGHT = replace(standard.KNIGHT, name="Sennight")
VICEREINE = PieceType(
    "Vicereine",
    "Q",
    "fa6s.chess-queen",
    (Ride(EDGES), Ride(CORNERS, 1)),
    "slides along any orthogonal, or goes one diagonal step.",
    die=10,
)
DUCHESS = replace(standard.QUEEN, name="Duchess", letter="D", icon="fa6s.gem")
COHEN = PieceType(
    "Cohen",
    "C",
    "fa6s.hand-spock",
    (Ride(EDGES, bends=(2, -2)), Ride(CORNERS, bends=(2, -2))),
    "moves like a Finch or like a Rabbi, round circuits of orthogonal or of diagonal steps. It is also called Kohen.",
    die=10,
)
GENERAL = PieceType(
    "General", "G", "fa6s.chess-king", (Ride(EDGES, 1),), "moves one orthogonal step.", royal=True, die=10
)
GRANDDUKE = replace(standard.KING, name="Grandduke", icon="fa6s.crown")
