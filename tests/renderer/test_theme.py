"""What is written, and what lies on pieces, is legible in every theme."""

from __future__ import annotations

import pytest

from renderer.theme import NAME_SHADE, THEME, Theme, blend
from tests.renderer.parties import themes
from tests.renderer.sight import contrast

PARTS = 4.5


@pytest.mark.parametrize("name", sorted(THEME.liveries))
def test_icons_stand_out_from_their_counters(name: str) -> None:
    """Every icon contrasts with its counter by 4.5 to 1, and so do the fill and the edge of a bare piece."""
    livery = THEME.liveries[name]
    assert contrast(livery.icon, livery.fill) >= PARTS
    assert name not in {"White", "Black"} or contrast(livery.edge, livery.fill) >= PARTS


@themes
def test_counters_stand_out_from_every_ground(theme: Theme) -> None:
    """The edge of a counter contrasts by 4.5 to 1 with cells and cards, with the accent by 3."""
    for ground in (*theme.shades.values(), theme.card, theme.chosen):
        assert contrast(theme.ink, ground) >= PARTS
    assert contrast(theme.ink, theme.accent) >= 3


@themes
def test_cell_names_are_legible(theme: Theme) -> None:
    """The writing on vacant cells contrasts with its cell by 2.5 to 1."""
    for ground in theme.shades.values():
        assert contrast(blend(ground, theme.ink, NAME_SHADE), ground) >= 2.5


@themes
def test_the_page_is_legible(theme: Theme) -> None:
    """Text contrasts with the page, cards and ink by 7 to 1, what is muted by 4.5, the accent by 3."""
    assert contrast(theme.text, theme.page) >= 7
    assert contrast(theme.ink, theme.card) >= 7
    assert contrast(theme.light, theme.ink) >= 7
    assert contrast(theme.muted, theme.page) >= 4.5
    assert contrast(theme.accent, theme.page) >= 3


@themes
def test_pips_are_legible_without_colours(theme: Theme) -> None:
    """Weary and very weary pips contrast with their dark edge by 3 to 1, and differ in lightness by as much."""
    assert contrast(theme.ink, theme.weary) >= 3
    assert contrast(theme.ink, theme.danger) >= 3
    assert contrast(theme.weary, theme.danger) >= 3


def test_seats_of_other_names_get_a_livery() -> None:
    """Two seats with names the theme does not know have different liveries."""
    assert THEME.livery("Left", 1) != THEME.livery("Right", 2)
