"""Judgement: the chances of fights as a player sees them who doubts that attacks succeed."""

from __future__ import annotations

from typing import Final

from engine.lookahead.search.chances import UNIT, Chance, chances_at, stakes
from engine.rules.fight import Dice, Fight, FightResult

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
