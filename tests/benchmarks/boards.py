"""Pictures of boards against chess.svg through cairosvg."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import cairosvg
import chess
import chess.svg

from engine.play.events import Event, Moved
from engine.play.game import advance as advanced
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants import variant_of
from renderer import draw, scene_of
from tests.benchmarks.pairing import Ratio, Work, compare

_GAMES = (("hexeh", 0, "below 0.06"), ("nd-mccooey", 60, "below 0.067"), ("nd-trios", 60, "below 0.067"))
"""The games, from which ply on their positions are drawn, and the aims."""


def pictures() -> Iterator[Ratio]:
    """A board's PNG from its position, against an 800 px chess board; positions change from picture to picture.

    The boards of 169 cells are drawn at 1000 px in the middle of a game, with letters.
    """
    board = chess.Board()
    for key, opening, aim in _GAMES:
        yield compare(
            f"pictures: {key} PNG, to chess.svg through cairosvg at 800 px",
            aim,
            _drawing(_states(key, opening, 40), letters=opening > 0),
            lambda: cairosvg.svg2png(bytestring=chess.svg.board(board).encode(), output_width=800),
            length=0.2,
        )


def _states(key: str, opening: int, count: int) -> list[State]:
    """So many states of games of arbitrary moves, one after the other, those of the opening's plies left out."""
    state = begun = new_game(variant_of(key))
    states: list[State] = []
    for number in itertools.count():
        long = sheet(state).long()
        state = advanced(state, Event(state.sequence + 1, 0, state.turn, Moved(long[number * 7 % len(long)])))
        if state.result is not None:
            state = begun
        elif len(state.played) > opening:
            states.append(state)
        if len(states) == count:
            break
    return states


def _drawing(states: Sequence[State], *, letters: bool) -> Work:
    turns = itertools.cycle(states)

    def draw_next() -> bytes:
        state = next(turns)
        return draw(scene_of(state.variant, state.position, state.turn, last_move=state.last_move, letters=letters))

    return draw_next
