"""Icons and letters."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageFont, ImageStat

from engine.model.equipment import PieceType
from engine.variants import GAMES, built
from engine.variants import nearlydouble_pieces as pieces
from renderer.figures import Figure
from renderer.paint.pieces import PieceLook, piece_layer
from renderer.paint.text import (
    Weight,
    fitting,
    house_face,
    icon_mask,
    icon_of,
    letter_mask,
    readable,
    text_mask,
    text_width,
)
from renderer.theme import THEME

ICONS = sorted({kind.icon for game in GAMES.values() for kind in built(game, {}).kinds})
PIECES = {piece.name: piece.icon for piece in vars(pieces).values() if isinstance(piece, PieceType)}
MET = sorted(
    {
        *combinations(sorted(PIECES.values()), 2),
        *(pair for game in GAMES.values() for pair in combinations(sorted(k.icon for k in built(game, {}).kinds), 2)),
    }
)


@pytest.mark.parametrize("name", ICONS)
def test_every_registered_icon_is_found(name: str) -> None:
    """Every kind of every registered game names an icon that the fonts have, and it leaves ink."""
    icon = icon_of(name)
    assert icon is not None
    assert icon_mask(icon, 80).getbbox() is not None


def _silhouette(name: str) -> Image.Image:
    """An icon as large as in a large cell, 40 pixels square."""
    icon = icon_of(name)
    assert icon is not None
    mask, picture = icon_mask(icon, 40), Image.new("L", (44, 44))
    picture.paste(mask, ((44 - mask.width) // 2, (44 - mask.height) // 2))
    return picture


@pytest.mark.parametrize(("one", "other"), MET)
def test_icons_of_one_board_have_different_silhouettes(one: str, other: str) -> None:
    """Any two icons that meet on a board differ in a quarter of the pixels that either covers, neither being turned."""
    first, second = _silhouette(one), _silhouette(other)
    either = ImageStat.Stat(ImageChops.lighter(first, second)).sum[0]
    assert ImageStat.Stat(ImageChops.difference(first, second)).sum[0] >= either / 4


def test_every_nearlydouble_piece_has_its_own_icon() -> None:
    """No two pieces of the Nearlydouble games share an icon, so that any of them can meet on a board."""
    assert len(PIECES) == len(set(PIECES.values()))


@pytest.mark.parametrize("hexagram", ["fa6s.star-of-david", "mdi7.star-david", "fa6s.scroll-torah"])
def test_no_piece_bears_a_hexagram(hexagram: str) -> None:
    """No game's icons are or hold a hexagram, which on a yellow counter would look like a badge of persecution."""
    assert icon_of(hexagram) is not None
    assert hexagram not in {*ICONS, *PIECES.values()}


@pytest.mark.parametrize("name", ["", "crown", "fa6s.", "fa6s.no-such-icon", "fa6s.__font_file__", "none.crown"])
def test_an_unknown_icon_is_none(name: str) -> None:
    """A name that no font has gives None."""
    assert icon_of(name) is None


@pytest.mark.parametrize("name", ICONS)
@pytest.mark.parametrize("box", [20, 64, 210])
def test_an_icon_fits_its_box(name: str, box: int) -> None:
    """An icon fills most of its square and leaves it by no more than two pixels."""
    icon = icon_of(name)
    assert icon is not None
    longest = max(icon_mask(icon, box).size)
    assert box * 0.6 <= longest <= box + 2


def test_a_piece_without_an_icon_shows_its_letter() -> None:
    """With an unknown icon, pieces of different letters look different and those of one letter alike."""
    livery = THEME.livery("Red", 1)
    w, e, again = (
        piece_layer(THEME, PieceLook(livery, Figure(1, letter, "fa6s.no-such-icon"), 30), 80) for letter in "WEW"
    )
    assert w.tobytes() == again.tobytes()
    assert w.tobytes() != e.tobytes()


def test_a_letter_fits_where_an_icon_would() -> None:
    """A capital is no larger than the square it stands for."""
    for letter in "GMQW":
        assert max(letter_mask(letter, 100).size) <= 100


def _difference(one: str, other: str, size: float) -> float:
    """The part of the ink of two cells' names that only one of them has, laid over each other as well as it goes."""
    pictures = []
    for name in (one, other):
        mask, picture = text_mask(name, size, Weight.BOLD), Image.new("L", (64, 40))
        picture.paste(mask, ((64 - mask.width) // 2, (40 - mask.height) // 2))
        pictures.append(picture)
    fixed, shifted = pictures[0], [ImageChops.offset(pictures[1], across, 0) for across in range(-3, 4)]
    return min(
        ImageStat.Stat(ImageChops.difference(fixed, each)).sum[0]
        / ImageStat.Stat(ImageChops.lighter(fixed, each)).sum[0]
        for each in shifted
    )


@pytest.mark.parametrize("size", [10.26, 11.02, 11.4, 14.5])
@pytest.mark.parametrize("number", range(1, 16))
def test_i_and_l_differ_in_the_names_of_cells(number: int, size: float) -> None:
    """As small as below pieces, i12 and l12 differ in an eighth of their ink or more, and so with every number."""
    assert _difference(f"i{number}", f"l{number}", size) >= 1 / 8


@pytest.mark.parametrize("size", [10.26, 11.02, 11.4, 14.5])
@pytest.mark.parametrize("letter", "il")
def test_a_letter_is_no_digit(letter: str, size: float) -> None:
    """As small as below pieces, neither i nor l is taken for a 1."""
    assert _difference(letter, "1", size) >= 1 / 4


@pytest.mark.parametrize("text", ["Ana", "Łukasz Wiśniewski", "Ελένη", "Наталья", "Ngô Đức", "x" * 100, "漢字", "عربي"])
@pytest.mark.parametrize("width", [40, 90, 300])
def test_text_is_fitted_to_a_width(text: str, width: int) -> None:
    """A line is as large as it fits, then shortened; it is never wider than its place."""
    fitted, size = fitting(text, width, 26, 20)
    assert 20 <= size <= 26
    assert text_mask(fitted, size).width <= width + 1
    if size < 26 and fitted == text:
        assert text_width(text, 26) > width
    if fitted != text and readable(text) == text:
        assert text_width(text, 20) > width
        assert fitted[-1] == "…"
        assert text.startswith(fitted[:-1])


def test_text_is_shortened_between_letters() -> None:
    """A letter is not parted from its marks, and no space is left before the dots."""
    for width in range(0, 200, 5):
        text, _ = fitting("m\u0328m\u0328 Ana Ana Ana Ana", width, 20, 20)
        assert not text.endswith(" …")
        assert text.count("m") == text.count("\u0328")


def test_high_letters_are_drawn_whole() -> None:
    """Letters with marks above them get a higher mask; all stand on one line."""
    plain, high = text_mask("E", 40), text_mask("Ẵ", 40)
    font = ImageFont.truetype(house_face(Weight.MEDIUM), 40)
    _, top, _, bottom = font.getbbox("Ẵ")
    low, tall = plain.getbbox(), high.getbbox()
    assert low is not None
    assert tall is not None
    assert tall[3] - tall[1] >= bottom - top - 1
    assert high.height > plain.height
    assert abs((tall[3] - high.height / 2) - (low[3] - plain.height / 2)) <= 1


def test_masks_of_usual_text_are_equally_high() -> None:
    """Text of one size is drawn in masks of one height, so that all stands on one line."""
    assert len({text_mask(text, 22).height for text in ("Ana", "xyz", "Łukasz", "Ελένη", "d4", "")}) == 1
