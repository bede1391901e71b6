"""Dice of the second kind: derived from the secret and from all that was played before them."""

from __future__ import annotations

import hmac
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from engine.dice.chain import LinkedRolls, begun, linked, linked_roll, roll_entry

SECRET = bytes(range(32))


def test_by_hand() -> None:
    """A roll is what the module's text says, made with the standard library alone."""
    chain = sha256(sha256(b"start").digest() + b"move e2e4").digest()
    assert chain == linked(begun("start"), "move e2e4")
    message = b"hexmarshal roll 2" + (6).to_bytes(4, "big") + b"game 7" + chain + (3).to_bytes(8, "big") + bytes(4)
    stream = hmac.digest(SECRET, message, "sha256")
    values = [byte & 7 for byte in stream]
    assert (values[0] + 1, values[1] + 1) == linked_roll(SECRET, "game 7", chain, 3, (8, 8))


@given(st.lists(st.lists(st.integers(2, 20), min_size=1, max_size=4), max_size=6))
def test_each_roll_is_an_entry(faces: list[list[int]]) -> None:
    """Rolls one after the other are those of the chain with each roll before them."""
    rolls, chain = LinkedRolls(SECRET, "game 1", begun("x")), begun("x")
    for number, each in enumerate(faces):
        dice = rolls.roll(number, each)
        assert dice == linked_roll(SECRET, "game 1", chain, number, each)
        chain = linked(chain, roll_entry(number, dice))


@given(st.text(), st.text())
def test_another_entry_another_chain(one: str, other: str) -> None:
    """Chains differ where their entries do."""
    assert (one == other) == (linked(begun("x"), one) == linked(begun("x"), other))
