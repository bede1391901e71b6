"""What a side has lost: one row of dark shapes, each kind with its number; lengths are pixels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import floor

from PIL import Image

from renderer.scene import Loss
from renderer.sprites.canvas import FINE, Point, put_text
from renderer.sprites.faces import Weight
from renderer.sprites.fonts import glyph_mask, text_mask, text_width
from renderer.theme import Colour

_COUNT = 0.75
_NEAR = 0.1
_LOSS_GAP = 0.22


def row_width(lost: Sequence[Loss]) -> float:
    """How wide a row of lost pieces is, as a multiple of its height."""
    return sum(_width(loss) + _LOSS_GAP for loss in lost) - _LOSS_GAP if lost else 0.0


def row_size(lost: Sequence[Loss], width: float, height: float) -> int:
    """The height of the largest row that fits a box."""
    return max(1, floor(min(height, width / row_width(lost)))) if lost else 0


def put_losses(image: Image.Image, fill: Colour, lost: Sequence[Loss], at: Point, size: int) -> None:
    """Draw lost pieces in a row of this height that begins at a point, its middle at that height."""
    x, middle = at
    for loss in lost:
        _, letter, icon, angle, _ = loss.figure
        put_text(image, _shape(icon, letter, angle, size), (x + size / 2, middle), fill)
        if loss.number > 1:
            count = text_mask(str(loss.number), size * _COUNT, Weight.BOLD)
            put_text(image, count, (x + size * (1 + _NEAR), middle), fill, 0)
        x += size * (_width(loss) + _LOSS_GAP)


def _width(loss: Loss) -> float:
    """How wide a kind of lost piece is beside its number, as a multiple of its height."""
    return 1.0 if loss.number == 1 else 1.0 + _NEAR + text_width(str(loss.number), _COUNT, Weight.BOLD)


@lru_cache(maxsize=1024)
def _shape(icon: str, letter: str, angle: int, size: int) -> Image.Image:
    """The coverage of a piece's icon, or of its letter where there is none."""
    return glyph_mask(icon, letter, size * FINE, angle).reduce(FINE)
