"""A host who sees everything in the store: no better than chance where a player rolls, and better where nobody does."""

from __future__ import annotations

import pytest

from tests.engine.cheating import SCHEMES, cheated

BOUND = 3
"""Deviations within which chance stays in all but 27 of 10,000 walks."""


@pytest.mark.parametrize(
    ("name", "fights"),
    [
        ("a player rolls", 200),
        pytest.param("a player rolls", 3000, marks=pytest.mark.slow),
        pytest.param("a player rolls, host in a hurry", 1500, marks=pytest.mark.slow),
    ],
)
def test_where_a_player_rolls_nothing_helps(name: str, fights: int) -> None:
    """Whatever a host can derive, its attacks win as often as fair dice have it, and so do those against it."""
    dice, scheme, patient = SCHEMES[name]
    own, other = cheated(dice, scheme, fights, patient=patient)
    assert own.fights == fights
    assert abs(own.deviations) < BOUND, own.text
    assert abs(other.deviations) < BOUND, other.text


def test_what_foresight_is_worth() -> None:
    """Where nobody rolls a host who waits for its moment wins nearly every fight."""
    dice, scheme, patient = SCHEMES["nobody rolls"]
    own, other = cheated(dice, scheme, 200, patient=patient)
    assert own.won / own.fights > 0.95, own.text
    assert abs(other.deviations) < BOUND, other.text
