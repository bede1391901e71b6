"""The canvas: shapes drawn several times too large, then reduced, for smooth edges."""

from collections.abc import Sequence
from math import cos, pi, radians, sin

from PIL import Image, ImageDraw

from renderer.theme import Colour, Shape

Point = tuple[float, float]
FINE = 4
_BAND = 64
"""Lines of a large picture reduced in one step."""


class Canvas:
    """A picture drawn in pixels of its final size, which `done` gives with smooth edges.

    It is in RGB on a ground colour, in RGBA on none.
    """

    def __init__(self, width: int, height: int, ground: Colour | None) -> None:
        mode, fill = ("RGBA", (0, 0, 0, 0)) if ground is None else ("RGB", ground)
        self.image = Image.new(mode, (width * FINE, height * FINE), fill)
        self._draw = ImageDraw.Draw(self.image)

    def polygon(self, points: Sequence[Point], fill: Colour, rounding: float = 0.0) -> None:
        """A filled polygon, its corners rounded outwards: the shape grows by `rounding` pixels on every side."""
        large = [(x * FINE, y * FINE) for x, y in points]
        self._draw.polygon(large, fill=fill)
        if rounding:
            self.line((*points, points[0]), fill, 2 * rounding)

    def line(self, points: Sequence[Point], fill: Colour, width: float) -> None:
        """A line through the points with round ends and joints, `width` pixels thick."""
        large = [(x * FINE, y * FINE) for x, y in points]
        self._draw.line(large, fill=fill, width=max(1, round(width * FINE)))
        for x, y in points:
            self.disc((x, y), width / 2, fill)

    def box(self, left: float, top: float, right: float, bottom: float, fill: Colour, rounding: float = 10.0) -> None:
        """A box by its edges, with round corners."""
        left, top, right, bottom = left + rounding, top + rounding, right - rounding, bottom - rounding
        self.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], fill, rounding)

    def disc(self, centre: Point, radius: float, fill: Colour) -> None:
        """A filled circle."""
        x, y, reach = centre[0] * FINE, centre[1] * FINE, radius * FINE
        self._draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=fill)

    def emblem(self, shape: Shape, centre: Point, radius: float, fill: Colour) -> None:
        """A side's shape, about as large as a circle of `radius` pixels, its corners rounded."""
        sides, first = shape.value
        if not sides:
            self.disc(centre, radius, fill)
            return
        rounding = radius * 0.28
        apothem = radius * (0.9 if sides == 4 else 0.97)
        reach = (apothem - rounding) / cos(pi / sides)
        angles = [radians(first + 360 * corner / sides) for corner in range(sides)]
        points = [(centre[0] + reach * sin(angle), centre[1] - reach * cos(angle)) for angle in angles]
        self.polygon(points, fill, rounding)

    def stamp(self, mask: Image.Image, centre: Point, fill: Colour) -> None:
        """A colour through a mask drawn at the enlarged size, centred."""
        left = round(centre[0] * FINE - mask.width / 2)
        top = round(centre[1] * FINE - mask.height / 2)
        if self.image.mode == "RGB":
            self.image.paste(fill, (left, top), mask)
            return
        coverage = Image.new("L", self.image.size)
        coverage.paste(mask, (left, top))
        layer = Image.new("RGBA", self.image.size, fill)
        layer.putalpha(coverage)
        self.image.alpha_composite(layer)

    def done(self) -> Image.Image:
        """The picture at its final size."""
        return self.image.reduce(FINE)


class FlatCanvas(Canvas):
    """A canvas for shapes alone, in at most 256 colours: it takes a byte a point, a large picture 15 and not 60 MB."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self.image = Image.new("P", (width * FINE, height * FINE), ground)
        self._draw = ImageDraw.Draw(self.image)

    def done(self) -> Image.Image:
        """The picture at its final size, in RGB."""
        across, down = self.image.width, self.image.height
        whole = Image.new("RGB", (across // FINE, down // FINE))
        for top in range(0, down, _BAND * FINE):
            band = self.image.crop((0, top, across, min(top + _BAND * FINE, down)))
            whole.paste(band.convert("RGB").reduce(FINE), (0, top // FINE))
        return whole


def put_text(image: Image.Image, mask: Image.Image, at: Point, fill: Colour, align: float = 0.5) -> None:
    """Text through its mask, its middle at a height; `align` is the part of its width that lies left of the point."""
    image.paste(fill, (round(at[0] - mask.width * align), round(at[1] - mask.height / 2)), mask)


def put_layer(image: Image.Image, layer: Image.Image, centre: Point) -> None:
    """A layer (RGBA) over an image, its middle on a point."""
    corner = round(centre[0] - layer.width / 2), round(centre[1] - layer.height / 2)
    image.paste(layer, corner, layer)
