"""The themes to choose from, and which one a game's sides are drawn in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from engine.model.english import listed
from renderer.theme import ACHROMATIC, THEME, Colour, Theme, shows_bare

_ALL = frozenset(THEME.liveries)


def _shades(*colours: Colour) -> Mapping[str, Colour]:
    """The colours of cells, from light, medium and dark to white, red and blue."""
    return MappingProxyType(dict(zip(THEME.shades, colours, strict=True)))


MEADOW = THEME
SLATE = replace(
    THEME,
    name="slate",
    page=(0x16, 0x1B, 0x28),
    card=(0xE4, 0xE9, 0xF0),
    accent=(0xF5, 0xB7, 0x00),
    chosen=(0xD9, 0xC8, 0xFA),
    trace=(0xB0, 0x88, 0xF5),
    arrow=(0x6D, 0x28, 0xC9),
    shades=_shades(
        (0xEB, 0xF0, 0xF6),
        (0xCC, 0xD6, 0xE2),
        (0xA9, 0xB8, 0xCA),
        (0xF1, 0xF2, 0xF5),
        (0xDD, 0xC9, 0xCC),
        (0xA3, 0xB6, 0xCE),
    ),
    sides=_ALL,
)
WALNUT = replace(
    THEME,
    name="walnut",
    page=(0x2A, 0x20, 0x19),
    text=(0xF3, 0xEB, 0xDD),
    muted=(0xB8, 0xA9, 0x95),
    card=(0xEF, 0xE3, 0xCF),
    chosen=(0xDD, 0xE5, 0x9A),
    trace=(0xB8, 0xCC, 0x38),
    arrow=(0x7A, 0x4A, 0x00),
    shades=_shades(
        (0xF6, 0xE6, 0xCA),
        (0xE0, 0xC1, 0x9A),
        (0xC7, 0xA0, 0x77),
        (0xF7, 0xEB, 0xD6),
        (0xDD, 0xB8, 0x96),
        (0xA0, 0xA5, 0xAD),
    ),
    sides=ACHROMATIC | {"Blue"},
)
PAPER = replace(
    THEME,
    name="paper",
    page=(0xF7, 0xF5, 0xEF),
    text=(0x1F, 0x24, 0x2D),
    muted=(0x5C, 0x62, 0x6E),
    card=(0xE2, 0xDF, 0xD6),
    accent=(0xD9, 0x48, 0x0F),
    chosen=(0xC9, 0xE0, 0xFF),
    trace=(0x8C, 0xBC, 0xFF),
    arrow=(0x17, 0x69, 0xC7),
    shades=_shades(
        (0xFF, 0xFF, 0xFF),
        (0xE6, 0xE5, 0xE3),
        (0xC7, 0xC6, 0xC4),
        (0xFF, 0xFF, 0xFF),
        (0xEE, 0xD3, 0xC8),
        (0xB3, 0xC1, 0xD1),
    ),
    sides=_ALL,
)
CONTRAST = replace(
    THEME,
    name="contrast",
    page=(0x00, 0x00, 0x00),
    text=(0xFF, 0xFF, 0xFF),
    muted=(0xC5, 0xC9, 0xD1),
    card=(0xF2, 0xF2, 0xF2),
    accent=(0xFF, 0xB0, 0x00),
    chosen=(0xDC, 0xC9, 0xFF),
    trace=(0xAA, 0x86, 0xF7),
    arrow=(0x5A, 0x1F, 0xB0),
    shades=_shades(
        (0xFF, 0xFF, 0xFF),
        (0xD5, 0xD7, 0xDB),
        (0xAB, 0xAF, 0xB6),
        (0xFF, 0xFF, 0xFF),
        (0xE6, 0xC3, 0xC3),
        (0x9B, 0xB2, 0xCD),
    ),
    sides=_ALL,
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {theme.name: theme for theme in (SLATE, MEADOW, WALNUT, PAPER, CONTRAST)}
)
"""The themes by name; the first suits every game."""


def suits(theme: Theme, seats: Sequence[str]) -> bool:
    """Whether the pieces of sides of these names stand out from a theme's cells."""
    return theme.sides.issuperset(seats)


def suited(name: str, seats: Sequence[str]) -> Theme:
    """The theme of a name, "" for theirs, for sides of these names; ValueError where it does not suit them."""
    if name and not suits(THEMES[name], seats):
        others = listed([other for other, theme in THEMES.items() if suits(theme, seats)])
        raise ValueError(f"{name} has no colours for {listed(list(seats), 'and')}; choose {others}")
    return theme_for(name, seats)


def theme_for(name: str, seats: Sequence[str]) -> Theme:
    """The theme of a name for sides of these names; where there is none or it does not suit them, theirs.

    Sides called White and Black are drawn in meadow, others in slate.
    """
    theme = THEMES.get(name)
    if theme is not None and suits(theme, seats):
        return theme
    return MEADOW if theme is None and shows_bare(seats) else SLATE
