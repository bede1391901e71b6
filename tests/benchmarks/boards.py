"""Pictures of boards against chess.svg through cairosvg."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import cairosvg
import chess
import chess.svg

from engine.events import Event, Moved
from engine.game import advance as advanced
from engine.game import new_game
from engine.referee import sheet
from engine.variants import variant_of
from renderer import draw, scene_of
from tests.benchmarks.pairing import Ratio, compare


def pictures() -> Iterator[Ratio]:
    """A board's PNG from its position, against an 800 px chess board; positions change from picture to picture."""
    variant = variant_of("hexeh")
    state = new_game(variant)
    states = []
    for number in range(40):
        long = sheet(state).long()
        state = advanced(state, Event(state.sequence + 1, 0, state.turn, Moved(long[number * 7 % len(long)])))
        if state.result is not None:
            state = new_game(variant)
        states.append(state)
    turns = itertools.cycle(states)

    def ours() -> bytes:
        current = next(turns)
        return draw(
            scene_of(variant, current.position, current.turn, last_move=current.last_move, result=current.result)
        )

    board = chess.Board()
    yield compare(
        "pictures: Hexeh PNG, to chess.svg through cairosvg at 800 px",
        "below 0.1",
        ours,
        lambda: cairosvg.svg2png(bytestring=chess.svg.board(board).encode(), output_width=800),
        length=0.2,
    )
