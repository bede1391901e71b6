"""The colours of pictures: the themes to choose from, and which one the sides of a game are drawn in.

Sides differ three times over: by hue, by lightness, and by the shape of their counters.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from PIL import ImageColor

from engine.model.english import join_words

Colour = tuple[int, int, int]


class Shape(Enum):
    """The outline of a side's counters: its corners and the angle of the first one, clockwise from the top."""

    CIRCLE = (0, 0)
    SQUARE = (4, 45)
    PENTAGON = (5, 0)
    HEXAGON = (6, 30)


class Livery(NamedTuple):
    """The look of a side's pieces: the counter's fill, the thin line inside its rim, the icon on it, and its shape.

    Bare pieces have the fill and an `edge` around them.
    """

    fill: Colour
    rim: Colour
    icon: Colour
    shape: Shape
    edge: Colour = (0x1B, 0x1E, 0x24)


def blend(start: Colour, end: Colour, part: float) -> Colour:
    """The colour that lies this part of the way (0 to 1) from one to another."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(start, end, strict=True))
    return red, green, blue


TINTS = (0.5, 0.78)
"""The tint of the cells that the last move left and reached."""

THREATS = (0.33, 0.67)
"""The tint of cells that one side attacks once more, or more often still."""

NAME_SHADE = 0.62
"""The colour of a cell's name, between its ground and ink."""

_INK = (0x1F, 0x24, 0x2D)

ACHROMATIC = frozenset({"White", "Black"})
"""The sides whose pieces tell each other apart on cells of any hue."""

_LIVERIES = {
    "White": Livery((0xFF, 0xFD, 0xF7), (0xD5, 0xCF, 0xBF), (0x23, 0x27, 0x2F), Shape.HEXAGON),
    "Gold": Livery((0xFF, 0xDB, 0x40), (0xFF, 0xF2, 0xBF), (0x3A, 0x2A, 0x05), Shape.HEXAGON),
    "Red": Livery((0xF0, 0x4E, 0x6C), (0xFB, 0xBE, 0xC8), (0x2E, 0x05, 0x0B), Shape.CIRCLE),
    "Blue": Livery((0x11, 0x50, 0xB4), (0x8D, 0xB4, 0xF0), (0xFF, 0xFF, 0xFF), Shape.SQUARE),
    "Black": Livery((0x14, 0x16, 0x1A), (0x6A, 0x6F, 0x7A), (0xF6, 0xF3, 0xEA), Shape.PENTAGON, (0xF4, 0xF1, 0xE8)),
}

_SIDES = frozenset(_LIVERIES) - {"Gold"}
"""The sides that contrast with a meadow; gold pieces are lost on the yellow of a last move."""

_SHADES = {
    "light": (0xF3, 0xF5, 0xE9),
    "medium": (0xD6, 0xDF, 0xC8),
    "dark": (0xBB, 0xCB, 0xAD),
    "white": (0xF1, 0xED, 0xE0),
    "red": (0xE8, 0xC6, 0xC1),
    "blue": (0x9D, 0xB3, 0xC9),
}


@dataclass(frozen=True, eq=False)
class Theme:
    """Colours; two themes are equal only if they are the same object, so that a theme is a quick cache key.

    `text` and `muted` are written on the page, `ink` on cells and cards, `light` on ink. Pieces of the `sides` contrast
    with all cells, those of a last move included: White and Black by their edges, the others by their fills, too.
    Tired pieces bear `weary` pips, the most tired ones in `danger`. The last move leaves its `trace` on the cells and
    an `arrow` between them; `reach` marks where a piece can go and what can move, `danger` what can be taken and a
    royal piece that is attacked. On a threat map `reach` tints what the viewer attacks, `rival` what the others do.
    """

    name: str = "meadow"
    page: Colour = (0x2B, 0x31, 0x3C)
    text: Colour = (0xEC, 0xEE, 0xE8)
    muted: Colour = (0xA3, 0xAB, 0xB8)
    card: Colour = (0xE3, 0xE7, 0xDA)
    ink: Colour = _INK
    light: Colour = (0xEC, 0xEE, 0xE8)
    accent: Colour = (0xF0, 0xA2, 0x02)
    chosen: Colour = (0xF3, 0xD9, 0x8B)
    trace: Colour = (0xF2, 0xC2, 0x30)
    weary: Colour = (0xFF, 0xC8, 0x3D)
    arrow: Colour = (0xAF, 0x62, 0x00)
    reach: Colour = (0x0B, 0x7A, 0x6B)
    danger: Colour = (0xD7, 0x26, 0x3D)
    rival: Colour = (0xC7, 0x77, 0x00)
    shades: Mapping[str, Colour] = field(default_factory=lambda: MappingProxyType(_SHADES))
    liveries: Mapping[str, Livery] = field(default_factory=lambda: MappingProxyType(_LIVERIES))
    sides: frozenset[str] = _SIDES

    def shade(self, name: str) -> Colour:
        """The colour of a cell by the name of its shade; unknown names share the medium one."""
        return self.shades.get(name, self.shades["medium"])

    def livery(self, seat: str, number: int) -> Livery:
        """The livery of a seat by its name; seats of other names take one by their number."""
        return self.liveries.get(seat) or tuple(self.liveries.values())[number % len(self.liveries)]

    def liveries_of(self, seats: Sequence[str]) -> tuple[Livery, ...]:
        """The liveries of a game's seats by their names, in seat order."""
        return tuple(self.livery(seat, number) for number, seat in enumerate(seats, 1))


def shows_bare(seats: Sequence[str]) -> bool:
    """True if pieces of sides of these names need no counters: black and white silhouettes tell them apart."""
    return ACHROMATIC.issuperset(seats)


THEME = Theme()


_ALL = frozenset(THEME.liveries)


def _shades(colours: str) -> Mapping[str, Colour]:
    """The colours of cells in hexadecimal, from light, medium and dark to white, red and blue."""
    rgb = (ImageColor.getrgb(colour)[:3] for colour in colours.split())
    return MappingProxyType(dict(zip(THEME.shades, rgb, strict=True)))


MEADOW = THEME
SLATE = replace(
    THEME,
    name="slate",
    page=(0x16, 0x1B, 0x28),
    card=(0xE4, 0xE9, 0xF0),
    accent=(0xF5, 0xB7, 0x00),
    chosen=(0xD9, 0xC8, 0xFA),
    trace=(0xB0, 0x88, 0xF5),
    arrow=(0x6D, 0x28, 0xC9),
    shades=_shades("#EBF0F6 #CCD6E2 #A9B8CA #F1F2F5 #DDC9CC #A3B6CE"),
    sides=_ALL,
)
WALNUT = replace(
    THEME,
    name="walnut",
    page=(0x2A, 0x20, 0x19),
    text=(0xF3, 0xEB, 0xDD),
    muted=(0xB8, 0xA9, 0x95),
    card=(0xEF, 0xE3, 0xCF),
    chosen=(0xDD, 0xE5, 0x9A),
    trace=(0xB8, 0xCC, 0x38),
    arrow=(0x7A, 0x4A, 0x00),
    shades=_shades("#F6E6CA #E0C19A #C7A077 #F7EBD6 #DDB896 #A0A5AD"),
    sides=ACHROMATIC | {"Blue"},
)
PAPER = replace(
    THEME,
    name="paper",
    page=(0xF7, 0xF5, 0xEF),
    text=(0x1F, 0x24, 0x2D),
    muted=(0x5C, 0x62, 0x6E),
    card=(0xE2, 0xDF, 0xD6),
    accent=(0xD9, 0x48, 0x0F),
    chosen=(0xC9, 0xE0, 0xFF),
    trace=(0x8C, 0xBC, 0xFF),
    arrow=(0x17, 0x69, 0xC7),
    shades=_shades("#FFFFFF #E6E5E3 #C7C6C4 #FFFFFF #EED3C8 #B3C1D1"),
    sides=_ALL,
)
CONTRAST = replace(
    THEME,
    name="contrast",
    page=(0x00, 0x00, 0x00),
    text=(0xFF, 0xFF, 0xFF),
    muted=(0xC5, 0xC9, 0xD1),
    card=(0xF2, 0xF2, 0xF2),
    accent=(0xFF, 0xB0, 0x00),
    chosen=(0xDC, 0xC9, 0xFF),
    trace=(0xAA, 0x86, 0xF7),
    arrow=(0x5A, 0x1F, 0xB0),
    shades=_shades("#FFFFFF #D5D7DB #ABAFB6 #FFFFFF #E6C3C3 #9BB2CD"),
    sides=_ALL,
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {theme.name: theme for theme in (SLATE, MEADOW, WALNUT, PAPER, CONTRAST)}
)
"""The themes by name; the first suits every game."""


def suits(theme: Theme, seats: Sequence[str]) -> bool:
    """True if the pieces of sides of these names contrast with a theme's cells."""
    return theme.sides.issuperset(seats)


def suited(name: str, seats: Sequence[str]) -> Theme:
    """The theme of a name, "" for theirs, for sides of these names; ValueError where it does not suit them."""
    if name and not suits(THEMES[name], seats):
        others = join_words([other for other, theme in THEMES.items() if suits(theme, seats)])
        raise ValueError(f"{name} has no colours for {join_words(list(seats), 'and')}; choose {others}")
    return theme_for(name, seats)


def theme_for(name: str, seats: Sequence[str]) -> Theme:
    """The theme of a name for sides of these names; where there is none or it does not suit them, theirs.

    Sides called White and Black are drawn in meadow, others in slate.
    """
    theme = THEMES.get(name)
    if theme is not None and suits(theme, seats):
        return theme
    return MEADOW if theme is None and shows_bare(seats) else SLATE
