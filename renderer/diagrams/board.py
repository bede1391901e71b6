"""The board of a diagram as a picture: cells, what is of note on them, ways, targets and the piece."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor

from PIL import Image

from renderer.diagrams.diagrams import Diagram
from renderer.diagrams.strokes import (
    draw_beyond,
    draw_cell,
    draw_goal,
    draw_hill,
    draw_roamed,
    draw_target,
    draw_trail,
    draw_walls,
    faint,
)
from renderer.layout.cells import corners, spot
from renderer.layout.page import Page, page_of
from renderer.paint import palette_for, put_board
from renderer.palette import Palette
from renderer.sizes import Sizes, plain
from renderer.sprites.canvas import Canvas, Point
from renderer.theme import Theme, blend

_LARGE = 4000
_BESIDE, _BORDER = 0.45, 0.09


def pitch_for(diagram: Diagram, width: int, height: int) -> float:
    """How large the cells can be, in pixels, for the board to fit a box."""
    grid = diagram.scene.grid
    spots = [spot(grid.lattice, tile.place, grid.view) for tile in grid.tiles[: diagram.shown]]
    shape = corners(grid.lattice, grid.view)
    across, down = (
        max(point[axis] for point in spots)
        - min(point[axis] for point in spots)
        + 2 * (max(corner[axis] for corner in shape) + _room(diagram))
        for axis in (0, 1)
    )
    return min((width - 2) / across, (height - 2) / down)


def sizes_for(pitch: float) -> Sizes:
    """The sizes of a board alone with cells of this pitch in pixels, and room for its walls."""
    return plain(_LARGE, _LARGE, pitch, ceil(pitch * _BORDER))


def board_of(theme: Theme, diagram: Diagram, pitch: float) -> Image.Image:
    """The board in RGB, its cells `pitch` pixels apart, cut to them, or beyond where it goes on."""
    page, tiles = page_of(sizes_for(pitch), diagram.scene.grid, 0), diagram.scene.grid.tiles
    pitch = page.layout.pitch
    canvas = Canvas(page.width, page.height, theme.page)
    outlines = [_outline(page, place) for place in range(len(tiles))]
    for place in diagram.beyond:
        draw_beyond(canvas, theme, outlines[place], theme.shade(tiles[place].shade))
    for place in range(diagram.shown):
        draw_cell(canvas, theme, outlines[place], theme.shade(tiles[place].shade), pitch)
    for cells, draw in ((diagram.goals, draw_goal), (diagram.hill, draw_hill), (diagram.roamed, draw_roamed)):
        for place in cells:
            draw(canvas, theme, outlines[place], pitch)
    draw_walls(canvas, theme, [_edge(outlines[place], hour) for place, hour in diagram.walls], pitch)
    for trail in sorted(diagram.trails, key=lambda trail: trail.bold):
        points = [page.centre(place) for place in trail.cells]
        draw_trail(canvas, theme, trail.way, points, pitch, bold=trail.bold, on=trail.on)
    for place, target in diagram.targets.items():
        draw_target(canvas, theme, target, page.centre(place), pitch)
    image = canvas.done()
    put_board(image, theme, page, diagram.scene)
    return image.crop(_bounds(page, diagram))


@lru_cache(maxsize=64)
def palette_with(theme: Theme, palette: Palette, shades: tuple[str, ...]) -> Palette:
    """A palette with the colours of diagrams on cells of these shades."""
    grounds = [theme.shade(shade) for shade in shades]
    meeting = [(ground, colour) for ground in (*grounds, theme.card) for colour in (theme.reach, theme.danger)]
    meeting += [(theme.page, faint(theme, ground)) for ground in grounds]
    meeting += [(theme.ink, theme.chosen), (theme.card, theme.ink), (theme.accent, theme.page), (theme.ink, theme.page)]
    ramps = (blend(start, end, step / 4) for start, end in meeting for step in range(5))
    return Palette(tuple(dict.fromkeys((*palette.colours, *ramps))))


def palette_of_diagram(theme: Theme, diagram: Diagram) -> Palette:
    """The palette of a diagram's picture."""
    shades = tuple(sorted({tile.shade for tile in diagram.scene.grid.tiles}))
    return palette_with(theme, palette_for(theme, diagram.scene), shades)


def _outline(page: Page, place: int) -> list[Point]:
    return [(page.left + x, page.top + y) for x, y in page.layout.outline(place)]


def _edge(outline: list[Point], hour: int) -> tuple[Point, Point]:
    """The ends of the side of a cell that an even hour leads through; corners run from hour 1 on, every second one."""
    return outline[hour // 2 - 1], outline[hour // 2]


def _bounds(page: Page, diagram: Diagram) -> tuple[int, int, int, int]:
    """The box around the cells shown in full, with some room where the board goes on, in pixels of the picture."""
    points = [point for place in range(diagram.shown) for point in _outline(page, place)]
    room = page.layout.pitch * _room(diagram)
    xs, ys = ([point[axis] for point in points] for axis in (0, 1))
    return (
        max(0, floor(min(xs) - room)),
        max(0, floor(min(ys) - room)),
        min(page.width, ceil(max(xs) + room) + 1),
        min(page.height, ceil(max(ys) + room) + 1),
    )


def _room(diagram: Diagram) -> float:
    """How much is shown around the cells, in pitches: more where the board goes on."""
    return _BESIDE if diagram.beyond else _BORDER
