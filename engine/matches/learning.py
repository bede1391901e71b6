"""Values learned by self-play: what pieces and places are worth, from how games went in which they stood.

Positions of games between players of a small budget are labelled with what became of them. The logarithm of a side's
odds is taken for a sum of weights times what it has more than its opponents: pieces of each kind, reach, pawns far
advanced. The weights that explain this best are sought near those that follow from how the pieces move.

What became of a position is told by those that follow it and, less and less, by the end of the game: the lambda-return
of R. S. Sutton ("Learning to predict by the methods of temporal differences", 1988). One blunder late in a game then
says little of what stood on the board at its beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple

from engine.lookahead.search.values import Weights, reckoned, tables
from engine.matches.encounter import TOO_LONG, Encounter
from engine.matches.regression import Prior, Sample, expected, fitted
from engine.model.position import Position, bits
from engine.play.state import State
from engine.records.replay import replay_moves
from engine.variants.variant import Variant

_EVIDENCE = 20.0
"""For how many positions that have nothing to do with one another those of a game count together."""
_LASTING = 0.7
"""By which part a position is told by what comes after the next one; the rest is what the next one says itself."""
_ROUNDS = 6
"""How often odds are told by weights, and weights found by odds."""
_UNIT = 1000
_BELIEF = 0.5
"""By which part of itself a reckoned value is likely to be wrong."""

Features = dict[int, float]


class Trace(NamedTuple):
    """The positions of a game as one seat sees them, in order, and the share of a win it had; None if none was had."""

    samples: tuple[Sample, ...]
    share: float | None


def learned_from(variant: Variant, games: Iterable[Encounter], opening: int) -> Weights:
    """The weights that explain best how games went, those of openings by chance left out; ValueError without games."""
    letters = _letters(variant)
    start = reckoned(variant)
    before = [*(start.pieces[letter] for letter in letters), start.place, start.advance]
    traces = [trace for game in games for trace in traces_of(variant, game, opening)]
    if not traces:
        raise ValueError("there is nothing to learn from")
    scale = _scale([sample for trace in traces if trace.share is not None for sample in trace.samples], before)
    priors = [Prior(each * scale, max(_BELIEF * each, 4) * scale) for each in before]
    weights = [prior.mean for prior in priors]
    for _ in range(_ROUNDS):
        weights = fitted([sample for trace in traces for sample in told(trace, weights)], priors)
    found = [max(0, round(each / scale)) for each in weights]
    pieces = {kind.letter: start.pieces[kind.letter] for kind in variant.kinds}
    return Weights({**pieces, **dict(zip(letters, found[:-2], strict=True))}, found[-2], found[-1])


def told(trace: Trace, weights: Sequence[float]) -> list[Sample]:
    """The samples of a trace with the shares of a win that follow from those after them, if the weights are right.

    The last one has the share of the game, or its own where the game was broken off.
    """
    found: list[Sample] = []
    follows = trace.share
    for sample in reversed(trace.samples):
        chance = expected(sample, weights)
        share = chance if follows is None else follows
        found.append(sample._replace(share=share))
        follows = (1 - _LASTING) * chance + _LASTING * share
    return found[::-1]


def _scale(samples: Sequence[Sample], before: Sequence[float]) -> float:
    """How much a hundredth of a pawn changes the odds, if the reckoned values are right."""
    sums = [
        sample._replace(features={0: sum(before[at] * each for at, each in sample.features.items()) / _UNIT})
        for sample in samples
    ]
    (found,) = fitted(sums, [Prior(2.0, 2.0)])
    return max(found, 0.1) / _UNIT


def traces_of(variant: Variant, game: Encounter, opening: int) -> Iterator[Trace]:
    """The quiet positions of a game after its opening, one trace a seat: nothing has just been taken, nor is it next.

    With two seats one of them tells all.
    """
    state = replay_moves(variant, " ".join(game.moves))
    takes = [state.movement.captured(each.before, each.move) is not None for each in state.played]
    quiet = [
        played.before
        for played, last, now in list(zip(state.played[1:], takes, takes[1:], strict=False))[opening:]
        if not last and not now
    ]
    seen = [
        (position, seat)
        for position in quiet
        for seat in variant.remaining(position)[: 1 if len(variant.seats) == 2 else None]
    ]
    for each in sorted({seat for _, seat in seen}):
        share = None if game.reason == TOO_LONG else _share(state, each)
        samples = [
            Sample(
                features_of(variant, position, seat),
                -log(len(variant.remaining(position)) - 1),
                share or 0.0,
                _EVIDENCE / len(seen),
            )
            for position, seat in seen
            if seat == each
        ]
        yield Trace(tuple(samples), share)


def _share(state: State, seat: int) -> float:
    """The part of a win that a seat had in the end."""
    if state.result is None or state.result.winner is None:
        return 1 / len(state.remaining) if seat in state.remaining else 0.0
    return float(state.result.winner == seat)


def features_of(variant: Variant, position: Position, seat: int) -> Features:
    """What a seat has more than its opponents on the average: pieces by kind, then place, then advance."""
    others = len(variant.remaining(position)) - 1
    found: Features = {}
    for each in variant.remaining(position):
        part = 1.0 if each == seat else -1.0 / others
        for at, amount in _own(variant, position, each).items():
            found[at] = found.get(at, 0.0) + part * amount
    return {at: amount for at, amount in found.items() if amount}


def _own(variant: Variant, position: Position, seat: int) -> Features:
    letters, (places, advances) = _letters(variant), _shares(variant)
    found: Features = {len(letters): 0.0, len(letters) + 1: 0.0}
    numbers = {letter: at for at, letter in enumerate(letters)}
    for cell in bits(position.pieces[seat]):
        code = position.placement[cell]
        piece = variant.pieces[code]
        if piece is not None and piece.kind.letter in numbers:
            at = numbers[piece.kind.letter]
            found[at] = found.get(at, 0.0) + 1
        found[len(letters)] += places[code][cell]
        found[len(letters) + 1] += advances[code][cell]
    return found


def _letters(variant: Variant) -> tuple[str, ...]:
    return tuple(kind.letter for kind in variant.kinds if not kind.royal)


@lru_cache(maxsize=8)
def _shares(variant: Variant) -> tuple[Sequence[Sequence[float]], Sequence[Sequence[float]]]:
    """By code and cell, how often the weights of place and of advance count in what the search reckons with."""
    nothing: Mapping[str, int] = {kind.letter: 0 for kind in variant.kinds}
    plain, place, advance = (
        tables(variant, weights, variant.start, 0, 0)
        for weights in (Weights(nothing, 0, 0), Weights(nothing, _UNIT, 0), Weights(nothing, 0, _UNIT))
    )

    def more(table: Sequence[Sequence[int]]) -> Sequence[Sequence[float]]:
        return [
            [(one - two) / _UNIT for one, two in zip(row, zeros, strict=True)]
            for row, zeros in zip(table, plain, strict=True)
        ]

    return more(place), more(advance)
