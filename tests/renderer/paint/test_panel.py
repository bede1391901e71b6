"""Cards of sides: names in any script, marks, and what is lost, all inside the card."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from renderer.figures import Figure
from renderer.paint import text as faces
from renderer.paint.palette import palette_of
from renderer.paint.panel import CardLook, card_of, row_size
from renderer.paint.text import text_mask
from renderer.scene import NOBODY, Loss, Person, Side, Status
from renderer.theme import THEME

RED = THEME.livery("Red", 1)
CORNER, BAR, HALF = CardLook(216, 104, 1.0), CardLook(734, 52, 0.9), CardLook(413, 58, 1.0)
NARROW = CardLook(134, 73, 0.7)
LOOKS = [CORNER, BAR, HALF, NARROW]
NAMES = ["Ana", "Łukasz Wiśniewski", "Ελένη", "Наталья", "Ngô Đức", "漢字", "عربي", "\u202eevil", "W" * 100]
PAD = 8


def carded(
    person: Person = NOBODY,
    status: Status = Status.WAITING,
    lost: tuple[Loss, ...] = (),
    look: CardLook = CORNER,
) -> Image.Image:
    """Red's card in the colours of a picture."""
    card = card_of(THEME, RED, Side(1, "Red", status, lost, person), look)
    return palette_of(THEME, ("Red",), ("light",)).indexed(card).convert("RGB")


def losses(*numbers: int) -> tuple[Loss, ...]:
    """So many lost pieces of each kind."""
    return tuple(Loss(Figure(1, "P", "fa6s.chess-pawn"), number) for number in numbers)


def changed(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    """The box in which two pictures of one size differ."""
    assert one.size == other.size
    return ImageChops.difference(one, other).getbbox()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("status", Status)
@pytest.mark.parametrize("name", NAMES)
def test_names_stay_on_their_card(name: str, status: Status, look: CardLook) -> None:
    """Of whatever script and length, a name, a rating and a clock keep clear of edges, counter and lost pieces."""
    lost = losses(2, 1, 6)
    person = Person(name, "1604?", "12d 23h")
    box = changed(carded(person, status, lost, look), carded(Person(" ", " ", " "), status, lost, look))
    assert box is not None
    left, top, right, bottom = box
    head = look.height if look.low else look.head
    beside = changed(carded(NOBODY, status, lost, look), carded(NOBODY, status, (), look)) if look.low else None
    assert left >= look.px(50)
    assert right <= (beside[0] if beside else look.width - PAD)
    assert 2 <= top
    assert bottom <= head


@pytest.mark.parametrize("status", [Status.WAITING, Status.TO_MOVE, Status.WON])
@pytest.mark.parametrize("rating", ["", "1604?"])
@pytest.mark.parametrize(
    "name",
    [
        "the referee, level 1",
        "Maximiliane von Heide",
        "Łukasz Wiśniewski",
        "Anastasia Featherstone",
    ],
)
def test_a_long_name_is_whole_on_the_smallest_card(name: str, rating: str, status: Status) -> None:
    """It takes two lines, the rating behind it where there is room, or smaller letters; no word is cut."""
    parts: list[str] = []

    def noted(text: str, *args: Any) -> Image.Image:
        parts.append(text)
        return text_mask(text, *args)

    with patch("renderer.paint.panel.text_mask", noted):
        carded(Person(name, rating), status, look=CardLook(192, 104, 1.0))
    assert set(name.split()) <= set(" ".join(parts).split())


@pytest.mark.parametrize("lost", [(), losses(2)])
def test_a_long_name_does_not_reach_into_the_mark(lost: tuple[Loss, ...]) -> None:
    """Above a rating it has the whole width, and the mark of the side to move stands below it."""
    named, moving, waiting = (
        carded(Person(name, "1604"), status, lost)
        for name, status in (
            ("Konstantinopolit", Status.TO_MOVE),
            ("A", Status.TO_MOVE),
            ("A", Status.WAITING),
        )
    )
    within = CORNER.width - 34, 8, CORNER.width - 14, named.height - 8
    name, mark = changed(named, moving), changed(moving.crop(within), waiting.crop(within))
    assert name
    assert mark
    assert name[3] <= within[1] + mark[1]


@pytest.mark.parametrize("name", ["漢字", "\U0001f3b2", "\u200b\u200d", "\u202e", ""])
def test_a_side_whose_person_has_no_name_to_draw_is_called_by_its_own(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no font has a name, the card is that of the side, to the pixel: no boxes, no empty place."""
    monkeypatch.setattr(faces, "_others", lambda: ())
    faces.faced.cache_clear()
    assert carded(Person(name)).tobytes() == carded().tobytes()
    faces.faced.cache_clear()


@pytest.mark.parametrize("name", ["عربي", "gjpqy", "Ţģķ", "Ana"])
@pytest.mark.parametrize("look", LOOKS)
def test_names_do_not_touch_what_stands_below(name: str, look: CardLook) -> None:
    """However low the letters of a name reach, they end where the capitals of the second line begin, or above."""
    named = changed(carded(Person(name, "1604"), look=look), carded(Person("-", "1604"), look=look))
    assert named is not None
    assert named[3] <= look.head * 0.76 - look.px(16) * 0.38 + 1


def test_a_card_tells_rating_and_clock() -> None:
    """Another name, another rating or another clock gives another card."""
    people = [Person("Ana"), Person("Eva"), Person("Ana", "1604"), Person("Ana", "1605"), Person("Ana", "1604", "2d")]
    assert len({carded(person).tobytes() for person in people}) == len(people)


@pytest.mark.parametrize("status", [Status.WAITING, Status.TO_MOVE])
def test_the_side_stands_behind_the_name_of_who_plays_it(status: Status) -> None:
    """It is written there if there is room for it before the mark, and left out behind a long name."""
    blue, red = (
        [
            card_of(THEME, RED, Side(1, name, status, (), Person(person)), CORNER).convert("RGB")
            for person in ("Ana", "Bartholomew Q")
        ]
        for name in ("Blue", "Red")
    )
    short, long = (changed(*pair) for pair in zip(blue, red, strict=True))
    assert short is not None
    assert short[2] <= CORNER.width - PAD - 30 * (status is Status.TO_MOVE)
    assert long is None


@pytest.mark.parametrize("look", LOOKS)
def test_how_a_side_stands_shows_without_colours(look: CardLook) -> None:
    """Waiting, to move, won and out differ by more than a hue, for people and for sides that nobody plays."""
    for person in (NOBODY, Person("Ana", "1604", "2d 4h")):
        cards = [carded(person, status, look=look).convert("L") for status in Status]
        inside = [card.crop((6, 6, card.width - 6, card.height - 6)).point(lambda v: 255 * (v > 96)) for card in cards]
        assert len({each.tobytes() for each in inside}) == len(Status)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(1, 99), max_size=14), st.sampled_from(LOOKS), st.sampled_from(Status))
def test_lost_pieces_stand_in_one_row_on_the_card(numbers: list[int], look: CardLook, status: Status) -> None:
    """However many kinds are lost, they are on the card, beside mark and edge, and the card is as high as it may be."""
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


@pytest.mark.parametrize(("look", "phone", "least"), [(CORNER, 400 / 815, 10), (BAR, 400 / 766, 15)])
def test_lost_pieces_are_read_on_a_phone(look: CardLook, phone: float, least: float) -> None:
    """Five kinds lost, four of them several times, are each ten pixels high on a screen 400 wide; in a bar fifteen."""
    room = look.width * (0.54 if look.low else 1) - 2 * look.px(12) - look.px(30) * look.low
    assert row_size(losses(1, 2, 2, 2, 6), room, look.px(32)) * phone >= least
