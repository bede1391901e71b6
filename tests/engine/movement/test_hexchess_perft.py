"""The hexagonal chess games counted move by move: published numbers for the base games, a slow program for the rest."""

from __future__ import annotations

import pytest

from engine.lookahead.imagined import perft
from engine.play.game import new_game
from engine.variants import variant_of
from tests.engine.nearly import ALL_RULES, Slow

# Independent counts, published for the first two games and confirmed by the slow program up to depth 2; for Shafran's
# game a public Python program (talvola/abstract_games), which replays the report's games, counts the same.
PUBLISHED = {"glinski": (51, 2_586, 137_858), "mccooey": (31, 947, 33_307), "shafran": (42, 1_706, 75_494)}


@pytest.mark.parametrize(
    ("game", "depth", "nodes"),
    [
        pytest.param(game, depth, nodes, id=f"{game}-{depth}")
        for game, counts in PUBLISHED.items()
        for depth, nodes in enumerate(counts, 1)
    ],
)
def test_published_numbers(game: str, depth: int, nodes: int) -> None:
    """From their arrays the base games have as many sequences of moves as others have counted."""
    assert nodes == perft(new_game(variant_of(game)), depth)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "nodes"), [("glinski", 7_282_418), ("mccooey", 1_157_852), ("shafran", 3_310_230)])
def test_published_numbers_further_down(game: str, nodes: int) -> None:
    """Four moves deep, too."""
    assert nodes == perft(new_game(variant_of(game)), 4)


@pytest.mark.parametrize("game", ALL_RULES)
def test_two_moves(game: str) -> None:
    """Below each first move the engine counts as many replies as the slow program."""
    slow = Slow.begin(game)
    assert sum(len(slow.play(move).moves()) for move in slow.moves()) == perft(new_game(variant_of(game)), 2)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["nd-mccooey", "nd-trios", "nd-altorth", "nd-wellisch", "nd-anglojewish"])
def test_three_moves(game: str) -> None:
    """Three moves deep the engine counts as the slow program does."""
    slow = Slow.begin(game)
    after = [slow.play(move) for move in slow.moves()]
    counted = sum(len(deep.play(reply).moves()) for deep in after for reply in deep.moves())
    assert counted == perft(new_game(variant_of(game)), 3)
