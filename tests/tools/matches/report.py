"""The result of a match in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import isinf

from engine.model.english import counted
from engine.variants import titled
from tests.tools.matches.match import Match
from tests.tools.matches.score import LIKELY, Interval, Score


def report(match: Match) -> Iterator[str]:
    """The lines that tell who played what under which terms, and what came of it."""
    terms, score, variant = match.terms, match.score, match.terms.variant
    shared = "" if terms.share == 1 else f", budgets × {terms.share:g}"
    yield f"{titled(variant.name, variant.options)}: A {terms.a} against B {terms.b}, seed {terms.seed}{shared}"
    yield f"{counted(score.games, 'game')}: {wins(score)}; {points(score)}"
    yield f"Elo {elo(score.elo())}"
    yield "ended by " + ", ".join(f"{reason} {count}" for reason, count in _reasons(match))
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
    return f"{counted(score.wins, 'win')}, {counted(score.draws, 'draw')}, {losses}"


def points(score: Score) -> str:
    """The points of A: `6.5 of 10 points, 65 % (35 to 87)`, with the interval that holds the true share in 95 %."""
    share = score.share()
    return f"{score.points:g} of {score.games} points, {share.value:.0%} ({share.low:.0%} to {share.high:.0%})".replace(
        "%", " %"
    ).replace(" % to", " to")


def elo(difference: Interval) -> str:
    """A difference in Elo: `+108 (-90 to +330)`; `∞` where one side has every point."""
    value, low, high = (_elo(each) for each in difference)
    return f"{value} ({low} to {high})"


def _elo(value: float) -> str:
    return ("+∞" if value > 0 else "-∞") if isinf(value) else f"{value:+.0f}"


def _reasons(match: Match) -> list[tuple[str, int]]:
    """How the games ended, and how many each way."""
    return sorted(Counter(each.reason for each in match.games).items(), key=lambda pair: (-pair[1], pair[0]))
