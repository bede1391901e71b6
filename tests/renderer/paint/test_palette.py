"""Palettes: what fills an area has its own colour, and smooth edges have colours between."""

from __future__ import annotations

from itertools import combinations

from PIL import Image, ImageChops

from renderer.figures import Figure
from renderer.paint.palette import Palette
from renderer.paint.pieces import PieceLook, piece_layer
from renderer.theme import Colour, Theme, shows_bare
from tests.renderer.parties import Party, grounds, parties, themes
from tests.renderer.sight import difference

ALIKE = 2.3
"""What is less apart is hardly told apart."""
SPARE = 48
"""As many colours a palette has left for what marks and cards may yet bring, one of them for no colour."""


def shown(palette: Palette, colour: Colour) -> Colour:
    """What an area of a colour looks like in a palette."""
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


@themes
@parties
def test_edges_of_pieces_are_smooth(theme: Theme, party: Party) -> None:
    """On whatever it stands, a piece is drawn within 48 of 255 of its true colours in all pixels but one of a hundred.

    On average it is within 4.
    """
    palette = party.palette(theme)
    bare = shows_bare(party.seats)
    for livery in party.liveries(theme):
        look = PieceLook(livery, Figure(1, "N", "fa6s.chess-knight"), 18, lettered=True, bare=bare)
        for ground in grounds(theme, party.shades):
            layer = piece_layer(theme, look, 40)
            picture = Image.new("RGB", layer.size, ground)
            picture.paste(layer, (0, 0), layer)
            off = ImageChops.difference(picture, palette.indexed(picture).convert("RGB")).tobytes()
            worst = sorted(max(off[at : at + 3]) for at in range(0, len(off), 3))
            assert worst[len(worst) * 99 // 100] <= 48
            assert sum(worst) <= 4 * len(worst)
