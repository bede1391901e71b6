"""Threat maps: tints and counts."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import dist

from PIL import Image, ImageChops

from engine.model.board import Cell
from engine.records.replay import replay_moves
from engine.variants import variant_of
from renderer.layout.page import PAGE, page_of
from renderer.paint.board import compose
from renderer.paint.marks import tint_of
from renderer.scene import Scene, scene_of
from renderer.theme import THEME, THREATS, Colour, blend

CHESS, FOUR = variant_of("chess"), variant_of("nd-wellisch-4-trios")
NEAR = 12
"""How far a colour in a picture may be from what it stands for: that of the palette's nearest."""
D4, E4, F4, G4 = CHESS.board.cells("d4 e4 f4 g4")


@cache
def shown(scene: Scene) -> Image.Image:
    """The picture of a scene."""
    return compose(scene).convert("RGB")


def at(scene: Scene, cell: Cell, across: float, down: float) -> Colour:
    """The colour of a point so many pitches to the right of and below the middle of a cell."""
    page = page_of(PAGE, scene.grid, len(scene.sides))
    (x, y), pitch = page.centre(cell), page.layout.pitch
    value = shown(scene).getpixel((round(x + across * pitch), round(y + down * pitch)))
    assert isinstance(value, tuple)
    return int(value[0]), int(value[1]), int(value[2])


def test_a_tint_tells_who_attacks_more() -> None:
    """One attacker more tints a cell, two and more tint it deeper, and as many on both sides leave it as it is."""
    ground = THEME.shade("light")
    assert tint_of(THEME, ground, 2, 2) == ground
    assert tint_of(THEME, ground, 2, 1) == blend(ground, THEME.reach, THREATS[0])
    assert tint_of(THEME, ground, 0, 1) == blend(ground, THEME.rival, THREATS[0])
    assert tint_of(THEME, ground, 0, 2) == tint_of(THEME, ground, 1, 7) == blend(ground, THEME.rival, THREATS[1])


def test_cells_are_tinted_and_counted() -> None:
    """The viewer's count stands below on its own counter, the other side's above; other cells stay as they were."""
    scene = scene_of(CHESS, CHESS.start, threats=((D4, 2, 0), (E4, 0, 1), (F4, 1, 1)))
    for cell, own, others in scene.threats:
        tint = tint_of(THEME, THEME.shade(scene.grid.tiles[cell].shade), own, others)
        assert dist(at(scene, cell, 0.35, 0.0), tint) <= NEAR
        edges = [at(scene, cell, -0.26 - 0.12, down) for down in (0.31, -0.31)]
        fills = [THEME.livery(name, number).fill for number, name in enumerate(("White", "Black"), 1)]
        wanted = [fill if count else tint for fill, count in zip(fills, (own, others), strict=True)]
        assert max(dist(*pair) for pair in zip(edges, wanted, strict=True)) <= NEAR
    assert at(scene, G4, -0.26, 0.31) == THEME.shade(scene.grid.tiles[G4].shade)


def test_counts_lie_over_pieces() -> None:
    """A king's count is seen though the king stands there."""
    king = CHESS.board.cell("e1")
    plain = scene_of(CHESS, CHESS.start)
    page = page_of(PAGE, plain.grid, 2)
    x, y = page.centre(king)
    half = page.layout.pitch / 2
    box = (round(x - half), round(y), round(x), round(y + half))
    one, other = (shown(replace(plain, threats=((king, n, 0),))).crop(box) for n in (1, 3))
    assert ImageChops.difference(one, other).getbbox()


def test_several_others_are_counted_together() -> None:
    """Of four sides the three others share a counter that is no side's own."""
    cell = FOUR.board.cell("h8")
    scene = scene_of(FOUR, FOUR.start, threats=((cell, 0, 3),))
    assert at(scene, cell, -0.26 - 0.12, -0.31) == THEME.rival


def test_threats_come_without_the_last_move() -> None:
    """A tint for the last move, or its arrow, would be taken for a threat."""
    state = replay_moves(CHESS, "e2e4")
    threats = ((D4, 1, 0),)
    scene = scene_of(CHESS, state.position, last_move=state.last_move, before=CHESS.start, threats=threats)
    assert scene == scene_of(CHESS, state.position, threats=threats)
    assert scene_of(CHESS, state.position, last_move=state.last_move).marks
