"""Palettes: what fills an area has its own colour, and smooth edges have colours between."""

from __future__ import annotations

from itertools import combinations

from PIL import Image

from renderer.paint.palette import Palette
from renderer.theme import Colour, Theme
from tests.renderer.parties import Party, grounds, parties, themes
from tests.renderer.sight import difference

ALIKE = 2.3
"""What is less apart is hardly told apart."""
SPARE = 48
"""As many colours a palette has left for what marks and cards may yet bring, one of them for no colour."""


def shown(palette: Palette, colour: Colour) -> Colour:
    return palette.colours[palette.indexed(Image.new("RGB", (1, 1), colour)).tobytes()[0]]


@themes
@parties
def test_areas_keep_their_colours(theme: Theme, party: Party) -> None:
    """Whatever fills an area is shown in its colour, by all that an eye can tell; areas that differ go on to differ."""
    palette = party.palette(theme)
    areas = {
        *grounds(theme, party.shades),
        *(livery.fill for livery in party.liveries(theme)),
        *(theme.page, theme.card, theme.ink, theme.light, theme.text, theme.muted, theme.accent),
        *(theme.arrow, theme.reach, theme.danger, theme.weary),
    }
    seen = {colour: shown(palette, colour) for colour in areas}
    assert len(palette.colours) <= 256 - SPARE
    assert all(difference(colour, found, "normal") < ALIKE for colour, found in seen.items())
    for one, other in combinations(sorted(areas), 2):
        assert seen[one] != seen[other] or difference(one, other, "normal") < ALIKE
