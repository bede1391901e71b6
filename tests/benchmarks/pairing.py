"""Measuring a candidate and its anchor alternately."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

Work = Callable[[], object]


class Aim(NamedTuple):
    """What is aimed at: at most so much, as a ratio to the anchor or in milliseconds (`ms`)."""

    most: float
    unit: str = ""

    @property
    def words(self) -> str:
        """The aim as a page tells it."""
        return f"{self.most:g} {self.unit}".strip()


@dataclass(frozen=True)
class Ratio:
    """Ratios of candidate to anchor over the rounds, and the median seconds per unit of each, 0 if there are none."""

    name: str
    aim: Aim | None
    ratios: tuple[float, ...]
    candidate: float = 0
    anchor: float = 0

    @property
    def spread(self) -> tuple[float, float, float]:
        """The median ratio between its quarters."""
        low, middle, high = statistics.quantiles(self.ratios, n=4)
        return low, middle, high

    @property
    def missed(self) -> bool:
        """Whether the median is above the aim."""
        if self.aim is None:
            return False
        return (self.candidate * 1e3 if self.aim.unit else self.spread[1]) > self.aim.most

    def line(self) -> str:
        """The median ratio with its spread (quarters), and the absolute medians in µs."""
        low, middle, high = self.spread
        aim = f"at most {self.aim.words}{', missed' if self.missed else ''}" if self.aim else "none"
        return (
            f"{self.name:<58} {middle:8.3f}  [{low:.3f} – {high:.3f}]  {self.candidate * 1e6:10.2f} µs"
            f" / {self.anchor * 1e6:.2f} µs   aim: {aim}"
        )


def seconds(work: Work, times: int) -> float:
    """The seconds that `times` runs take, the collector of garbage at rest."""
    gc.collect()
    gc.disable()
    try:
        begin = time.perf_counter()
        for _ in range(times):
            work()
        return time.perf_counter() - begin
    finally:
        gc.enable()


def compare(
    name: str,
    aim: Aim | None,
    candidate: Work,
    anchor: Work,
    *,
    units: tuple[float, float] = (1, 1),
    rounds: int = 15,
    length: float = 0.05,
) -> Ratio:
    """Run candidate and anchor in turns, `rounds` times for about `length` s each.

    `units` are how many units of work one run of candidate and anchor does; ratios are of seconds per unit.
    """
    first, second = (
        max(1, round(length / max(1e-9, min(seconds(work, 1) for _ in range(3))))) for work in (candidate, anchor)
    )
    return alternated(name, aim, (candidate, anchor), times=(first, second), units=units, rounds=rounds)


def alternated(
    name: str,
    aim: Aim | None,
    works: tuple[Work, Work],
    *,
    times: tuple[int, int],
    units: tuple[float, float] = (1, 1),
    rounds: int = 15,
) -> Ratio:
    """Run candidate and anchor in turns, `rounds` times as often each as `times` says, and never besides."""
    candidate, anchor = works
    measured: list[tuple[float, float]] = []
    for turn in range(rounds):
        order = (candidate, anchor) if turn % 2 else (anchor, candidate)
        taken = {}
        for work in order:
            index = 0 if work is candidate else 1
            taken[index] = seconds(work, times[index]) / times[index] / units[index]
        measured.append((taken[0], taken[1]))
    return Ratio(
        name,
        aim,
        tuple(mine / theirs for mine, theirs in measured),
        statistics.median(mine for mine, _ in measured),
        statistics.median(theirs for _, theirs in measured),
    )
