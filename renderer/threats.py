"""Threat maps: whose pieces attack a cell more, as a tint, and how many do, as small counters."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from renderer.layout.page import Page
from renderer.scene import Scene
from renderer.sprites.canvas import FINE, Canvas, put_layer
from renderer.sprites.fonts import Weight, text_mask
from renderer.theme import THREATS, Colour, Livery, Shape, Theme, blend

_ACROSS, _DOWN = -0.26, 0.31
"""Where the viewer's count stands, from the middle of its cell; that of the others stands as far above it."""
_COUNTER, _EDGE, _NUMBER = 0.15, 0.17, 0.26


def tint_of(theme: Theme, ground: Colour, own: int, others: int) -> Colour:
    """The colour of a cell that so many pieces attack: its own where both are as many, deeper from two more on."""
    part = (0.0, *THREATS)[min(abs(own - others), len(THREATS))]
    return blend(ground, theme.reach if own > others else theme.rival, part)


def put_counts(image: Image.Image, theme: Theme, page: Page, scene: Scene) -> None:
    """Blend the counts of a scene's threats in, over pieces and all."""
    if not scene.threats:
        return
    liveries, pitch = _liveries(theme, scene), page.layout.pitch
    for cell, *counts in scene.threats:
        x, y = page.centre(cell)
        put_layer(image, _counters(theme, liveries, tuple(counts), pitch), (x + _ACROSS * pitch, y))


def _liveries(theme: Theme, scene: Scene) -> tuple[Livery, ...]:
    """The look of the viewer's counts and of the others': those of their sides; several others have one in common."""
    *others, viewer = (theme.livery(side.name, side.number) for side in scene.sides)
    several = Livery(theme.rival, theme.rival, theme.ink, Shape.CIRCLE)
    return viewer, others[0] if len(others) == 1 else several


@lru_cache(maxsize=256)
def _counters(theme: Theme, liveries: tuple[Livery, ...], counts: tuple[int, ...], pitch: float) -> Image.Image:
    """The counts of a cell on small counters (RGBA), the viewer's below its middle, the others' above; none for 0."""
    across, half = round(pitch * _EDGE) + 2, round(pitch * (_DOWN + _EDGE)) + 2
    canvas = Canvas(2 * across, 2 * half, None)
    for livery, count, down in zip(liveries, counts, (_DOWN, -_DOWN), strict=True):
        if count:
            centre = across, half + down * pitch
            canvas.counter(livery.shape, centre, pitch * _EDGE, theme.ink)
            canvas.counter(livery.shape, centre, pitch * _COUNTER, livery.fill)
            canvas.stamp(text_mask(str(count), pitch * _NUMBER * FINE, Weight.BOLD), centre, livery.icon)
    return canvas.done()
