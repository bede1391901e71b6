"""Sides stay apart without colours.

Contrast is the ratio of relative luminances of WCAG 2, 1 to 21: https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.variants import GAMES, built
from renderer.palette import palette_of
from renderer.theme import NAME_SHADE, THEME, Colour, blend

SIDES = 1.8
PARTS = 4.5

PARTIES = sorted(
    {
        ("Red", "Blue"),
        ("White", "Black"),
        ("Red", "Gold", "Blue"),
        ("White", "Red", "Black", "Blue"),
        *(tuple(seat.name for seat in built(game, {}).seats) for game in GAMES.values()),
    }
)


def luminance(colour: Colour) -> float:
    """The relative luminance of a colour, 0 to 1."""
    parts = [value / 255 for value in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("party", PARTIES)
def test_the_sides_of_a_game_differ_in_lightness_and_shape(party: tuple[str, ...]) -> None:
    """Any two sides of a game contrast by 1.8 to 1 in greyscale, and no two have counters of one shape."""
    liveries = [THEME.livery(name, number) for number, name in enumerate(party, 1)]
    for one, other in combinations(liveries, 2):
        assert contrast(one.fill, other.fill) >= SIDES
    assert len({livery.shape for livery in liveries}) == len(party)


@pytest.mark.parametrize("name", sorted(THEME.liveries))
def test_icons_stand_out_from_their_counters(name: str) -> None:
    """Every icon contrasts with its counter by 4.5 to 1."""
    livery = THEME.liveries[name]
    assert contrast(livery.icon, livery.fill) >= PARTS


@pytest.mark.parametrize("ground", [*sorted(THEME.shades), "card", "chosen", "accent"])
def test_counters_stand_out_from_every_ground(ground: str) -> None:
    """The edge of a counter contrasts by 4.5 to 1 with cells of every colour and the panel's cards."""
    colour = {"card": THEME.card, "chosen": THEME.chosen, "accent": THEME.accent}.get(ground) or THEME.shade(ground)
    assert contrast(THEME.ink, colour) >= PARTS


@pytest.mark.parametrize("ground", sorted(THEME.shades))
def test_cell_names_are_legible(ground: str) -> None:
    """The writing on vacant cells contrasts with its cell by 2.5 to 1."""
    colour = THEME.shade(ground)
    assert contrast(blend(colour, THEME.ink, NAME_SHADE), colour) >= 2.5


def test_pips_are_legible_without_colours() -> None:
    """Weary and very weary pips contrast with their dark edge by 3 to 1, and differ in lightness by as much."""
    assert contrast(THEME.ink, THEME.weary) >= 3
    assert contrast(THEME.ink, THEME.danger) >= 3
    assert contrast(THEME.weary, THEME.danger) >= 3


def test_the_three_shades_of_a_board_differ_in_lightness() -> None:
    """Light, medium and dark cells contrast by 1.2 to 1 or more, step by step."""
    light, medium, dark = (THEME.shade(name) for name in ("light", "medium", "dark"))
    assert contrast(light, medium) >= 1.2
    assert contrast(medium, dark) >= 1.2


def test_seats_of_other_names_get_a_livery() -> None:
    """Two seats with names the theme does not know have different liveries."""
    assert THEME.livery("Left", 1) != THEME.livery("Right", 2)


def test_a_palette_holds_the_colours_of_four_sides_exactly() -> None:
    """With four sides on three shades there are at most 256 colours, among them every livery's and every shade's."""
    liveries = tuple(THEME.livery(name, 1) for name in ("White", "Red", "Black", "Blue"))
    palette = palette_of(THEME, liveries, ("dark", "light", "medium"))
    assert len(palette.colours) <= 256
    assert {livery.fill for livery in liveries} | {THEME.shade("dark"), THEME.page} <= set(palette.colours)
