"""Who does what in a sentence: players by their names, or "you" for the player it is said to."""

from __future__ import annotations

YOU = "You"


def doing(actor: str, words: str) -> str:
    """Somebody and what they do, without a full stop: "Ann offers a draw", or "You offer a draw" for YOU."""
    if actor != YOU:
        return f"{actor} {words}"
    verb, blank, rest = words.partition(" ")
    return f"{YOU} {'are' if verb == 'is' else verb.removesuffix('s')}{blank}{rest}"
