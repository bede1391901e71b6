"""The strip of a fight: its size, its words, and dice told apart without colours."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from renderer import draw, scene_of
from renderer.fight import Die, DrawnFight, fight_of
from renderer.paint.canvas import Canvas
from renderer.paint.fight import VERDICT, draw_die, fight_strip, planned
from renderer.theme import THEME
from tests.renderer.samples import crowd

SIDES = ("White", "Black")
CROWDED = fight_of(*crowd("poly"))


def strip_of(fight: DrawnFight, width: int = 968) -> Image.Image:
    return fight_strip(THEME, SIDES, fight, width)


@pytest.mark.parametrize(("dice", "height"), [("poly", 120), ("d6", 160)])
def test_six_pieces_fit(dice: str, height: int) -> None:
    """A king against six pieces takes little more than a fight of two; of any width all dice and the verdict fit."""
    variant, fought = crowd(dice)
    fight = fight_of(variant, fought)
    assert len(draw(scene_of(variant, variant.start, fought=fought))) < 100_000
    assert strip_of(fight).height <= height
    for width in (300, 700, 968, 1200):
        plan = planned(fight, width)
        assert (width, round(plan.height * width / plan.width)) == strip_of(fight, width).size
        assert sum(layout.width for layout in plan.layouts) + VERDICT <= plan.width + 1
        for throw, layout in zip(fight.rounds[-1], plan.layouts, strict=True):
            assert throw.dice == tuple(group.dice for group in chain(*layout.lines))
            assert all(layout.dice + sum(group.width for group in line) <= layout.total for line in layout.lines)


def test_long_names_fit() -> None:
    """Pieces of long names leave the middle of the strip to the verdict, also where no round is known."""
    first, second = CROWDED.camps
    long = replace(CROWDED, camps=(first._replace(name="W" * 40), second), rounds=(), verdict="", note="", occasion="")
    strip = strip_of(long).convert("RGB")
    plan = planned(long, strip.width)
    middle = range(int(plan.layouts[0].total), int(plan.width - plan.layouts[1].width))
    assert {strip.getpixel((x, y)) for x in middle for y in range(10, 40)} == {THEME.card}


def grey(die: Die) -> Image.Image:
    canvas = Canvas(64, 64, THEME.card)
    draw_die(canvas, THEME, THEME.livery("White", 1), die, (32, 32), 56)
    return canvas.done().convert("L")


def test_every_face_of_every_die_looks_different() -> None:
    """The faces of d6, d8 and d10 differ without colours, and from those that do not count."""
    dice = [Die(faces, value, counts=True) for faces in (6, 8, 10) for value in range(1, faces + 1)]
    dice += [Die(6, value, counts=False) for value in range(1, 7)]
    for one, other in combinations(map(grey, dice), 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 1
