"""A pen: shapes, pictures and texts, put together when the shapes are smooth."""

from math import inf

from PIL import Image

from renderer.figures import Figure
from renderer.paint.canvas import FINE, Canvas, Point, put_text
from renderer.paint.pieces import PieceLook, draw_counter, draw_piece
from renderer.paint.text import Weight, fitting, icon_mask, icon_of, text_mask
from renderer.theme import Colour, Livery, Theme

TEXT_MIN_SCALE = 0.5
"""The minimum size of a text, as a part of its own, before it is cut."""


def fitted(
    text: str, size: float, room: float, weight: Weight = Weight.MEDIUM, least: float = TEXT_MIN_SCALE
) -> Image.Image:
    """The coverage of a line of text at most `room` pixels wide: smaller down to a part of its size, then cut."""
    return text_mask(*fitting(text, room, size, size * least, weight), weight)


class Pen(Canvas):
    """A picture being drawn in a theme; lengths are pixels."""

    def __init__(self, theme: Theme, width: int, height: int, ground: Colour | None = None) -> None:
        super().__init__(width, height, ground or theme.page)
        self.theme = theme
        self._masks: list[tuple[Image.Image, Point, Colour, float]] = []
        self._pictures: list[tuple[Image.Image, tuple[int, int]]] = []

    def mask(self, mask: Image.Image, at: Point, fill: Colour, align: float = 0.5) -> None:
        """A coverage in a colour, its middle at a height; `align` is the part of its width left of the point."""
        self._masks.append((mask, at, fill, align))

    def text(
        self,
        text: str,
        size: float,
        at: Point,
        fill: Colour,
        align: float = 0.5,
        weight: Weight = Weight.MEDIUM,
        room: float = inf,
    ) -> None:
        """A line of text, at most `room` wide."""
        if text:
            self.mask(fitted(text, size, room, weight), at, fill, align)

    def picture(self, picture: Image.Image, left: float, top: float) -> None:
        """A picture, by its upper left corner."""
        self._pictures.append((picture, (round(left), round(top))))

    def icon(self, name: str, size: float, centre: Point, fill: Colour) -> None:
        """An icon by its name; nothing if no font has it."""
        icon = icon_of(name)
        if icon is not None:
            self.stamp(icon_mask(icon, size * FINE), centre, fill)

    def counter(self, livery: Livery, centre: Point, radius: float) -> None:
        """A side's empty counter."""
        draw_counter(self, self.theme, livery, centre, radius)

    def piece(
        self, livery: Livery, figure: Figure, tokens: int, centre: Point, radius: float, *, bare: bool = False
    ) -> None:
        """A piece with its fatigue, on its counter unless it is `bare`."""
        draw_piece(self, self.theme, PieceLook(livery, figure, radius, tokens=tokens, bare=bare), centre)

    def done(self) -> Image.Image:
        """The picture (RGB)."""
        image = super().done()
        for picture, corner in self._pictures:
            image.paste(picture, corner)
        for mask, at, fill, align in self._masks:
            put_text(image, mask, at, fill, align)
        return image
