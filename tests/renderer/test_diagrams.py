"""Movement diagrams as data, and the sheets they are drawn on."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from engine.pieces import PieceType, Ride
from engine.variant import Variant
from engine.variants import GAMES, built, variant_of
from renderer.diagrams import NOTE, WIDEST, diagram_of, diagram_sheet, diagrams_of
from renderer.figures import Figure
from renderer.scene import Mark, Scene, Sign
from tests.renderer.samples import corner_game

IMPERIAL = variant_of("imperial")
CHESS = variant_of("chess")
SIZES = {"K": 6, "Q": 30, "D": 20, "E": 18, "N": 8, "G": 6, "P": 2}


def cells(variant: Variant, scene: Scene, sign: Sign) -> set[str]:
    """The names of the cells that bear a sign."""
    return {variant.board.names[mark.cell] for mark in scene.marks if mark.sign is sign}


def home(variant: Variant, scene: Scene) -> str:
    """The name of the cell of a diagram's only man."""
    ((cell, _),) = scene.men
    return variant.board.names[cell]


@pytest.mark.parametrize("letter", sorted(SIZES))
def test_imperial_pieces_reach_so_many_cells_from_the_middle(letter: str) -> None:
    """From g5 a king has 6 targets, a queen 30, a dragon 20, an elephant 18, a knight 8, a guard 6 and a pawn 2."""
    g5 = IMPERIAL.board.cell("g5")
    scene = diagram_of(IMPERIAL, letter, g5)
    assert [cell for cell, _ in scene.men] == [g5]
    assert len(cells(IMPERIAL, scene, Sign.REACH)) == SIZES[letter]
    assert cells(IMPERIAL, scene, Sign.STRIKE) == set()


def test_a_diagram_shows_one_man_of_the_first_seat() -> None:
    """The king's diagram bears its name and letter; White's king stands alone on the middle cell, selected."""
    scene = diagram_of(IMPERIAL, "K")
    g5 = IMPERIAL.board.cell("g5")
    assert (scene.title, scene.headline, scene.sides) == ("King (K)", "", ())
    assert scene.men == ((g5, Figure(1, "K", "fa6s.chess-king")),)
    assert scene.marks[0] == Mark(g5, Sign.SELECTED)


def test_every_kind_has_its_diagram() -> None:
    """The diagrams of a game are those of its kinds, in their order."""
    assert [scene.men[0][1].letter for scene in diagrams_of(IMPERIAL)] == list("KQDENGP")


def test_an_imperial_pawn_shows_its_double_step() -> None:
    """The pawn's diagram has it on its fourth row: two steps either way, of which the single ones may capture."""
    scene = diagram_of(IMPERIAL, "P")
    assert home(IMPERIAL, scene) == "d3"
    assert cells(IMPERIAL, scene, Sign.REACH) == {"e3", "e4", "f3", "f5"}
    assert cells(IMPERIAL, scene, Sign.STRIKE) == {"e3", "e4"}
    assert scene.headline == NOTE


def test_a_chess_pawn_captures_otherwise_than_it_moves() -> None:
    """The chess pawn's diagram has it at home in the middle; elsewhere it has no double step."""
    scene = diagram_of(CHESS, "P")
    assert home(CHESS, scene) == "d2"
    assert cells(CHESS, scene, Sign.REACH) == {"d3", "d4"}
    assert cells(CHESS, scene, Sign.STRIKE) == {"c3", "e3"}
    assert cells(CHESS, diagram_of(CHESS, "P", CHESS.board.cell("d4")), Sign.REACH) == {"d5"}


def test_of_hexeh_only_the_guard_captures_otherwise_than_it_moves() -> None:
    """A traveler captures wherever its route may lead; the guard moves six ways and captures three ways."""
    hexeh = variant_of("hexeh")
    scenes = diagrams_of(hexeh)
    assert [scene.title for scene in scenes if scene.headline] == ["Guard (G)"]
    guard = scenes[-1]
    assert len(cells(hexeh, guard, Sign.REACH)) == 6
    assert cells(hexeh, guard, Sign.STRIKE) == {"c4", "d5", "e4"}


def large_game() -> Variant:
    """Eighteen kinds on 169 cells."""
    kinds = tuple(PieceType(f"piece {letter}", letter, "", (Ride((0, 2, 4)),), "") for letter in "ABCDEFGHIJKLMNOPQR")
    return replace(corner_game(), kinds=kinds, array=())


@pytest.mark.parametrize("variant", [*(built(game, {}) for game in GAMES.values()), large_game()], ids=lambda v: v.key)
def test_sheets_suit_a_message(variant: Variant) -> None:
    """A sheet is a palette PNG, at most 1400 pixels wide and 500 KB large."""
    data = diagram_sheet(variant)
    with Image.open(BytesIO(data)) as picture:
        assert (picture.format, picture.mode) == ("PNG", "P")
        assert picture.width <= WIDEST
    assert len(data) < 500_000
