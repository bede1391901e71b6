"""The chances of fights, exact, and the mean of values over them.

Counts are whole numbers, so that a mean is the same on every machine.
"""

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


def chances(fight: Fight, doubt: int = 0) -> tuple[Chance, ...]:
    """The possible ends of a fight, the likeliest first; impossible ones are left out and weights add to `UNIT`.

    Tied rounds are rolled again until the last. `doubt` is the percentage of the attacker's wins that are
    taken for losses, whichever side attacks.
    """
    return chances_at(*stakes(fight), doubt)


def stakes(fight: Fight) -> tuple[Dice, tuple[Dice, ...], int]:
    """The input of a fight's chances: both sides' dice, and the attacker's head start."""
    _, (_, _, attack, tokens), defenders, (bonus, other) = fight
    lead, defence = bonus - other - tokens, list[Dice]()
    for _, _, dice, against in defenders:
        defence.append(dice)
        lead += against
    return attack, tuple(defence), lead


@lru_cache(maxsize=4096)
def chances_at(attack: Dice, defence: tuple[Dice, ...], lead: int, doubt: int) -> tuple[Chance, ...]:
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
    less = min(first, doubt * UNIT // 100)
    found = (
        Chance(FightResult.WON, first - less),
        Chance(FightResult.TIED, third),
        Chance(FightResult.LOST, UNIT - first - third + less),
    )
    return tuple(sorted((each for each in found if each.weight > 0), key=lambda each: -each.weight))


def _totals(sides: Sequence[Dice]) -> dict[int, int]:
    """Number of throws of each fighter's dice (the highest count) that add up to each total."""
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
    """The value of a share of a win: the inverse of `win_share`."""
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


Weights = tuple[int, int, int]
"""The split of `UNIT` fights into won, tied three times and lost."""


def weights(fight: Fight, doubt: int) -> Weights:
    """The chances of a fight as a player of this doubt sees them, by how it ends, noughts among them."""
    return _weights_at(*stakes(fight), doubt)


@lru_cache(maxsize=4096)
def _weights_at(attack: Dice, defence: tuple[Dice, ...], lead: int, doubt: int) -> Weights:
    found = dict(chances_at(attack, defence, lead, doubt))
    return found.get(FightResult.WON, 0), found.get(FightResult.TIED, 0), found.get(FightResult.LOST, 0)
