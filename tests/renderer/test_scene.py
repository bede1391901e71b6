"""Scenes as data."""

from __future__ import annotations

import pytest

from engine.dice.terms import PLAYERS
from engine.play.commands import MakeMove
from engine.play.events import Event, Moved
from engine.play.game import advance, new_game
from engine.play.referee import sheet
from engine.records.replay import replay_moves
from engine.rules.protocols import Result
from engine.variants import variant_of
from renderer.figures import Figure, Rank, figure_of
from renderer.scene import Loss, Mark, Marks, Sign, Status, advice_of, game_scene, marks_of, scene_of
from tests.engine.support import POLY, done, placed
from tests.renderer.samples import EXPOSED, corner_game, losing

HEXEH, IMPERIAL, GLINSKI, FOUGHT = (variant_of(key) for key in ("hexeh", "imperial", "glinski", "combat-chess"))
CELL = HEXEH.board.cell


def test_cells_and_pieces_are_those_of_the_game() -> None:
    """Hexeh's cells come in cell order with the shades of the rules, its pieces as the array has them."""
    scene = scene_of(HEXEH, HEXEH.start)
    shades = {tile.name: tile.shade for tile in scene.grid.tiles}
    assert tuple(shades) == HEXEH.board.names
    assert (shades["c1"], shades["d1"], shades["c6"]) == ("light", "medium", "dark")
    pieces = dict(scene.pieces)
    assert len(pieces) == 20
    assert pieces[CELL("d1")] == Figure(1, "E", "fa6s.crown", rank=Rank.ROYAL)
    assert pieces[CELL("d6")] == Figure(2, "W", "fa6s.hat-wizard")


@pytest.mark.parametrize(("seat", "angles"), [(1, (0, 180)), (2, (180, 0))])
def test_pointing_icons_show_where_forward_is(seat: int, angles: tuple[int, int]) -> None:
    """From either side a Forerook of the viewer points up and one of the other down; a Rook never turns."""
    altorth = variant_of("nd-altorth")
    scene = scene_of(altorth, losing(altorth, altorth.start, {1: "F", 2: "F"}), seat)
    pieces = dict(scene.pieces)
    assert tuple(pieces[cell].angle for cell in altorth.board.cells("f1 j13")) == angles
    assert {figure.angle for figure in pieces.values() if figure.letter == "R"} == {0}
    assert {side.number: side.lost[0].figure.angle for side in scene.sides} == dict(zip((1, 2), angles, strict=True))
    assert figure_of(altorth, altorth.codes[2, "F"]).angle == 0


@pytest.mark.parametrize("seat", [0, 3])
def test_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    with pytest.raises(ValueError, match="seats 1 to 2"):
        scene_of(HEXEH, HEXEH.start, seat)


@pytest.mark.parametrize(
    ("key", "moves", "way"),
    [
        ("hexeh", "c2c3 a4a3 d2e5", "d2 c2 b2 a2 b3 c4 d5 e5"),
        ("hexeh", "b1c3", "b1 c3"),
        ("hexeh", "c2c3", ""),
        ("hexeh", "", ""),
        ("combat-chess", "e2e4 e7e5 f1c4 g8f6 c4f7[1-6]", "c4 d5 e6 f7"),
        ("imperial", "@e2e6", ""),
    ],
    ids=["off a wall", "round a corner", "a step", "the start", "an attack that failed", "a placement"],
)
def test_the_last_move_tells_its_way(key: str, moves: str, way: str) -> None:
    state = replay_moves(variant_of(key), moves)
    board = state.variant.board
    assert [board.names[cell] for cell in game_scene(state).way] == way.split()
    assert scene_of(state.variant, state.position, last_move=state.last_move).way == ()


CHESS = variant_of("chess", {"goal": "hill"})


@pytest.mark.parametrize(
    ("key", "moves", "asked", "marks"),
    [
        ("hexeh", "c2c3", Marks(), "c2 origin, c3 target"),
        ("imperial", "@e2e6", Marks(), "e2 target, e6 target"),
        ("imperial", EXPOSED, Marks(), "l6 origin, m7 target, m7 exposed"),
        ("imperial", f"{EXPOSED} c1d1", Marks(), "c1 origin, d1 target"),
        ("imperial", EXPOSED, Marks(targets=frozenset(IMPERIAL.board.cells("m7"))), "l6 origin, m7 strike, m7 exposed"),
        (
            "hexeh",
            "c2c3",
            Marks(CELL("d6"), frozenset({CELL("c3"), CELL("d4")}), frozenset({CELL("d7")})),
            "c2 origin, d6 selected, d7 movable, c3 strike, d4 reach",
        ),
        ("hexeh", "", Marks(CELL("c2"), frozenset({CELL("d7")})), "c2 selected, d7 goal, d7 strike"),
        ("hexeh", "", Marks(CELL("d1")), "d1 selected"),
    ],
    ids=[
        "a move",
        "a placement",
        "a capture that costs protection",
        "until the next move",
        "asked marks leave it",
        "asked marks take the place of the last move's",
        "where it promotes",
        "what never promotes",
    ],
)
def test_marks(key: str, moves: str, asked: Marks, marks: str) -> None:
    """The last move, what is asked and what a rule makes of a cell are marked, in the order in which they are drawn."""
    state = replay_moves(variant_of(key), moves)
    scene = scene_of(state.variant, state.position, last_move=state.last_move, marks=asked)
    names = state.variant.board.names
    assert ", ".join(f"{names[cell]} {sign.name.lower()}" for cell, sign in scene.marks) == marks


def test_the_hill_is_marked_below_all() -> None:
    """Where kings win on the hill its cells are marked first, elsewhere not at all."""
    state = replay_moves(CHESS, "e2e4")
    marks = scene_of(CHESS, state.position, last_move=state.last_move).marks
    assert list(marks[:4]) == [Mark(cell, Sign.HILL) for cell in CHESS.board.cells("d4 d5 e4 e5")]
    assert [mark.sign for mark in marks[4:]] == [Sign.ORIGIN, Sign.TARGET]
    assert scene_of(GLINSKI, GLINSKI.start).marks == ()


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
    """The marks show the checks that the text tells, below what is asked."""
    variant = variant_of(key)
    position, names = placed(variant, *armies), variant.board.names
    assert [names[cell] for cell, sign in scene_of(variant, position).marks if sign is Sign.CHECK] == royals.split()
    if king := royals[:2]:
        cell = variant.board.cell(king)
        marks = scene_of(variant, position, marks=Marks(movable=frozenset({cell}))).marks
        assert [mark.sign for mark in marks if mark.cell == cell] == [Sign.CHECK, Sign.MOVABLE]


def test_threats_come_without_the_last_move() -> None:
    """A tint for the last move, or its arrow, would be taken for a threat."""
    state = replay_moves(GLINSKI, "b1b3")
    scene = game_scene(state, threats=((3, 1, 0),))
    assert (scene.threats, scene.marks, scene.way) == (((3, 1, 0),), (), ())


def test_sides_are_in_order_of_play_the_viewer_last() -> None:
    corner = corner_game()
    assert [side.name for side in scene_of(corner, corner.start, 2).sides] == ["Black", "Blue", "White", "Red"]
    blue, red = scene_of(HEXEH, losing(HEXEH, HEXEH.start, {2: "GWG"})).sides
    assert [(loss.figure.letter, loss.number) for loss in blue.lost] == [("W", 1), ("G", 2)]
    assert blue.lost[0] == Loss(Figure(2, "W", "fa6s.hat-wizard", angle=blue.lost[0].figure.angle), 1)
    assert red.lost == ()


@pytest.mark.parametrize(
    ("result", "headline", "statuses"),
    [
        (None, "Red to move", (Status.TO_MOVE, Status.WAITING)),
        (Result(2, "resignation"), "Blue wins by resignation", (Status.WAITING, Status.WON)),
        (Result(None, "agreement"), "Draw by agreement", (Status.WAITING, Status.WAITING)),
    ],
)
def test_how_sides_stand(result: Result | None, headline: str, statuses: tuple[Status, ...]) -> None:
    """The headline tells who is to move or how the game ended; of two sides, the loser isn't out."""
    position = HEXEH.start._replace(out=1 << 1) if result and result.winner else HEXEH.start
    scene = scene_of(HEXEH, position, result=result)
    assert scene.headline == headline
    assert tuple(side.status for side in sorted(scene.sides)) == statuses


def test_a_side_that_is_to_roll() -> None:
    """While a player is to roll for an attack, card and headline say so, and nobody is to move."""
    state = new_game(POLY, dice=PLAYERS)
    for text in ("e4", "d5", "exd5"):
        state = done(state, MakeMove(state.turn, None, text))
    scene = game_scene(state)
    assert scene.headline == "Black to roll"
    assert {side.name: side.status for side in scene.sides} == {"White": Status.WAITING, "Black": Status.TO_ROLL}


def test_the_title_tells_what_is_counted() -> None:
    """Where checks are counted, the title tells how many each side has given, then the occasion."""
    state = replay_moves(variant_of("chess", {"goal": "three-check"}), "e2e4 f7f6 d1h5")
    assert game_scene(state, occasion="game 7").title == "Chess, checks: White 1, Black 0 · game 7"


def test_advice_shows_the_piece_first_and_then_its_way() -> None:
    """The piece that is advised is selected; then its target is marked and its way drawn in place of the last move."""
    state = replay_moves(GLINSKI, "b1b3 e10e8")
    queen = GLINSKI.board.cell("e1")
    legal = sheet(state).legal
    move = next(each for each in legal if each.origin == queen and GLINSKI.board.distance(queen, each.target) > 1)
    piece, whole = (game_scene(state, marks=advice_of((move,), whole=told)) for told in (False, True))
    assert set(piece.marks) == {*game_scene(state).marks, Mark(queen, Sign.SELECTED)}
    assert piece.way == game_scene(state).way
    assert set(whole.marks) == {Mark(queen, Sign.SELECTED), Mark(move.target, Sign.REACH)}
    assert (whole.way[0], whole.way[-1], whole.ahead) == (queen, move.target, ())
    answer = sheet(advance(state, Event(3, 0, 1, Moved(move)))).legal[0]
    (way,) = game_scene(state, marks=advice_of((move, answer), whole=True)).ahead
    assert (way[0], way[-1]) == (answer.origin, answer.target)


def test_advice_to_place_a_piece_shows_its_cells() -> None:
    """A piece that is placed stands nowhere before: at first nothing is marked, then the cells it is placed on."""
    state = new_game(IMPERIAL)
    move = sheet(state).legal[0]
    assert advice_of((move,), whole=False) == Marks()
    assert marks_of(state).movable == {cell for each in sheet(state).legal for cell in (each.origin, each.target)}
    scene = game_scene(state, marks=advice_of((move,), whole=True))
    assert {mark.cell for mark in scene.marks if mark.sign is Sign.REACH} == {move.origin, move.target}
    assert not scene.way
