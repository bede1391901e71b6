"""Sprites of pieces."""

from __future__ import annotations

from PIL import ImageChops

from renderer.sprites.sprites import PieceLook, piece_layer, piece_sprite
from renderer.themes import CONTRAST
from tests.renderer.parties import Party


def test_a_white_icon_on_a_white_cell_hides_what_is_below() -> None:
    """A sprite covers all that its piece does, also where that has the colour of the ground: no name shows through."""
    party = Party(("Red", "Blue"), ("dark", "light", "medium"))
    livery, ground = CONTRAST.livery("Blue", 2), CONTRAST.shade("light")
    assert livery.icon == ground
    look = PieceLook(livery, "fa6s.shield-halved", "G", lettered=False, side=60, radius=26)
    sprite = piece_sprite(CONTRAST, party.palette(CONTRAST), look, ground)
    opaque = piece_layer(CONTRAST, look).getchannel("A").point([0] * 255 + [255], "1")
    assert ImageChops.logical_and(opaque, sprite.mask).tobytes() == opaque.tobytes()
    assert sprite.mask.getpixel((0, 0)) == 0
