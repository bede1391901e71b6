"""A fixed exercise: short games of every kind, played and counted, with what they come to on every machine.

Builds and Pythons that give the same signature play the same; a compiler that is told what a program does most
(`setup.py`) is shown this.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from engine.lookahead.perft import perft
from engine.matches.encounter import MatchTerms, encounter
from engine.play.game import new_game
from engine.variants import COMBAT, GAMES

_OPENING, _WAYS = 6, 2
"""How many plies by chance begin a game, and how many ways of fighting are tried, none counting as one."""


def benched(plies: int, nodes: int) -> Iterator[str]:
    """A line for each game, with and without fights, as it is played, then the signature of all.

    Each is played for so many plies after its opening, with so many positions looked at for a move. The sequences of
    two moves that begin it are counted, in bulk and one by one.
    """
    signature = hashlib.sha256()
    for key, game in GAMES.items():
        for fights in game.combat[:_WAYS]:
            player = f"nodes:{nodes}"
            terms = MatchTerms(key, ((COMBAT, fights),), player, player, plies=_OPENING, longest=_OPENING + plies)
            begun, played = new_game(terms.variant), encounter(terms, 0)
            counted = perft(begun, 2), perft(begun, 2, bulk=False)
            line = f"{key} {COMBAT}={fights}: {counted[0]} {counted[1]} {' '.join(played.moves)}"
            signature.update(f"{line}\n".encode())
            yield line
    yield f"signature {signature.hexdigest()[:16]}"
