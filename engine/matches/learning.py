"""Values learned by self-play: what pieces and places are worth, from how games ended in which they stood.

Positions of games between players of a small budget are labelled with the result. The logarithm of a side's odds is
taken for a sum of weights times what it has more than its opponents: pieces of each kind, reach, pawns far advanced.
The weights that explain the results best are sought near those that follow from how the pieces move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log

from engine.lookahead.search.values import Weights, reckoned, tables
from engine.matches.encounter import Encounter
from engine.matches.regression import Prior, Sample, fitted
from engine.model.position import Position, bits
from engine.play.state import State
from engine.records.replay import replay_moves
from engine.variants.variant import Variant

_EVIDENCE = 8.0
"""For how many positions that have nothing to do with one another those of a game count together."""
_UNIT = 1000
_BELIEF = 0.5
"""By which part of itself a reckoned value is likely to be wrong."""

Features = dict[int, float]


def learned_from(variant: Variant, games: Iterable[Encounter], opening: int) -> Weights:
    """The weights that explain best how games went, those of openings by chance left out; ValueError without games."""
    letters = _letters(variant)
    start = reckoned(variant)
    before = [*(start.pieces[letter] for letter in letters), start.place, start.advance]
    samples = [sample for game in games for sample in samples_of(variant, game, opening)]
    if not samples:
        raise ValueError("there is nothing to learn from")
    scale = _scale(samples, before)
    priors = [Prior(each * scale, max(_BELIEF * each, 4) * scale) for each in before]
    found = [max(0, round(each / scale)) for each in fitted(samples, priors)]
    pieces = {kind.letter: start.pieces[kind.letter] for kind in variant.kinds}
    return Weights({**pieces, **dict(zip(letters, found[:-2], strict=True))}, found[-2], found[-1])


def _scale(samples: Sequence[Sample], before: Sequence[float]) -> float:
    """How much a hundredth of a pawn changes the odds, if the reckoned values are right."""
    sums = [
        sample._replace(features={0: sum(before[at] * each for at, each in sample.features.items()) / _UNIT})
        for sample in samples
    ]
    (found,) = fitted(sums, [Prior(2.0, 2.0)])
    return max(found, 0.1) / _UNIT


def samples_of(variant: Variant, game: Encounter, opening: int) -> Iterator[Sample]:
    """The positions of a game after its opening in which nothing has just been taken, as the seats see them.

    With two seats one of them tells all.
    """
    state = replay_moves(variant, " ".join(game.moves))
    calm = [
        (before.before, seat)
        for last, before in list(zip(state.played, state.played[1:], strict=False))[opening:]
        if state.movement.captured(last.before, last.move) is None
        for seat in variant.remaining(before.before)[: 1 if len(variant.seats) == 2 else None]
    ]
    for position, seat in calm:
        seats = variant.remaining(position)
        odds = -log(len(seats) - 1)
        yield Sample(features_of(variant, position, seat), odds, _share(state, seat), _EVIDENCE / len(calm))


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
