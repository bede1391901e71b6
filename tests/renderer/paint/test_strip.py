"""The strip of a fight: sizes, what it leaves alone, and dice told apart without colours."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from renderer import draw, scene_of
from renderer.fight import Die, DrawnFight, fight_of
from renderer.layout.page import PAGE
from renderer.paint.board import compose
from renderer.paint.canvas import Canvas
from renderer.paint.fight import HEIGHT, VERDICT, before_words, draw_die, fight_strip, planned
from renderer.theme import THEME
from tests.renderer.samples import crowd, scenes

FOUGHT = {name: scene for name, scene in scenes().items() if scene.fight}
SIDES = ("White", "Black")


def crowded(dice: str) -> DrawnFight:
    """A king against six pieces, three rounds long."""
    return fight_of(*crowd(dice))


def strip_of(fight: DrawnFight, width: int = 968) -> Image.Image:
    """The strip of a fight of White and Black."""
    return fight_strip(THEME, SIDES, fight, width)


@pytest.mark.parametrize("name", sorted(FOUGHT))
def test_a_fight_leaves_the_picture_above_alone(name: str) -> None:
    """Without its fight a picture is the upper part of the one with it, and as wide."""
    scene = FOUGHT[name]
    whole, plain = compose(scene), compose(replace(scene, fight=None))
    assert plain.width == whole.width <= 1000
    assert plain.height < whole.height
    assert whole.crop((0, 0, *plain.size)).tobytes() == plain.tobytes()


@pytest.mark.parametrize("name", sorted(FOUGHT))
def test_a_fight_costs_the_board_little(name: str) -> None:
    """The strip of a fight between two pieces, or a few, is as high as two lines of text and a piece need."""
    scene = FOUGHT[name]
    strip = compose(scene).height - compose(replace(scene, fight=None)).height - PAGE.margin
    assert strip <= HEIGHT + 6


@pytest.mark.parametrize(("dice", "height"), [("poly", 120), ("d6", 160)])
@pytest.mark.parametrize("seat", [1, 2])
def test_six_pieces_fit(dice: str, height: int, seat: int) -> None:
    """A king against six pieces in three rounds takes little more than a fight of two, and less than 100 kB."""
    variant, fought = crowd(dice, seat)
    assert len(draw(scene_of(variant, variant.start, fought=fought))) < 100_000
    assert strip_of(fight_of(variant, fought)).height <= height


@pytest.mark.parametrize("dice", ["poly", "d6"])
@pytest.mark.parametrize("width", [700, 892, 968, 1200])
def test_every_die_lies_on_the_strip(dice: str, width: int) -> None:
    """All dice of the last round are laid out in order, between the edge and the total, the verdict has room."""
    fight = crowded(dice)
    plan = planned(fight, width)
    assert sum(wing.width for wing in plan.wings) + VERDICT <= plan.width + 1
    for throw, wing in zip(fight.rounds[-1], plan.wings, strict=True):
        assert throw.dice == tuple(group.dice for group in chain(*wing.lines))
        assert all(wing.dice + sum(group.width for group in line) <= wing.total for line in wing.lines)


@pytest.mark.parametrize("width", [300, 600, 892, 968])
def test_a_strip_is_as_wide_as_asked(width: int) -> None:
    """A strip has the width it is given, and is lower where it must be smaller."""
    plan = planned(crowded("poly"), width)
    assert (width, round(plan.height * width / plan.width)) == strip_of(crowded("poly"), width).size


@pytest.mark.parametrize("fallen", [0, 1])
def test_who_fell_is_struck(fallen: int) -> None:
    """The accent crosses the piece that fell, and nothing else of the strip."""
    fight = next(scene.fight for scene in FOUGHT.values() if scene.fight and len(scene.fight.camps[1].fighters) == 1)
    strip = strip_of(replace(fight, fallen=fallen)).convert("RGB")
    struck = [x for x in range(strip.width) for y in range(strip.height) if strip.getpixel((x, y)) == THEME.accent]
    assert struck
    assert all((x < 120) if fallen == 0 else (x > strip.width - 120) for x in struck)


def test_rounds_before_the_last_are_told() -> None:
    """Ties before the last round stand in small words, after what is special about the fight."""
    assert before_words(crowded("poly")) == "King's Prerogative · tied 6–6, 6–6"
    assert before_words(replace(crowded("poly"), rounds=crowded("poly").rounds[-1:], occasion="")) == ""


def test_long_names_fit() -> None:
    """Pieces of long names keep to their wings: the middle of the strip is the verdict's."""
    fight = crowded("poly")
    first, second = fight.camps
    long = replace(fight, camps=(first._replace(name="W" * 40), second), rounds=(), verdict="", note="", occasion="")
    strip = strip_of(long).convert("RGB")
    plan = planned(long, strip.width)
    middle = range(int(plan.wings[0].total), int(plan.width - plan.wings[1].width))
    assert {strip.getpixel((x, y)) for x in middle for y in range(10, 40)} == {THEME.card}


def test_a_fight_without_rounds_has_a_strip() -> None:
    """A fight of which no round is known still shows who fights."""
    assert strip_of(replace(crowded("poly"), rounds=(), fallen=None)).height >= HEIGHT


def grey(die: Die) -> Image.Image:
    """A die without its colours."""
    canvas = Canvas(64, 64, THEME.card)
    draw_die(canvas, THEME, THEME.livery("White", 1), die, (32, 32), 56)
    return canvas.done().convert("L")


def test_every_face_of_every_die_looks_different() -> None:
    """The faces of d6, d8 and d10 give twenty-four pictures without colours, no two alike."""
    dice = [Die(faces, value, counts=True) for faces in (6, 8, 10) for value in range(1, faces + 1)]
    for one, other in combinations(map(grey, dice), 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 1


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_that_does_not_count_is_smaller_and_struck(value: int) -> None:
    """A die that does not count leaves the ground bare at the upper edge of one that counts, is dark at a corner."""
    counting, struck = grey(Die(6, value, counts=True)), grey(Die(6, value, counts=False))
    edge, corner = [(x, 10) for x in range(16, 40)], (51, 13)
    assert {228} == {struck.getpixel(place) for place in edge}
    assert 228 not in {counting.getpixel(place) for place in edge}
    assert {36} == {struck.getpixel(corner)}
    assert ImageStat.Stat(ImageChops.difference(counting, struck)).mean[0] > 10
