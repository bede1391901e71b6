"""Seats wished for and seats drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.commitment import stream_dice
from engine.play.events import BrokenRecord, Drawn, Event
from engine.play.game import advance, new_game
from engine.play.rolls import seated
from engine.play.state import State
from tests.engine.toys import FOUR, THREE


def sit(wishes: Sequence[int], *values: int) -> tuple[tuple[int, ...], tuple[Drawn, ...]]:
    """The seats and draws when the dice fall as told, and no roll is left over or asked for twice."""
    asked: list[int] = []

    def throw(number: int, faces: int) -> int:
        asked.append(number)
        assert 1 <= values[number] <= faces
        return values[number]

    outcome = seated(wishes, throw)
    assert list(range(len(values))) == asked
    return outcome


def test_everybody_is_drawn() -> None:
    """Without wishes each in turn draws among the seats still free, the last takes what is left."""
    assert ((2, 3, 1), (Drawn("seats", 3, 2), Drawn("seats", 2, 2))) == sit((0, 0, 0), 2, 2)
    assert ((4, 1, 3, 2), (Drawn("seats", 4, 4), Drawn("seats", 3, 1), Drawn("seats", 2, 2))) == sit([0] * 4, 4, 1, 2)
    assert ((2, 1), (Drawn("seats", 2, 2),)) == sit((0, 0), 2)


def test_every_order_is_equally_likely() -> None:
    """Equally likely dice give every order of four players equally often."""
    falls = product(range(1, 5), range(1, 4), range(1, 3))
    orders = Counter(seated([0] * 4, lambda number, _, fall=fall: fall[number])[0] for fall in falls)  # type: ignore[misc]
    assert 24 == len(orders)
    assert {1} == set(orders.values())


@given(
    st.permutations([1, 2, 3, 4]), st.lists(st.booleans(), min_size=4, max_size=4), st.binary(min_size=32, max_size=32)
)
def test_each_seat_is_taken_once(order: list[int], wishing: list[bool], secret: bytes) -> None:
    """Whoever wishes for whatever, each seat is taken once, wishes are kept, and the draws are events of a game."""
    wishes = [seat if wishes else 0 for seat, wishes in zip(order, wishing, strict=True)]
    seats, draws = seated(wishes, lambda number, faces: stream_dice(secret, "game 1", number).throw(faces))
    assert [1, 2, 3, 4] == sorted(seats)
    assert all(wish in {0, seat} for wish, seat in zip(wishes, seats, strict=True))
    state = drawn(new_game(FOUR), *draws)
    assert [(draw.faces,) for draw in draws] == [made.faces for made in state.rolls]


def drawn(state: State, *draws: Drawn) -> State:
    """The state after some draws."""
    for draw in draws:
        state = advance(state, Event(state.sequence + 1, 0, 0, draw))
    return state


@pytest.mark.parametrize(
    "draws",
    [[(4, 1)], [(3, 4)], [(3, 0)], [(1, 1)], [(3, 1), (3, 1)], [(3, 1), (1, 1)], [(2, 1), (2, 1)], [(2, 1), (3, 1)]],
)
def test_draws_that_cannot_be(draws: list[tuple[int, int]]) -> None:
    """Three seats are not drawn with more than three faces, nor with more or as many as at the draw before."""
    with pytest.raises(BrokenRecord, match="cannot be drawn"):
        drawn(new_game(THREE), *(Drawn("seats", faces, value) for faces, value in draws))
