"""Who is in whose check."""

from __future__ import annotations

import pytest

from engine.movement.generator import announced, checks, movement_of
from engine.notation.describe import check_in_words, checks_in_words
from engine.play.commands import Resign
from engine.play.game import new_game
from engine.variants import variant_of
from tests.engine.support import done, placed

WELLISCH = variant_of("nd-wellisch-3")
MOVEMENT = movement_of(WELLISCH)


@pytest.mark.parametrize(
    ("armies", "words"),
    [
        (("G a1", "G h1", "G o15"), ""),
        (("G a1 · P b2", "G h1 · R o8", "G o15"), "Gold attacks Blue's General"),
        (("G a1 · R h8", "G d1", "G o15 · R a8"), "Blue attacks Red's General; Red attacks Blue's General"),
        (("G a1 · R h8", "G d1 · V o13", "G o15"), "Red and Gold attack Blue's General"),
        (("G a1 · R h8", "G d1 · R n14", "G o15"), "Gold attacks Blue's General"),
    ],
    ids=["nobody", "one", "two at each other", "two at one", "one behind the other"],
)
def test_checks_are_spelled_out(armies: tuple[str, ...], words: str) -> None:
    """Every remaining royal is named with all seats that attack it, in the order of the royals' seats."""
    position = placed(WELLISCH, *armies)
    assert words == checks_in_words(MOVEMENT, position)
    assert checks(MOVEMENT, position) == announced(MOVEMENT, position)


def test_who_has_left_attacks_nobody() -> None:
    """Neither the pieces nor the royal of a player who has left count any more."""
    state = new_game(WELLISCH, placed(WELLISCH, "G a1", "G h1 · R o8", "G o15 · R a8"))
    assert "Blue attacks Red's General; Gold attacks Blue's General" == checks_in_words(MOVEMENT, state.position)
    assert "Blue attacks Red's General" == checks_in_words(MOVEMENT, done(state, Resign(2)).position)


def test_each_army_has_its_own_royal() -> None:
    """Where armies differ, each royal piece goes by its own name."""
    variant = variant_of("nd-wellisch-4-mccooey")
    position = placed(variant, "G b5 · R i8", "K i15 · R b9", "G n11", "K g1")
    assert "Red attacks White's General; White attacks Red's Grandduke" == checks_in_words(
        movement_of(variant), position
    )


@pytest.mark.parametrize(
    ("key", "armies", "words"),
    [
        ("nd-mccooey", ("K h1 · D c3", "K h15"), ""),
        (
            "nd-mccooey",
            ("K h1", "K h15 · D h9 · S g3"),
            "White is in check from the Seiopelma on g3 and the Duchess on h9",
        ),
        ("glinski", ("K g1 · P e4", "K f11 · R g9"), "White is in check from the rook on g9"),
        ("imperial", ("K a2", "K m8 · D b2"), ""),
        ("hexeh", ("E d1", "E d7 · W d2"), ""),
    ],
    ids=["none", "two pieces", "one piece", "not by the hierarchy", "no check in the game"],
)
def test_check_where_two_play(key: str, armies: tuple[str, str], words: str) -> None:
    """The pieces that could take the mover's royal piece are named with their cells, where that is check."""
    variant = variant_of(key)
    movement, position = movement_of(variant), placed(variant, *armies)
    assert words == check_in_words(movement, position)
    assert bool(words) == bool(announced(movement, position))
