"""Goals besides mate: the hill and the third check, on squares and on hexes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.model.position import long_form
from engine.notation.describe import position_in_words, result_in_words
from engine.notation.position_code import BadCode, code_of, position_of
from engine.play.commands import ClaimDraw
from engine.play.events import Moved
from engine.play.game import new_game
from engine.play.start import start_of
from engine.play.state import State
from engine.records.replay import replay_moves
from engine.records.scoresheet import read_scoresheet, scoresheet
from engine.rules.protocols import Result
from engine.variants import GAMES, UnknownVariant, choices_of, families, family_of, variant_of
from engine.variants.card import card, card_text
from engine.variants.variant import Variant
from tests.engine.nearly import Slow
from tests.engine.proposing import accept_takeback, ask_takeback
from tests.engine.support import (
    after,
    begun,
    chance,
    done,
    from_fen,
    happened,
    long_moves,
    played,
    random_game,
)
from tests.suites import first

GAMES_WITH_GOALS = ("chess", "glinski", "mccooey")
HILL = {key: variant_of(key, {"goal": "hill"}) for key in GAMES_WITH_GOALS}
CHECKS = {key: variant_of(key, {"goal": "three-check"}) for key in GAMES_WITH_GOALS}
EVERY_GAME = pytest.mark.parametrize("game", GAMES_WITH_GOALS)
EVERY_GOAL = pytest.mark.parametrize("goal", ["hill", "three-check"])


def counts(state: State) -> tuple[int, ...]:
    """The checks given, by seat."""
    return state.position.tally[1:]


# ---- the hill


@pytest.mark.parametrize("cell", ["d4", "e4", "d5", "e5"])
def test_hill_of_chess(cell: str) -> None:
    """A king that moves onto one of the four middle cells wins at once."""
    start = f"{'c' if cell[0] == 'd' else 'f'}{cell[1]}"
    state = begun(HILL["chess"], f"K {start} · P a2", "K h8 · R a8")
    assert state.result is None
    assert Result(1, "hill") == played(state, f"{start}{cell}").result


@pytest.mark.parametrize("game", ["glinski", "mccooey"])
def test_hill_of_hexes(game: str) -> None:
    """On hexes it is the one cell in the middle, for either side."""
    assert ["f6"] == [HILL[game].board.names[cell] for cell in HILL[game].hill]
    state = begun(HILL[game], "K f5", "K a6 · P a5")
    assert Result(1, "hill") == played(state, "f5f6").result
    black = begun(HILL[game], "K a1", "K g6 · P a5", turn=2)
    assert Result(2, "hill") == played(black, "g6f6").result
    assert played(begun(HILL[game], "K f5", "K a6 · P a5"), "f5e5").result is None


def test_the_hill_is_for_kings_and_legal_moves() -> None:
    """Other pieces win nothing there, and an attacked king may not go there."""
    assert after("e2e4", HILL["chess"]).result is None
    assert "f4e4" not in long_moves(begun(HILL["chess"], "K f4", "K h8 · R e8"))


def test_bare_kings_play_for_the_hill() -> None:
    """No material is too little where a king can still reach the hill."""
    state = begun(HILL["chess"], "K c3", "K h8")
    assert state.result is None
    assert Result(1, "hill") == played(state, "c3d4").result


def test_no_game_begins_on_the_hill() -> None:
    """A position with a king on the hill is over, so no game begins there."""
    with pytest.raises(BadCode, match="White wins: the king has reached the hill"):
        start_of(HILL["chess"], code_of(HILL["chess"], begun(HILL["chess"], "K e4", "K h8 · P h7").position))


# ---- three checks


@EVERY_GAME
def test_the_third_check_wins(game: str) -> None:
    """The third move that gives check wins; the first two are counted."""
    far, near = {"chess": ("K a1 · R h1", "K e8 · P a7"), "glinski": ("K a1 · R l1", "K f11 · P a6")}.get(
        game, ("K a1 · R l1", "K f11 · P a6")
    )
    state = begun(CHECKS[game], far, near, checks="1,2")
    moves = [move for move in long_moves(state) if counts(played(state, move)) == (2, 2)]
    assert moves
    second = played(state, moves[0])
    assert second.result is None
    third = begun(CHECKS[game], far, near, checks="2,2")
    assert Result(1, "three-check") == played(third, moves[0]).result


def test_checks_are_counted() -> None:
    """A check counts for the side that gives it; other moves do not."""
    state = after("", CHECKS["chess"])
    assert (0, 0) == counts(state)
    for move, white in (("e2e4", 0), ("f7f6", 0), ("d1h5", 1), ("g7g6", 1), ("h5g6", 2)):
        state = played(state, move)
        assert (white, 0) == counts(state)
    assert Result(1, "three-check") == played(state, "hxg6", "Bb5", "c6", "a3", "a6", "Bxc6", "a5", "Bxd7").result


def test_a_double_check_counts_once() -> None:
    """A double check is one check."""
    state = from_fen("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", CHECKS["chess"])
    assert (1, 0) == counts(played(state, "Nf6"))


def test_a_takeback_takes_the_check_back() -> None:
    """With the move, its check is taken back."""
    state = after("e2e4 f7f6 d1h5", CHECKS["chess"])
    asked = done(state, ask_takeback(1))
    back = done(asked, accept_takeback(2))
    assert ((1, 0), (0, 0)) == (counts(state), counts(back))
    assert after("e2e4 f7f6", CHECKS["chess"]).position == back.position


@EVERY_GOAL
def test_mate_still_wins(goal: str) -> None:
    """Mate wins, and stalemate draws, as without the goal."""
    variant = variant_of("chess", {"goal": goal})
    assert Result(2, "checkmate") == after("f2f3 e7e5 g2g4 d8h4", variant).result
    assert Result(None, "stalemate") == from_fen("k7/2Q5/8/8/8/8/8/6K1 b - - 0 1", variant).result


def test_too_little_material() -> None:
    """With three checks a lone knight or bishop can still win, bare kings cannot."""
    assert from_fen("k7/8/8/8/8/8/8/6KN w - - 0 1", CHECKS["chess"]).result is None
    assert Result(None, "insufficient") == from_fen("k7/8/8/8/8/8/8/6K1 w - - 0 1", CHECKS["chess"]).result


def test_repetition_minds_the_checks() -> None:
    """Positions with different counts of checks are different."""
    shuffle = ("Rh8", "Kd7", "Rh7", "Ke8")
    state = begun(CHECKS["chess"], "K a1 · R h7", "K e8 · P a7")
    state = played(state, *shuffle)
    assert (2, 0) == counts(state)
    plain = played(begun(variant_of("chess"), "K a1 · R h7", "K e8 · P a7"), *shuffle * 2)
    assert Result(None, "claim-repetition") == done(plain, ClaimDraw(plain.turn)).result
    assert state.variant.claims[0].standing(state.movement, state.line) == ""


def test_codes_carry_the_checks() -> None:
    """A code tells the checks given and reads back; without the field none are; only this game knows the field."""
    state = after("e2e4 f7f6 d1h5", CHECKS["chess"])
    code = code_of(state.variant, state.position)
    assert code.endswith("checks=1,0")
    assert state.position == position_of(state.variant, code)
    assert (0, 0, 0) == position_of(state.variant, code.removesuffix(" checks=1,0")).tally
    with pytest.raises(BadCode, match="there is no field 'checks'"):
        position_of(variant_of("chess"), code)
    with pytest.raises(BadCode, match="checks=1 must be one count for each seat"):
        position_of(state.variant, code.removesuffix(",0"))


def test_no_game_begins_with_three_checks() -> None:
    """A position in which three checks have been given is over."""
    code = code_of(CHECKS["chess"], CHECKS["chess"].start)
    with pytest.raises(BadCode, match="White wins: 3 checks given"):
        start_of(CHECKS["chess"], f"{code} checks=3,0")


# ---- as options


@EVERY_GAME
@EVERY_GOAL
def test_no_goals_with_fights(game: str, goal: str) -> None:
    """Goals are not played with fights; the refusal gives the reason and a way on."""
    with pytest.raises(UnknownVariant, match=f"goal={goal} is not played with fights; choose combat=off, or goal=mate"):
        variant_of(game, {"goal": goal, "combat": "poly"})
    assert variant_of(game, {"goal": "mate", "combat": "poly"}).combat


def test_which_games_have_goals() -> None:
    """Chess, Gliński's and McCooey's games have the option, with mate as its default."""
    having = {key: option.values for key, game in GAMES.items() for option in choices_of(game) if option.name == "goal"}
    assert dict.fromkeys(GAMES_WITH_GOALS, ("mate", "hill", "three-check")) == having
    assert variant_of("chess") is variant_of("chess", {"goal": "mate"})


@EVERY_GAME
@EVERY_GOAL
def test_families(game: str, goal: str) -> None:
    """Each goal is rated by itself, under a name of its own."""
    assert f"{game}+{goal}" == variant_of(game, {"goal": goal}).family == family_of(GAMES[game], {"goal": goal})
    assert f"{GAMES[game].name} (goal: {goal})" == families()[f"{game}+{goal}"]
    assert game == variant_of(game).family


@EVERY_GAME
@EVERY_GOAL
def test_cards(game: str, goal: str) -> None:
    """The card tells the goal and marks it as the referee's."""
    variant = variant_of(game, {"goal": goal})
    assert f"Option goal={goal}." in card_text(variant)
    assert {"hill": "You win at once if", "three-check": "You win at once when"}[goal] in card_text(variant)
    (rulings,) = [section.lines for section in card(variant) if "rulings" in section.heading]
    assert any("the referee's addition" in line for line in rulings)


def test_words() -> None:
    """Results and positions say it in words."""
    assert "White wins: the king has reached the hill" == result_in_words(HILL["chess"], Result(1, "hill"))
    assert "Black wins: 3 checks given" == result_in_words(CHECKS["glinski"], Result(2, "three-check"))
    state = after("e2e4 f7f6 d1h5", CHECKS["chess"])
    assert "Checks: White 1, Black 0." in position_in_words(state.variant, state.position)
    assert "Checks" not in position_in_words(variant_of("chess"), variant_of("chess").start)


# ---- at random


def along(variant: Variant, seed: int) -> Iterator[tuple[Slow, State]]:
    """A random game on hexes beside the slow program, checks and kings preferred."""
    slow, state, rng = Slow.begin(variant.key), new_game(variant), chance(seed)
    for _ in range(60):
        yield slow, state
        moves = long_moves(state)
        if not moves:
            return
        sharp = [
            move for move in moves if slow.play(move).checked(3 - slow.turn) or slow.pieces[origin(move)][1] == "K"
        ]
        move = rng.choice(sharp if sharp and rng.random() < 0.7 else moves)
        slow, state = slow.play(move), happened(state, Moved(move))
    yield slow, state


def origin(move: str) -> str:
    """The cell that a long move begins on."""
    return move[: 3 if move[2].isdigit() else 2]


@pytest.mark.parametrize("game", ["glinski", "mccooey"])
@EVERY_GOAL
@pytest.mark.parametrize("seed", first(1, range(6)))
def test_random_games_on_hexes(game: str, goal: str, seed: int) -> None:
    """In random games a slow program sees the same moves, the same checks and the same kings on the hill."""
    checks, over = [0, 0, 0], False
    for number, (slow, state) in enumerate(along(variant_of(game, {"goal": goal}), seed)):
        assert not over
        checks[3 - slow.turn] += number > 0 and slow.checked(slow.turn)
        hill = slow.pieces.get("f6") in {(1, "K"), (2, "K")}
        over = hill if goal == "hill" else max(checks) == 3
        assert over == (state.result is not None and state.result.reason == goal)
        if goal == "three-check":
            assert tuple(checks[1:]) == counts(state)
        if state.result is None:
            assert slow.moves() == long_moves(state)


@EVERY_GAME
@EVERY_GOAL
def test_records(game: str, goal: str) -> None:
    """A random game is replayed from its moves, from its scoresheet and from the codes of its positions."""
    variant = variant_of(game, {"goal": goal})
    *_, end = random_game(variant, 5, 80)
    for position in end.line:
        assert position == position_of(variant, code_of(variant, position))
    moves = " ".join(long_form(variant.board, each.move) for each in end.played)
    assert end.line == replay_moves(variant, moves).line
    text = scoresheet(end, {})
    assert f'[Options "goal={goal}"]' in text
    assert end == read_scoresheet(text).state
