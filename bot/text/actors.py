"""Who does what in a sentence: players by their names, or "you" for the player it is said to."""

from __future__ import annotations

from collections.abc import Callable

from bot.store import Player

YOU = "You"


Naming = Callable[[Player], str]
_YOURS = {"is": "are", "has": "have"}


def to(you: Player | None, name: Naming, player: Player) -> str:
    """A player at the beginning of a sentence that is told to one of them, or to all: "You" or a name."""
    if you is not None and you.id == player.id:
        return YOU
    who = name(player)
    return f"{who[:1].upper()}{who[1:]}" if player.level else who


def doing(actor: str, words: str) -> str:
    """Somebody and what they do, without a full stop: "Ann offers a draw", or "You offer a draw" for YOU."""
    if actor != YOU:
        return f"{actor} {words}"
    verb, blank, rest = words.partition(" ")
    return f"{YOU} {_YOURS.get(verb) or verb.removesuffix('s')}{blank}{rest}"
