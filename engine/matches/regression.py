"""Logistic regression: weights under which a sum of features tells best how games ended.

Newton's method on the posterior with a normal prior for each weight; steps that go too far are halved. Plain sums in a
fixed order: the same data give the same weights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log1p
from typing import NamedTuple

_STEPS = 25
_HALVINGS = 20


class Sample(NamedTuple):
    """What was seen: features by their number, what is certain without them, the share of a win, how much it counts."""

    features: Mapping[int, float]
    offset: float
    share: float
    weight: float


class Prior(NamedTuple):
    """What a weight is believed to be before anything is seen, and by how much that may be wrong."""

    mean: float
    deviation: float


def fitted(samples: Sequence[Sample], priors: Sequence[Prior]) -> list[float]:
    """The most probable weights."""
    weights = [prior.mean for prior in priors]
    reached = _posterior(samples, priors, weights)
    for _ in range(_STEPS):
        change = _newton(samples, priors, weights)
        for _ in range(_HALVINGS):
            tried = [each + more for each, more in zip(weights, change, strict=True)]
            found = _posterior(samples, priors, tried)
            if found >= reached:
                break
            change = [more / 2 for more in change]
        else:
            break
        weights, reached = tried, found
        if max(abs(more) / prior.deviation for more, prior in zip(change, priors, strict=True)) < 1e-6:
            break
    return weights


def _posterior(samples: Sequence[Sample], priors: Sequence[Prior], weights: Sequence[float]) -> float:
    """The logarithm of how probable weights are, but for a constant."""
    far = [(each - prior.mean) / prior.deviation for each, prior in zip(weights, priors, strict=True)]
    found = -sum([each * each for each in far]) / 2
    for sample in samples:
        logit = _logit(sample, weights)
        found += sample.weight * (sample.share * logit - max(logit, 0.0) - log1p(exp(-abs(logit))))
    return found


def _newton(samples: Sequence[Sample], priors: Sequence[Prior], weights: Sequence[float]) -> list[float]:
    """The step to where the slope is nothing, if the posterior is as curved everywhere as it is at some weights."""
    slope = [(prior.mean - each) / prior.deviation**2 for each, prior in zip(weights, priors, strict=True)]
    curve = [[0.0] * len(priors) for _ in priors]
    for at, prior in enumerate(priors):
        curve[at][at] = 1 / prior.deviation**2
    for sample in samples:
        chance = likely(_logit(sample, weights))
        error = sample.weight * (sample.share - chance)
        steep = sample.weight * chance * (1 - chance)
        for at, each in sample.features.items():
            slope[at] += error * each
            row, part = curve[at], steep * each
            for other, value in sample.features.items():
                row[other] += part * value
    return solved(curve, slope)


def expected(sample: Sample, weights: Sequence[float]) -> float:
    """The share of a win that weights tell for what was seen."""
    return likely(_logit(sample, weights))


def _logit(sample: Sample, weights: Sequence[float]) -> float:
    return sample.offset + sum([weights[at] * each for at, each in sample.features.items()])


def likely(logit: float) -> float:
    """The chance whose logarithm of odds is given."""
    return 1 / (1 + exp(-max(-40.0, min(40.0, logit))))


def solved(matrix: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """The solution of a system of linear equations whose matrix is positive definite, by elimination."""
    size = len(values)
    rows = [[*row, value] for row, value in zip(matrix, values, strict=True)]
    for at in range(size):
        for below in range(at + 1, size):
            factor = rows[below][at] / rows[at][at]
            rows[below] = [one - factor * two for one, two in zip(rows[below], rows[at], strict=True)]
    found = [0.0] * size
    for at in reversed(range(size)):
        known = sum(rows[at][other] * found[other] for other in range(at + 1, size))
        found[at] = (rows[at][size] - known) / rows[at][at]
    return found
