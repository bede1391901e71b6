"""The pieces of the Nearlydouble games, each once, for all of them.

Hours count clockwise from a man's forward: even ones lead along orthogonals, odd ones along hex diagonals.
"""

from __future__ import annotations

from dataclasses import replace

from engine.model.pieces import Act, FirstStep, Leap, PieceType, Ride

EDGES = (0, 2, 4, 6, 8, 10)
CORNERS = (1, 3, 5, 7, 9, 11)
ROOT_SEVEN = tuple((hour, hour, hour + turn) for hour in EDGES for turn in (2, -2))

CIRCUIT = "turning 60 degrees the same way at every step: a circuit of six cells"

# The Point's board has its rows across, where two orthogonals lead forward.
POINT = PieceType(
    "Point",
    "P",
    "fa6s.location-pin",
    (Ride((10, 0), 1), FirstStep((10, 0))),
    "moves one step along either forward orthogonal, capturing the same way; from the second row it may begin with two "
    "steps straight on, over a vacant cell to a vacant cell.",
    pawnlike=True,
    die=6,
    rulings=("A Point that steps onto the cell a Point has just passed over captures it en passant.",),
)
BROKER = PieceType(
    "Broker",
    "B",
    "fa6s.user-tie",
    (Ride((0,), 1, act=Act.MOVE), FirstStep((0,)), Ride((11, 1), 1, act=Act.CAPTURE)),
    "moves one step straight forward to a vacant cell, and captures one step along either forward diagonal.",
    pawnlike=True,
    die=6,
)
MIGRANT = PieceType(
    "Migrant",
    "M",
    "fa6s.person-walking-luggage",
    (Ride((0,), 1, act=Act.MOVE), FirstStep((0,), kept=True), Ride((10, 2), 1, act=Act.CAPTURE)),
    "moves one step straight forward to a vacant cell, and captures one step along either half-forward orthogonal. "
    "One that still has its double step and captures onto the starting cell of an allied Migrant that began with one "
    "keeps it.",
    pawnlike=True,
    die=6,
)
ROOK = PieceType("Rook", "R", "fa6s.chess-rook", (Ride(EDGES),), "slides along any of the six orthogonals.")
HIGH_ROOK = replace(ROOK, die=10, rulings=("This Rook stands where others have a queen: it fights with a d10.",))
FINCH = PieceType(
    "Finch",
    "F",
    "fa6s.dove",
    (Ride(EDGES, bends=(2, -2)),),
    f"steps like a Rook, {CIRCUIT} round one centre; any number of steps over vacant cells, never back onto its own.",
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
UNICORN = PieceType(
    "Unicorn",
    "U",
    "mdi7.unicorn",
    (Ride(CORNERS),),
    "slides along any of the six diagonals; the two cells squeezed between do not matter.",
)
RABBI = PieceType(
    "Rabbi",
    "R",
    "mdi7.menorah",
    (Ride(CORNERS, bends=(2, -2)),),
    f"steps like a Unicorn, {CIRCUIT} of its colour; any number of steps over vacant cells, never back onto its own.",
)
VICBABA = PieceType(
    "Vicbaba",
    "V",
    "fa6s.dharmachakra",
    (Leap((*((hour,) for hour in CORNERS), *((hour, hour) for hour in EDGES))),),
    "goes one diagonal step, or leaps two steps along an orthogonal; it cannot be blocked.",
)
SEIOPELMA = PieceType(
    "Seiopelma",
    "S",
    "fa6s.frog",
    (Leap((*ROOT_SEVEN, *((hour, hour, hour) for hour in EDGES))),),
    "leaps two orthogonal steps and one more turned by 60 degrees, or three steps along an orthogonal; it cannot be "
    "blocked.",
)
SENNIGHT = PieceType(
    "Sennight",
    "N",
    "fa6s.chess-knight",
    (Leap(ROOT_SEVEN),),
    "leaps two orthogonal steps one way and one more turned by 60 degrees.",
)
VICEREINE = PieceType(
    "Vicereine",
    "Q",
    "fa6s.chess-queen",
    (Ride(EDGES), Ride(CORNERS, 1)),
    "slides along any orthogonal, or goes one diagonal step.",
    die=10,
)
DUCHESS = PieceType(
    "Duchess", "D", "fa6s.gem", (Ride(EDGES + CORNERS),), "slides along any orthogonal or diagonal.", die=10
)
COHEN = PieceType(
    "Cohen",
    "C",
    "fa6s.hand-spock",
    (Ride(EDGES, bends=(2, -2)), Ride(CORNERS, bends=(2, -2))),
    "moves as a Finch or as a Rabbi: along circuits of orthogonal or of diagonal steps. It is also called Kohen.",
    die=10,
)
GENERAL = PieceType(
    "General", "G", "fa6s.chess-king", (Ride(EDGES, 1),), "moves one orthogonal step.", royal=True, die=10
)
GRANDDUKE = PieceType(
    "Grandduke",
    "K",
    "fa6s.crown",
    (Ride(EDGES + CORNERS, 1),),
    "moves one orthogonal or diagonal step.",
    royal=True,
    die=10,
)
