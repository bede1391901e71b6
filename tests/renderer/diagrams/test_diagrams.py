"""Movement diagrams as data, and the sheets they are drawn on."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from engine.model.atoms import Ride
from engine.model.pieces import PieceType
from engine.variants import GAMES, built, variant_of
from engine.variants.variant import Variant
from renderer.diagrams.diagrams import NEAR, diagram_of, diagrams_of
from renderer.diagrams.sheet import WIDEST, diagram_sheet
from renderer.scene import Mark, Scene, Sign, Trail
from renderer.sprites.figures import Figure, Rank
from tests.renderer.samples import corner_game

WANDERS = "by any route over vacant cells"
FIRST = "two steps only as its first move"
ZONED = "two steps only from certain cells"

IMPERIAL = variant_of("imperial")
CHESS = variant_of("chess")
ANGLOJEWISH = variant_of("nd-anglojewish")
REACHED = (Sign.REACH, Sign.LEAP, Sign.QUIET, Sign.TAKE)
SIZES = {"K": 6, "Q": 30, "D": 20, "E": 18, "N": 8, "G": 6, "P": 2}


def cells(scene: Scene, *signs: Sign) -> set[str]:
    """The names of the cells that bear one of the signs."""
    return {scene.grid.tiles[mark.cell].name for mark in scene.marks if mark.sign in signs}


def home(scene: Scene) -> str:
    """The name of the cell of a diagram's only piece."""
    ((cell, _),) = scene.pieces
    return scene.grid.tiles[cell].name


def named(scene: Scene, trail: Trail) -> list[str]:
    """The names of the cells of a trail."""
    return [scene.grid.tiles[cell].name for cell in trail.cells]


def large_game() -> Variant:
    """Eighteen kinds on 169 cells."""
    kinds = tuple(PieceType(f"piece {letter}", letter, "", (Ride((0, 2, 4)),), "") for letter in "ABCDEFGHIJKLMNOPQR")
    return replace(corner_game(), kinds=kinds, array=())


VARIANTS = [*(built(game, {}) for game in GAMES.values()), large_game()]


@pytest.mark.parametrize("letter", sorted(SIZES))
def test_imperial_pieces_reach_so_many_cells_from_the_middle(letter: str) -> None:
    """From g5 a king has 6 targets, a queen 30, a dragon 20, an elephant 18, a knight 8, a guard 6 and a pawn 2."""
    g5 = IMPERIAL.board.cell("g5")
    scene = diagram_of(IMPERIAL, letter, g5)
    assert [cell for cell, _ in scene.pieces] == [g5]
    assert len(cells(scene, *REACHED)) == SIZES[letter]
    assert cells(scene, Sign.QUIET, Sign.TAKE) == set()


def test_a_diagram_shows_one_piece_of_the_first_seat() -> None:
    """The king's diagram bears its name and letter; White's king stands alone on the middle cell, selected."""
    scene = diagram_of(IMPERIAL, "K")
    g5 = IMPERIAL.board.cell("g5")
    assert (scene.title, scene.headline, scene.sides) == ("King (K)", "", ())
    assert scene.pieces == ((g5, Figure(1, "K", "fa6s.chess-king", rank=Rank.ROYAL)),)
    assert scene.marks[0] == Mark(g5, Sign.SELECTED)


def test_every_kind_has_its_diagram() -> None:
    """The diagrams of a game are those of its kinds, in their order."""
    assert [scene.pieces[0][1].letter for scene in diagrams_of(IMPERIAL)] == list("KQDENGP")


def test_an_imperial_pawn_shows_its_double_step() -> None:
    """The pawn's diagram has it on its fourth row: two steps either way, of which the single ones may capture."""
    scene = diagram_of(IMPERIAL, "P")
    assert home(scene) == "d3"
    assert cells(scene, Sign.REACH) == {"e3", "e4"}
    assert cells(scene, Sign.QUIET) == {"f3", "f5"}
    assert {tuple(named(scene, trail)) for trail in scene.trails} == {("d3", "e3", "f3"), ("d3", "e4", "f5")}


def test_a_chess_pawn_captures_otherwise_than_it_moves() -> None:
    """The chess pawn's diagram has it at home in the middle; elsewhere it has no double step."""
    scene = diagram_of(CHESS, "P")
    assert home(scene) == "d2"
    assert cells(scene, Sign.QUIET) == {"d3", "d4"}
    assert cells(scene, Sign.TAKE) == {"c3", "e3"}
    elsewhere = diagram_of(CHESS, "P", CHESS.board.cell("d4"))
    assert cells(elsewhere, Sign.QUIET) == {"d5"}
    assert elsewhere.trails == ()


def test_of_hexeh_only_the_guard_captures_otherwise_than_it_moves() -> None:
    """A traveler captures wherever its route may lead; the guard moves six ways and captures three ways."""
    hexeh = variant_of("hexeh")
    scenes = diagrams_of(hexeh)
    assert [scene.title for scene in scenes if cells(scene, Sign.QUIET, Sign.TAKE)] == ["Guard (G)"]
    assert [scene.title for scene in scenes if scene.headline == WANDERS] == ["Traveler (T)"]
    assert cells(scenes[-1], Sign.REACH) == {"c4", "d5", "e4"}
    assert len(cells(scenes[-1], Sign.QUIET)) == 3


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: v.key)
def test_every_cell_that_a_piece_reaches_is_marked(variant: Variant) -> None:
    """Every cell on a path of a piece's atoms is marked, and no other; of a large board, every one shown."""
    for kind, scene in zip(variant.kinds, diagrams_of(variant), strict=True):
        facing = variant.seat(scene.pieces[0][1].seat).facing
        origin = variant.board.cell(home(scene))
        paths = [path for atom in kind.atoms for path in atom.paths(variant.board, origin, facing)]
        reached = {cell for path in paths for cell in (path.cells if path.stops else path.cells[-1:])}
        names = {variant.board.names[cell] for cell in reached} & {tile.name for tile in scene.grid.tiles}
        free = kind.passes or kind.wanders
        assert names == cells(scene, *REACHED) or free
        assert names <= cells(scene, *REACHED)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: v.key)
def test_lines_and_marks_agree(variant: Variant) -> None:
    """Every trail begins with its piece and leads over marked cells, but for those that a walk only passes."""
    for scene in diagrams_of(variant):
        for trail in scene.trails:
            ends = named(scene, trail)[1:] if trail.circles else named(scene, trail)[-1:]
            assert named(scene, trail)[0] == home(scene)
            assert set(ends) <= cells(scene, *REACHED)


@pytest.mark.parametrize(
    ("letter", "circles"),
    [("F", ["h8 h9 i9 j8 j7 i7"]), ("R", ["h8 i9 k8 l6 k5 i6"]), ("C", ["h8 h9 i9 j8 j7 i7", "h8 i9 k8 l6 k5 i6"])],
)
def test_a_curved_piece_has_six_circles_of_each_size(letter: str, circles: list[str]) -> None:
    """A Finch and a Rabbi have six circles, a Cohen twelve; one of each size is bold, and all end where they begin."""
    scene = diagram_of(ANGLOJEWISH, letter, ANGLOJEWISH.board.cell("h8"))
    assert len(scene.trails) == 6 * len(circles)
    assert all(trail.circles and len(trail.cells) == 6 for trail in scene.trails)
    assert [" ".join(named(scene, trail)) for trail in scene.trails if trail.bold] == circles


def test_double_steps_are_told() -> None:
    """Only pawns have a note of their double step: as a first move in chess, from certain cells in Imperial."""
    for variant, note in ((CHESS, FIRST), (ANGLOJEWISH, FIRST), (IMPERIAL, ZONED)):
        assert [scene.headline for scene in diagrams_of(variant)] == [note * kind.pawnlike for kind in variant.kinds]


def test_a_kind_is_shown_in_the_army_that_has_it() -> None:
    """With four players White shows the Point; the Broker is Red's, seen by Red: two steps up, captures beside them."""
    four = variant_of("nd-wellisch-4-mccooey")
    scenes = {scene.pieces[0][1].letter: scene for scene in diagrams_of(four)}
    assert (scenes["P"].pieces[0][1].seat, scenes["P"].grid.view) == (1, four.seat(1).view)
    broker = scenes["B"]
    assert (broker.pieces[0][1].seat, broker.grid.view) == (2, four.seat(2).view)
    assert len(cells(broker, Sign.QUIET)) == len(cells(broker, Sign.TAKE)) == 2


def test_leaps_are_told_from_slides() -> None:
    """A Seiopelma leaps to eighteen cells and has no trails; a Rook leaps nowhere and has six trails that go on."""
    leaper = diagram_of(variant_of("nd-mccooey"), "S")
    slider = diagram_of(variant_of("nd-mccooey"), "R")
    assert len(cells(leaper, Sign.LEAP)) == 18
    assert leaper.trails == ()
    assert cells(slider, Sign.LEAP) == set()
    assert [trail.on for trail in slider.trails] == [True] * 6


@pytest.mark.parametrize(("letter", "ends"), [("F", {"h12", "d4", "l4"}), ("H", {"h4", "d8", "l8"})])
def test_one_way_rooks_point_forward_and_backward(letter: str, ends: set[str]) -> None:
    """From h8 a Forerook slides up and down to both sides, a Hindrook down and up to both sides, on and on."""
    altorth = variant_of("nd-altorth")
    scene = diagram_of(altorth, letter, altorth.board.cell("h8"))
    assert {named(scene, trail)[-1] for trail in scene.trails} == ends


def test_of_a_large_board_the_cells_near_the_piece_are_shown() -> None:
    """Around a Rook in the middle of 169 cells the diagram shows the 61 that are at most four steps away."""
    assert NEAR == 4
    assert len(diagram_of(ANGLOJEWISH, "G").grid.tiles) == 61
    assert len(diagram_of(IMPERIAL, "K").grid.tiles) == 75


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: v.key)
def test_sheets_suit_a_message(variant: Variant) -> None:
    """A sheet is a palette PNG, at most 1400 pixels wide and 100 KB large."""
    data = diagram_sheet(variant)
    with Image.open(BytesIO(data)) as picture:
        assert (picture.format, picture.mode) == ("PNG", "P")
        assert picture.width <= WIDEST
    assert len(data) < 100_000
