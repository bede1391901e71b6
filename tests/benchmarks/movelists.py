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
from tests.benchmarks.pairing import Aim, Ratio, Work, compare
from tests.engine.fens import KIWIPETE, START
from tests.engine.support import fen_code

UNSEEN = (
    ("nd-mccooey", Aim(1.1)),
    ("nd-trios", Aim(1.6)),
    ("nd-wellisch", Aim(1.3)),
    ("nd-altorth", Aim(1.3)),
    ("nd-anglojewish", Aim(1.3)),
    ("chess", Aim(1)),
    ("imperial", Aim(4.1)),
)
"""Games with what a list of an unseen position should take, to python-chess's list of kiwipete."""


def move_lists() -> Iterator[Ratio]:
    """Lists of start positions, of kiwipete and of positions never seen before."""
    yield from _hexeh()
    yield from _orthodox()
    for key, aim in UNSEEN:
        yield from _unseen(variant_of(key, {"combat": "off"}), aim)


def _hexeh() -> Iterator[Ratio]:
    board = chess.Board()
    anchor_moves = board.legal_moves.count()
    for options in ({}, {"travelers": "straight"}):
        variant = variant_of("hexeh", options)
        work = _listing(variant, [variant.start])
        name = "".join(f", {option}={value}" for option, value in options.items())
        yield compare(
            f"moves: Hexeh{name}, per move, to python-chess start",
            Aim(1),
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
        yield compare(f"moves: chess, {name}, whole list", Aim(1), work, lambda: list(board.legal_moves))  # noqa: B023


def _unseen(variant: Variant, aim: Aim) -> Iterator[Ratio]:
    """Positions of several games by chance, listed one after the other; nothing of one list is kept for the next."""
    board = chess.Board(KIWIPETE)
    positions = [position for seed in range(24) if (position := _middle_game(variant, seed))]
    name = f"moves: {variant.key}, unseen, whole list, to python-chess kiwipete"
    yield compare(name, aim, _listing(variant, positions), lambda: list(board.legal_moves), units=(len(positions), 1))


def _middle_game(variant: Variant, seed: int) -> Position | None:
    """The position after some moves by chance, None where the game has ended before."""
    movement, position = movement_of(variant), variant.start
    rng = random.Random(seed)  # noqa: S311 - a game is chosen by chance, nothing is kept secret
    for _ in range(20 + 3 * seed):
        legal = variant.legality.legal(movement, position)
        if not legal:
            return None
        position = movement.play(position, rng.choice(legal))
    return position


def _listing(variant: Variant, positions: list[Position]) -> Work:
    return partial(_list_all, variant, movement_of(variant), positions)


def _list_all(variant: Variant, movement: Movement, positions: list[Position]) -> None:
    for position in positions:
        variant.legality.legal(movement, position)


def _count(variant: Variant, positions: list[Position]) -> int:
    movement = movement_of(variant)
    return sum(len(variant.legality.legal(movement, position)) for position in positions)
