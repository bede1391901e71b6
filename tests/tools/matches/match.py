"""A match: games played one after the other or by several processes, the same ones either way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from typing import NamedTuple

from tests.tools.matches.encounter import Encounter, MatchTerms, encounter
from tests.tools.matches.score import LIKELY, Score

_NOTHING = Score()


class Sprt(NamedTuple):
    """A sequential test (A. Wald, 1945): whether A is rather `high` Elo above B than `low`."""

    low: float
    high: float

    def verdict(self, score: Score) -> str:
        """What the score says by now: `above`, `not above`, or "" while it is open."""
        ratio = score.likelihood(self.low, self.high)
        return "above" if ratio >= LIKELY else "not above" if ratio <= -LIKELY else ""


class Match(NamedTuple):
    """A match that was played: its terms, its test if any, its games in order, and the score before the first."""

    terms: MatchTerms
    sprt: Sprt | None
    games: tuple[Encounter, ...]
    before: Score = _NOTHING

    @property
    def score(self) -> Score:
        """The score of player A."""
        score = self.before
        for each in self.games:
            score = score.with_winner(each.winner)
        return score


def play_match(
    terms: MatchTerms,
    games: int,
    workers: int = 1,
    sprt: Sprt | None = None,
    heard: Callable[[Encounter, Score], None] | None = None,
    before: Score = _NOTHING,
) -> Match:
    """Play a match up to a number of games, or fewer where the test has said enough at the end of a round.

    `heard` is told each game, in order, with the score. The games do not depend on `workers`. Those that an earlier run
    has played `before` are not played again: their score is enough.
    """
    played: list[Encounter] = []
    score = before
    with closing(_encounters(terms, range(before.games, games), workers)) as found:
        for each in found:
            played.append(each)
            score = score.with_winner(each.winner)
            if heard is not None:
                heard(each, score)
            if sprt is not None and score.games % terms.round == 0 and sprt.verdict(score):
                break
    return Match(terms, sprt, tuple(played), before)


def _encounters(terms: MatchTerms, missing: range, workers: int) -> Generator[Encounter]:
    """The games of some numbers in order."""
    if workers <= 1:
        for number in missing:
            yield encounter(terms, number)
        return
    waiting: deque[Future[Encounter]] = deque()
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        for number in missing:
            waiting.append(pool.submit(encounter, terms, number))
            if len(waiting) >= 2 * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
