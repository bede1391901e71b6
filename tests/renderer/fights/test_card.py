"""The card of a fight: sizes, what it leaves alone, and dice told apart without colours."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import chain, combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from renderer import Scene, draw, scene_of
from renderer.fights.card import fight_card
from renderer.fights.dice import draw_die
from renderer.fights.fight import Die, DrawnFight, fight_of
from renderer.fights.plan import PAD, offset, planned
from renderer.paint import compose
from renderer.palette import palette_of
from renderer.sprites.canvas import Canvas
from renderer.theme import THEME
from tests.renderer.samples import crowd, scenes

FOUGHT = {name: scene for name, scene in scenes().items() if scene.fight}
LIVERIES = tuple(THEME.livery(name, 1) for name in ("White", "Black"))


def crowded(dice: str) -> DrawnFight:
    """A king against six pieces, three rounds long."""
    return fight_of(*crowd(dice))


def pictured(dice: str) -> Scene:
    """The start of Combat Chess above a king's fight against six pieces."""
    variant, fought = crowd(dice)
    return scene_of(variant, variant.start, fought=fought)


@pytest.mark.parametrize("name", sorted(FOUGHT))
def test_a_fight_leaves_the_picture_above_alone(name: str) -> None:
    """Without its fight a picture is the upper part of the one with it, and as wide."""
    scene = FOUGHT[name]
    whole, plain = compose(scene), compose(replace(scene, fight=None))
    assert plain.width == whole.width <= 1000
    assert plain.height < whole.height
    assert whole.crop((0, 0, *plain.size)).tobytes() == plain.tobytes()


@pytest.mark.parametrize("dice", ["poly", "d6"])
def test_six_pieces_and_three_rounds_fit(dice: str) -> None:
    """A king against six pieces in three rounds takes at most 1000 by 1600 pixels and less than 120 KB."""
    data = draw(pictured(dice))
    with Image.open(BytesIO(data)) as picture:
        assert picture.width <= 1000
        assert picture.height <= 1600
    assert len(data) < 120 * 1024


@pytest.mark.parametrize("dice", ["poly", "d6"])
@pytest.mark.parametrize("width", [892, 952, 1200])
def test_every_die_lies_on_the_card(dice: str, width: int) -> None:
    """All dice are laid out in order, and no line of them is longer than the room on its side."""
    fight = crowded(dice)
    plan = planned(fight, width)
    rooms = plan.middle, plan.width - plan.middle
    for throws, sides in zip(fight.rounds, plan.rounds, strict=True):
        for camp, throw, room, scale, lines in zip(fight.camps, throws, rooms, plan.scales, sides, strict=True):
            assert throw.dice == tuple(group.dice for group in chain(*lines))
            longest = max(sum(group.width for group in line) for line in lines)
            assert offset(camp) + longest * scale <= room - PAD + 7 * scale + 1


@pytest.mark.parametrize("width", [300, 600, 892, 952])
def test_a_card_is_as_wide_as_asked(width: int) -> None:
    """A card has the width it is given, and is lower where it must be smaller."""
    fight = crowded("poly")
    palette = palette_of(THEME, LIVERIES, ("dark", "light"))
    card = fight_card(THEME, palette, LIVERIES, fight, width)
    plan = planned(fight, width)
    assert (width, round(plan.height * width / plan.width)) == card.size


def test_a_fight_without_rounds_has_a_card() -> None:
    """A fight of which no round is known still shows who fights."""
    fight = replace(crowded("poly"), rounds=(), fallen=None)
    palette = palette_of(THEME, LIVERIES, ("dark", "light"))
    assert fight_card(THEME, palette, LIVERIES, fight, 952).height > 100


def grey(die: Die) -> Image.Image:
    """A die without its colours."""
    canvas = Canvas(64, 64, THEME.card)
    draw_die(canvas, THEME, LIVERIES[0], die, (32, 32), 56)
    return canvas.done().convert("L")


def test_every_face_of_every_die_looks_different() -> None:
    """The faces of d6, d8 and d10 give twenty-four pictures without colours, no two alike."""
    dice = [Die(faces, value, counts=True) for faces in (6, 8, 10) for value in range(1, faces + 1)]
    for one, other in combinations(map(grey, dice), 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 1


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_that_does_not_count_is_smaller_and_struck(value: int) -> None:
    """A die that does not count leaves the card bare at the upper edge of one that counts, and is dark at a corner."""
    counting, struck = grey(Die(6, value, counts=True)), grey(Die(6, value, counts=False))
    edge, corner = [(x, 10) for x in range(16, 40)], (51, 13)
    assert {228} == {struck.getpixel(place) for place in edge}
    assert 228 not in {counting.getpixel(place) for place in edge}
    assert {36} == {struck.getpixel(corner)}
    assert ImageStat.Stat(ImageChops.difference(counting, struck)).mean[0] > 10
