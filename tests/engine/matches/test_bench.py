"""The exercise: every game played a little, and a signature that tells whether two builds play the same."""

from __future__ import annotations

import pytest

from engine.lookahead.perft import perft
from engine.matches import bench
from engine.matches.bench import benched
from engine.play.game import new_game
from engine.variants import GAMES, variant_of
from tests.engine.prompt import Runner


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games alone are exercised."""
    monkeypatch.setattr(bench, "GAMES", {key: GAMES[key] for key in ("hexeh", "chess")})


@pytest.mark.usefixtures("few")
def test_games_are_played_and_counted() -> None:
    """Each without fights and with them, from openings of twelve plies, and its first moves in bulk and one by one."""
    lines = list(benched(3, 40))
    assert ["hexeh combat=off", "hexeh combat=poly", "chess combat=off", "chess combat=poly"] == [
        line.partition(":")[0] for line in lines[:-1]
    ]
    for line in lines[:-1]:
        counts, moves = line.partition(": ")[2].split()[:2], line.split()[4:]
        begun = new_game(variant_of(line.split()[0]))
        assert [str(perft(begun, 2))] * 2 == counts
        assert len(moves) == 15


@pytest.mark.usefixtures("few")
def test_the_signature_is_of_what_was_played() -> None:
    """The same for the same exercise, another for another."""
    (*_, first), (*_, again), (*_, other) = benched(2, 40), benched(2, 40), benched(3, 40)
    assert first == again != other
    assert first.startswith("signature ")


@pytest.mark.usefixtures("few")
def test_the_prompt_tells_it(run: Runner) -> None:
    """As `bench`, a line a game and one more."""
    assert (0, list(benched(2, 40)), []) == run("bench", "--plies", "2", "--nodes", "40")
