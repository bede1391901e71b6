"""A fixed exercise: short games of every kind, played and counted, with what they come to on every machine.

Builds and Pythons that give the same signature play the same; a compiler that is told what a program does most
(`setup.py`) is shown this.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from engine.lookahead.perft import perft
from engine.lookahead.search import level_of
from engine.matches.encounter import MatchTerms, encounter
from engine.play.game import new_game
from engine.variants import COMBAT, GAMES

_PLAYER, _OPENING, _WAYS = 5, 12, 2
"""The level that plays; how many plies by chance begin a game; how many ways of fighting are tried, none being one."""


def benched(plies: int, nodes: int) -> Iterator[str]:
    """A line for each game, with and without fights, as it is played, then the signature of all.

    After its opening the referee plays each for so many plies, at a level that does all that any level does, but looks
    at `nodes` positions for a move. The sequences of two moves that begin it are counted twice.
    """
    signature, player, share = hashlib.sha256(), str(_PLAYER), nodes / level_of(_PLAYER).nodes
    for key, game in GAMES.items():
        for fights in game.combat[:_WAYS]:
            options, longest = ((COMBAT, fights),), _OPENING + plies
            terms = MatchTerms(key, options, player, player, share, plies=_OPENING, longest=longest)
            begun, played = new_game(terms.variant), encounter(terms, 0)
            counted = perft(begun, 2), perft(begun, 2)
            line = f"{key} {COMBAT}={fights}: {counted[0]} {counted[1]} {' '.join(played.moves)}"
            signature.update(f"{line}\n".encode())
            yield line
    yield f"signature {signature.hexdigest()[:16]}"
