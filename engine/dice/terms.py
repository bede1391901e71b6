"""The terms of a game's dice: how they are derived, and who sets off the roll of a fight."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DiceTerms:
    """How a game's dice come about.

    Rolls of the first `kind` follow from the secret and the words alone, those of the second from all that was played
    as well. `by_players` is whether a player's message goes into the roll of each fight.
    """

    kind: int
    by_players: bool = False

    @property
    def text(self) -> str:
        """The terms as `read_terms` reads them: `1`, `2` or `2 by players`."""
        return f"{self.kind} by players" if self.by_players else str(self.kind)


FIRST, LINKED, PLAYERS = DiceTerms(1), DiceTerms(2), DiceTerms(2, by_players=True)
_TERMS = {terms.text: terms for terms in (FIRST, LINKED, PLAYERS)}


def read_terms(text: str) -> DiceTerms:
    """The terms in a text; ValueError, in words for people, for any other."""
    if text not in _TERMS:
        raise ValueError(f"dice are of kind {' or '.join(_TERMS)}, not {text!r:.40}")
    return _TERMS[text]
