"""The engine against a second program for Hexeh, move by move."""

from __future__ import annotations

import pytest

from engine.lookahead.imagined import perft
from engine.notation.position_code import code_of
from engine.play.state import State
from engine.variants.variant import Variant
from tests.engine.brute import Brute
from tests.engine.support import STRAIGHT, WINDING, after, chance, long_moves, played
from tests.suites import first

BOTH = pytest.mark.parametrize("variant", [WINDING, STRAIGHT], ids=["winding", "straight"])


def ending(state: State) -> str | None:
    """The result as the slow program words it."""
    if state.result is None:
        return None
    return f"{state.result.winner or 'draw'} {state.result.reason}"


def compare(variant: Variant, seed: int, plies: int, greed: float) -> int:
    """Play a random game in both programs, captures preferred now and then; the number of positions that agreed."""
    rng = chance(seed)
    slow, state = Brute(straight=variant is STRAIGHT), after("", variant)
    agreed = 0
    for _ in range(plies):
        assert slow.moves() == long_moves(state)
        assert slow.result == ending(state)
        assert slow.code() == code_of(variant, state.position)
        agreed += 1
        if slow.result:
            break
        moves = slow.moves()
        spicy = [move for move in moves if move[4:] or slow.enemy_at(move[2:4])]
        calm = [move for move in moves if slow.letter_at(move[2:4]) != "E"] or moves
        move = rng.choice(spicy if spicy and rng.random() < greed else calm)
        slow.play(move)
        state = played(state, move)
    return agreed


@BOTH
def test_random_games(variant: Variant) -> None:
    """The engine lists the moves, makes them and ends the game as the slow program does, in hundreds of positions."""
    agreed = sum(compare(variant, seed, 60, greed) for seed in range(4) for greed in (0.0, 0.1, 0.4))
    assert agreed > 250


@pytest.mark.slow
@BOTH
def test_many_random_games(variant: Variant) -> None:
    """The engine agrees with the slow program in thousands of positions."""
    agreed = sum(compare(variant, seed, 300, greed) for seed in range(100, 130) for greed in (0.0, 0.1, 0.3))
    assert agreed > 5000


@pytest.mark.parametrize(
    ("variant", "nodes"), [(WINDING, [30, 912]), (STRAIGHT, [20, 402])], ids=["winding", "straight"]
)
def test_perft_of_the_rules(variant: Variant, nodes: list[int]) -> None:
    """From the array there are 30 and 912 sequences of one and two moves, 20 and 402 with straight travelers."""
    assert nodes == [perft(after("", variant), depth) for depth in (1, 2)]


@pytest.mark.parametrize("variant", first(1, [STRAIGHT, WINDING]), ids=["straight", "winding"])
def test_perft_three(variant: Variant) -> None:
    """Both programs count the same sequences of three moves."""
    assert Brute(straight=variant is STRAIGHT).count(3) == perft(after("", variant), 3)


def test_perft_three_in_figures() -> None:
    """There are 32,180 sequences of three moves from the array (counted by the slow program, too)."""
    assert perft(after(""), 3) == 32180
