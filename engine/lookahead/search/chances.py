"""The chances of fights, exact, and the mean of values over them.

Counts are whole numbers, so that a mean is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from engine.rules.combat import TIES
from engine.rules.fight import Dice, Fight, FightResult
from engine.rules.protocols import Result
from engine.variants.variant import Variant

UNIT: Final = 1_000_000
HALF: Final = 2_000
"""The value, in hundredths of a pawn, that is worth half a win where dice decide."""
PEACEFUL_HALF: Final = 500
"""The same where captures need no dice."""


class Chance(NamedTuple):
    """A way in which a fight may end, and how many of `UNIT` fights end so."""

    verdict: FightResult
    weight: int


def chances(fight: Fight) -> tuple[Chance, ...]:
    """The ways in which a fight may end, the likeliest first; impossible ones are left out and weights add to `UNIT`.

    Tied rounds are rolled again until the last.
    """
    return chances_at(*stakes(fight))


def stakes(fight: Fight) -> tuple[Dice, tuple[Dice, ...], int]:
    """What the chances of a fight depend on: the dice of both sides, and how much the attacker has ahead."""
    _, (_, _, attack, tokens), defenders, (bonus, other) = fight
    lead, defence = bonus - other - tokens, list[Dice]()
    for _, _, dice, against in defenders:
        defence.append(dice)
        lead += against
    return attack, tuple(defence), lead


@lru_cache(maxsize=4096)
def chances_at(attack: Dice, defence: tuple[Dice, ...], lead: int) -> tuple[Chance, ...]:
    """The same by what they depend on."""
    won = lost = tied = 0
    for (mine, ways), (theirs, others) in product(_totals((attack,)).items(), _totals(defence).items()):
        count, difference = ways * others, mine + lead - theirs
        won += count if difference > 0 else 0
        lost += count if difference < 0 else 0
        tied += count if difference == 0 else 0
    rounds = won + lost + tied
    again = sum(tied**k * rounds ** (TIES - 1 - k) for k in range(TIES))
    third = UNIT * tied**TIES // rounds**TIES
    first = UNIT * won * again // rounds**TIES
    found = (
        Chance(FightResult.WON, first),
        Chance(FightResult.TIED, third),
        Chance(FightResult.LOST, UNIT - first - third),
    )
    return tuple(sorted((each for each in found if each.weight > 0), key=lambda each: -each.weight))


def _totals(sides: Sequence[Dice]) -> dict[int, int]:
    """How many throws of each fighter's dice, of which its highest counts, add up to each total."""
    totals = {0: 1}
    for dice in sides:
        best: dict[int, int] = {}
        for throw in product(*(range(1, faces + 1) for faces in dice)):
            best[max(throw)] = best.get(max(throw), 0) + 1
        sums: dict[int, int] = {}
        for (total, ways), (value, more) in product(totals.items(), best.items()):
            sums[total + value] = sums.get(total + value, 0) + ways * more
        totals = sums
    return totals


def win_share(value: int, half: int = HALF) -> int:
    """A value as a share of a win, in `UNIT`s from -1 to 1: what is averaged over chances; `half` is worth half a win.

    Means of plain values would stake a won game for a pawn more.
    """
    return value * UNIT // (value + half) if value >= 0 else -(-value * UNIT // (half - value))


def share_value(win_share: int, half: int = HALF) -> int:
    """The value of a share of a win: the inverse of `hope`."""
    share = min(abs(win_share), UNIT - 1)
    value = share * half // (UNIT - share)
    return value if win_share >= 0 else -value


def half_of(variant: Variant) -> int:
    """Return the value, in hundredths of a pawn, that is worth half a win in a game."""
    return HALF if variant.combat else PEACEFUL_HALF


def drawn_value(variant: Variant, result: Result, seat: int) -> int:
    """Return the value of a draw to a seat: 0, or what its share is worth where the point is divided unequally.

    That is a quarter more than the lead of the same share: more than one minor piece, which is a lead but cannot mate,
    less than a rook, which can.
    """
    if not result.shares:
        return 0
    return share_value(int((2 * result.shares[seat - 1] - 1) * UNIT), half_of(variant)) * 5 // 4


_HUNDREDTH: Final = UNIT // 100
_VERDICTS: Final = (FightResult.WON, FightResult.TIED, FightResult.LOST)

Weights = tuple[int, int, int]
"""How many of `UNIT` fights are won, tied three times or lost."""


class Judgement:
    """How a player judges fights: without doubt as they are, else as if the attacker, whoever it is, won fewer."""

    def __init__(self, doubt: int) -> None:
        """`doubt` is how many of a hundred fights that the attacker would win are thought to be lost."""
        self._doubt = doubt
        self._judged: dict[tuple[Dice, tuple[Dice, ...], int], tuple[Chance, ...]] = {}
        self._weights: dict[tuple[Dice, tuple[Dice, ...], int], Weights] = {}

    def chances(self, fight: Fight) -> tuple[Chance, ...]:
        """The ways in which a fight may end, as the player sees them, the likeliest first; weights add to `UNIT`."""
        asked = stakes(fight)
        judged = self._judged.get(asked)
        if judged is None:
            judged = self._judged[asked] = _doubted(chances_at(*asked), self._doubt * _HUNDREDTH)
        return judged

    def weights(self, fight: Fight) -> Weights:
        """The same, by how the fight ends, noughts among them."""
        asked = stakes(fight)
        weights = self._weights.get(asked)
        if weights is None:
            found = dict(self.chances(fight))
            won, tied, lost = (found.get(verdict, 0) for verdict in _VERDICTS)
            weights = self._weights[asked] = won, tied, lost
        return weights


def _doubted(found: tuple[Chance, ...], less: int) -> tuple[Chance, ...]:
    """Chances of which the attacker wins so much less and loses so much more, down to nothing."""
    if not less:
        return found
    weights = dict.fromkeys(_VERDICTS, 0)
    for verdict, weight in found:
        weights[verdict] = weight
    less = min(less, weights[FightResult.WON])
    weights[FightResult.WON] -= less
    weights[FightResult.LOST] += less
    judged = [Chance(verdict, weight) for verdict, weight in weights.items() if weight]
    return tuple(sorted(judged, key=lambda each: -each.weight))
