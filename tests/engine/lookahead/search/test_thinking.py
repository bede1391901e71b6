"""What the search finds: takings, mates, wins; within its budget, and the same everywhere."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from engine.lookahead.coach import share
from engine.lookahead.imagined import branches, try_move
from engine.lookahead.search import LEVELS, Thought, claims_draw, mates_in, think
from engine.lookahead.search.alphabeta import Search
from engine.lookahead.search.evaluation import tables
from engine.model.position import long_form
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.records.replay import replay_moves
from engine.variants import GAMES, variant_of
from tests.engine.support import CHESS, begun, from_fen, random_game
from tests.suites import spread_rows

BEST = LEVELS[-1]._replace(nodes=4_000)
FIGHTING = [(key, {"combat": "poly"}) for key, game in GAMES.items() if "poly" in game.combat]
GAMES_AND_FIGHTS = [*((key, {}) for key in GAMES), *FIGHTING]


def written(state: State, thought: Thought) -> str:
    return long_form(state.variant.board, thought.move)


@pytest.mark.parametrize(("value", "claims"), [(-1, True), (0, True), (1, False)])
def test_claiming_a_draw(value: int, claims: bool) -> None:
    """A player claims a draw unless it stands better, where one can be claimed."""
    repeated = replay_moves(CHESS, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")
    assert claims_draw(repeated, value) is claims
    assert not claims_draw(new_game(CHESS), value)


@pytest.mark.parametrize(("key", "options"), spread_rows(5, GAMES_AND_FIGHTS))
def test_it_plays_every_game(key: str, options: dict[str, str]) -> None:
    """A legal move at every level, within the budget; the expected line can be played."""
    variant = variant_of(key, options)
    for state in list(random_game(variant, 3, 40))[::13]:
        if state.result is not None or state.fight is not None:
            continue
        for level in (LEVELS[0], LEVELS[1], LEVELS[5]._replace(nodes=300)):
            thought = think(state, level, 1)
            assert thought.move in sheet(state).legal
            assert thought.nodes <= level.nodes
            assert thought.line[0] == thought.move


def test_level_0_errs_like_a_child() -> None:
    """It makes any move, takes what hangs a little more often than by chance, and hardly ever mates in one."""
    hanging, mating = from_fen("4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1"), replay_moves(CHESS, "f2f3 e7e5 g2g4")
    made = [written(hanging, think(hanging, LEVELS[0], seed)) for seed in range(400)]
    assert len(set(made)) == len(sheet(hanging).legal)
    assert 1 / len(set(made)) + 0.05 < made.count("d1d5") / 400 < 0.3
    assert sum(written(mating, think(mating, LEVELS[0], seed)) == "d8h4" for seed in range(400)) < 40


def test_it_mates() -> None:
    """In one move, and says so."""
    state = replay_moves(CHESS, "f2f3 e7e5 g2g4")
    thought = think(state, BEST, 1)
    assert (written(state, thought), mates_in(thought.value)) == ("d8h4", 1)


@pytest.mark.parametrize(
    ("armies", "option", "stalemates"),
    [
        (("K h2 · B f6", "K f1"), "draw", False),
        (("K h2 · B f6", "K f1"), "three-quarters", True),
        (("K d3 · N k3", "K a1"), "three-quarters", True),
        (("K d8 · Q h7", "K f11"), "three-quarters", False),
    ],
)
def test_stalemate_is_worth_what_it_scores(armies: tuple[str, str], option: str, stalemates: bool) -> None:
    """Three quarters of a point are better than a lead that can't mate, half is not; mate is better still."""
    state = begun(variant_of("glinski", {"stalemate": option}), *armies)
    thought = think(state, BEST, 1)
    after = try_move(state, thought.move)
    assert after is not None
    assert (after.result is not None and after.result.reason == "stalemate") is stalemates
    if stalemates:
        assert share(state.variant, thought.value) == pytest.approx(0.75, abs=0.03)


def test_a_repetition_is_a_draw() -> None:
    """A position that has stood is worth nothing, whatever the material says."""
    state = replay_moves(CHESS, "g1f3 g8f6 f3g1 f6g8")
    table = tables(CHESS, state.position, 0, 0)
    search = Search(state.movement, state.line, table, 10_000)
    again = next(move for move in sheet(state).legal if long_form(CHESS.board, move) == "g1f3")
    search.deepen(state.position, [again], 3)
    assert search.found == [(0, again)]


def wins_at_once(state: State) -> bool:
    """Whether a move of the player to move ends the game in a win, found by trying all."""
    results = (after.result for move in sheet(state).legal for after in branches(state, move))
    return any(result is not None and result.winner == state.turn for result in results)


@pytest.mark.parametrize(
    ("key", "seeds"),
    [
        ("hexeh", range(1)),
        ("chess", range(4)),
        pytest.param("hexeh", range(1, 20), marks=pytest.mark.slow),
        pytest.param("chess", range(4, 20), marks=pytest.mark.slow),
    ],
)
def test_every_win_in_one_is_found(key: str, seeds: range) -> None:
    """In all positions of games at random that have one."""
    met = 0
    for seed in seeds:
        for state in random_game(variant_of(key), seed, 120):
            if state.result is None and wins_at_once(state):
                met += 1
                assert mates_in(think(state, BEST, seed).value) == 1
    assert met


_GAME = """
from engine.lookahead.search import LEVELS, think
from engine.variants import variant_of
from engine.play.game import new_game
from engine.records.replay import replay_move
from engine.model.position import Move, long_form
for key in ("chess", "hexeh", "nd-altorth-3"):
    state = new_game(variant_of(key))
    for ply in range(2):
        thought = think(state, LEVELS[ply + 2], 5)
        print(long_form(state.variant.board, thought.move), thought.value, thought.nodes, thought.line)
        state = replay_move(state, len(state.played) + 1, long_form(state.variant.board, thought.move))
"""


def test_the_same_seed_gives_the_same_game() -> None:
    """In other processes, with other seeds of Python's hashes."""
    told = {
        subprocess.run(
            [sys.executable, "-c", _GAME],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "77")
    }
    assert len(told) == 1
