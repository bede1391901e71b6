"""Canvases: in few colours the same pixels as in all."""

from __future__ import annotations

import pytest

from renderer.paint.canvas import Canvas, FlatCanvas
from renderer.theme import THEME, Shape


@pytest.mark.parametrize("height", [1, 64, 150])
def test_flat_canvases_give_the_same_pixels(height: int) -> None:
    """Shapes of several colours over one another, whole bands high or not, are smooth alike."""
    canvases = Canvas(90, height, THEME.page), FlatCanvas(90, height, THEME.page)
    for canvas in canvases:
        canvas.polygon([(3.3, 2.1), (80.7, 9.4), (44.2, 140.6)], THEME.card, 2.5)
        canvas.line([(1.0, 60.0), (88.0, 66.5)], THEME.arrow, 3.7)
        canvas.disc((40.5, 63.9), 20.2, THEME.ink)
        canvas.emblem(Shape.PENTAGON, (60.0, 90.0), 17.0, THEME.accent)
    full, flat = (canvas.done() for canvas in canvases)
    assert (full.mode, full.size, full.tobytes()) == (flat.mode, flat.size, flat.tobytes())
