"""Luck: exact chances, against every way the dice could have fallen."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest

from engine.play.state import State
from engine.records.luck import Luck, luck
from engine.records.replay import replay_moves
from engine.variants import variant_of

MATE = "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 "


def fought(variant: str, moves: str, combat: str = "poly") -> State:
    return replay_moves(variant_of(variant, {"combat": combat}), moves)


def by_counting(dice: Sequence[tuple[int, ...]], values: Sequence[int]) -> tuple[float, float]:
    """The expected average, and the chance of a sum at least so far off, by trying every way to fall.

    Each entry of `dice` is one fighter's dice, of which the highest counts.
    """
    sums: Counter[int] = Counter()
    for faces in product(*(range(1, face + 1) for pool in dice for face in pool)):
        rest = iter(faces)
        sums[sum(max(next(rest) for _ in pool) for pool in dice)] += 1
    ways = sums.total()
    mean = sum(value * count for value, count in sums.items()) / ways
    distance = abs(sum(values) - mean)
    far = sum(count for value, count in sums.items() if abs(value - mean) >= distance - 1e-9)
    return mean / len(dice), far / ways


CASES: dict[str, tuple[str, str, str, dict[int, list[tuple[int, ...]]]]] = {
    "one fight": ("hexeh", "b1c6[8-1]", "poly", {1: [(8, 8)], 2: [(1, 8)]}),
    "a tie": ("hexeh", "b1c6[3-4,8-1]", "poly", {1: [(3, 8), (8, 8)], 2: [(4, 8), (1, 8)]}),
    "both attack": (
        "hexeh",
        "b1c6[8-1] b5c1[2-7] c6d7[4-4]",
        "poly",
        {1: [(8, 8), (7, 8), (4, 8)], 2: [(1, 8), (2, 8), (4, 10)]},
    ),
    "highest of three": (
        "hexeh",
        "b1c6[6+1-2+2] c5b4 c6d7[1+1-3+6+2]",
        "d6",
        {1: [(6, 6, 6), (1, 6, 6)], 2: [(2, 6, 6), (6, 6, 6, 6)]},
    ),
    "prerogative": (
        "combat-chess",
        f"{MATE}h5f7[9-1] e8f7[10-1+2]",
        "poly",
        {1: [(9, 10), (1, 8), (2, 10)], 2: [(1, 6), (10, 10)]},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_luck_is_exact(case: str) -> None:
    """Average, expectation and chance are those of counting every way in which the player's dice could have fallen."""
    variant, moves, combat, seats = CASES[case]
    state = fought(variant, moves, combat)
    for seat, dice in seats.items():
        found = luck(state, seat)
        assert found is not None
        values = [value for value, *_ in dice]
        expected, chance = by_counting([tuple(faces) for _, *faces in dice], values)
        assert found.dice == len(values)
        assert math.isclose(found.average, sum(values) / len(values))
        assert math.isclose(found.expected, expected)
        assert math.isclose(found.chance, chance)


@pytest.mark.parametrize(
    ("average", "chance", "words", "word"),
    [
        (4.69, 0.41, "– a bit lucky; 4 games in 10 are at least this far off.", "slightly good"),
        (4.30, 0.9, "– just as expected.", "even"),
        (3.0, 0.12, "– unlucky; 1 game in 8 is at least this far off.", "bad"),
        (6.0, 0.0, "– very lucky; 1 game in 1,000,000 is at least this far off.", "very good"),
    ],
)
def test_luck_in_words(average: float, chance: float, words: str, word: str) -> None:
    """How lucky a player was is said beside how often that happens."""
    assert Luck(32, average, 4.34, chance).word == word
    assert Luck(32, average, 4.34, chance).text == f"32 dice, average {average:.2f} (expected 4.34) {words}"
