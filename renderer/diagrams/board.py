"""Strokes: targets, ways, walls and cells of note, drawn alike on a diagram's board and in its key."""

from collections.abc import Iterator, Sequence
from math import ceil, dist, floor

from PIL import Image

from renderer.diagrams.diagrams import Diagram, Target
from renderer.diagrams.ways import Way
from renderer.layout.cells import corners, spot
from renderer.layout.page import Page, Sizes, page_of, plain
from renderer.paint.board import palette_for, put_board
from renderer.paint.canvas import Canvas, Point
from renderer.paint.palette import Palette
from renderer.theme import Colour, Theme, blend

_SMOOTH = 8
_PARTS = tuple(part / _SMOOTH for part in range(_SMOOTH))
_THIN = {Way.BOUNCE: 0.035, Way.CIRCLE: 0.028}
_DASH, _PAUSE = 0.13, 0.11


def draw_target(canvas: Canvas, theme: Theme, target: Target, centre: Point, pitch: float) -> None:
    """The marks of a piece's acts: a disc, a ring, a cross or a lozenge."""
    x, y = centre
    match target:
        case Target.BOTH:
            canvas.disc(centre, pitch * 0.185, theme.ink)
            canvas.disc(centre, pitch * 0.155, theme.reach)
        case Target.MOVE:
            for reach, fill in ((0.225, theme.ink), (0.195, theme.reach), (0.115, theme.card)):
                canvas.disc(centre, pitch * reach, fill)
        case Target.CAPTURE:
            reach = pitch * 0.16
            for fill, width in ((theme.ink, 0.15), (theme.danger, 0.09)):
                for way in (-reach, reach):
                    canvas.line([(x - reach, y - way), (x + reach, y + way)], fill, pitch * width)
        case Target.LEAP:
            for part, fill in ((0.27, theme.ink), (0.225, theme.reach)):
                reach = pitch * part
                canvas.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], fill)


def draw_trail(  # noqa: PLR0913 - each word is a part of how a line looks
    canvas: Canvas,
    theme: Theme,
    way: Way,
    points: Sequence[Point],
    pitch: float,
    *,
    bold: bool = False,
    on: bool = False,
    headed: bool = True,
) -> None:
    """A way through points: `bold` in a bright line, dashed for first steps, with a head where it goes `on`.

    Bold circles have heads on both ways out, unless they are not to be `headed`.
    """
    line = list(_round(points)) if way is Way.CIRCLE else _prolonged(points, pitch * 0.42 if on else 0)
    heads = [(line[-2], line[-1])] if on else []
    if way is Way.CIRCLE and bold and headed:
        middle = _SMOOTH + _SMOOTH // 2
        heads = [(line[middle - 1], line[middle]), (line[-middle], line[-middle - 1])]
    coats: tuple[tuple[Colour, float, float], ...] = ((theme.ink, _THIN.get(way, 0.05), 0.14),)
    if bold:
        coats = ((theme.ink, 0.15, 0.22), (theme.accent, 0.085, 0.155))
    for fill, width, head in coats:
        for part in _dashed(line, pitch) if way is Way.FIRST else [line]:
            canvas.line(part, fill, pitch * width)
        for tail, tip in heads:
            canvas.polygon(_head(tail, tip, pitch * head), fill)


def draw_walls(canvas: Canvas, theme: Theme, edges: Sequence[Sequence[Point]], pitch: float) -> None:
    """Edges that deflect: thick bars, joined where they meet."""
    for fill, width in ((theme.ink, 0.15), (theme.accent, 0.085)):
        for ends in edges:
            canvas.line(ends, fill, pitch * width)


def draw_goal(canvas: Canvas, theme: Theme, outline: Sequence[Point], pitch: float) -> None:
    """A cell where a piece promotes: a thick frame with a dark edge."""
    inner = _drawn_in(outline, 0.84)
    canvas.line([*inner, inner[0]], theme.ink, pitch * 0.1)
    canvas.line([*inner, inner[0]], theme.chosen, pitch * 0.06)


def draw_hill(canvas: Canvas, theme: Theme, outline: Sequence[Point], pitch: float) -> None:
    """A cell where a piece wins: two thin frames."""
    for scale in (0.86, 0.7):
        inner = _drawn_in(outline, scale)
        canvas.line([*inner, inner[0]], theme.ink, pitch * 0.03)


def draw_roamed(canvas: Canvas, theme: Theme, outline: Sequence[Point], pitch: float) -> None:
    """A cell that a wandering piece comes to: a frame."""
    inner = _drawn_in(outline, 0.91)
    canvas.line([*inner, inner[0]], theme.ink, pitch * 0.05)


def draw_cell(canvas: Canvas, theme: Theme, outline: Sequence[Point], ground: Colour, pitch: float) -> None:
    """An empty cell within a thin border."""
    gap = pitch * 0.014
    canvas.polygon(outline, blend(theme.shade("dark"), theme.ink, 0.42), gap)
    canvas.polygon(_drawn_in(outline, 1 - 2 * gap / pitch), ground)


def draw_beyond(canvas: Canvas, theme: Theme, outline: Sequence[Point], ground: Colour) -> None:
    """A cell at an edge where the board continues: pale, without a border."""
    canvas.polygon(_drawn_in(outline, 0.96), faint(theme, ground))


def faint(theme: Theme, ground: Colour) -> Colour:
    """The colour of a cell beyond the edge."""
    return blend(ground, theme.page, 0.7)


def _drawn_in(outline: Sequence[Point], scale: float) -> list[Point]:
    """An outline made smaller about its middle."""
    x, y = (sum(point[axis] for point in outline) / len(outline) for axis in (0, 1))
    return [(x + (px - x) * scale, y + (py - y) * scale) for px, py in outline]


def _prolonged(points: Sequence[Point], more: float) -> list[Point]:
    """From point to point, and some pixels past the last one."""
    if not more:
        return list(points)
    (x, y), (ex, ey) = points[-2:]
    part = more / dist((x, y), (ex, ey))
    return [*points, (ex + (ex - x) * part, ey + (ey - y) * part)]


def _dashed(points: Sequence[Point], pitch: float) -> Iterator[list[Point]]:
    """The straight line from the first point to the last in short pieces."""
    start, end = points[0], points[-1]
    length, along = dist(start, end), pitch * _PAUSE
    while along < length:
        ends = (along / length, min(along + pitch * _DASH, length) / length)
        yield [(start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part) for part in ends]
        along += pitch * (_DASH + _PAUSE)


def _round(points: Sequence[Point]) -> Iterator[Point]:
    """A closed curve through the points, which it passes as a circle passes the corners of a regular polygon.

    It is a Catmull-Rom spline: https://en.wikipedia.org/wiki/Catmull-Rom_spline
    """
    count = len(points)
    for index in range(count):
        before, start, end, after = (points[(index + step) % count] for step in (-1, 0, 1, 2))
        for part in _PARTS:
            x, y = (_spline(before[axis], start[axis], end[axis], after[axis], part) for axis in (0, 1))
            yield x, y
    yield points[0]


def _spline(before: float, start: float, end: float, after: float, part: float) -> float:
    linear, square = end - before, 2 * before - 5 * start + 4 * end - after
    cubic = 3 * start - before - 3 * end + after
    return start + (linear * part + square * part**2 + cubic * part**3) / 2


def _head(tail: Point, tip: Point, size: float) -> tuple[Point, Point, Point]:
    length = dist(tail, tip)
    ux, uy = (tip[0] - tail[0]) / length, (tip[1] - tail[1]) / length
    x, y = tip
    back = (x - ux * size * 0.8, y - uy * size * 0.8)
    return (
        (x + ux * size, y + uy * size),
        (back[0] - uy * size, back[1] + ux * size),
        (back[0] + uy * size, back[1] - ux * size),
    )


_LARGE = 4000
_BESIDE, _BORDER = 0.45, 0.09


def pitch_for(diagram: Diagram, width: int, height: int) -> float:
    """The largest cell size in pixels at which the board fits a box."""
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
    """The board in RGB, its cells `pitch` pixels apart, cut to them, or beyond where it continues."""
    page, tiles = page_of(sizes_for(pitch), diagram.scene.grid, 0), diagram.scene.grid.tiles
    pitch = page.layout.pitch
    canvas = Canvas(page.width, page.height, theme.page)
    outlines = [page.outline(place) for place in range(len(tiles))]
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


def palette_of_diagram(theme: Theme, diagram: Diagram) -> Palette:
    """The palette of a diagram's picture."""
    grounds = [theme.shade(shade) for shade in sorted({tile.shade for tile in diagram.scene.grid.tiles})]
    meeting = [(ground, colour) for ground in (*grounds, theme.card) for colour in (theme.reach, theme.danger)]
    meeting += [(theme.page, faint(theme, ground)) for ground in grounds]
    meeting += [(theme.ink, theme.chosen), (theme.card, theme.ink), (theme.accent, theme.page), (theme.ink, theme.page)]
    ramps = (blend(start, end, step / 4) for start, end in meeting for step in range(5))
    return Palette(tuple(dict.fromkeys((*palette_for(theme, diagram.scene).colours, *ramps))))


def _edge(outline: list[Point], hour: int) -> tuple[Point, Point]:
    """The ends of the side of a cell that an even hour leads through; corners run from hour 1 on, every second one."""
    return outline[hour // 2 - 1], outline[hour // 2]


def _bounds(page: Page, diagram: Diagram) -> tuple[int, int, int, int]:
    """The box around the cells shown in full, with some room where the board continues, in pixels of the picture."""
    points = [point for place in range(diagram.shown) for point in page.outline(place)]
    room = page.layout.pitch * _room(diagram)
    xs, ys = ([point[axis] for point in points] for axis in (0, 1))
    return (
        max(0, floor(min(xs) - room)),
        max(0, floor(min(ys) - room)),
        min(page.width, ceil(max(xs) + room) + 1),
        min(page.height, ceil(max(ys) + room) + 1),
    )


def _room(diagram: Diagram) -> float:
    """The margin around the cells, in pitches: more where the board continues."""
    return _BESIDE if diagram.beyond else _BORDER
