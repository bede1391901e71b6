"""Dice that anyone can check: a secret committed to beforehand, rolls derived from it, and their verification. Pure.

Before a game the referee draws a secret of SECRET_BYTES bytes and publishes its SHA-256, the commitment. Roll number n
of a scope (a game, or a channel's stream) is a stream of bytes: the blocks HMAC-SHA-256(key, message) for block 0, 1, …
where

    key     = HMAC-SHA-256(secret, "hexmarshal salts 1" and, for every salt so far, its length and its UTF-8 bytes)
    message = "hexmarshal roll 1", the scope's length and UTF-8 bytes, n (8 bytes), the block's number (4 bytes)

with lengths as 4 bytes and all numbers big-endian. A die with f faces takes the fewest bytes that can hold f - 1,
keeps as many low bits as f - 1 has, and takes the value plus one if it is below f; otherwise it tries the next bytes
(rejection sampling, so every face is exactly as likely as any other).
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256

SECRET_BYTES = 32
MOST_FACES = 1 << 32
_SALTS = b"hexmarshal salts 1"


def commitment(secret: bytes) -> str:
    """The SHA-256 of a secret in hexadecimal, to be published before the first roll."""
    return sha256(secret).hexdigest()


def keeps(secret: bytes, published: str) -> bool:
    """Whether a revealed secret is the one committed to."""
    return hmac.compare_digest(commitment(secret).encode(), published.lower().encode())


def roll(secret: bytes, salts: Sequence[str], scope: str, number: int, faces: Sequence[int]) -> tuple[int, ...]:
    """The dice of one roll, a value from 1 to f for each f of `faces`; ValueError for impossible faces."""
    throw = Dice(secret, salts, scope, number).throw
    return tuple([throw(face) for face in faces])


class Series:
    """The rolls of a scope derived one after the other, each with the salts so far, as `roll` gives it.

    A salt is hashed once, when it is added, however many rolls follow.
    """

    def __init__(self, secret: bytes, scope: str) -> None:
        self._salting = hmac.new(secret, _SALTS, "sha256")
        self._scope = scope
        self.salts = 0
        """How many salts have been added."""

    def add(self, salts: Iterable[str]) -> None:
        """Let some salts more be in force."""
        for salt in salts:
            self._salting.update(sized(salt))
            self.salts += 1

    def roll(self, number: int, faces: Sequence[int]) -> tuple[int, ...]:
        """The dice of the roll of that number."""
        throw = Throws(_keyed(self._salting.digest(), self._scope), number).throw
        return tuple([throw(face) for face in faces])


class Throws:
    """The dice of one numbered roll, from the keyed hash of what stands before its number."""

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
        """Derive blocks until there are so many bytes."""
        while len(self._bytes) < length:
            block = self._primed.copy()
            block.update(self._number + self._block.to_bytes(4, "big"))
            self._bytes += block.digest()
            self._block += 1


class Dice(Throws):
    """The dice of one numbered roll, thrown one after the other: equal arguments give equal dice for ever."""

    __slots__ = ()

    def __init__(self, secret: bytes, salts: Sequence[str], scope: str, number: int) -> None:
        super().__init__(_primed(secret, tuple(salts), scope), number)


@lru_cache(maxsize=1024)
def _width(faces: int) -> tuple[int, int]:
    """The bytes a die takes, and the mask of the bits it keeps."""
    if not 1 <= faces <= MOST_FACES:
        raise ValueError(f"there is no die with {faces} faces")
    length = (faces - 1).bit_length()
    return max(1, (length + 7) // 8), (1 << length) - 1


@lru_cache(maxsize=64)
def _primed(secret: bytes, salts: tuple[str, ...], scope: str) -> hmac.HMAC:
    """The keyed hash of a scope under some salts; copied, never changed."""
    return _keyed(hmac.digest(secret, _SALTS + b"".join(map(sized, salts)), "sha256"), scope)


def _keyed(key: bytes, scope: str) -> hmac.HMAC:
    """The keyed hash with the message up to the roll's number."""
    return hmac.new(key, b"hexmarshal roll 1" + sized(scope), "sha256")


def sized(text: str) -> bytes:
    """A text with its length before it."""
    encoded = text.encode()
    return len(encoded).to_bytes(4, "big") + encoded
