"""Sheets of movement diagrams as pictures, and the words on them."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from unicodedata import combining, normalize

import pytest
from PIL import Image

from engine.variants import GAMES, built, variant_of
from engine.variants.variant import Variant
from renderer.diagrams import sheet as words
from renderer.diagrams.board import board_of, faint, pitch_for, sizes_for
from renderer.diagrams.diagrams import Diagram, Target, diagram_of
from renderer.diagrams.sheet import OVERVIEW, WIDTH, diagram_sheet, piece_sheet, wrapped
from renderer.diagrams.ways import Way
from renderer.layout.page import page_of
from renderer.paint.text import Weight, text_mask
from renderer.theme import THEME, THEMES, Colour, Theme
from tests.renderer.diagrams.test_diagrams import large_game

PHONE = 400
LEAST_CELL = 20
CLOSE = 14
VARIANTS = [built(game, {}) for game in GAMES.values()]
HEXEH = variant_of("hexeh")
FEW = {"hexeh": "W", "imperial": "P", "nd-anglojewish": "C"}
"""Pieces whose sheets are full, by their games."""


def picture(data: bytes) -> Image.Image:
    """A PNG file in palette mode."""
    image = Image.open(BytesIO(data))
    assert (image.format, image.mode) == ("PNG", "P")
    return image


def alike(one: object, other: Colour) -> bool:
    """Whether two colours are the same but for the nearest one in a palette."""
    assert isinstance(one, tuple)
    return all(abs(a - b) <= CLOSE for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: v.key)
def test_cells_are_wide_on_a_phone(variant: Variant) -> None:
    """On a picture scaled to 400 pixels a cell is at least 20 pixels wide, even on the largest boards."""
    for kind in variant.kinds:
        assert pitch_for(diagram_of(variant, kind.letter), WIDTH - 40, 640) * PHONE / WIDTH >= LEAST_CELL


@pytest.mark.parametrize(
    ("key", "letters"),
    [
        *FEW.items(),
        *(pytest.param(each.key, "".join(k.letter for k in each.kinds), marks=pytest.mark.slow) for each in VARIANTS),
    ],
)
def test_sheets_suit_a_message(key: str, letters: str) -> None:
    """A sheet of a piece is 720 pixels wide, no more than twice as high, and small."""
    for letter in letters:
        data = piece_sheet(variant_of(key), letter)
        image = picture(data)
        assert image.width == WIDTH
        assert image.height <= 2 * WIDTH
        assert len(data) < 60_000


@pytest.mark.parametrize("variant", [HEXEH, pytest.param(large_game(), marks=pytest.mark.slow)], ids=lambda v: v.key)
def test_an_overview_has_two_columns(variant: Variant) -> None:
    """All kinds are on one picture 800 pixels wide, small enough for a message."""
    data = diagram_sheet(variant)
    assert picture(data).width == OVERVIEW
    assert len(data) < 150_000


def test_a_sheet_is_drawn_in_its_theme() -> None:
    """The page around the diagram and the cells on it have the theme's colours."""
    for name in ("slate", "paper"):
        image = picture(piece_sheet(HEXEH, "E", THEMES[name])).convert("RGB")
        assert alike(image.getpixel((2, 2)), THEMES[name].page)


def drawn(variant: Variant, letter: str, theme: Theme = THEME) -> tuple[Diagram, Image.Image, list[tuple[int, int]]]:
    """A diagram, its board as a picture, and the middles of the cells in it."""
    diagram = diagram_of(variant, letter)
    board = board_of(theme, diagram, 60.0)
    page = page_of(sizes_for(60.0), diagram.scene.grid, 0)
    centres = [page.centre(place) for place in range(len(diagram.scene.grid.tiles))]
    shown = [(page.left + x, page.top + y) for place in range(diagram.shown) for x, y in page.layout.outline(place)]
    room = page.layout.pitch * (0.45 if diagram.beyond else 0.09)
    left, top = (max(0, int(min(point[axis] for point in shown) - room)) for axis in (0, 1))
    return diagram, board, [(round(x) - left, round(y) - top) for x, y in centres]


@pytest.mark.parametrize(("key", "letter"), [("hexeh", "G"), ("chess", "P"), ("nd-mccooey", "S"), ("imperial", "Q")])
def test_what_is_marked_can_be_seen(key: str, letter: str) -> None:
    """Cells in reach bear their mark in their middle, all others but the piece's own are empty there."""
    diagram, board, centres = drawn(variant_of(key), letter)
    middles = {
        Target.BOTH: THEME.reach,
        Target.LEAP: THEME.reach,
        Target.MOVE: THEME.card,
        Target.CAPTURE: THEME.danger,
    }
    ((own, _),) = diagram.scene.pieces
    for place, tile in enumerate(diagram.scene.grid.tiles[: diagram.shown]):
        expected = middles.get(diagram.targets[place]) if place in diagram.targets else THEME.shade(tile.shade)
        assert expected is not None
        assert place == own or alike(board.getpixel(centres[place]), expected), tile.name


def test_the_edge_is_open_where_the_board_goes_on() -> None:
    """Cells beyond the picture's own are pale; where the board really ends there is nothing but the page."""
    diagram, board, centres = drawn(variant_of("nd-anglojewish"), "B")
    seen = [place for place in diagram.beyond if 0 <= centres[place][0] < board.width and 0 <= centres[place][1]]
    assert seen
    for place in seen:
        ground = THEME.shade(diagram.scene.grid.tiles[place].shade)
        assert alike(board.getpixel(centres[place]), faint(THEME, ground))
    assert alike(board.getpixel((2, board.height - 2)), THEME.page)


def test_a_wall_is_a_bar_on_the_edge() -> None:
    """Halfway along an edge that deflects the picture has the accent colour, along another edge it has not."""
    diagram, board, centres = drawn(HEXEH, "W")
    a2 = next(place for place, tile in enumerate(diagram.scene.grid.tiles) if tile.name == "a2")
    x, y = centres[a2]
    half = 0.5 * 60 * 0.866
    assert alike(board.getpixel((round(x - half), round(y - 15))), THEME.accent)
    assert not alike(board.getpixel((round(x + half), round(y - 15))), THEME.accent)


# ---- words


def texts() -> Iterator[str]:
    """All that is written on the sheets of all games."""
    for variant in VARIANTS:
        yield variant.name
        for kind in variant.kinds:
            diagram = diagram_of(variant, kind.letter)
            yield words.title_of(kind)
            yield words.rule_of(kind)
            yield from words.remarks_on(variant, kind)
            yield from (words.way_words(diagram, way) for way in {trail.way for trail in diagram.trails})


def test_all_words_can_be_drawn() -> None:
    """No character of any sheet would become a question mark."""
    for text in texts():
        plain = "".join(each for each in normalize("NFKD", text) if not combining(each))
        assert plain.isascii(), text


def test_a_title_leaves_room_for_the_game() -> None:
    """A piece's name and its game's stand side by side."""
    for variant in VARIANTS:
        game = text_mask(variant.name, 23).width
        widest = max(text_mask(words.title_of(kind), 40, Weight.BOLD).width for kind in variant.kinds)
        assert game + widest < WIDTH - 40 - 20


def test_each_way_is_told_as_it_is() -> None:
    """The lines of a sheet are told in words of their own."""
    told = {
        ("hexeh", "P", Way.STEPS): "two steps in one move; one way must be free",
        ("hexeh", "W", Way.BOUNCE): "slides over vacant cells, and may bounce off walls at most twice; one way is bold",
        ("hexeh", "T", Way.ROUTE): "any way over vacant framed cells, turning at will; here is one",
        ("chess", "P", Way.FIRST): "two steps only as its first move",
        ("imperial", "P", Way.FIRST): "two steps only from certain cells",
        ("shafran", "P", Way.FIRST): "up to 3 steps only as its first move",
        ("imperial", "Q", Way.SLIDE): "slides over vacant cells",
        ("nd-trios", "R", Way.SLIDE): "slides over vacant cells, also beyond the picture",
    }
    for (key, letter, way), sentence in told.items():
        assert words.way_words(diagram_of(variant_of(key), letter), way) == sentence


@pytest.mark.parametrize(
    ("key", "letter", "part"),
    [
        ("hexeh", "G", "arrives on the enemy throne"),
        ("imperial", "D", "only if another piece of its side attacks that cell too"),
        ("glinski", "P", "After its double step it may be taken en passant"),
        ("shafran", "P", "After its long step it may be taken en passant"),
        ("chess", "K", "It may castle with a rook"),
        ("chess", "R", "The king may castle with it"),
        ("nd-mccooey", "K", "It may castle with a Rook"),
    ],
)
def test_what_is_not_drawn_is_told(key: str, letter: str, part: str) -> None:
    """Promotion, castling, en passant and rules of captures stand on the sheet of the piece that they concern."""
    variant = variant_of(key)
    assert part in " ".join(words.remarks_on(variant, variant.by_letter[letter]))


def test_what_concerns_another_piece_is_not_told() -> None:
    """A queen's sheet says nothing of castling, a knight's nothing of promotion; a text tells en passant only once."""
    chess, imperial = variant_of("chess"), variant_of("imperial")
    assert words.remarks_on(chess, chess.by_letter["Q"]) == ()
    assert [text for text in words.remarks_on(imperial, imperial.by_letter["P"]) if "en passant" in text] == []


def test_paragraphs_break_between_words() -> None:
    """No line is wider than its column, none could take the first word of the next, and no word is lost."""
    text = words.rule_of(HEXEH.by_letter["W"])
    lines = wrapped(text, 25, 300)
    assert " ".join(lines) == text
    assert all(text_mask(line, 25).width <= 300 for line in lines)
    for line, following in pairwise(lines):
        assert text_mask(f"{line} {following.split()[0]}", 25).width > 300
