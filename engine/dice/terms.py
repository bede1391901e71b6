"""The terms of a game's dice: who sets off the roll of a fight."""

from dataclasses import dataclass


@dataclass(frozen=True)
class DiceTerms:
    """The source of a game's dice: `by_players` if a player's message goes into each fight's roll."""

    by_players: bool = False

    @property
    def text(self) -> str:
        """The terms as records have them and `read_terms` reads them: `2` or `2 by players`."""
        return "2 by players" if self.by_players else "2"


LINKED, PLAYERS = DiceTerms(), DiceTerms(by_players=True)


def read_terms(text: str) -> DiceTerms:
    """The terms in a text; ValueError, in words for people, for any other."""
    for terms in (LINKED, PLAYERS):
        if text == terms.text:
            return terms
    raise ValueError(f"dice are of kind {LINKED.text} or {PLAYERS.text}, not {text!r:.40}")
