"""Sheets: how a piece moves, or all of a game, as pictures with a key to the marks; for one, its rule in words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import Any

from PIL import Image

from engine.model.english import join_words, shown, with_article
from engine.model.equipment import PieceType
from engine.variants.variant import Variant
from renderer.diagrams.board import (
    board_of,
    draw_beyond,
    draw_cell,
    draw_goal,
    draw_hill,
    draw_target,
    draw_trail,
    draw_walls,
    palette_of_diagram,
    pitch_for,
)
from renderer.diagrams.diagrams import Diagram, Target, diagram_of
from renderer.diagrams.ways import Trail, Way
from renderer.figures import Figure
from renderer.layout.cells import corners
from renderer.paint.canvas import Canvas, Point, put_text
from renderer.paint.palette import png_of
from renderer.paint.pieces import PieceLook, piece_layer
from renderer.paint.text import Weight, text_mask
from renderer.theme import THEME, Colour, Theme, suited

MAX_CACHED_SHEETS = 128
"""Number of cached sheets of single pieces."""
WIDTH, OVERVIEW = 720, 800
_ICON = 128
_TALLEST, _PITCH = 640, 90.0
_MARGIN, _PAD, _GAP = 20, 20, 10
_COLUMNS = 2
_HEAD, _TITLE, _SMALL_HEAD, _SMALL_TITLE = 56, 40, 50, 30
_RULE, _REMARK, _KEY = 25, 22, 23
_LEADING = 1.36
_SAMPLE_WIDTH, _SAMPLE_HEIGHT, _SAMPLE_PITCH, _SAMPLE_GAP, _CELL = 64, 44, 58.0, 16, 40
_CENTRE = (_SAMPLE_WIDTH / 2, _SAMPLE_HEIGHT / 2)
_STRAIGHT: tuple[Point, ...] = ((6, 22), (58, 22))
_LINES: Mapping[Way, tuple[Point, ...]] = {
    Way.BOUNCE: ((8, 35), (32, 9), (56, 35)),
    Way.STEPS: ((12, 35), (32, 22), (32, 6)),
    Way.CIRCLE: ((32, 5), (47, 13.5), (47, 30.5), (32, 39), (17, 30.5), (17, 13.5)),
    Way.ROUTE: ((8, 35), (20, 10), (42, 34), (56, 9)),
}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
_TIMES = ("", "once", "twice", "three times", "four times")


def piece_icon(kind: PieceType) -> bytes:
    """A kind of piece alone on a white counter, as a small square PNG file without a ground."""
    look = PieceLook(THEME.liveries["White"], Figure(1, kind.letter, kind.icon), _ICON / 2)
    return png_of(piece_layer(THEME, look, _ICON))


def title_of(kind: PieceType) -> str:
    """A kind of piece with its letter: "Guard (G)"."""
    return f"{kind.name[:1].upper()}{kind.name[1:]} ({kind.letter})"


def rule_of(kind: PieceType) -> str:
    """The moves of a kind of piece, as a sentence."""
    return f"The {kind.name} {kind.text}"


def remarks_on(variant: Variant, kind: PieceType) -> tuple[str, ...]:
    """Remarks on a piece that a diagram cannot show: captures, castling, promotion."""
    return tuple(_remarks(variant, kind))


def sheet_words(variant: Variant, kind: PieceType) -> str:
    """A piece's rule with the remarks on it, as an alternative text: "Guard: moves one step in…"."""
    return " ".join((f"{kind.name[:1].upper()}{kind.name[1:]}: {kind.text}", *remarks_on(variant, kind)))


def _remarks(variant: Variant, kind: PieceType) -> Iterator[str]:
    if kind.passes and "en passant" not in kind.text:
        steps = join_words(list(dict.fromkeys(atom.called for atom in kind.atoms if atom.called)))
        yield f"After its {steps} it can be taken en passant on the next turn."
    yield from dict.fromkeys(_castling(variant, kind))
    yield from (rule.text for rule in variant.promotions if rule.letter == kind.letter)
    if variant.hill and kind.royal:
        yield "It wins on the hill."
    if variant.captures is not None:
        yield variant.captures.text


def _castling(variant: Variant, kind: PieceType) -> Iterator[str]:
    """That it castles, and with what; the rules card says how."""
    begins = {placing.cell: variant.by_letter[placing.letter] for placing in variant.array}
    for castling in variant.castlings:
        royal, partner = begins[castling.royal[0]], begins[castling.partner[0]]
        if kind == royal:
            yield f"It can castle with {with_article(partner.name)} while neither has moved; the rules say how."
        elif kind == partner:
            yield f"The {royal.name} can castle with it while neither has moved; the rules say how."


def way_words(diagram: Diagram, way: Way) -> str:
    """The meanings of a way's lines on a diagram."""
    trails = [trail for trail in diagram.trails if trail.way is way]
    match way:
        case Way.SLIDE:
            on = ", also beyond the picture" if any(trail.on for trail in trails) else ""
            return f"slides over empty cells{on}"
        case Way.BOUNCE:
            times = _TIMES[min(diagram.deflections, len(_TIMES) - 1)]
            return f"slides over empty cells, bouncing off walls at most {times}; one path is bold"
        case Way.STEPS:
            ends = [trail.cells[-1] for trail in trails]
            free = "one path must be free" if len(set(ends)) < len(ends) else "the path must be free"
            steps = join_words(sorted({_NUMBERS[len(trail.cells) - 1] for trail in trails}))
            return f"{steps} steps in one move; {free}"
        case Way.FIRST:
            return next(atom.note for atom in diagram.kind.atoms if atom.called)
        case Way.CIRCLE:
            return "any number of steps round a circle, either way, over empty cells; one of each size is bold"
        case Way.ROUTE:
            return "any path over empty framed cells, turning at will; here is one"


WALL = "wall"
GOAL = "promotion cell"
HILL = "hill"
BEYOND = "the board continues here"


def wrapped(text: str, size: float, width: int) -> list[str]:
    """Text of a size, broken between words into lines of a maximum width in pixels."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_mask(longer, size).width <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _paragraph(theme: Theme, text: str, size: float, width: int) -> Image.Image:
    lines = wrapped(text, size, width)
    image = Image.new("RGB", (width, round(len(lines) * size * _LEADING)), theme.card)
    for number, line in enumerate(lines):
        put_text(image, text_mask(line, size), (0, (number + 0.5) * size * _LEADING), theme.ink, 0)
    return image


def key_of(theme: Theme, diagrams: Sequence[Diagram], width: int, size: float) -> Image.Image:
    """The key to diagrams as an RGB picture, `width` pixels wide, one entry below the other in type of a size."""
    entries = {words: (draw, looks) for words, draw, *looks in _entries(theme, diagrams)}
    rows = []
    for words, (draw, looks) in entries.items():
        sample = Canvas(_SAMPLE_WIDTH, _SAMPLE_HEIGHT, theme.card)
        draw(sample, theme, *looks)
        text = _paragraph(theme, words, size, width - _SAMPLE_WIDTH - _SAMPLE_GAP)
        rows.append(Image.new("RGB", (width, max(_SAMPLE_HEIGHT, text.height)), theme.card))
        rows[-1].paste(sample.done(), (0, (rows[-1].height - _SAMPLE_HEIGHT) // 2))
        rows[-1].paste(text, (_SAMPLE_WIDTH + _SAMPLE_GAP, (rows[-1].height - text.height) // 2))
    return _stacked(theme.card, rows, width)


def _entries(theme: Theme, diagrams: Sequence[Diagram]) -> Iterator[tuple[Any, ...]]:
    """The key of marks on diagrams: meaning, drawing and look; one that occurs on several comes as often."""
    for diagram in diagrams:
        for target in (each for each in Target if each in diagram.targets.values()):
            yield target.value, draw_target, target, _CENTRE, _SAMPLE_PITCH
    for diagram in diagrams:
        for way in (each for each in Way if any(trail.way is each for trail in diagram.trails)):
            yield way_words(diagram, way), _draw_line, way, [trail for trail in diagram.trails if trail.way is way]
    ground = theme.shade("medium")
    for diagram in diagrams:
        if diagram.walls:
            yield WALL, draw_walls, [((_CENTRE[0], 7), (_CENTRE[0], _SAMPLE_HEIGHT - 7))], _SAMPLE_PITCH
        if diagram.goals:
            yield GOAL, _draw_framed, _cell(diagram), ground, draw_goal
        if diagram.hill:
            yield HILL, _draw_framed, _cell(diagram), ground, draw_hill
    for diagram in diagrams:
        if diagram.beyond:
            yield BEYOND, draw_beyond, _cell(diagram), ground


def _cell(diagram: Diagram) -> list[Point]:
    """A cell of the diagram's board in the middle of a sample."""
    grid = diagram.scene.grid
    return [(_CENTRE[0] + x * _CELL, _CENTRE[1] + y * _CELL) for x, y in corners(grid.lattice, grid.view)]


def _draw_line(canvas: Canvas, theme: Theme, way: Way, trails: Sequence[Trail]) -> None:
    bold = any(trail.bold for trail in trails)
    draw_trail(canvas, theme, way, _LINES.get(way, _STRAIGHT), _SAMPLE_PITCH, bold=bold, headed=False)


def _draw_framed(
    canvas: Canvas, theme: Theme, cell: Sequence[Point], ground: Colour, draw: Callable[..., None]
) -> None:
    draw_cell(canvas, theme, cell, ground, _SAMPLE_PITCH)
    draw(canvas, theme, cell, _SAMPLE_PITCH)


@lru_cache(maxsize=MAX_CACHED_SHEETS)
def piece_sheet(variant: Variant, letter: str, theme: Theme = THEME) -> bytes:
    """The sheet of a kind of piece, as a PNG file 720 pixels wide: the diagram, the rule and a key."""
    diagram, inner = diagram_of(variant, letter), WIDTH - 2 * _MARGIN
    pitch = min(_PITCH, pitch_for(diagram, inner, _TALLEST))
    head = Image.new("RGB", (inner, _HEAD), theme.page)
    put_text(head, text_mask(title_of(diagram.kind), _TITLE, Weight.BOLD), (0, _HEAD / 2), theme.text, 0)
    put_text(head, text_mask(variant.name, _KEY), (inner, _HEAD / 2), theme.muted, 1)
    board = board_of(theme, diagram, pitch)
    texts = [(rule_of(diagram.kind), _RULE), *((remark, _REMARK) for remark in remarks_on(variant, diagram.kind))]
    column = inner - 2 * _PAD
    parts = [_paragraph(theme, text, size, column) for text, size in texts]
    card = _card(theme, [*parts, key_of(theme, [diagram], column, _KEY)], inner)
    sheet = _stacked(theme.page, [head, board, card], WIDTH, _MARGIN, _MARGIN)
    return png_of(palette_of_diagram(theme, diagram).indexed(sheet))


@lru_cache(maxsize=MAX_CACHED_SHEETS // 4)
def diagram_sheet(variant: Variant, theme: Theme = THEME) -> bytes:
    """The sheet of all kinds of a game, in two columns above a common key, as a PNG file 800 pixels wide."""
    diagrams = [diagram_of(variant, kind.letter) for kind in variant.kinds]
    inner = OVERVIEW - 2 * _MARGIN
    across = (inner - _MARGIN) // _COLUMNS
    pitch = min(pitch_for(diagram, across, across) for diagram in diagrams)
    boards = [board_of(theme, diagram, pitch) for diagram in diagrams]
    tallest = max(board.height for board in boards)
    down = _SMALL_HEAD + tallest + _MARGIN
    key = _card(theme, [key_of(theme, diagrams, inner - 2 * _PAD, _KEY)], inner)
    height = ceil(len(boards) / _COLUMNS) * down + key.height + 2 * _MARGIN
    sheet = Image.new("RGB", (OVERVIEW, height), theme.page)
    for place, (diagram, board) in enumerate(zip(diagrams, boards, strict=True)):
        x, y = _MARGIN + place % _COLUMNS * (across + _MARGIN), _MARGIN + place // _COLUMNS * down
        head = Image.new("RGB", (across, _SMALL_HEAD), theme.page)
        title = text_mask(title_of(diagram.kind), _SMALL_TITLE, Weight.BOLD)
        put_text(head, title, (across / 2, _SMALL_HEAD / 2), theme.text)
        sheet.paste(head, (x, y))
        sheet.paste(board, (x + (across - board.width) // 2, y + _SMALL_HEAD + (tallest - board.height) // 2))
    sheet.paste(key, (_MARGIN, sheet.height - key.height - _MARGIN))
    return png_of(palette_of_diagram(theme, diagrams[0]).indexed(sheet))


def sheet_named(variant: Variant, piece: str, theme: str) -> bytes:
    """The sheet of a kind by its name or letter, "" for all kinds, in a theme by its name; ValueError for no kind."""
    kind, suiting = variant.kind_named(piece), suited(theme, [seat.name for seat in variant.seats])
    if kind is None and piece:
        names = join_words([f"{each.name} ({each.letter})" for each in variant.kinds], "and")
        raise ValueError(f"{variant.name} has no piece {shown(piece)!r}; its pieces are {names}")
    return diagram_sheet(variant, suiting) if kind is None else piece_sheet(variant, kind.letter, suiting)


def _card(theme: Theme, parts: Sequence[Image.Image], width: int) -> Image.Image:
    return _stacked(theme.card, parts, width, _GAP, _PAD)


def _stacked(ground: Colour, parts: Sequence[Image.Image], width: int, gap: int = 0, margin: int = 0) -> Image.Image:
    """Pictures one below the other, each in the middle, with a gap between and a margin above and below."""
    height = sum(part.height + gap for part in parts) - gap + 2 * margin
    image = Image.new("RGB", (width, height), ground)
    top = margin
    for part in parts:
        image.paste(part, ((width - part.width) // 2, top))
        top += part.height + gap
    return image
