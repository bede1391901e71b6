"""Luck: how far a player's dice are from the expected average, and the chance of being at least that far off."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, count, islice, pairwise, zip_longest
from math import ceil, floor, prod
from typing import NamedTuple

from engine.model.english import count_of
from engine.play.state import State
from engine.rules.fight import Dice, Fighter, counting


class Luck(NamedTuple):
    """A player's dice: how many counted, their average, the average expected, the chance of being so far off."""

    dice: int
    average: float
    expected: float
    chance: float

    @property
    def text(self) -> str:
        """The luck in words: "32 dice, average 4.69 (expected 4.34) – a bit lucky; 4 games in 10 are …"."""
        told = f"{count_of(self.dice, 'die', 'dice')}, average {self.average:.2f} (expected {self.expected:.2f})"
        if self.chance >= _COMMON:
            return f"{told} – just as expected."
        side = "lucky" if self.average > self.expected else "unlucky"
        often = f"{round(10 * self.chance)} games in 10 are"
        if self.chance < _RARE:
            often = f"1 game in {round(1 / max(self.chance, 1e-6)):,} is"
        return f"{told} – {self._degree}{side}; {often} at least this far off."

    @property
    def word(self) -> str:
        """The luck in a word: "slightly good"."""
        if self.chance >= _COMMON:
            return "even"
        return f"{self._degree.replace('a bit', 'slightly')}{'good' if self.average > self.expected else 'bad'}"

    @property
    def _degree(self) -> str:
        return next((word for least, word in _DEGREES if self.chance >= least), "very ")


_COMMON, _RARE = 0.8, 0.15
_DEGREES = ((0.2, "a bit "), (0.05, ""))
"""Luck in words, by the least chance of being so far off."""


def luck(state: State, seat: int) -> Luck | None:
    """The luck of a seat in the fights of a game; None if it has rolled nothing.

    Only the die that counts for each fighter is looked at (the highest of several). The chance is exact, two-sided:
    that of a sum at least as far from the expected one. Steps grow with the number of dice, and the numbers in them by
    some three bits a die, which tells only beyond thousands of fights.
    """
    values: list[int] = []
    pools: Counter[Dice] = Counter()
    for fighters, rolled in chain.from_iterable(_fights(state, seat)):
        values += counting(fighters, rolled)
        pools.update(fighter.dice for fighter in fighters)
    if not values:
        return None
    dice, total = len(values), sum(values)
    mean = sum((number * _mean(pool) for pool, number in pools.items()), Fraction())
    low, high = sorted((Fraction(total), 2 * mean - total))
    near = islice(ways(pools), max(0, floor(low) + 1 - dice), max(0, ceil(high) - dice))
    every = prod(prod(pool) ** number for pool, number in pools.items())
    return Luck(dice, total / dice, float(mean / dice), (every - sum(near)) / every)


class Course(NamedTuple):
    """A player's dice after a fight: their sum above expectation, and the deviation of such a sum."""

    above: float
    deviation: float


def course(state: State, seat: int) -> list[Course]:
    """A seat's luck before any fight and after each one of the game, its own and others', as in `luck`.

    The deviation is the square root of the exact variance.
    """
    above, variance = Fraction(), Fraction()
    found = [Course(0.0, 0.0)]
    for rounds in _fights(state, seat):
        for fighters, rolled in rounds:
            above += sum(counting(fighters, rolled)) - sum(_mean(fighter.dice) for fighter in fighters)
            variance += sum(_variance(fighter.dice) for fighter in fighters)
        found.append(Course(float(above), float(variance) ** 0.5))
    return found


_Throw = tuple[tuple[Fighter, ...], tuple[int, ...]]


def _fights(state: State, seat: int) -> Iterator[list[_Throw]]:
    """The fighters and natural dice of a seat in every fight, round by round; nothing in those of others."""
    for played in state.played:
        if played.fought is None:
            continue
        thrown = []
        for fighters, side in zip(played.fought.fight.sides(), (0, 1), strict=True):
            if state.variant.piece_of(fighters[0].code).seat == seat:
                thrown += [(fighters, dice[side]) for dice in played.fought.rounds]
        yield thrown


@lru_cache(maxsize=256)
def _mean(pool: Dice) -> Fraction:
    return Fraction(sum(value * found for value, found in enumerate(highest(pool), 1)), prod(pool))


@lru_cache(maxsize=256)
def _variance(pool: Dice) -> Fraction:
    squares = Fraction(sum(value * value * found for value, found in enumerate(highest(pool), 1)), prod(pool))
    return squares - _mean(pool) ** 2


def highest(pool: Dice) -> list[int]:
    """In how many of the ways in which some dice can fall the highest is 1, is 2, and so on."""
    below = [prod(min(value, face) for face in pool) for value in range(max(pool) + 1)]
    return [upper - lower for lower, upper in pairwise(below)]


def ways(pools: Mapping[Dice, int]) -> Iterator[int]:
    """In how many ways the dice can fall so that those that count add up to the least sum, to one more, and so on.

    `pools` tells how many fighters roll some dice. The numbers are the coefficients of a = p^n q^m …, a factor for each
    kind of pool. Each follows from a few before it by a' (p q …) = a (n p' q … + m p q' … + …), as for powers of one
    series (Knuth, The Art of Computer Programming 2, 4.7); `left` and `right` hold the factors in brackets. After the
    greatest sum all are 0.
    """
    left, right = [1], [0]
    for pool, number in pools.items():
        power = highest(pool)
        slope = [number * place * many for place, many in enumerate(power)][1:]
        sums = zip_longest(_product(right, power), _product(left, slope), fillvalue=0)
        left, right = _product(left, power), [sum(pair) for pair in sums]
    before: deque[int] = deque([1], maxlen=max(1, len(left) - 1))
    yield 1
    for place in count(1):
        terms = zip(count(place - 1, -1), before, right, left[1:], strict=False)
        before.appendleft(sum([earlier * (more - at * less) for at, earlier, more, less in terms]) // place)
        yield before[0]


def _product(one: Sequence[int], other: Sequence[int]) -> list[int]:
    found = [0] * (len(one) + len(other) - 1)
    for place, factor in enumerate(one):
        for further, many in enumerate(other):
            found[place + further] += factor * many
    return found
