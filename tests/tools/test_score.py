"""What scores say: shares, Elo differences, likelihoods."""

from __future__ import annotations

from math import inf

import pytest

from tests.tools.matches.score import Score, elo_of, expected


def test_nothing_is_known_before_a_game() -> None:
    """Without games every share is possible."""
    assert (0.5, 0.0, 1.0) == Score().share()


@pytest.mark.parametrize(
    ("score", "low", "high"),
    [
        (Score(5, 0, 5), 0.2366, 0.7634),
        (Score(10, 0, 0), 0.7225, 1.0),
        (Score(0, 0, 10), 0.0, 0.2775),
        (Score(81, 0, 182), 0.2553, 0.3662),
    ],
)
def test_wilsons_interval(score: Score, low: float, high: float) -> None:
    """Without draws the interval is Wilson's; the last is the example of Newcombe (1998), 81 of 263."""
    share = score.share()
    assert low == pytest.approx(share.low, abs=5e-5)
    assert high == pytest.approx(share.high, abs=5e-5)


def test_draws_make_it_surer() -> None:
    """As many points with draws vary less."""
    assert Score(0, 20, 0).share().low > Score(10, 0, 10).share().low


@pytest.mark.parametrize(("elo", "share"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (191, 0.75)])
def test_elo(elo: float, share: float) -> None:
    """400 more are ten to one."""
    assert share == pytest.approx(expected(elo), abs=1e-3)
    assert elo == pytest.approx(elo_of(share), abs=0.5)
    assert (inf, -inf) == (elo_of(1), elo_of(0))


def test_likelihood() -> None:
    """Wins speak for the higher hypothesis, losses for the lower, and a score between them for neither."""
    assert Score(30, 10, 10).likelihood(0, 100) > 3
    assert Score(10, 10, 30).likelihood(0, 100) < -3
    assert abs(Score(20, 10, 15).likelihood(0, 2 * elo_of(0.5))) < 1e-9
    assert Score(2, 0, 0).likelihood(0, 100) < 1
