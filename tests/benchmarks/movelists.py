"""Legal-move lists against python-chess."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import chess

from engine.moves import movement_of
from engine.variants import variant_of
from tests.benchmarks.pairing import Ratio, compare


def move_lists() -> Iterator[Ratio]:
    """The list of a start position, per move, against python-chess's on its own."""
    board = chess.Board()
    anchor_moves = len(list(board.legal_moves))
    for options in ({}, {"travelers": "straight"}):
        variant = variant_of("hexeh", options)
        movement = movement_of(variant)
        count = len(variant.legality.legal(movement, variant.start))
        name = "".join(f", {option}={value}" for option, value in options.items())
        yield compare(
            f"moves: Hexeh{name}, per move, to python-chess start",
            "below 1",
            partial(variant.legality.legal, movement, variant.start),
            lambda: list(board.legal_moves),
            units=(count, anchor_moves),
        )
