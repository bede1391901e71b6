"""Pictures: what shows where, sizes, and drawing from several threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from engine.records.replay import replay_moves
from engine.variants import GAMES, built
from renderer import draw, scene_of, theme_for
from renderer.figures import Rank
from renderer.layout.page import PAGE, page_of
from renderer.paint.board import background_of, compose
from renderer.paint.fight import fight_strip
from renderer.paint.marks import mark_layer
from renderer.paint.pieces import piece_layer
from renderer.paint.text import text_mask
from renderer.scene import Mark, Marks, Scene, Sign
from renderer.theme import THEME, THEMES, TINTS, Theme, blend
from tests.renderer.golden import played, shown
from tests.renderer.samples import scenes
from tests.renderer.sight import nearest
from tests.suites import spread

SCENES = scenes()


def opened(data: bytes) -> Image.Image:
    """A picture's bytes as an image."""
    return Image.open(BytesIO(data))


@pytest.mark.parametrize("name", sorted(SCENES))
def test_pictures_suit_a_preview(name: str) -> None:
    """A picture is a palette PNG; without a fight it is at most 1000 pixels wide and high and 100,000 bytes large."""
    data = draw(SCENES[name])
    picture = opened(data)
    assert (picture.format, picture.mode) == ("PNG", "P")
    assert picture.width <= 1000
    assert picture.height <= 1000 or SCENES[name].fight
    assert len(data) <= (120_000 if SCENES[name].fight else 100_000)


@pytest.mark.parametrize("key", spread(10, sorted(GAMES)))
def test_every_game_can_be_drawn_from_every_seat(key: str) -> None:
    """The start of every registered game gives a picture for each of its seats, and no two are the same."""
    variant = built(GAMES[key], {})
    pictures = {draw(scene_of(variant, variant.start, seat.number)) for seat in variant.seats}
    assert len(pictures) == len(variant.seats)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_is_drawn_within_100_kilobytes(key: str) -> None:
    """The start of every game, with letters, is at most 1000 pixels wide and 100,000 bytes large from every seat."""
    variant = built(GAMES[key], {})
    for seat in variant.seats:
        data = draw(scene_of(variant, variant.start, seat.number, letters=True))
        assert opened(data).width <= 1000
        assert len(data) <= 100_000


def test_a_crowded_middle_game_is_drawn_within_100_kilobytes() -> None:
    """After 30 plies of Trios, all but two of 98 pieces on the board, a picture with letters is within 100 KB."""
    scene = SCENES["trios"]
    assert len(scene.pieces) >= 96
    assert scene.letters
    assert len(draw(scene)) <= 100_000


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if len(built(game, {}).board) == 169])
def test_crowded_middle_games_are_drawn_within_100_kilobytes(key: str) -> None:
    """A board of 169 cells in its own theme, after 60 plies with letters, is within 100 KB."""
    scene = shown(played(key, 60), letters=True)
    assert len(draw(scene, theme_for("", scene.seats))) <= 100_000


def renamed(scene: Scene, cell: int) -> Scene:
    """The scene with another name for a cell."""
    tiles = list(scene.grid.tiles)
    tiles[cell] = tiles[cell]._replace(name=f"{tiles[cell].name[0]}88")
    return replace(scene, grid=replace(scene.grid, tiles=tuple(tiles)))


@pytest.mark.parametrize("key", ["hexeh", "glinski", "imperial", "nd-trios", "nd-wellisch", "nd-mccooey-3"])
def test_vacant_cells_bear_their_names_in_the_middle(key: str) -> None:
    """On hexes every vacant cell shows its name, 12 px high or more; what is under a piece is hidden by it."""
    variant = built(GAMES[key], {})
    scene = scene_of(variant, variant.start)
    layout = page_of(PAGE, scene.grid, len(scene.sides)).layout
    assert layout.name >= 12
    vacant = next(cell for cell in range(len(variant.board)) if not variant.start.occupied(cell))
    assert changed(scene, renamed(scene, vacant), vacant)


def test_equal_scenes_give_equal_bytes() -> None:
    """Drawing a scene again gives the same file."""
    scene = SCENES["hexeh-capture"]
    assert draw(scene) == draw(scene)


def test_drawing_leaves_the_cached_background_alone() -> None:
    """A picture composed after many others is what it was before them."""
    before = compose(SCENES["hexeh-start"]).tobytes()
    for scene in SCENES.values():
        compose(scene)
    assert compose(SCENES["hexeh-start"]).tobytes() == before


def changed(one: Scene, other: Scene, cell: int) -> bool:
    """Whether two scenes on one board look different around a cell."""
    page = page_of(PAGE, one.grid, len(one.sides))
    x, y = page.centre(cell)
    half = page.layout.pitch / 2
    box = (round(x - half), round(y - half), round(x + half), round(y + half))
    return compose(one).crop(box).tobytes() != compose(other).crop(box).tobytes()


def test_every_kind_of_mark_shows_on_its_cell() -> None:
    """A selected piece, a movable one, a target and a capture each change the look of their cell, and of no far one."""
    hexeh = built(GAMES["hexeh"], {})
    cell = hexeh.board.cell
    plain = scene_of(hexeh, hexeh.start)
    marks = Marks(cell("d2"), frozenset({cell("d4"), cell("d6")}), frozenset({cell("b1")}))
    marked = scene_of(hexeh, hexeh.start, marks=marks)
    for name in ("d2", "d4", "d6", "b1"):
        assert changed(plain, marked, cell(name))
    assert not changed(plain, marked, cell("g3"))


@pytest.mark.parametrize("rank", Rank)
def test_a_selected_piece_is_framed_around_its_counter(rank: Rank) -> None:
    """Whatever the counter's size, a bright line between two dark ones runs along the cell; no neighbour hides it."""
    hexeh = built(GAMES["hexeh"], {})
    guard, neighbour = hexeh.board.cells("c2 c1")
    scene = scene_of(hexeh, hexeh.start, marks=Marks(guard))
    pieces = tuple((cell, figure._replace(rank=rank)) for cell, figure in scene.pieces)
    framed = replace(scene, pieces=pieces)
    assert [pixel(framed, guard, up) for up in (0.5, 0.553)] == [THEME.accent, THEME.ink]
    assert pixel(framed, neighbour, 0.5) == THEME.accent


def pixel(scene: Scene, cell: int, up: float, across: float = 0.0, theme: Theme = THEME) -> tuple[int, int, int]:
    """The colour of a point so many pitches above and to the right of the middle of a cell."""
    page = page_of(PAGE, scene.grid, len(scene.sides))
    (x, y), pitch = page.centre(cell), page.layout.pitch
    value = compose(scene, theme).convert("RGB").getpixel((round(x + across * pitch), round(y - up * pitch)))
    assert isinstance(value, tuple)
    red, green, blue = value
    return int(red), int(green), int(blue)


def test_what_can_be_taken_is_banded_and_what_can_be_reached_ringed() -> None:
    """A red band runs along the cell of a piece to take, a green one along that of a piece to move."""
    hexeh = built(GAMES["hexeh"], {})
    wizard, guard, prowler, vacant = hexeh.board.cells("d6 c5 c1 d4")
    marks = Marks(hexeh.board.cell("d2"), frozenset({wizard, vacant}), frozenset({prowler}))
    scene = scene_of(hexeh, hexeh.start, marks=marks)
    assert pixel(scene, wizard, 0.46) == THEME.danger
    assert pixel(scene, prowler, 0.46) == THEME.reach
    assert pixel(scene, vacant, 0.28) == THEME.reach
    assert THEME.danger != pixel(scene, guard, 0.46) != THEME.reach


def test_the_corners_of_cells_to_promote_on_are_marked() -> None:
    """With a pawn selected, dark ticks stand in the corners of the cells on which it promotes, and of no others."""
    glinski = built(GAMES["glinski"], {})
    pawn, goal, other = glinski.board.cells("b1 f11 f8")
    scene = scene_of(glinski, glinski.start, marks=Marks(pawn))
    assert changed(scene_of(glinski, glinski.start), scene, goal)
    assert [pixel(scene, cell, 0.0, 0.51) == THEME.ink for cell in (goal, other)] == [True, False]


def test_the_last_move_tints_its_cells_and_draws_its_way() -> None:
    """The cell that was left is tinted by half, the one that was reached more, with an arrow between them."""
    glinski = built(GAMES["glinski"], {})
    state = replay_moves(glinski, "b1b3")
    scene = scene_of(glinski, state.position, last_move=state.last_move, before=glinski.start)
    b1, b2, b3 = glinski.board.cells("b1 b2 b3")
    for cell, part in zip((b1, b3), TINTS, strict=True):
        ground = THEME.shade(scene.grid.tiles[cell].shade)
        assert pixel(scene, cell, -0.4, 0.2) == blend(ground, THEME.trace, part)
    assert pixel(scene, b2, 0.0) == THEME.arrow
    assert pixel(replace(scene, way=()), b2, 0.3) == THEME.shade(scene.grid.tiles[b2].shade)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_step_shows_in_gray(theme: Theme) -> None:
    """Both cells of a step, which has no arrow, have a line around that is 15 apart from their tints in every sight."""
    glinski = built(GAMES["glinski"], {})
    state = replay_moves(glinski, "b1b2")
    scene = scene_of(glinski, state.position, last_move=state.last_move, before=glinski.start)
    assert not scene.way
    for cell in glinski.board.cells("b1 b2"):
        line, tint = (pixel(scene, cell, -part, theme=theme) for part in (0.47, 0.4))
        assert nearest([line], [tint]) >= 15


def test_a_step_has_no_arrow() -> None:
    """The cells of a move to a neighbouring one are tinted and framed only."""
    hexeh = built(GAMES["hexeh"], {})
    state = replay_moves(hexeh, "c2c3")
    scene = scene_of(hexeh, state.position, last_move=state.last_move, before=hexeh.start)
    assert compose(scene).tobytes() == compose(replace(scene, way=())).tobytes()


def test_a_royal_piece_in_check_glows() -> None:
    """Round a piece in check the ground is red, and its neighbours stand on the glow unharmed."""
    glinski = built(GAMES["glinski"], {})
    king = glinski.board.cell("g1")
    scene = scene_of(glinski, glinski.start)
    glowing = replace(scene, marks=(Mark(king, Sign.CHECK),))
    assert pixel(glowing, king, 0.0, 0.45)[0] > pixel(glowing, king, 0.0, 0.45)[1] + 80
    assert changed(scene, glowing, king)


def test_a_glow_leaves_the_marks_on_its_cell_seen() -> None:
    """A king in check that can move has its band on the glow; one that is selected has its frame there."""
    glinski = built(GAMES["glinski"], {})
    king = glinski.board.cell("g1")
    scene = scene_of(glinski, glinski.start)
    movable, selected = (
        replace(scene, marks=(Mark(king, Sign.CHECK), Mark(king, sign))) for sign in (Sign.MOVABLE, Sign.SELECTED)
    )
    assert pixel(movable, king, 0.23, 0.398) == THEME.reach
    assert pixel(selected, king, 0.5) == THEME.accent
    for each, place in ((movable, (0.26, 0.46)), (selected, (0.1, 0.42))):
        red, green, _ = pixel(each, king, *place)
        assert red > green + 80


def test_check_shows_on_counters_of_any_colour() -> None:
    """Counters hide most of a glow, and red ones are hard to tell from it, so that a frame stands on it."""
    three = built(GAMES["nd-wellisch-3"], {})
    general = three.board.cell("b5")
    scene = replace(scene_of(three, three.start), marks=(Mark(general, Sign.CHECK),))
    assert pixel(scene, general, 0.0, 0.5) == THEME.danger
    assert pixel(scene, general, 0.0, 0.553) == THEME.ink


def test_tokens_show_on_their_pieces() -> None:
    """None, one, two, nine, ten and a hundred tokens look different on a king, and its neighbour stays as it was."""
    chess = built(GAMES["combat-chess"], {})
    king, queen = chess.board.cells("e1 d1")
    scenes = [
        scene_of(chess, chess.start._replace(tokens=((king, number),) if number else ()))
        for number in (0, 1, 2, 9, 10, 100)
    ]
    for one, other in combinations(scenes, 2):
        assert changed(one, other, king)
        assert not changed(one, other, queen)


def test_a_broken_shield_shows_on_an_exposed_piece() -> None:
    """A piece marked as exposed looks different, with and without its letter; a far one stays as it was."""
    scene = SCENES["imperial-exposed"]
    m7, g5 = built(GAMES["imperial"], {}).board.cells("m7 g5")
    hidden = replace(scene, marks=tuple(mark for mark in scene.marks if mark.sign is not Sign.EXPOSED))
    for letters in (False, True):
        assert changed(replace(scene, letters=letters), replace(hidden, letters=letters), m7)
    assert not changed(scene, hidden, g5)


def test_the_hill_shows() -> None:
    """The hill looks different from other cells, vacant or not; others stay as they are."""
    glinski = built(GAMES["glinski"], {"goal": "hill"})
    moved = replay_moves(glinski, "f5f6")
    for scene in (scene_of(glinski, glinski.start), scene_of(glinski, moved.position)):
        plain = replace(scene, marks=())
        f6, c3 = glinski.board.cells("f6 c3")
        assert changed(scene, plain, f6)
        assert not changed(scene, plain, c3)


def test_letters_show_beside_the_icons() -> None:
    """With letters, the pieces look different and vacant cells do not."""
    hexeh = built(GAMES["hexeh"], {})
    plain, lettered = scene_of(hexeh, hexeh.start), scene_of(hexeh, hexeh.start, letters=True)
    assert changed(plain, lettered, hexeh.board.cell("d1"))
    assert not changed(plain, lettered, hexeh.board.cell("d4"))


def test_threads_draw_what_one_thread_draws() -> None:
    """Eight threads starting with empty caches give the same bytes as one."""
    expected = {name: draw(scene) for name, scene in SCENES.items()}
    for cached in (background_of, page_of, piece_layer, mark_layer, text_mask, fight_strip):
        cached.cache_clear()
    names = sorted(SCENES) * 4
    with ThreadPoolExecutor(8) as pool:
        pictures = list(pool.map(lambda name: draw(SCENES[name]), names))
    assert pictures == [expected[name] for name in names]
