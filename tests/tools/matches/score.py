"""What the results of a match say: points, how sure they are, a difference in Elo, and when it has said enough."""

from __future__ import annotations

from math import exp, inf, log, sqrt
from typing import NamedTuple

SURE = 1.959964
"""So many standard deviations to either side hold 95 %."""
_SCALE = log(10) / 400
"""The Elo scale: 400 more are ten times the odds."""
LIKELY = log(0.95 / 0.05)
"""A log-likelihood ratio beyond which one of two hypotheses is taken, wrongly in 5 % of matches at most."""


class Interval(NamedTuple):
    """A value with the ends of the interval that holds it in 95 of 100 matches."""

    value: float
    low: float
    high: float


class Score(NamedTuple):
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def with_winner(self, winner: str) -> Score:
        return Score(self.wins + (winner == "A"), self.draws + (winner == ""), self.losses + (winner == "B"))

    @property
    def games(self) -> int:
        return sum(self)

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def share(self) -> Interval:
        """A's share of the points, from 0 to 1.

        The interval is E. B. Wilson's score interval (1927) with the variance of the results seen, so that it does not
        close where all games went the same way. Games of a round share an opening, which makes it a little too wide.
        """
        if not self.games:
            return Interval(0.5, 0.0, 1.0)
        games, square = self.games, SURE * SURE
        mean = self.points / games
        spread = (self.wins + self.draws / 4) / games - mean * mean
        middle = (mean + square / (2 * games)) / (1 + square / games)
        half = SURE * sqrt(spread / games + square / (4 * games * games)) / (1 + square / games)
        low, high = round(middle - half, 9), round(middle + half, 9)
        return Interval(mean, max(0.0, low), min(1.0, high))

    def elo(self) -> Interval:
        """By how much A's rating is above B's; infinite where one has won all games."""
        return Interval(*(elo_of(each) for each in self.share()))

    def likelihood(self, low: float, high: float) -> float:
        """The log-likelihood ratio of A being `high` Elo above B to its being `low`.

        It is the generalised ratio in its normal approximation, as tests of chess programs use it, with half a game of
        each result added, so that a match that begins with wins alone does not end at once.
        """
        wins, draws, losses = self.wins + 0.5, self.draws + 0.5, self.losses + 0.5
        games = wins + draws + losses
        mean = (wins + draws / 2) / games
        spread = (wins + draws / 4) / games - mean * mean
        first, second = expected(low), expected(high)
        return (second - first) * (2 * mean - first - second) * games / (2 * spread)


def expected(elo: float) -> float:
    """The share of points that somebody gets who is so much above their opponent."""
    return 1.0 / (1.0 + exp(-elo * _SCALE))


def elo_of(share: float) -> float:
    if share <= 0:
        return -inf
    return inf if share >= 1 else log(share / (1.0 - share)) / _SCALE
