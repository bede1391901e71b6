"""Three seats on a hexagon: turned armies, eliminations, the last standing, draws by everyone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.model.position import Position, bits
from engine.notation.describe import pieces_in_words
from engine.play.commands import ClaimDraw, MakeMove, Resign
from engine.play.referee import sheet
from engine.play.refusals import AgreedAlready, HasLeft, NothingToClaim, NotYourTurn
from engine.rules.protocols import Result
from tests.engine.proposing import accept_draw, decline_draw, offer_draw
from tests.engine.support import begun, done, long_moves, names, placed, played, random_game, refused, targets
from tests.engine.toys import THREE

BOARD = THREE.board
START = begun(THREE, "K d1 · R c1 · L e1 · N d2 · S c2 e2", "K g4 · S f4 · L g3", "K a4 · S b4 · R a3")


def turned(position: Position, hours: int) -> Position:
    """The board turned by a third, or two, and every piece given to the seat whose place he comes to."""
    shift = {8: 1, 4: 2, 0: 0}[hours]
    armies = [""] * 3
    for seat in (1, 2, 3):
        pieces = []
        for cell in bits(position.pieces[seat]):
            piece = THREE.piece(position, cell)
            assert piece is not None
            pieces.append(f"{piece.kind.letter} {BOARD.names[BOARD.turned(cell, hours)]}")
        armies[(seat - 1 + shift) % 3] = " · ".join(pieces)
    return placed(THREE, *armies, turn=(position.turn - 1 + shift) % 3 + 1)


def pairs(position: Position, hours: int = 0) -> set[tuple[str, str]]:
    """The legal moves as pairs of cells, turned with the board."""
    moves = THREE.legality.legal(sheet(START).movement, position)
    return {(BOARD.names[BOARD.turned(m.origin, hours)], BOARD.names[BOARD.turned(m.target, hours)]) for m in moves}


def test_armies_are_turned() -> None:
    """Each seat has the first one's army, turned by its facing."""
    assert "chief d1; rider c1; lurker e1; nomad d2; spears c2, e2" == pieces_in_words(THREE, THREE.start, 1)
    assert "chief g4; rider g3; lurker f5; nomad f4; spears e5, f3" == pieces_in_words(THREE, THREE.start, 2)
    assert "chief a4; rider b5; lurker a3; nomad b4; spears b3, c5" == pieces_in_words(THREE, THREE.start, 3)


def test_each_seat_has_its_own_forward() -> None:
    """A spear goes up the board for Red, down to the left for Gold and down to the right for Blue."""
    state = begun(THREE, "K d1 · S d3", "K g4 · S f3", "K a4 · S b3")
    assert names("d4") == targets(state, "d3")
    assert names("e3") == targets(played(state, "d3d4"), "f3")
    assert names("c3") == targets(played(state, "d3d4", "f3e3"), "b3")


@given(st.integers(0, 10_000), st.integers(0, 60), st.sampled_from([0, 4, 8]))
def test_turning_the_board_turns_the_moves(seed: int, plies: int, hours: int) -> None:
    """When the board is turned by a seat, the legal moves turn with it."""
    *_, state = random_game(THREE, seed, plies)
    if state.result is None and not state.position.out:
        assert pairs(state.position, hours) == pairs(turned(state.position, hours))


def test_order_of_play() -> None:
    """Red, Gold and Blue move in turn."""
    state, turns = START, [START.turn]
    for move in ("c2c3", "f4e4", "b4c4"):
        state = played(state, move)
        turns.append(state.turn)
    assert [1, 2, 3, 1] == turns


def test_elimination() -> None:
    """Who loses the chief is out, and all his pieces leave the board."""
    state = played(begun(THREE, "K d1 · R g1", "K g4 · R f4 · S e4", "K a4"), "g1g4")
    assert state.result is None
    assert (1, 3) == state.remaining
    assert "" == pieces_in_words(THREE, state.position, 2)
    assert "chief a4" == pieces_in_words(THREE, state.position, 3)
    assert 3 == state.turn


def test_the_eliminated_are_passed_over() -> None:
    """The turn passes over who is out, and he may command nothing."""
    state = played(begun(THREE, "K d1 · R g1", "K g4 · R f4", "K a4"), "g1g4", "a4a3")
    assert 1 == state.turn
    for command in (MakeMove(2, move="f4f3"), Resign(2), offer_draw(2), ClaimDraw(2)):
        assert isinstance(refused(state, command), HasLeft)


def test_cells_of_the_eliminated_are_free() -> None:
    """Lines that the eliminated player's pieces have blocked are open when they leave."""
    state = begun(THREE, "K d1 · R g1 d3", "K g4 · S d5", "K a4")
    assert "d6" not in targets(state, "d3")
    assert "d6" in targets(played(state, "g1g4", "a4a3"), "d3")


def test_last_standing() -> None:
    """The last player with a chief has won, and the game is over."""
    state = played(begun(THREE, "K d1 · R a1 g1", "K g4", "K a4 · S b4"), "g1g4", "b4c4")
    assert state.result is None
    state = played(state, "a1a4")
    assert Result(1, "last-standing") == state.result
    assert [] == long_moves(state)


def test_captured_by_whoever() -> None:
    """Blue may capture Red's chief, and play goes on between Gold and Blue."""
    state = played(begun(THREE, "K d1 · S d3", "K g4", "K c1", turn=3), "c1d1")
    assert (2, 3) == state.remaining
    assert 2 == state.turn


def test_resignation_leaves_the_others() -> None:
    """Who resigns is out with his pieces; the rest play on, and the last standing has won."""
    state = done(START, Resign(2))
    assert state.result is None
    assert (1, 3) == state.remaining
    assert 1 == state.turn
    assert 0 == state.position.pieces[2]
    assert Result(3, "last-standing") == done(state, Resign(1)).result


def test_resignation_on_the_move() -> None:
    """When the player to move resigns, the next one moves."""
    state = done(START, Resign(1))
    assert 2 == state.turn
    assert isinstance(refused(state, MakeMove(3, move="b4c4")), NotYourTurn)


def test_draw_needs_everyone() -> None:
    """A draw is agreed only when every player still in the game has consented."""
    state = done(done(START, offer_draw(1)), accept_draw(3))
    assert state.result is None
    assert isinstance(refused(state, accept_draw(3)), AgreedAlready)
    assert Result(None, "agreement") == done(state, accept_draw(2)).result


def test_one_may_decline() -> None:
    """One player who declines ends the offer for all."""
    state = done(done(done(START, offer_draw(1)), accept_draw(3)), decline_draw(2))
    assert state.proposal("draw") is None
    assert state.result is None


def test_draw_of_those_left() -> None:
    """Who is out need not consent."""
    state = done(done(START, Resign(2)), offer_draw(1))
    assert Result(None, "agreement") == done(state, accept_draw(3)).result


def test_offer_lapses() -> None:
    """An offer lapses when a player moves who has not consented, and stands when one moves who has."""
    offered = done(played(START, "c2c3"), offer_draw(1))
    assert played(offered, "f4e4").proposal("draw") is None
    assert played(done(offered, accept_draw(2)), "f4e4").proposal("draw") is not None


def test_no_offer_hangs_after_an_elimination() -> None:
    """When the only player who has not consented is eliminated, the draw is agreed or the offer gone, not left open."""
    state = begun(THREE, "K d1 · R a1", "K g4", "K a4")
    state = played(done(done(state, offer_draw(1)), accept_draw(2)), "a1a4")
    assert Result(None, "agreement") == state.result or state.proposal("draw") is None


def test_claims_count_those_left() -> None:
    """The counters of players who are out do not hold a claim back; that one leaves starts the count anew."""
    pieces = ("K d1 · R c1", "K a4 · R a3", "K g4 · R g3")
    full = begun(THREE, *pieces, quiet="5,4,5")
    assert isinstance(refused(full, ClaimDraw(1)), NothingToClaim)
    assert isinstance(refused(done(full, Resign(2)), ClaimDraw(1)), NothingToClaim)
    state = begun(THREE, pieces[0], "", pieces[2], quiet="5,4,5", out="2")
    assert Result(None, "claim-5") == done(state, ClaimDraw(1)).result


def test_random_games_end_in_order() -> None:
    """In random games the seats out never come back, and no piece of theirs is on the board while others play."""
    for seed in range(30):
        out = 0
        for state in random_game(THREE, seed, 200):
            assert out == out & state.position.out
            out = state.position.out
            if state.result is None:
                assert not any(state.position.pieces[seat] for seat in bits(out))
                assert not out >> state.turn & 1
