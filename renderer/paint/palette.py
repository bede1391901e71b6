"""The palettes that pictures are brought to, so that their files are small, and these files."""

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from itertools import product
from math import dist

from PIL import Image

from renderer.theme import THREATS, TINTS, Colour, Livery, Theme, blend, shows_bare

_LARGEST = 256
_APART = 10.4
"""The distance of colours in ramps: Pillow looks colours up by the multiples of 4 below them, up to 5.2 away."""


class Palette:
    """At most 256 colours: the theme's, those of the sides, and ramps between the pairs that meet at smooth edges."""

    def __init__(self, colours: tuple[Colour, ...]) -> None:
        if len(colours) > _LARGEST:
            raise ValueError(f"a palette holds 256 colours, not {len(colours)}")
        self.colours = colours
        self._image = Image.new("P", (1, 1))
        self._image.putpalette([value for each in colours for value in each])

    def indexed(self, image: Image.Image) -> Image.Image:
        """An RGB image in this palette, each pixel in the nearest colour."""
        return image.quantize(palette=self._image, dither=Image.Dither.NONE)


@lru_cache(maxsize=64)
def palette_of(theme: Theme, seats: tuple[str, ...], shades: tuple[str, ...], *, threats: bool = False) -> Palette:
    """The palette for sides of these names, in seat order, on cells of these shades.

    Cells are tinted by the last move, or by `threats`. It holds every colour that fills an area, and of the ways
    between them what is far enough from all others.
    """
    cells = [theme.shade(shade) for shade in shades]
    tints = product((theme.reach, theme.rival), THREATS) if threats else product((theme.trace,), TINTS)
    tinted = [blend(cell, colour, part) for colour, part in tints for cell in cells]
    ramps = [*_ramps(theme, theme.liveries_of(seats), cells, tinted, bare=shows_bare(seats))]
    if threats:
        ramps.append((theme.rival, theme.ink, 4))
    colours = list(dict.fromkeys(end for start, stop, _ in ramps for end in (start, stop)))
    for start, stop, steps in ramps:
        for step in range(1, steps):
            colour = blend(start, stop, step / steps)
            if all(dist(colour, other) > _APART for other in colours):
                colours.append(colour)
    return Palette(tuple(colours[:_LARGEST]))


def _ramps(
    theme: Theme, liveries: tuple[Livery, ...], cells: list[Colour], tinted: list[Colour], *, bare: bool
) -> Iterator[tuple[Colour, Colour, int]]:
    """Pairs of colours that meet, and into how many steps the way between them is divided; what matters most first."""
    edges = dict.fromkeys(livery.edge for livery in liveries) if bare else {theme.ink: None}
    for livery in liveries:
        yield livery.fill, livery.edge if bare else theme.ink, 6
        if not bare:
            yield livery.fill, livery.icon, 6
            yield livery.fill, livery.rim, 3
            yield livery.rim, theme.ink, 3
    for ground in (*cells, theme.card):
        yield ground, theme.ink, 6
    for ground in (*cells, *tinted, theme.chosen):
        for edge in edges:
            yield ground, edge, 4
    yield theme.page, theme.text, 6
    yield theme.page, theme.muted, 4
    yield theme.ink, theme.light, 6
    yield theme.accent, theme.ink, 4
    for cell in cells:
        yield cell, theme.danger, 6
        yield cell, theme.reach, 3
        yield cell, theme.arrow, 3
    for ground in tinted:
        yield ground, theme.arrow, 3
        yield ground, theme.ink, 4
    yield theme.weary, theme.ink, 4
    yield theme.danger, theme.ink, 4
    yield theme.danger, theme.light, 3
    for ground in (*cells, theme.card):
        yield ground, theme.page, 3
        yield ground, theme.accent, 3
    for ground in tinted:
        yield ground, theme.danger, 4


def png_of(image: Image.Image) -> bytes:
    """A picture as a PNG file."""
    out = BytesIO()
    image.save(out, "PNG", compress_level=6)
    return out.getvalue()
