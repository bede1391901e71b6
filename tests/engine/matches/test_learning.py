"""Learning: regression finds what games followed from, and only what was shown better is kept."""

from __future__ import annotations

import json
from importlib.resources import files
from math import exp
from pathlib import Path

import pytest

from engine.lookahead.search.thinking import weights_of
from engine.lookahead.search.values import Weights, reckoned
from engine.matches.chance import chance
from engine.matches.encounter import TOO_LONG, Encounter, MatchTerms, encounter
from engine.matches.learning import Trace, features_of, learned_from, told, traces_of
from engine.matches.players import weights_named
from engine.matches.regression import Prior, Sample, fitted, likely, solved
from engine.records.replay import replay_moves
from engine.variants import GAMES, variant_of
from engine.variants.learned import learned, name_of, read_values
from tests.engine.prompt import Runner
from tests.engine.toys import CHECK

KEPT = sorted(path.name for path in files("engine.variants.learned").iterdir() if path.name.endswith(".json"))


def test_equations_are_solved() -> None:
    """Elimination solves a system of equations."""
    assert [1.0, -2.0, 3.0] == pytest.approx(solved([[4, 1, 0], [1, 3, 1], [0, 1, 2]], [2, -2, 4]))


def test_regression_finds_the_weights() -> None:
    """Results that follow from weights by chance lead back to them; what was never seen stays as believed."""
    dice = chance("samples")
    samples = []
    for _ in range(4000):
        one, two = dice.throw(7) - 4, dice.throw(7) - 4
        odds = 0.8 * one - 0.3 * two
        won = dice.throw(1_000_000) <= 1_000_000 / (1 + exp(-odds))
        samples.append(Sample({0: one, 1: two}, 0.0, float(won), 1.0))
    found = fitted(samples, [Prior(0.5, 1), Prior(0, 1), Prior(0.7, 1)])
    assert [0.8, -0.3, 0.7] == pytest.approx(found, abs=0.06)


def test_regression_is_at_its_best() -> None:
    """The slope is nothing where the regression ends: data and belief are in balance."""
    samples = [Sample({0: 1.0}, -1.0, 1.0, 2.0), Sample({0: 2.0}, 0.0, 0.0, 1.0)]
    (found,) = fitted(samples, [Prior(0.3, 0.5)])
    slope = 2 * (1 - likely(found - 1)) + 2 * (0 - likely(2 * found)) + (0.3 - found) / 0.25
    assert abs(slope) < 1e-6


def test_steps_that_go_too_far_are_halved() -> None:
    """The regression ends at its best even where it begins with odds that leave no slope, as with many drawn games."""
    samples = [Sample({0: float(each)}, 0.0, 0.5, 1.0) for each in range(-12, 13)]
    (found,) = fitted(samples, [Prior(2.0, 2.0)])
    slope = sum(each.features[0] * (0.5 - likely(found * each.features[0])) for each in samples) + (2 - found) / 4
    assert abs(slope) < 1e-6


def test_features_are_differences() -> None:
    """A seat's features are what it has more than the other; in the array of a game it has nothing more."""
    variant = variant_of("chess")
    assert not {at for at, each in features_of(variant, variant.start, 1).items() if abs(each) > 1e-9}
    position = replay_moves(variant, "e2e4 d7d5 e4d5").position
    mine, theirs = features_of(variant, position, 1), features_of(variant, position, 2)
    letters = [kind.letter for kind in variant.kinds if not kind.royal]
    pawns = letters.index("P")
    assert (1.0, -1.0) == (mine[pawns], theirs[pawns])
    assert mine[len(letters) + 1] == -theirs[len(letters) + 1] > 0
    assert set(mine) <= set(range(len(letters) + 2))


def test_several_opponents_share() -> None:
    """Against several opponents it is what a seat has more than they have on the average."""
    variant = variant_of("nd-mccooey-3")
    position = variant.start
    letters = [kind.letter for kind in variant.kinds if not kind.royal]
    cell, letter = next((cell, letter) for seat, letter, cell in variant.array if seat == 2 and letter in letters)
    after = replay_moves(variant, "").movement.remove(position, [cell])
    at = letters.index(letter)
    assert [0.5, -1.0, 0.5] == [features_of(variant, after, seat)[at] for seat in (1, 2, 3)]


def test_samples_are_quiet() -> None:
    """Positions just before and after a capture are left out; those of a game count together as much as another's."""
    variant = variant_of("chess")
    moves = ("e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "g1f3", "a5a6")
    won = Encounter(0, "AB", "A", "checkmate", moves)
    (trace,) = traces_of(variant, won, 0)
    assert 4 == len(trace.samples)
    (later,) = traces_of(variant, won, 4)
    assert 3 == len(later.samples)
    assert sum(each.weight for each in trace.samples) == pytest.approx(sum(each.weight for each in later.samples))


def test_each_of_three_seats_has_a_course() -> None:
    """With three seats each tells how the game looked to it; with two, one tells all."""
    game = encounter(MatchTerms("nd-mccooey-3", (), "random", "random", seed=1, plies=2, longest=8), 0)
    assert 3 == len(list(traces_of(variant_of("nd-mccooey-3"), game, 2)))


def test_a_game_broken_off_says_what_its_last_position_says() -> None:
    """Nobody has drawn a game that was only too long."""
    variant = variant_of("chess")
    (trace,) = traces_of(variant, Encounter(0, "AB", "", TOO_LONG, ("e2e4", "e7e5", "g1f3")), 0)
    assert trace.share is None
    (trace,) = traces_of(variant, Encounter(0, "AB", "", "claim-50", ("e2e4", "e7e5", "g1f3")), 0)
    assert 0.5 == trace.share
    samples = (Sample({0: 1.0}, 0.0, 0.0, 1.0), Sample({0: 3.0}, 0.0, 0.0, 1.0))
    assert likely(3.0) == told(Trace(samples, None), [1.0])[-1].share


def test_what_follows_tells_more_than_the_end() -> None:
    """A position is told mostly by those right after it: a blunder at the end costs its beginning little."""
    samples = tuple(Sample({0: 1.0}, 0.0, 0.0, 1.0) for _ in range(20))
    shares = [each.share for each in told(Trace(samples, 0.0), [1.0])]
    assert 0.0 == shares[-1]
    assert shares == sorted(shares, reverse=True)
    assert likely(1.0) == pytest.approx(shares[0], abs=0.01)
    assert [0.5] * 20 == [each.share for each in told(Trace(samples, 0.5), [0.0])]


def test_the_stronger_army_is_learned() -> None:
    """Where a piece is what wins, its value grows."""
    variant = variant_of("chess")
    moves = ("a2a3", "d7d5", "e2e4", "d5e4", "f1a6", "b7a6", "h2h3", "h7h6", "g2g3", "g7g6", "b2b3", "e7e5")
    lost = Encounter(0, "AB", "", "too long", moves)
    game = encounter(MatchTerms("chess", (), "plies:1", "random", seed=1, plies=2), 0)
    assert reckoned(variant).pieces.keys() == learned_from(variant, [lost], 2).pieces.keys()
    assert learned_from(variant, [game], 2) == learned_from(variant, [game], 2)
    with pytest.raises(ValueError, match="nothing to learn"):
        learned_from(variant, [], 2)


def test_at_the_prompt(run: Runner, tmp_path: Path) -> None:
    """What is learned says how it was made, is the same with two processes, and can be played with."""
    words = ["learn", "hexeh", "--games", "3", "--nodes", "20", "--seed", "4"]
    status, out, _ = run(*words)
    path = tmp_path / "values.json"
    assert (0, []) == run(*words, "--workers", "2", "--out", str(path))[:2]
    assert out == path.read_text("utf-8").splitlines()
    assert "python -m engine learn hexeh --games 3 --nodes 20 --seed 4" == json.loads("\n".join(out))["command"]
    weights = weights_named(str(path), variant_of("hexeh"))
    assert weights.pieces.keys() == reckoned(variant_of("hexeh")).pieces.keys()
    assert 0 == status == run("match", f"1:{path}", "random", "hexeh", "--games", "2", "--longest", "6")[0]
    assert 2 == run("match", f"1:{path}", "random", "chess", "--games", "2")[0]
    path.write_text("[]")
    assert 2 == run("match", f"1:{path}", "random", "hexeh", "--games", "2")[0]


@pytest.mark.parametrize("name", KEPT)
def test_what_is_kept_is_used(name: str) -> None:
    """Each file belongs to a game as it is by default, names its command, and is what the game is played with."""
    variant = variant_of(name.removesuffix(".json").partition("+")[0])
    text = (files("engine.variants.learned") / name).read_text("utf-8")
    assert name_of(variant) == name
    assert Weights(*read_values(text)) == weights_of(variant)
    assert json.loads(text)["command"].startswith(f"python -m engine learn {variant.key} ")


def test_what_was_not_learned_is_reckoned() -> None:
    """Other options, fights and games of one's own are played with values that follow from how pieces move."""
    for variant in (variant_of("hexeh", {"combat": "poly"}), variant_of("hexeh", {"travelers": "straight"}), CHECK):
        assert learned(variant) is None
        assert reckoned(variant) == weights_of(variant)
    assert len(KEPT) <= len(GAMES)
