"""A match: games played one after the other or by several processes, the same ones either way, and its report."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from typing import NamedTuple

from engine.model.english import count_of
from engine.variants import titled
from tests.tools.matches.encounter import Encounter, MatchTerms, encounter
from tests.tools.matches.score import LIKELY, Interval, Score

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


def report(match: Match) -> Iterator[str]:
    terms, score, variant = match.terms, match.score, match.terms.variant
    yield f"{titled(variant.name, variant.options)}: A {terms.a} against B {terms.b}, seed {terms.seed}"
    yield f"{count_of(score.games, 'game')}: {wins(score)}; {points(score)}"
    yield f"Elo {elo(score.elo())}"
    reasons = Counter(each.reason for each in match.games).most_common()
    yield "ended by " + ", ".join(f"{reason} {count}" for reason, count in reasons)
    if match.sprt is not None:
        ratio = score.likelihood(*match.sprt)
        verdict = {
            "above": f"A is rather {match.sprt.high:+g} than {match.sprt.low:+g} Elo above B",
            "not above": f"A is rather {match.sprt.low:+g} than {match.sprt.high:+g} Elo above B",
        }.get(match.sprt.verdict(score), "not decided")
        yield f"LLR {ratio:.2f} (of -{LIKELY:.2f} to {LIKELY:.2f}): {verdict}"


def wins(score: Score) -> str:
    """The results: `6 wins, 1 draw, 3 losses`."""
    losses = "1 loss" if score.losses == 1 else f"{score.losses} losses"
    return f"{count_of(score.wins, 'win')}, {count_of(score.draws, 'draw')}, {losses}"


def points(score: Score) -> str:
    """The points of A: `6.5 of 10 points, 65 % (35 to 87)`, with the interval that holds the true share in 95 %."""
    share = score.share()
    return f"{score.points:g} of {score.games} points, {share.value:.0%} ({share.low:.0%} to {share.high:.0%})".replace(
        "%", " %"
    ).replace(" % to", " to")


def elo(difference: Interval) -> str:
    """A difference in Elo: `+108 (-90 to +330)`; `∞` where one side has every point."""
    value, low, high = (f"{each:+.0f}".replace("inf", "∞") for each in difference)
    return f"{value} ({low} to {high})"
