"""Sheets of movement diagrams as pictures, and the words on them."""

from __future__ import annotations

from io import BytesIO
from unicodedata import combining, normalize

import pytest
from PIL import Image

from engine.variants import GAMES, variant_of
from renderer.diagrams import sheet as words
from renderer.diagrams.board import pitch_for
from renderer.diagrams.diagrams import diagram_of
from renderer.diagrams.sheet import WIDTH, piece_sheet
from renderer.diagrams.ways import Way
from renderer.paint.text import Weight, text_mask
from tests.suites import spread


@pytest.mark.parametrize("key", spread(6, sorted(GAMES)))
def test_sheets_are_read_on_a_phone(key: str) -> None:
    """A cell is 20 of 400 pixels wide or more; a piece's name and its game's fit; every character can be drawn."""
    variant = variant_of(key)
    room = WIDTH - 40 - 20 - text_mask(variant.name, 23).width
    for kind in variant.kinds:
        diagram = diagram_of(variant, kind.letter)
        assert pitch_for(diagram, WIDTH - 40, 640) * 400 / WIDTH >= 20
        assert text_mask(words.title_of(kind), 40, Weight.BOLD).width < room
        told = [words.title_of(kind), words.rule_of(kind), *words.remarks_on(variant, kind)]
        told += [words.way_words(diagram, trail.way) for trail in diagram.trails]
        assert "".join(each for each in normalize("NFKD", " ".join(told)) if not combining(each)).isascii()


@pytest.mark.parametrize(
    ("key", "letters"),
    [
        *(("hexeh", "W"), ("imperial", "P"), ("nd-anglojewish", "C")),
        *(pytest.param(key, "", marks=pytest.mark.slow) for key in GAMES),
    ],
)
def test_sheets_suit_a_message(key: str, letters: str) -> None:
    """A sheet of a piece is 720 pixels wide, no more than twice as high, and small."""
    for letter in letters or variant_of(key).by_letter:
        data = piece_sheet(variant_of(key), letter)
        with Image.open(BytesIO(data)) as image:
            assert image.width == WIDTH
            assert image.height <= 2 * WIDTH
        assert len(data) < 60_000


@pytest.mark.parametrize(
    ("key", "letter", "way", "sentence"),
    [
        ("hexeh", "P", Way.STEPS, "two steps in one move; one path must be free"),
        ("hexeh", "W", Way.BOUNCE, "slides over empty cells, bouncing off walls at most twice; one path is bold"),
        ("hexeh", "T", Way.ROUTE, "any path over empty framed cells, turning at will; here is one"),
        ("chess", "P", Way.FIRST, "two steps only as its first move"),
        ("imperial", "P", Way.FIRST, "two steps only from certain cells"),
        ("shafran", "P", Way.FIRST, "up to 3 steps only as its first move"),
        ("nd-trios", "R", Way.SLIDE, "slides over empty cells, also beyond the picture"),
    ],
)
def test_each_way_is_told_as_it_is(key: str, letter: str, way: Way, sentence: str) -> None:
    assert words.way_words(diagram_of(variant_of(key), letter), way) == sentence


@pytest.mark.parametrize(
    ("key", "letter", "part"),
    [
        ("hexeh", "G", "On the enemy throne"),
        ("imperial", "D", "only if another piece of its side attacks that cell, too"),
        ("glinski", "P", "After its double step it can be taken en passant"),
        ("shafran", "P", "After its long step it can be taken en passant"),
        ("chess", "K", "It can castle with a rook"),
        ("nd-mccooey", "K", "It can castle with a Rook"),
    ],
)
def test_what_is_not_drawn_is_told(key: str, letter: str, part: str) -> None:
    """Promotion, castling, en passant and rules of captures stand on the sheet of the piece that they concern."""
    variant = variant_of(key)
    assert part in " ".join(words.remarks_on(variant, variant.by_letter[letter]))
    assert words.remarks_on(variant_of("chess"), variant_of("chess").by_letter["Q"]) == ()
