"""What games make of their boards and pieces, as data."""

from __future__ import annotations

from engine.variants import GAMES, variant_of
from renderer.figures import NO_FURNITURE, furniture_of

HEXEH = variant_of("hexeh")


def test_thrones_and_walls_follow_from_the_rules() -> None:
    """Guards promote only where the enemy empress began; wizards bounce off the outer edges of the outer files."""
    found = furniture_of(HEXEH)
    assert found.thrones == HEXEH.board.cells("d1 d7")
    names = {(HEXEH.board.names[cell], hour) for cell, hour in found.walls}
    assert names == {
        (f"{file}{n}", hour) for file, hours in (("a", (8, 10)), ("g", (2, 4))) for n in range(1, 5) for hour in hours
    }
    assert all(furniture_of(variant_of(key)) == NO_FURNITURE for key in GAMES if key != "hexeh")
