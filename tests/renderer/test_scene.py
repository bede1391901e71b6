"""Scenes as data."""

from __future__ import annotations

import pytest

from engine.dice.terms import PLAYERS
from engine.model.position import Move
from engine.play.commands import MakeMove
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.records.replay import replay_moves
from engine.rules.protocols import Result
from engine.variants import variant_of
from renderer.figures import Figure, Rank, figure_of
from renderer.layout.page import PAGE, page_of
from renderer.scene import Loss, Mark, Marks, Sign, Status, advice_of, game_scene, scene_of
from tests.engine.support import POLY, done, placed
from tests.renderer.samples import EXPOSED, corner_game, losing, square_game

HEXEH = variant_of("hexeh")
CELL = HEXEH.board.cell
IMPERIAL = variant_of("imperial")


def test_the_cells_have_their_names_and_the_shades_of_the_rules() -> None:
    """Hexeh's 37 cells come in cell order; c1 is light, d1 medium and c6 dark."""
    tiles = scene_of(HEXEH, HEXEH.start).grid.tiles
    assert tuple(tile.name for tile in tiles) == HEXEH.board.names
    shades = {tile.name: tile.shade for tile in tiles}
    assert (shades["c1"], shades["d1"], shades["c6"]) == ("light", "medium", "dark")


def test_the_pieces_are_those_of_the_position() -> None:
    """The array shows Red's empress on d1, Blue's wizard on d6, and twenty pieces in all."""
    pieces = dict(scene_of(HEXEH, HEXEH.start).pieces)
    assert len(pieces) == 20
    assert pieces[CELL("d1")] == Figure(1, "E", "fa6s.crown", rank=Rank.ROYAL)
    assert pieces[CELL("d6")] == Figure(2, "W", "fa6s.hat-wizard")


def test_the_other_side_sees_the_same_pieces_turned() -> None:
    """Seen by Blue, the pieces stand on the same cells, and those cells lie where point reflection takes them."""
    red, blue = scene_of(HEXEH, HEXEH.start, 1), scene_of(HEXEH, HEXEH.start, 2)
    assert red.pieces == blue.pieces
    here, there = (page_of(PAGE, scene.grid, 2).layout for scene in (red, blue))
    middle = HEXEH.board.cell("d4")
    for cell, _ in red.pieces:
        x, y = (here.centres[cell][axis] - here.centres[middle][axis] for axis in (0, 1))
        tx, ty = (there.centres[cell][axis] - there.centres[middle][axis] for axis in (0, 1))
        assert (tx, ty) == pytest.approx((-x, -y))


@pytest.mark.parametrize(("seat", "angles"), [(1, (0, 180)), (2, (180, 0))])
def test_pointing_icons_show_where_forward_is(seat: int, angles: tuple[int, int]) -> None:
    """From either side a Forerook of the viewer points up and one of the other down; a Rook is never turned."""
    altorth = variant_of("nd-altorth")
    pieces = dict(scene_of(altorth, altorth.start, seat).pieces)
    assert tuple(pieces[cell].angle for cell in altorth.board.cells("f1 j13")) == angles
    assert {figure.angle for figure in pieces.values() if figure.letter == "R"} == {0}


def test_a_pointing_icon_stands_upright_among_its_owners_lost_pieces_and_fights() -> None:
    """Without a view a figure is as its owner sees it; lost pieces are turned as on the board."""
    altorth = variant_of("nd-altorth")
    code = altorth.codes[2, "F"]
    assert figure_of(altorth, code).angle == 0
    white, black = scene_of(altorth, losing(altorth, altorth.start, {1: "F", 2: "F"})).sides[::-1]
    assert (white.lost[0].figure.angle, black.lost[0].figure.angle) == (0, 180)


def test_equal_questions_give_equal_scenes() -> None:
    """Two scenes of the same position are equal and hash alike, and a scene from another seat differs."""
    assert scene_of(HEXEH, HEXEH.start) == scene_of(HEXEH, HEXEH.start)
    assert hash(scene_of(HEXEH, HEXEH.start)) == hash(scene_of(HEXEH, HEXEH.start))
    assert scene_of(HEXEH, HEXEH.start) != scene_of(HEXEH, HEXEH.start, 2)


def test_the_last_move_marks_origin_and_target() -> None:
    """After c2c3 the scene marks c2 as the origin and c3 as the target."""
    state = replay_moves(HEXEH, "c2c3")
    scene = scene_of(HEXEH, state.position, last_move=state.last_move)
    assert scene.marks == (Mark(CELL("c2"), Sign.ORIGIN), Mark(CELL("c3"), Sign.TARGET))


@pytest.mark.parametrize(
    ("moves", "way"),
    [("c2c3 a4a3 d2e5", "d2 c2 b2 a2 b3 c4 d5 e5"), ("b1c3", "b1 c3"), ("c2c3", ""), ("", "")],
)
def test_the_last_move_tells_its_way(moves: str, way: str) -> None:
    """A wizard's way leads by the wall it bounced off; a step to the next cell has none, nor has the start."""
    state = replay_moves(HEXEH, moves)
    before = state.played[-1].before if state.played else None
    scene = scene_of(HEXEH, state.position, last_move=state.last_move, before=before)
    assert [HEXEH.board.names[cell] for cell in scene.way] == way.split()
    assert scene_of(HEXEH, state.position, last_move=state.last_move).way == ()


def test_an_attack_that_failed_still_shows_its_way() -> None:
    """A bishop that falls fighting a pawn has gone to it."""
    chess = variant_of("combat-chess")
    state = replay_moves(chess, "e2e4 e7e5 f1c4 g8f6 c4f7[1-6]")
    c4, *way = chess.board.cells("c4 d5 e6 f7")
    assert not state.position.occupied(c4)
    scene = scene_of(chess, state.position, last_move=state.last_move, before=state.played[-1].before)
    assert scene.way == (c4, *way)


def test_a_placement_has_no_way() -> None:
    """Scouts that are placed come from nowhere."""
    state = replay_moves(IMPERIAL, "@e2e6")
    assert scene_of(IMPERIAL, state.position, last_move=state.last_move, before=IMPERIAL.start).way == ()


def test_both_cells_of_a_placement_are_targets() -> None:
    """After White has placed its scouts on e2 and e6, both cells are marked as targets."""
    state = replay_moves(IMPERIAL, "@e2e6")
    e2, e6 = IMPERIAL.board.cells("e2 e6")
    scene = scene_of(IMPERIAL, state.position, last_move=state.last_move)
    assert scene.marks == (Mark(e2, Sign.TARGET), Mark(e6, Sign.TARGET))


@pytest.mark.parametrize(
    ("key", "armies", "royals"),
    [
        ("glinski", ("K g1 · P e4", "K f11 · R g9"), "g1"),
        ("glinski", ("K g1 · R f1", "K f11"), ""),
        ("imperial", ("K a2", "K m8 · D b2"), ""),
        ("nd-wellisch-3", ("G a1 · R h8", "G d1", "G o15 · R a8"), "a1 o15"),
        ("hexeh", ("E d1", "E d7 · W d2"), ""),
    ],
    ids=["the mover's king", "not the other's", "not by the hierarchy", "everybody's", "never where none is announced"],
)
def test_royal_pieces_in_check_are_marked(key: str, armies: tuple[str, ...], royals: str) -> None:
    """The marks show the checks that the text tells: the mover's, all of more than two sides, none in Hexeh."""
    variant = variant_of(key)
    marks = scene_of(variant, placed(variant, *armies)).marks
    assert [variant.board.names[cell] for cell, sign in marks if sign is Sign.CHECK] == royals.split()


def test_a_check_is_drawn_below_what_is_asked() -> None:
    """The glow of a king in check leaves it seen that the king is selected, or can move."""
    glinski = variant_of("glinski")
    king, position = glinski.board.cell("g1"), placed(glinski, "K g1 · P e4", "K f11 · R g9")
    for marks, sign in ((Marks(king), Sign.SELECTED), (Marks(movable=frozenset({king})), Sign.MOVABLE)):
        assert scene_of(glinski, position, marks=marks).marks == (Mark(king, Sign.CHECK), Mark(king, sign))


def test_the_hill_is_marked() -> None:
    """Where kings win on the hill its cells are marked, below all other marks."""
    chess = variant_of("chess", {"goal": "hill"})
    state = replay_moves(chess, "e2e4")
    hill = [Mark(cell, Sign.HILL) for cell in chess.board.cells("d4 d5 e4 e5")]
    marks = scene_of(chess, state.position, last_move=state.last_move).marks
    assert (hill, Sign.TARGET) == (list(marks[:4]), marks[-1].sign)
    assert () == scene_of(variant_of("chess"), variant_of("chess").start).marks


def test_the_title_tells_what_is_counted() -> None:
    """Where checks are counted, the title tells how many each side has given."""
    chess = variant_of("chess", {"goal": "three-check"})
    state = replay_moves(chess, "e2e4 f7f6 d1h5")
    scene = scene_of(chess, state.position)
    assert ("Chess, checks: White 1, Black 0", "Black to move") == (scene.title, scene.headline)


def test_a_piece_that_lost_its_protection_is_marked() -> None:
    """The piece that has captured on m7 is exposed, until the next move; asked marks leave the sign where it is."""
    m7 = IMPERIAL.board.cell("m7")
    sign = Mark(m7, Sign.EXPOSED)
    state = replay_moves(IMPERIAL, EXPOSED)
    assert scene_of(IMPERIAL, state.position).marks == (sign,)
    asked = scene_of(IMPERIAL, state.position, last_move=state.last_move, marks=Marks(targets=frozenset({m7})))
    assert asked.marks[-2:] == (Mark(m7, Sign.STRIKE), sign)
    after = replay_moves(IMPERIAL, f"{EXPOSED} c1d1")
    assert scene_of(IMPERIAL, after.position).marks == ()


def test_a_capture_exposes_nobody_where_captures_are_free() -> None:
    """In Hexeh, a piece that has just captured bears no sign."""
    position = replay_moves(HEXEH, "c2c3 c5c4 c3c4").position
    assert scene_of(HEXEH, position._replace(captor=CELL("c4"))).marks == ()


def test_asked_marks_tell_captures_from_moves() -> None:
    """Of a piece's targets the occupied ones are strikes, and they take the place of the last move's mark."""
    last = Move(CELL("c3"), CELL("c5"))
    marks = Marks(CELL("d6"), frozenset({CELL("c5"), CELL("d4")}), frozenset({CELL("d7")}))
    assert scene_of(HEXEH, HEXEH.start, last_move=last, marks=marks).marks == (
        Mark(CELL("c3"), Sign.ORIGIN),
        Mark(CELL("d6"), Sign.SELECTED),
        Mark(CELL("d7"), Sign.MOVABLE),
        Mark(CELL("c5"), Sign.STRIKE),
        Mark(CELL("d4"), Sign.REACH),
    )


def test_a_selected_piece_shows_where_it_promotes() -> None:
    """Of a selected guard the far throne is marked, under the targets; of a piece that never promotes nothing is."""
    guard, empress, throne = HEXEH.board.cells("c2 d1 d7")
    scene = scene_of(HEXEH, HEXEH.start, marks=Marks(guard, frozenset({throne})))
    assert scene.marks == (Mark(guard, Sign.SELECTED), Mark(throne, Sign.GOAL), Mark(throne, Sign.STRIKE))
    assert scene_of(HEXEH, HEXEH.start, marks=Marks(empress)).marks == (Mark(empress, Sign.SELECTED),)


def test_lost_pieces_are_counted_by_kind() -> None:
    """Two lost guards and a wizard of Blue show as one wizard and two guards on Blue's side."""
    position = losing(HEXEH, HEXEH.start, {2: "GWG"})
    blue, red = scene_of(HEXEH, position).sides
    assert [(loss.figure.letter, loss.number) for loss in blue.lost] == [("W", 1), ("G", 2)]
    assert red.lost == ()


def test_the_viewer_is_the_lowest_side() -> None:
    """The panel lists the sides in order of play and ends with the viewer."""
    corner = corner_game()
    names = [side.name for side in scene_of(corner, corner.start, 2).sides]
    assert names == ["Black", "Blue", "White", "Red"]


def test_the_side_to_move_is_named() -> None:
    """Before the first move Red is to move and Blue waits."""
    scene = scene_of(HEXEH, HEXEH.start)
    assert scene.headline == "Red to move"
    assert {side.name: side.status for side in scene.sides} == {"Red": Status.TO_MOVE, "Blue": Status.WAITING}


def test_a_result_takes_the_place_of_the_turn() -> None:
    """Once Blue has won by resignation nobody is to move, and the headline says so; Red has lost, but is not out."""
    scene = scene_of(HEXEH, HEXEH.start._replace(out=1 << 1), result=Result(2, "resignation"))
    assert scene.headline == "Blue wins: resignation"
    assert [side.status for side in scene.sides] == [Status.WON, Status.WAITING]


def test_a_draw_has_no_winner() -> None:
    """A drawn game shows both sides waiting and a headline that begins with Draw."""
    scene = scene_of(HEXEH, HEXEH.start, result=Result(None, "agreement"))
    assert scene.headline == "Draw: by agreement"
    assert {side.status for side in scene.sides} == {Status.WAITING}


@pytest.mark.parametrize("seat", [0, 3])
def test_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    """A game of two seats has no picture from seat 0 or 3: a ValueError that names the seats."""
    with pytest.raises(ValueError, match="seats 1 to 2"):
        scene_of(HEXEH, HEXEH.start, seat)


def test_losses_are_hashable_data() -> None:
    """Lost pieces compare as plain data."""
    square = square_game()
    black, _ = scene_of(square, losing(square, square.start, {2: "P"})).sides
    assert black.lost == (Loss(Figure(2, "P", "fa6s.chess-pawn"), 1),)


def test_fatigue_shows_as_tokens() -> None:
    """After a fight tied three times both pieces bear one token; before it nobody does."""
    chess = variant_of("combat-chess")
    before = replay_moves(chess, "e2e4 d7d5")
    after = replay_moves(chess, "e2e4 d7d5 e4d5[1-2,2-3,3-4]")
    assert scene_of(chess, before.position).tokens == ()
    assert scene_of(chess, after.position).tokens == tuple((cell, 1) for cell in sorted(chess.board.cells("e4 d5")))


def test_a_side_that_is_to_roll() -> None:
    """While a player is to roll for an attack, card and headline say so, and nobody is to move."""
    state = new_game(POLY, dice=PLAYERS)
    for text in ("e4", "d5", "exd5"):
        state = done(state, MakeMove(state.turn, None, text))
    scene = game_scene(state)
    assert scene.headline == "Black to roll"
    assert {side.name: side.status for side in scene.sides} == {"White": Status.WAITING, "Black": Status.TO_ROLL}


def test_advice_shows_the_piece_first_and_then_its_way() -> None:
    """The piece that is advised is selected; then its target is marked and its way drawn in place of the last move."""
    state = replay_moves(variant_of("glinski"), "b1b3 e10e8")
    board = state.variant.board
    queen = board.cell("e1")
    move = next(each for each in sheet(state).legal if each.origin == queen and board.distance(queen, each.target) > 1)
    piece, whole = (game_scene(state, marks=advice_of(move, whole=told)) for told in (False, True))
    assert set(piece.marks) == {*game_scene(state).marks, Mark(queen, Sign.SELECTED)}
    assert piece.way == game_scene(state).way
    assert set(whole.marks) == {Mark(queen, Sign.SELECTED), Mark(move.target, Sign.REACH)}
    assert (whole.way[0], whole.way[-1]) == (queen, move.target)


def test_advice_to_place_a_piece_shows_its_cells() -> None:
    """A piece that is placed stands nowhere before: at first nothing is marked, then the cells it is placed on."""
    state = new_game(IMPERIAL)
    move = sheet(state).legal[0]
    assert advice_of(move, whole=False) == Marks()
    scene = game_scene(state, marks=advice_of(move, whole=True))
    assert {mark.cell for mark in scene.marks if mark.sign is Sign.REACH} == {move.origin, move.target}
    assert not scene.way
