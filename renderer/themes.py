"""The themes to choose from, and which one a game's sides are drawn in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from renderer.theme import ACHROMATIC, THEME, Colour, Livery, Shape, Theme

_LIVERIES: Mapping[str, Livery] = MappingProxyType(
    {
        "White": Livery((0xFF, 0xFD, 0xF7), (0xD5, 0xCF, 0xBF), (0x23, 0x27, 0x2F), Shape.HEXAGON),
        "Gold": Livery((0xFF, 0xD3, 0x4D), (0xFF, 0xF0, 0xBF), (0x3A, 0x2A, 0x05), Shape.HEXAGON),
        "Red": Livery((0xF0, 0x66, 0x4E), (0xFB, 0xC4, 0xB8), (0x2E, 0x08, 0x05), Shape.CIRCLE),
        "Blue": Livery((0x2A, 0x5D, 0xB8), (0x8D, 0xB4, 0xF0), (0xFF, 0xFF, 0xFF), Shape.SQUARE),
        "Black": Livery((0x14, 0x16, 0x1A), (0x6A, 0x6F, 0x7A), (0xF6, 0xF3, 0xEA), Shape.PENTAGON, (0xF4, 0xF1, 0xE8)),
    }
)


def _shades(light: Colour, medium: Colour, dark: Colour) -> Mapping[str, Colour]:
    return MappingProxyType({**THEME.shades, "light": light, "medium": medium, "dark": dark})


SLATE = replace(
    THEME,
    name="slate",
    page=(0x17, 0x1C, 0x26),
    accent=(0xF5, 0xB7, 0x00),
    shades=_shades((0xE6, 0xEB, 0xF1), (0xC4, 0xCF, 0xDB), (0x9D, 0xAD, 0xBF)),
    liveries=_LIVERIES,
)
MEADOW = replace(THEME, name="meadow", liveries=_LIVERIES)
WALNUT = replace(
    SLATE,
    name="walnut",
    page=(0x2A, 0x20, 0x19),
    shades=_shades((0xF3, 0xE0, 0xBF), (0xDD, 0xBC, 0x90), (0xBD, 0x92, 0x66)),
)
PAPER = replace(
    SLATE,
    name="paper",
    page=(0xFB, 0xFA, 0xF6),
    text=(0x1F, 0x24, 0x2D),
    muted=(0x5C, 0x62, 0x6E),
    accent=(0xD9, 0x48, 0x0F),
    shades=_shades((0xFF, 0xFF, 0xFF), (0xEC, 0xE8, 0xDE), (0xD2, 0xCB, 0xBC)),
)
CONTRAST = replace(
    SLATE,
    name="contrast",
    page=(0x00, 0x00, 0x00),
    accent=(0xFF, 0xB0, 0x00),
    shades=_shades((0xF4, 0xF4, 0xF4), (0xBF, 0xC6, 0xD0), (0x82, 0x8F, 0xA1)),
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {theme.name: theme for theme in (SLATE, MEADOW, WALNUT, PAPER, CONTRAST)}
)
"""The themes by name; the first suits every game."""


def suits(theme: Theme, seats: Sequence[str]) -> bool:
    """Whether sides of these names can be told apart, and from the cells, in a theme."""
    return theme.name != WALNUT.name or ACHROMATIC.issuperset(seats)


def theme_for(name: str, seats: Sequence[str]) -> Theme:
    """The theme of a name for sides of these names; where there is none or it does not suit them, theirs.

    Sides called White and Black are drawn in meadow, others in slate.
    """
    theme = THEMES.get(name)
    if theme is not None and suits(theme, seats):
        return theme
    return MEADOW if theme is None and ACHROMATIC.issuperset(seats) else SLATE
