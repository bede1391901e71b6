"""Ratings, computed: places by order of elimination, shared ones, games that do not count, skills and their points."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.ratings import (
    NEWCOMER,
    abandoned,
    margin,
    places,
    placings,
    points,
    rating,
    terms,
    updated,
    verdict,
)
from bot.store import Player, Rated, Skill, StoredGame
from engine.play.commands import Resign
from engine.play.events import Agreed, Moved, Resigned
from engine.play.state import State
from engine.variants import families, variant_of
from tests.engine.proposing import accept_draw, offer_draw
from tests.engine.support import after, begun, done, played, setup
from tests.engine.toys import THREE

ANN, BEN, CAT = Player(11, "Ann"), Player(12, "Ben"), Player(13, "Cat")
TRIO = begun(THREE, "K d1 · R a1 g1", "K g4 · S f4", "K a4 · S b4")
FOUR_MOVES = "b1c3 f5e4 f1e3 b5c4"
GAME = StoredGame(
    number=1,
    guild=1,
    channel=2,
    variant="hexeh",
    edition=1,
    options={},
    start=None,
    stage="over",
    challenger=ANN.id,
    created=0,
    sequence=1,
    turn=None,
    shown=-1,
    message=None,
    worn=None,
    commitment="",
    seats={1: ANN, 2: BEN},
    rated=True,
)


def agreed(state: State) -> State:
    """The state after a draw has been agreed on by all who are left."""
    first, *others = state.remaining
    state = done(state, offer_draw(first))
    for seat in others:
        state = done(state, accept_draw(seat))
    return state


# ---- places


def test_two_players() -> None:
    """The winner comes first, the loser second; a draw is shared by both."""
    assert {1: 2, 2: 1} == places(done(after("b1c3"), Resign(1)))
    assert {1: 1, 2: 1} == places(agreed(after("b1c3")))
    taken = played(setup("E d1 · T c3", "E d4"), "Txd4")
    assert {1: 1, 2: 2} == places(taken)


def test_checkmate_leaves_the_loser_at_the_board() -> None:
    """Who is mated is not out, and comes second all the same."""
    mated = after("f2f3 e7e5 g2g4 d8h4", variant_of("chess"))
    assert (1, 2) == mated.remaining
    assert {1: 2, 2: 1} == places(mated)


def test_three_players_come_in_the_order_of_elimination() -> None:
    """Of three the last standing is first, and who leaves first is last, by capture or by resignation."""
    captured = played(TRIO, "g1g4", "b4c4", "a1a4")
    assert {1: 1, 2: 3, 3: 2} == places(captured)
    resigned = done(done(TRIO, Resign(3)), Resign(1))
    assert {1: 2, 2: 1, 3: 3} == places(resigned)


def test_a_draw_is_shared_by_those_who_are_left() -> None:
    """When two of three agree on a draw they share the first place, and who was out before is third."""
    assert {1: 1, 2: 3, 3: 1} == places(agreed(played(TRIO, "g1g4")))
    assert {1: 1, 2: 1, 3: 1} == places(agreed(TRIO))


def test_results_for_people() -> None:
    """A place shared at the top is drawn, an undivided one won, every other lost."""
    seats = {1: ANN, 2: BEN, 3: CAT}
    drawn = placings(replace(GAME, seats=seats), agreed(played(TRIO, "g1g4")))
    assert [(1, ANN, 1, "drawn"), (2, BEN, 3, "lost"), (3, CAT, 1, "drawn")] == drawn
    won = placings(replace(GAME, seats=seats), played(TRIO, "g1g4", "b4c4", "a1a4"))
    assert ["won", "lost", "lost"] == [placing.result for placing in won]


# ---- what counts


@pytest.mark.parametrize("moves", ["", "b1c3", "b1c3 f5e4", "b1c3 f5e4 f1e3"])
def test_a_game_given_up_at_once_is_abandoned(moves: str) -> None:
    """A game resigned or drawn by agreement before each player has made two moves does not count."""
    state = after(moves)
    assert abandoned(done(state, Resign(1)), Resigned())
    assert abandoned(agreed(state), Agreed("draw"))


def test_two_moves_each_are_a_game() -> None:
    """Once each player has made two moves a game counts, however it is given up."""
    for seat in (1, 2):
        assert not abandoned(done(after(FOUR_MOVES), Resign(seat)), Resigned())
    assert not abandoned(agreed(after(FOUR_MOVES)), Agreed("draw"))


def test_a_game_decided_on_the_board_is_not_abandoned() -> None:
    """A game that a move has ended counts, however short it was."""
    assert not abandoned(played(setup("E d1 · T c3", "E d4"), "Txd4"), Moved("c3d4"))


def test_placements_are_no_moves() -> None:
    """Pieces placed before the first move are not counted as moves."""
    state = after("@e3e5 @i3i9 d4e4 j5i4", variant_of("imperial"))
    assert abandoned(done(state, Resign(1)), Resigned())


def test_who_left_early_does_not_spoil_the_game_of_the_others() -> None:
    """Of three, only those still in the game when it ends need to have made two moves."""
    state = played(done(TRIO, Resign(3)), "d1d2", "g4f5", "d2d1", "f5g4")
    assert not abandoned(done(state, Resign(1)), Resigned())
    assert abandoned(done(played(done(TRIO, Resign(3)), "d1d2"), Resign(1)), Resigned())


def test_what_is_never_rated() -> None:
    """A game chosen unrated, from a position of one's own, or with one person in several seats is never rated."""
    long = done(after(FOUR_MOVES), Resign(1))
    short = done(after("b1c3"), Resign(1))
    for game, found in (
        (GAME, Rated.RATED),
        (replace(GAME, rated=False), Rated.CASUAL),
        (replace(GAME, start="7/7 1"), Rated.OWN_START),
        (replace(GAME, seats={1: ANN, 2: ANN}), Rated.HOT_SEAT),
    ):
        assert found is terms(game)
        assert found is verdict(game, long, Resigned())
        assert (Rated.ABANDONED if found is Rated.RATED else found) is verdict(game, short, Resigned())


def test_families() -> None:
    """A family is a game's own key or the one it names; with fights it is another, by the form of the dice."""
    assert "hexeh" == variant_of("hexeh").family == variant_of("hexeh", {"travelers": "straight"}).family
    assert "hexeh+d6" == variant_of("hexeh", {"combat": "d6"}).family
    assert "chess" == variant_of("chess").family == variant_of("combat-chess", {"combat": "off"}).family
    assert "chess+poly" == variant_of("combat-chess").family == variant_of("chess", {"combat": "poly"}).family
    names = families()
    assert ("Chess", "Combat Chess") == (names["chess"], names["chess+poly"])
    assert "Hexeh with d6 fights" == names["hexeh+d6"]


# ---- skills


def test_winning_and_losing() -> None:
    """Between newcomers the winner gains what the loser loses, and both are known better than before."""
    winner, loser = updated([NEWCOMER, NEWCOMER], [1, 2])
    assert points(winner) - 1500 == 1500 - points(loser) > 50
    assert winner.sigma < NEWCOMER.sigma > loser.sigma
    assert (1, 1) == (winner.games, loser.games)


def test_a_draw_moves_unequal_players_together() -> None:
    """A draw leaves equals where they are, and moves the stronger down and the weaker up."""
    assert [1500, 1500] == [points(skill) for skill in updated([NEWCOMER, NEWCOMER], [1, 1])]
    strong, weak = updated([Skill(30, 3, 20), Skill(20, 3, 20)], [1, 1])
    assert strong.mu < 30
    assert weak.mu > 20


def test_three_and_four_are_ranked() -> None:
    """In games for three and four, newcomers come out in the order of their places, those who share one alike."""
    first, second, third, fourth = (skill.mu for skill in updated([NEWCOMER] * 4, [1, 2, 3, 4]))
    assert first > second > third > fourth
    one, other, last = (skill.mu for skill in updated([NEWCOMER] * 3, [1, 1, 3]))
    assert one == other > last


@given(st.lists(st.tuples(st.floats(0, 50), st.floats(1, 9), st.integers(1, 4)), min_size=2, max_size=4))
def test_the_order_of_the_seats_does_not_matter(players: list[tuple[float, float, int]]) -> None:
    """What a game does to a skill depends on skills and places, not on who sits where; a win never costs anything."""
    skills, ranks = [Skill(mu, sigma, 3) for mu, sigma, _ in players], [place for *_, place in players]
    straight = updated(skills, ranks)
    turned = updated(skills[::-1], ranks[::-1])[::-1]
    for one, other in zip(straight, turned, strict=True):
        assert one.mu == pytest.approx(other.mu)
        assert one.sigma == pytest.approx(other.sigma)
    if ranks.count(min(ranks)) == 1:
        winner = ranks.index(min(ranks))
        assert straight[winner].mu >= skills[winner].mu


def test_points() -> None:
    """A newcomer has 1500 points give or take 500; a unit of mu is 30 points."""
    assert (1500, 500) == (points(NEWCOMER), margin(NEWCOMER))
    assert (1800, 60) == (points(Skill(35, 1, 9)), margin(Skill(35, 1, 9)))


def test_provisional_until_ten() -> None:
    """A rating is provisional until its tenth game."""
    assert ["1500?", "1500?", "1500"] == [rating(Skill(25, 8, games)) for games in (0, 9, 10)]
