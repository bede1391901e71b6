"""The coach: hints say what the search found, reviews find where a game turned and tell dice from choices."""

from __future__ import annotations

from functools import cache

import pytest

from engine import Game
from engine.lookahead.coach import hanging, hint, hint_of, line_written, loose, prospects_in_words, purpose, share
from engine.lookahead.review import HALVING_COST, TURNING_POINT_MIN_SHARE, MoveAssessment, Review, TurningPoint, review
from engine.lookahead.search import WIN, Level, think
from engine.lookahead.search.chances import UNIT, chances
from engine.model.position import long_form
from engine.play.referee import sheet
from engine.records.replay import replay_moves
from engine.rules.fight import FightResult
from engine.variants import GAMES, variant_of
from tests.engine.support import CHESS, STALEMATING, from_fen
from tests.suites import spread

QUICK = Level(0, "quick", "looks a little ahead.", 800, 3, 0, 0)


def moved(key: str, moves: str, **options: str) -> Game:
    """A game after some moves, with the dice of its fights."""
    game = Game(key, options)
    for move in moves.split():
        game = game.play(move)
    return game


HUNT = "Tfg2 Gcb4 Tgd5 Gb3 Tdb4 Tfe4 Ged3 Td5 Txc6 Te3 Txd7"
"""A game of Hexeh in which Blue overlooks that the empress is attacked."""


@cache
def fools_mate() -> Review:
    return review(moved("chess", "f3 e5 g4 Qh4").state, QUICK)


# ---- hints


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b", "Look at your queen on d8."),
        (
            "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b",
            "The queen moves from d8 to h4 (Qh4#). It ends the game: Black wins",
        ),
        ("4k3/8/8/3r4/8/8/8/3RK3 w", "It takes the rook on d5, which nobody guards."),
        ("4k3/8/8/3r4/8/8/8/3RK3 w", "You're ahead by"),
        ("7k/8/8/8/8/8/R7/1R2K3 w", "It forces a win in 2 moves."),
        ("8/8/8/4P3/8/8/k7/7K w", "gets closer to promoting (2 more steps)."),
        ("7k/8/8/8/8/8/6q1/7K w", "It's your only legal move."),
    ],
)
def test_hints(fen: str, words: str) -> None:
    """A hint says first the piece alone, then its move, then why."""
    advice = hint(from_fen(f"{fen} - - 0 1"), QUICK._replace(nodes=20_000, depth=6) if "R7" in fen else QUICK)
    assert words in f"{advice.piece} {advice.place} {advice.why}"


def test_a_fight_is_told_with_its_chances() -> None:
    """An attack is told with the share of the throws that win it."""
    game = moved("hexeh", "", combat="poly").state
    attacks = [
        move
        for move in game.movement.legal(game.position)
        if game.variant.combat and game.variant.combat.fight(game.movement, game.position, move)
    ]
    thought = think(game, QUICK, 0)._replace(move=attacks[0], line=(attacks[0],))
    advice = hint_of(game, thought)
    assert " attacks " in advice.place
    assert "% of the time." in advice.why
    assert line_written(game, (attacks[0],)).endswith("…")


@pytest.mark.parametrize("key", spread(4, GAMES))
def test_every_game_has_hints(key: str) -> None:
    """Hints name pieces, cells and reasons in every game, placements included; the same each time."""
    state = Game(key).state
    small = QUICK._replace(nodes=60, depth=1)
    advice = hint(state, small)
    assert advice == hint(state, small)
    assert advice.piece.endswith(".")
    assert advice.place.endswith(").")
    assert len(advice.why) < 500


def test_who_can_be_taken() -> None:
    """A piece hangs where nobody guards it, or where something worth less attacks it."""
    state = from_fen("4k3/8/8/1p1r4/2P5/2N5/1P6/3RK3 b - - 0 1")
    cell = state.variant.board.cell
    assert hanging(state.movement, state.position, cell("d5"))
    assert not hanging(state.movement, state.position, cell("b5")), "the rook guards it"
    assert not hanging(state.movement, state.position, cell("c3"))
    assert next(loose(state.movement, state.position, 2)) == cell("d5")


def test_values_in_words() -> None:
    """Values are told as shares of a win, forced wins in moves."""
    chess, three, fought = variant_of("chess"), variant_of("nd-wellisch-3"), variant_of("combat-chess")
    assert share(chess, 0) == share(fought, 0) == 0.5
    assert (share(chess, WIN - 3), share(fought, 3 - WIN)) == (1.0, 0.0)
    assert share(chess, 500) == pytest.approx(0.75)
    assert share(fought, 500) == pytest.approx(0.6), "dice may turn it"
    assert prospects_in_words(chess, 1, WIN - 3) == "White wins in 2 moves."
    assert prospects_in_words(chess, 1, 2 - WIN) == "White loses in 1 move."
    assert prospects_in_words(chess, 2, 10) == "The game is about even."
    assert prospects_in_words(chess, 2, -130) == "Black is behind by 1.3 pawns (40 % to win)."
    assert prospects_in_words(fought, 1, 60) == "The game is about even.", "51 % is nothing that a player can tell"
    assert prospects_in_words(fought, 2, 500) == "Black is ahead (60 % to win)."
    assert prospects_in_words(three, 1, WIN - 3) == "Red wins by force."
    assert prospects_in_words(three, 1, WIN - 3, you=True) == "You win by force."
    assert prospects_in_words(three, 1, 0, you=True) == "You're about even with the others together."


# ---- reviews


def test_where_a_game_turned() -> None:
    """The move that allowed mate is the one with which the game turned, and a better one is named."""
    found = fools_mate()
    (turning,) = [each for each in found.turning_points if each.ply == 2]
    words = turning.words("ann")
    assert words.startswith("Move 2, g4?? – ann's chances fell from ")
    assert " to 0. Better: " in words
    assert "– your chances fell" in turning.words("You")
    assert len(found.turning_points) <= 3


def test_a_game_given_up_is_valued_as_it_stood() -> None:
    """The move before a resignation is judged by the position it led to, not by the resignation."""
    found = review(moved("chess", "e4 e5 Qh5 Nc6 Qxe5").resign(2).state, QUICK)
    assert len(found.shares[1]) == 7
    assert found.shares[1][-1] == 1.0
    assert 0 < found.shares[1][-2] < 1
    assert found.moves[4].cost > TURNING_POINT_MIN_SHARE, "a queen was given for a pawn"


@pytest.mark.parametrize(("option", "ends"), [("draw", [0.5, 0.5]), ("three-quarters", [0.75, 0.25])])
def test_a_stalemate_counts_in_a_review_as_it_scores(option: str, ends: list[float]) -> None:
    """The curves end with what each side scored."""
    state = replay_moves(variant_of("glinski", {"stalemate": option}), STALEMATING)
    found = review(state, QUICK._replace(nodes=20))
    assert ends == [found.shares[seat][-1] for seat in (1, 2)]


def test_dice_and_choices() -> None:
    """What the dice gave is measured against all ways the fight could have ended, and is fair on average."""
    results = {}
    for dice in ("6+6-1+1", "1+1-6+6"):
        game = Game("hexeh", {"combat": "d6"}).play("Tbxc6", dice)
        results[dice] = game.resign(1).state
    found = {dice: review(state, QUICK).moves[0] for dice, state in results.items()}
    won, lost = found["6+6-1+1"], found["1+1-6+6"]
    assert won.luck > 0 > -0.02 > lost.luck
    assert won.cost == pytest.approx(lost.cost, abs=0.02), "the choice was the same"
    fight = results["6+6-1+1"].played[0].fought
    assert fight is not None
    odds = {verdict: weight / UNIT for verdict, weight in chances(fight.fight)}
    rest = odds.get(FightResult.TIED, 0.0)
    assert abs(won.luck * odds[FightResult.WON] + lost.luck * odds[FightResult.LOST]) <= rest + 0.02
    unlucky = TurningPoint(0, 1, "Tbxc6", MoveAssessment(0, 1, 0.6, luck=-0.2), "", "")
    assert unlucky.words("You") == "Move 1, Tbxc6 – the dice failed you: from 60 % to 40 %."


def test_the_move_that_lost_the_royal() -> None:
    """It is among the turning points even where three others weigh more, with what would have saved the royal."""
    found = review(moved("hexeh", HUNT).state, QUICK)
    fatal = found.turning_points[-1]
    assert (fatal.ply, fatal.royal) == (len(found.moves) - 2, "empress")
    assert fatal.words("ann").endswith(" to 0. Better: Tbxc6, taking the traveler.")
    weighed = tuple(each._replace(cost=0.9 if each.ply < fatal.ply else 0.0) for each in found.moves)
    kept = Review(found.state, found.shares, weighed).turning_points
    assert [len(kept), kept[-1].words("ann")] == [3, f"Move {fatal.round}, {fatal.move} – that lost the empress."]


def test_a_game_without_moves() -> None:
    """It did not turn, and nobody chose anything."""
    found = review(Game("chess").resign().state, QUICK)
    assert (found.turning_points, found.accuracy(1)) == ((), None)


def test_purposes() -> None:
    """A move that is better is told with what it takes, or with the royal that it saves."""
    state = from_fen("4k3/8/8/8/8/2n5/1P6/r3K3 w - - 0 1")
    told = {short: purpose(state, move) for move in sheet(state).legal for short in [long_form(CHESS.board, move)]}
    assert set(told.values()) == {", saving the king"}
    after = replay_moves(CHESS, "e2e4 d7d5")
    takes = next(move for move in sheet(after).legal if long_form(CHESS.board, move) == "e4d5")
    assert purpose(after, takes) == ", taking the pawn"


def test_accuracy() -> None:
    """Accuracy is high for the best moves and falls with what choices cost; forced moves are no choices."""
    found = fools_mate()
    assert (found.accuracy(1) or 0) < 0.7
    assert (found.accuracy(2) or 0) > 0.9
    halved = tuple(each._replace(cost=HALVING_COST * (each.ply == 0), chosen=True) for each in found.moves)
    again = Review(found.state, found.shares, halved)
    assert [again.accuracy(seat) for seat in (1, 2)] == [0.75, 1.0]
    moves = tuple(each._replace(cost=0.0, chosen=False) for each in found.moves)
    assert Review(found.state, found.shares, moves).accuracy(1) is None
