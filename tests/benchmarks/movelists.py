"""Legal-move lists against python-chess."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import chess

from engine.model.position import Position
from engine.movement.generator import Movement, movement_of
from engine.notation.position_code import position_of
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.benchmarks.pairing import Ratio, Work, compare
from tests.engine.fens import KIWIPETE, START
from tests.engine.support import fen_code

MEN = 60


def move_lists() -> Iterator[Ratio]:
    """Lists of start positions, of kiwipete and of middle games on 169 cells."""
    yield from _hexeh()
    yield from _orthodox()
    for key in ("nd-mccooey", "nd-trios"):
        yield from _middle_games(variant_of(key))


def _hexeh() -> Iterator[Ratio]:
    board = chess.Board()
    anchor_moves = board.legal_moves.count()
    for options in ({}, {"travelers": "straight"}):
        variant = variant_of("hexeh", options)
        work = _listing(variant, [variant.start])
        name = "".join(f", {option}={value}" for option, value in options.items())
        yield compare(
            f"moves: Hexeh{name}, per move, to python-chess start",
            "below 1",
            work,
            lambda: list(board.legal_moves),
            units=(_count(variant, [variant.start]), anchor_moves),
        )


def _orthodox() -> Iterator[Ratio]:
    """The same positions on both sides."""
    variant = variant_of("chess")
    for name, fen in (("start", START), ("kiwipete", KIWIPETE)):
        board = chess.Board(fen)
        work = _listing(variant, [position_of(variant, fen_code(fen))])
        yield compare(f"moves: chess, {name}, whole list", "at most 1", work, lambda: list(board.legal_moves))  # noqa: B023


def _middle_games(variant: Variant) -> Iterator[Ratio]:
    """Positions of several games, listed one after the other."""
    board = chess.Board(KIWIPETE)
    positions = [_middle_game(variant, seed) for seed in range(12)]
    work, count = _listing(variant, positions), _count(variant, positions)
    for unit, aim, units in (
        ("per move", "at most 0.33", (count, board.legal_moves.count())),
        ("whole list", "at most 1.1", (len(positions), 1)),
    ):
        name = f"moves: {variant.key}, {MEN} pieces, {unit}, to python-chess kiwipete"
        yield compare(name, aim, work, lambda: list(board.legal_moves), units=units)


def _middle_game(variant: Variant, seed: int) -> Position:
    """The first position of a game played by chance, nobody in check, with so many pieces."""
    movement = movement_of(variant)
    rng = random.Random(seed)  # noqa: S311 - a game is chosen by chance, nothing is kept secret
    while True:
        position = variant.start
        while legal := variant.legality.legal(movement, position):
            if position.pieces[0].bit_count() <= MEN and len(legal) > MEN:
                return position
            position = movement.play(position, rng.choice(legal))


def _listing(variant: Variant, positions: list[Position]) -> Work:
    return partial(_list_all, variant, movement_of(variant), positions)


def _list_all(variant: Variant, movement: Movement, positions: list[Position]) -> None:
    for position in positions:
        variant.legality.legal(movement, position)


def _count(variant: Variant, positions: list[Position]) -> int:
    movement = movement_of(variant)
    return sum(len(variant.legality.legal(movement, position)) for position in positions)
