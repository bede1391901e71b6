"""Dice that anyone can check: a secret committed to beforehand, and rolls derived from it (docs/dice.md). Pure.

Before a game the referee draws a secret of SECRET_BYTES bytes and publishes its SHA-256, the commitment. Roll number n
of a scope (a game, or a channel's stream) is a stream of bytes: the blocks HMAC-SHA-256(key, message) for block 0, 1, …
where message ends with n (8 bytes) and the block's number (4 bytes). In a game

    key     = the secret
    message = "hexmarshal roll 2", the scope's length and UTF-8 bytes, the chain before the roll (32 bytes), n, block

and in a channel's stream

    key     = HMAC-SHA-256(secret, "hexmarshal salts 1")
    message = "hexmarshal roll 1", the scope's length and UTF-8 bytes, n, block

with lengths as 4 bytes and all numbers big-endian. A die with f faces takes the fewest bytes that can hold f - 1,
keeps as many low bits as f - 1 has, and takes the value plus one if it is below f; otherwise it tries the next bytes
(rejection sampling, so every face is exactly as likely as any other).

A chain is a hash of entries, texts in their order: SHA-256(the chain before, as 32 bytes, and the entry as UTF-8). It
begins with the hash of a text alone. What the entries are is up to the game, see `engine.play.rolls`. Each roll of a
game is an entry itself: `roll 3: 4+4`, its number and its dice.
"""

import hmac
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256

SECRET_BYTES = 32
MOST_FACES = 1 << 32


def commitment(secret: bytes) -> str:
    """The SHA-256 of a secret in hexadecimal, to be published before the first roll."""
    return sha256(secret).hexdigest()


def matches_commitment(secret: bytes, published: str) -> bool:
    """True if a revealed secret is the one committed to."""
    return hmac.compare_digest(commitment(secret).encode(), published.lower().encode())


class Dice:
    """The dice of one numbered roll, thrown in order, from the keyed hash of everything before its number."""

    __slots__ = ("_at", "_block", "_bytes", "_number", "_primed")

    def __init__(self, primed: hmac.HMAC, number: int) -> None:
        self._primed = primed
        self._number = number.to_bytes(8, "big")
        self._block = 0
        self._bytes = b""
        self._at = 0

    def throw(self, faces: int) -> int:
        """The next die: 1 to `faces`; ValueError unless 1 <= faces <= MOST_FACES."""
        size, mask = _width(faces)
        while True:
            begin = self._at
            self._at = end = begin + size
            if end > len(self._bytes):
                self._extend(end)
            value = (self._bytes[begin] if size == 1 else int.from_bytes(self._bytes[begin:end], "big")) & mask
            if value < faces:
                return value + 1

    def _extend(self, length: int) -> None:
        while len(self._bytes) < length:
            block = self._primed.copy()
            block.update(self._number + self._block.to_bytes(4, "big"))
            self._bytes += block.digest()
            self._block += 1


@lru_cache(maxsize=1024)
def _width(faces: int) -> tuple[int, int]:
    """The bytes a die takes, and the mask of the bits it keeps."""
    if not 1 <= faces <= MOST_FACES:
        raise ValueError(f"there is no die with {faces} faces")
    length = (faces - 1).bit_length()
    return max(1, (length + 7) // 8), (1 << length) - 1


def stream_dice(secret: bytes, scope: str, number: int) -> Dice:
    """The dice of one roll of a channel's stream: equal arguments give equal dice for ever."""
    key = hmac.digest(secret, b"hexmarshal salts 1", "sha256")
    return Dice(hmac.new(key, b"hexmarshal roll 1" + sized(scope), "sha256"), number)


def sized(text: str) -> bytes:
    """A text with its length before it."""
    encoded = text.encode()
    return len(encoded).to_bytes(4, "big") + encoded


def new_chain(text: str) -> bytes:
    """A chain before its first entry."""
    return sha256(text.encode()).digest()


def extend_chain(chain: bytes, *entries: str) -> bytes:
    """A chain with some entries more."""
    for entry in entries:
        chain = sha256(chain + entry.encode()).digest()
    return chain


def roll_entry(number: int, dice: Iterable[int]) -> str:
    """The entry that a roll is."""
    return f"roll {number}: {'+'.join(map(str, dice))}"


def linked_roll(secret: bytes, scope: str, chain: bytes, number: int, faces: Sequence[int]) -> tuple[int, ...]:
    """The dice of one roll of a game, a value from 1 to f for each f of `faces`; ValueError for impossible faces."""
    dice = Dice(hmac.new(secret, b"hexmarshal roll 2" + sized(scope) + chain, "sha256"), number)
    return tuple([dice.throw(face) for face in faces])


class LinkedRolls:
    """The rolls that follow a chain one after the other, each of them an entry before the next."""

    def __init__(self, secret: bytes, scope: str, chain: bytes) -> None:
        self._secret, self._scope, self._chain = secret, scope, chain

    def roll(self, number: int, faces: Sequence[int]) -> tuple[int, ...]:
        """The dice of the roll of that number, which is the next."""
        dice = linked_roll(self._secret, self._scope, self._chain, number, faces)
        self._chain = extend_chain(self._chain, roll_entry(number, dice))
        return dice
