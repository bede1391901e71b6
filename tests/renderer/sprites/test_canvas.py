"""Flat canvases and inks: the same pixels as what is drawn and blended in full colours."""

from __future__ import annotations

import pytest
from PIL import Image

from renderer.palette import palette_of
from renderer.sprites.canvas import Canvas, FlatCanvas
from renderer.sprites.fonts import text_mask
from renderer.sprites.inks import ink_of
from renderer.theme import THEME, Shape


@pytest.mark.parametrize("height", [1, 64, 150])
def test_flat_canvases_give_the_same_pixels(height: int) -> None:
    """Shapes of several colours over one another, whole bands high or not, are smooth alike."""
    canvases = Canvas(90, height, THEME.page), FlatCanvas(90, height, THEME.page)
    for canvas in canvases:
        canvas.polygon([(3.3, 2.1), (80.7, 9.4), (44.2, 140.6)], THEME.card, 2.5)
        canvas.line([(1.0, 60.0), (88.0, 66.5)], THEME.arrow, 3.7)
        canvas.disc((40.5, 63.9), 20.2, THEME.ink)
        canvas.counter(Shape.PENTAGON, (60.0, 90.0), 17.0, THEME.accent)
    full, flat = (canvas.done() for canvas in canvases)
    assert (full.mode, full.size, full.tobytes()) == (flat.mode, flat.size, flat.tobytes())


@pytest.mark.parametrize("fill", [THEME.ink, THEME.danger, THEME.card])
def test_inks_give_the_pixels_of_blending(fill: tuple[int, int, int]) -> None:
    """A text in an ink is what the text is that was blended in full colours and then brought to the palette."""
    palette = palette_of(THEME, ("Red", "Blue"), ("light", "dark"))
    mask = text_mask("Hexeh 12", 25)
    blended = Image.new("RGB", (160, 60), THEME.card)
    blended.paste(fill, (round(80 - mask.width / 2), round(30 - mask.height / 2)), mask)
    inked = palette.blank(THEME.card, 160, 60)
    ink_of(palette, fill, THEME.card).write(inked, mask, (80, 30))
    assert inked.tobytes() == palette.indexed(blended).tobytes()
