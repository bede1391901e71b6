"""Boards, edge castling and the source of the Nearlydouble games."""

from __future__ import annotations

from engine.model.board import hexagon, rows
from engine.model.equipment import CastlingCells
from engine.variants import army as armies
from engine.variants.army import Army
from engine.variants.variant import Introduction, VariantEntry

FILES = hexagon(8)
ROWS = rows((*range(8, 16), *range(14, 7, -1)), (*(1,) * 8, *range(2, 9)))

SOURCE = "Nearlydouble Hex Chess, by Charles Gilman."
EDGE_CASTLING = (
    CastlingCells("O-O", "h1 j1", "k1 i1", vacant="i1 j1", safe="h1 i1 j1"),
    CastlingCells("O-O", "h1 j1", "l1 i1", vacant="i1 j1 k1", safe="h1 i1 j1"),
    CastlingCells("O-O-O", "h1 f1", "e1 g1", vacant="g1 f1", safe="h1 g1 f1"),
    CastlingCells("O-O-O", "h1 f1", "d1 g1", vacant="g1 f1 e1", safe="h1 g1 f1"),
)
CASTLING = (
    "Castling: the Grandduke may castle with a Rook on the same edge if neither has moved, all cells between them are "
    "vacant, and no enemy piece, not even a pinned one, attacks the Grandduke's cell or either of the two starting "
    "cells of the Unicorns on that edge. The Grandduke goes to the farther of those two cells, the Rook to the nearer: "
    "O-O on the player's right, O-O-O on the left."
)
RECONSTRUCTED = "reconstructed, since the source's diagrams are lost"
EDGE_CASTLING_RULING = "Castling is written O-O on the player's right and O-O-O on the left."


def for_two(key: str, name: str, army: Army, about: Introduction) -> VariantEntry:
    """The game of two such armies."""
    return armies.for_two(key, name, army, about, source=SOURCE)
