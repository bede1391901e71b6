"""The key of a sheet: every mark and line that occurs on its diagrams, with its meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from renderer.diagrams import strokes, words
from renderer.diagrams.diagrams import Diagram, Target
from renderer.diagrams.paragraphs import Paragraph
from renderer.diagrams.ways import Way
from renderer.layout.cells import corners
from renderer.sprites.canvas import Canvas, Point
from renderer.theme import Theme

SAMPLE_WIDTH, SAMPLE_HEIGHT = 64, 44
_CENTRE = (SAMPLE_WIDTH / 2, SAMPLE_HEIGHT / 2)
_SAMPLE_PITCH, _CELL = 58.0, 40
_SAMPLE_GAP = 16
_STRAIGHT: tuple[Point, ...] = ((6, 22), (58, 22))
_LINES: Mapping[Way, tuple[Point, ...]] = {
    Way.BOUNCE: ((8, 35), (32, 9), (56, 35)),
    Way.STEPS: ((12, 35), (32, 22), (32, 6)),
    Way.CIRCLE: ((32, 5), (47, 13.5), (47, 30.5), (32, 39), (17, 30.5), (17, 13.5)),
    Way.ROUTE: ((8, 35), (20, 10), (42, 34), (56, 9)),
}


class _Entry(NamedTuple):
    """A mark, and what it means."""

    draw: Callable[[Canvas], None]
    words: str


def key_of(theme: Theme, diagrams: Sequence[Diagram], width: int, size: float) -> Image.Image:
    """The key to diagrams as an RGB picture, `width` pixels wide, one entry below the other in type of a size."""
    parts = (_targets, _lines, _places, _edges)
    found = (entry for part in parts for diagram in diagrams for entry in part(theme, diagram))
    entries = {entry.words: entry for entry in found}
    rows = [(entry, Paragraph(entry.words, size, width - SAMPLE_WIDTH - _SAMPLE_GAP)) for entry in entries.values()]
    heights = [max(SAMPLE_HEIGHT, text.height) for _, text in rows]
    image = Image.new("RGB", (width, sum(heights)), theme.card)
    top = 0
    for (entry, text), height in zip(rows, heights, strict=True):
        sample = Canvas(SAMPLE_WIDTH, SAMPLE_HEIGHT, theme.card)
        entry.draw(sample)
        image.paste(sample.done(), (0, top + (height - SAMPLE_HEIGHT) // 2))
        text.put(image, (SAMPLE_WIDTH + _SAMPLE_GAP, top + (height - text.height) // 2), theme.ink)
        top += height
    return image


def _targets(theme: Theme, diagram: Diagram) -> Iterator[_Entry]:
    for target in (each for each in Target if each in diagram.targets.values()):
        yield _Entry(partial(_target, theme, target), target.value)


def _lines(theme: Theme, diagram: Diagram) -> Iterator[_Entry]:
    for way in (each for each in Way if any(trail.way is each for trail in diagram.trails)):
        bold = any(trail.way is way and trail.bold for trail in diagram.trails)
        yield _Entry(partial(_line, theme, way, bold=bold), words.way_words(diagram, way))


def _places(theme: Theme, diagram: Diagram) -> Iterator[_Entry]:
    if diagram.walls:
        yield _Entry(partial(_wall, theme), words.WALL)
    if diagram.goals:
        yield _Entry(partial(_framed, theme, _cell(diagram), strokes.draw_goal), words.GOAL)
    if diagram.hill:
        yield _Entry(partial(_framed, theme, _cell(diagram), strokes.draw_hill), words.HILL)


def _edges(theme: Theme, diagram: Diagram) -> Iterator[_Entry]:
    if diagram.beyond:
        yield _Entry(partial(_pale, theme, _cell(diagram)), words.BEYOND)


def _cell(diagram: Diagram) -> list[Point]:
    """A cell of the diagram's board in the middle of a sample."""
    grid = diagram.scene.grid
    return [(_CENTRE[0] + x * _CELL, _CENTRE[1] + y * _CELL) for x, y in corners(grid.lattice, grid.view)]


def _target(theme: Theme, target: Target, canvas: Canvas) -> None:
    strokes.draw_target(canvas, theme, target, _CENTRE, _SAMPLE_PITCH)


def _line(theme: Theme, way: Way, canvas: Canvas, *, bold: bool) -> None:
    strokes.draw_trail(canvas, theme, way, _LINES.get(way, _STRAIGHT), _SAMPLE_PITCH, bold=bold, headed=False)


def _wall(theme: Theme, canvas: Canvas) -> None:
    strokes.draw_walls(canvas, theme, [((_CENTRE[0], 7), (_CENTRE[0], SAMPLE_HEIGHT - 7))], _SAMPLE_PITCH)


def _framed(theme: Theme, cell: Sequence[Point], draw: Callable[..., None], canvas: Canvas) -> None:
    strokes.draw_cell(canvas, theme, cell, theme.shade("medium"), _SAMPLE_PITCH)
    draw(canvas, theme, cell, _SAMPLE_PITCH)


def _pale(theme: Theme, cell: Sequence[Point], canvas: Canvas) -> None:
    strokes.draw_beyond(canvas, theme, cell, theme.shade("medium"))
