"""Dice of the second kind: each roll follows from the secret and from all that was played before it. Pure.

A chain is a hash of entries, texts in their order: SHA-256(the chain before, as 32 bytes, and the entry as UTF-8). It
begins with the hash of a text alone. What the entries are is up to the game, see `engine.play.chains`.

Roll number n of a scope is a stream of bytes: the blocks HMAC-SHA-256(secret, message) for block 0, 1, … where

    message = "hexmarshal roll 2", the scope's length and UTF-8 bytes, the chain before the roll (32 bytes),
              n (8 bytes), the block's number (4 bytes)

with lengths as 4 bytes and all numbers big-endian. Dice take its bytes as `engine.dice.commitment` says. The roll is
then an entry of the chain itself: `roll 3: 4+4`, its number and its dice.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from hashlib import sha256

from engine.dice.commitment import Throws, sized


def begun(text: str) -> bytes:
    """A chain before its first entry."""
    return sha256(text.encode()).digest()


def linked(chain: bytes, *entries: str) -> bytes:
    """A chain with some entries more."""
    for entry in entries:
        chain = sha256(chain + entry.encode()).digest()
    return chain


def roll_entry(number: int, dice: Iterable[int]) -> str:
    """The entry that a roll is."""
    return f"roll {number}: {'+'.join(map(str, dice))}"


def linked_roll(secret: bytes, scope: str, chain: bytes, number: int, faces: Sequence[int]) -> tuple[int, ...]:
    """The dice of one roll, a value from 1 to f for each f of `faces`; ValueError for impossible faces."""
    throw = Throws(hmac.new(secret, b"hexmarshal roll 2" + sized(scope) + chain, "sha256"), number).throw
    return tuple([throw(face) for face in faces])


class LinkedRolls:
    """The rolls that follow a chain one after the other, each of them an entry before the next."""

    def __init__(self, secret: bytes, scope: str, chain: bytes) -> None:
        self._secret = secret
        self._scope = scope
        self._chain = chain

    def roll(self, number: int, faces: Sequence[int]) -> tuple[int, ...]:
        """The dice of the roll of that number, which is the next."""
        dice = linked_roll(self._secret, self._scope, self._chain, number, faces)
        self._chain = linked(self._chain, roll_entry(number, dice))
        return dice
