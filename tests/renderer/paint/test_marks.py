"""Tints of threat maps."""

from __future__ import annotations

from renderer.paint.marks import tint_of
from renderer.theme import THEME, THREATS, blend


def test_a_tint_tells_who_attacks_more() -> None:
    """One attacker more tints a cell, two and more tint it deeper; as many on both sides leave it as it is."""
    ground = THEME.shade("light")
    assert tint_of(THEME, ground, 2, 2) == ground
    assert tint_of(THEME, ground, 2, 1) == blend(ground, THEME.reach, THREATS[0])
    assert tint_of(THEME, ground, 0, 1) == blend(ground, THEME.rival, THREATS[0])
    assert tint_of(THEME, ground, 0, 2) == tint_of(THEME, ground, 1, 7) == blend(ground, THEME.rival, THREATS[1])
