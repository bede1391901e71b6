"""Cards of sides and the caption: what is said stands in its place, whole, and is read on a phone."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from engine.rules.protocols import Result
from engine.variants import GAMES, variant_of
from renderer.figures import Figure
from renderer.layout.page import BAND, PAGE, CaptionPlace, page_of
from renderer.paint import text as faces
from renderer.paint.palette import palette_of
from renderer.paint.panel import CardLook, _set, card_of, put_caption
from renderer.paint.text import text_mask
from renderer.scene import NOBODY, Loss, Person, Side, Status, scene_of
from renderer.theme import THEME
from tests.suites import spread

RED = THEME.livery("Red", 1)
CORNER, BAR, HALF = CardLook(216, 104, 1.0), CardLook(734, 52, 0.9), CardLook(413, 58, 1.0)
LOOKS = [CORNER, BAR, HALF, CardLook(134, 73, 0.7)]
NAMES = ["Ana", "Łukasz Wiśniewski", "Наталья", "Ngô Đức", "漢字", "عربي", "\u202eevil", "W" * 100]
PAD = 8
Box = tuple[int, int, int, int]


def carded(
    person: Person = NOBODY, status: Status = Status.WAITING, lost: tuple[Loss, ...] = (), look: CardLook = CORNER
) -> Image.Image:
    card = card_of(THEME, RED, Side(1, "Red", status, lost, person), look)
    return palette_of(THEME, ("Red",), ("light",)).indexed(card).convert("RGB")


def losses(*numbers: int) -> tuple[Loss, ...]:
    return tuple(Loss(Figure(1, "P", "fa6s.chess-pawn"), number) for number in numbers)


def changed(one: Image.Image, other: Image.Image) -> Box | None:
    assert one.size == other.size
    return ImageChops.difference(one, other).getbbox()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", NAMES)
def test_names_stay_on_their_card(name: str, look: CardLook) -> None:
    """Of whatever script and length, a name, a rating and a clock keep clear of edges, counter and lost pieces."""
    lost, person = losses(2, 1, 6), Person(name, "1604?", "12d 23h")
    for status in (Status.WAITING, Status.TO_MOVE, Status.WON):
        box = changed(carded(person, status, lost, look), carded(Person(" ", " ", " "), status, lost, look))
        assert box is not None
        left, top, right, bottom = box
        beside = changed(carded(NOBODY, status, lost, look), carded(NOBODY, status, (), look)) if look.low else None
        assert left >= look.px(50)
        assert right <= (beside[0] if beside else look.width - PAD)
        assert 2 <= top
        assert bottom <= (look.height if look.low else look.head)


@pytest.mark.parametrize("status", [Status.WAITING, Status.WON])
@pytest.mark.parametrize("name", ["the referee, level 1", "Łukasz Wiśniewski", "Anastasia Featherstone"])
def test_a_long_name_is_whole_on_the_smallest_card(name: str, status: Status) -> None:
    """It takes two lines or smaller letters; no word is cut."""
    parts: list[str] = []

    def noted(text: str, *args: Any) -> Image.Image:
        parts.append(text)
        return text_mask(text, *args)

    with patch("renderer.paint.panel.text_mask", noted):
        carded(Person(name, "1604?"), status, look=CardLook(192, 104, 1.0))
    assert set(name.split()) <= set(" ".join(parts).split())


def test_a_side_is_called_by_its_own_name_where_its_players_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no font has a name, the card is that of the side: no boxes, no empty place."""
    monkeypatch.setattr(faces, "_others", lambda: ())
    faces.font_and_text.cache_clear()
    for name in ("漢字", "\U0001f3b2", "\u200b\u202e", ""):
        assert carded(Person(name)).tobytes() == carded().tobytes()
    faces.font_and_text.cache_clear()


@pytest.mark.parametrize("look", LOOKS)
def test_how_a_side_stands_shows_without_colours(look: CardLook) -> None:
    """Waiting, to move, won and out differ by more than a hue, for people and for sides that nobody plays."""
    for person in (NOBODY, Person("Ana", "1604", "2d 4h")):
        cards = [carded(person, status, look=look).convert("L") for status in Status]
        inside = [card.crop((6, 6, card.width - 6, card.height - 6)).point(lambda v: 255 * (v > 96)) for card in cards]
        assert len({each.tobytes() for each in inside}) == len(Status)


@given(st.lists(st.integers(1, 99), max_size=14), st.sampled_from(LOOKS), st.sampled_from(Status))
def test_lost_pieces_stand_in_one_row_on_the_card(numbers: list[int], look: CardLook, status: Status) -> None:
    """However many kinds are lost, they are on the card, beside mark and edge, and the card isn't higher."""
    card = carded(Person("Ana"), status, losses(*numbers), look)
    assert card.height <= look.height
    assert card.width == look.width
    if look.low:
        box = changed(card, carded(Person("Ana"), status, (), look))
        mark = look.px(30) * (status in {Status.TO_MOVE, Status.WON})
        assert box is None or box[2] <= look.width - PAD - mark
        return
    for left, right in ((5, PAD), (look.width - PAD, look.width - 5)) if numbers else ():
        strip = card.crop((left, look.head, right, max(look.head + 1, card.height - 11)))
        assert strip.getcolors() == [(strip.width * strip.height, THEME.card)]


@pytest.mark.parametrize("key", spread(9, sorted(GAMES)))
def test_captions_are_whole(key: str) -> None:
    """In every game its name, number, last move and any result are told in full, and read on a phone."""
    variant = variant_of(key)
    longest = max(
        (Result(len(variant.seats), each) for each in variant.reasons),
        key=lambda each: len(scene_of(variant, variant.start, result=each).headline),
    )
    for result in (None, longest):
        scene = scene_of(variant, variant.start, occasion="game 1234 · 57. … Pxd4", result=result)
        page = page_of(PAGE, scene.grid, len(scene.sides))
        head, rest = _set(scene.title, scene.headline, page.caption.widths, page.scale)
        phone = 400 / page.width
        assert " ".join(line.text for line in head) == scene.headline
        assert min(line.size for line in head) * phone >= (8 if result else 12)
        if result is None:
            told = [word for line in rest for word in line.text.split() if word != "·"]
            assert told == [word for word in scene.title.split() if word != "·"]
            assert min(line.size for line in rest) * phone >= 7.5


@given(
    words=st.tuples(st.text("abcW ·Łж漢", max_size=120), st.text("abcW ·Łж漢", max_size=80)),
    widths=st.lists(st.integers(0, 400), max_size=14),
    scale=st.sampled_from((0.7, 1.0)),
)
def test_a_caption_stays_in_its_place(words: tuple[str, str], widths: list[int], scale: float) -> None:
    """Whatever is said, and however little place there is, no word stands past the width at its height."""
    blank = Image.new("RGB", (600, 14 * BAND + 60), THEME.page)
    image, left, top = blank.copy(), 20, 30
    put_caption(image, THEME, words, CaptionPlace(left, top, tuple(widths)), scale)
    difference = ImageChops.difference(image, blank)
    for band, width in enumerate(widths):
        strip = difference.crop((0, top + band * BAND, image.width, top + (band + 1) * BAND)).getbbox()
        assert strip is None or left <= strip[0] <= strip[2] <= left + width + 1
