"""Sheets: how a piece moves, or all of a game, as pictures with a key to the marks; for one, its rule in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

from PIL import Image

from engine.model.english import listed, shown
from engine.variants.variant import Variant
from renderer.diagrams.board import board_of, palette_of_diagram, pitch_for
from renderer.diagrams.diagrams import Diagram, diagram_of
from renderer.diagrams.key import key_of
from renderer.diagrams.paragraphs import Paragraph
from renderer.diagrams.words import remarks_on, rule_of, title_of
from renderer.png import png_of
from renderer.sprites.canvas import put_text
from renderer.sprites.fonts import Weight, text_mask
from renderer.theme import THEME, Theme
from renderer.themes import suited

KEPT = 128
"""How many sheets of single pieces are kept."""
WIDTH, OVERVIEW = 720, 800
_TALLEST, _PITCH = 640, 90.0
_MARGIN, _PAD, _GAP = 20, 20, 10
_COLUMNS = 2
_HEAD, _TITLE, _SMALL_HEAD, _SMALL_TITLE = 56, 40, 50, 30
_RULE, _REMARK, _KEY = 25, 22, 23


@lru_cache(maxsize=KEPT)
def piece_sheet(variant: Variant, letter: str, theme: Theme = THEME) -> bytes:
    """How the kind of a letter moves, as a PNG file 720 pixels wide: the diagram, the rule and a key."""
    diagram, inner = diagram_of(variant, letter), WIDTH - 2 * _MARGIN
    pitch = min(_PITCH, pitch_for(diagram, inner, _TALLEST))
    head = Image.new("RGB", (inner, _HEAD), theme.page)
    put_text(head, text_mask(title_of(diagram.kind), _TITLE, Weight.BOLD), (0, _HEAD / 2), theme.text, 0)
    put_text(head, text_mask(variant.name, _KEY), (inner, _HEAD / 2), theme.muted, 1)
    board = board_of(theme, diagram, pitch)
    parts = [head, board, _card(theme, variant, diagram, inner)]
    sheet = Image.new("RGB", (WIDTH, sum(part.height + _MARGIN for part in parts) + _MARGIN), theme.page)
    top = _MARGIN
    for part in parts:
        sheet.paste(part, ((WIDTH - part.width) // 2, top))
        top += part.height + _MARGIN
    return png_of(palette_of_diagram(theme, diagram).indexed(sheet))


@lru_cache(maxsize=KEPT // 4)
def diagram_sheet(variant: Variant, theme: Theme = THEME) -> bytes:
    """How every kind of a game's pieces moves, in two columns above a common key, as a PNG file 800 pixels wide."""
    diagrams = [diagram_of(variant, kind.letter) for kind in variant.kinds]
    inner = OVERVIEW - 2 * _MARGIN
    across = (inner - _MARGIN) // _COLUMNS
    pitch = min(pitch_for(diagram, across, across) for diagram in diagrams)
    boards = [board_of(theme, diagram, pitch) for diagram in diagrams]
    tallest = max(board.height for board in boards)
    down = _SMALL_HEAD + tallest + _MARGIN
    key = _padded(theme, [key_of(theme, diagrams, inner - 2 * _PAD, _KEY)], inner)
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
        names = listed([f"{each.name} ({each.letter})" for each in variant.kinds], "and")
        raise ValueError(f"{variant.name} has no piece {shown(piece)!r}; its pieces are {names}")
    return diagram_sheet(variant, suiting) if kind is None else piece_sheet(variant, kind.letter, suiting)


def _card(theme: Theme, variant: Variant, diagram: Diagram, width: int) -> Image.Image:
    """A piece's rule, what else there is to know, and the key, on a card of this width in RGB."""
    column = width - 2 * _PAD
    texts = [(rule_of(diagram.kind), _RULE), *((remark, _REMARK) for remark in remarks_on(variant, diagram.kind))]
    parts = []
    for text, size in texts:
        paragraph = Paragraph(text, size, column)
        parts.append(Image.new("RGB", (column, paragraph.height), theme.card))
        paragraph.put(parts[-1], (0, 0), theme.ink)
    return _padded(theme, [*parts, key_of(theme, [diagram], column, _KEY)], width)


def _padded(theme: Theme, parts: Sequence[Image.Image], width: int) -> Image.Image:
    """Pictures one below the other on a card of this width."""
    card = Image.new("RGB", (width, sum(part.height + _GAP for part in parts) - _GAP + 2 * _PAD), theme.card)
    top = _PAD
    for part in parts:
        card.paste(part, (_PAD, top))
        top += part.height + _GAP
    return card
