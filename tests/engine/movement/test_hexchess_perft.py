"""The hexagonal chess games counted move by move: numbers that others have found."""

from __future__ import annotations

import pytest

from engine.lookahead.imagined import perft
from engine.play.game import new_game
from engine.variants import variant_of

# Published for the first two games; for Shafran's a public Python program (talvola/abstract_games), which replays the
# report's games, counts the same. The others were counted by a slow program written from the rules' text alone.
COUNTED = {
    "glinski": (51, 2_586, 137_858),
    "mccooey": (31, 947, 33_307),
    "shafran": (42, 1_706, 75_494),
    "nd-wellisch": (28, 784, 24_360),
    "nd-mccooey": (50, 2_500, 141_442),
    "nd-anglojewish": (50, 2_500, 136_050),
    "nd-altorth": (36, 1_296, 48_204),
    "nd-trios": (37, 1_374, 59_176),
}


@pytest.mark.parametrize(
    ("game", "depth", "nodes"),
    [
        pytest.param(game, depth, nodes, id=f"{game}-{depth}")
        for game, counts in COUNTED.items()
        for depth, nodes in enumerate(counts, 1)
    ],
)
def test_counted_numbers(game: str, depth: int, nodes: int) -> None:
    """From their arrays the games have as many sequences of moves as others have counted."""
    assert nodes == perft(new_game(variant_of(game)), depth)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "nodes"), [("glinski", 7_282_418), ("mccooey", 1_157_852), ("shafran", 3_310_230)])
def test_counted_numbers_further_down(game: str, nodes: int) -> None:
    """Four moves deep, too."""
    assert nodes == perft(new_game(variant_of(game)), 4)
