"""The roller: what its specification says, exactly; even, uncorrelated, and the same for ever."""

from __future__ import annotations

import hashlib
import hmac
import math
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.commitment import (
    MOST_FACES,
    SECRET_BYTES,
    LinkedRolls,
    commitment,
    extend_chain,
    linked_roll,
    matches_commitment,
    new_chain,
    roll_entry,
    stream_dice,
)
from tests.suites import spread_rows

SECRETS = [bytes(SECRET_BYTES), bytes(range(SECRET_BYTES)), hashlib.sha256(b"third").digest()]
FACES = (6, 8, 10, 20)
CRITICAL = {5: 25.74, 7: 29.88, 9: 33.72, 19: 50.80, 35: 74.93, 63: 112.0, 99: 158.5}
"""Values of chi square, by degrees of freedom, that chance exceeds once in ten thousand times."""

secrets = st.binary(min_size=SECRET_BYTES, max_size=SECRET_BYTES)
words = st.text(st.characters(codec="utf-8"), max_size=12)
faces_of = st.lists(st.one_of(st.integers(1, 300), st.integers(1, MOST_FACES)), max_size=8)


def roll(secret: bytes, scope: str, number: int, faces: Sequence[int]) -> tuple[int, ...]:
    dice = stream_dice(secret, scope, number)
    return tuple(dice.throw(face) for face in faces)


def specified(secret: bytes, scope: str, number: int) -> Iterator[int]:
    """The bytes of a roll, as the module's description says."""

    def sized(text: str) -> bytes:
        data = text.encode("utf-8")
        return len(data).to_bytes(4, "big") + data

    key = hmac.new(secret, b"hexmarshal salts 1", hashlib.sha256).digest()
    block = 0
    while True:
        message = b"hexmarshal roll 1" + sized(scope) + number.to_bytes(8, "big") + block.to_bytes(4, "big")
        yield from hmac.new(key, message, hashlib.sha256).digest()
        block += 1


def sampled(source: Iterator[int], faces: int) -> int:
    """A die by rejection sampling, as the module's description says."""
    size = next(n for n in range(1, 5) if 256**n >= faces)
    bits = next(n for n in range(33) if 1 << n >= faces)
    while True:
        value = 0
        for _ in range(size):
            value = value * 256 + next(source)
        value &= (1 << bits) - 1
        if value < faces:
            return value + 1


@given(secrets, words, st.integers(0, 2**63), faces_of)
def test_rolls_are_as_specified(secret: bytes, scope: str, number: int, faces: list[int]) -> None:
    """Every roll is what HMAC-SHA-256 and rejection sampling give by the specification, written anew."""
    source = specified(secret, scope, number)
    assert tuple(sampled(source, face) for face in faces) == roll(secret, scope, number, faces)


GOLDEN: list[tuple[int, ...]] = [
    (1, 1, 7, 10, 20, 45, 691),
    (506764762, 35718, 50396, 1),
]


def test_rolls_for_ever() -> None:
    """These rolls were made when the roller was new, and never change."""
    assert roll(SECRETS[0], "game 1", 0, (2, 6, 8, 10, 20, 100, 1000)) == GOLDEN[0]
    assert roll(SECRETS[2], "channel 5 stream 3", 2**40, (MOST_FACES, 65536, 65537, 1)) == GOLDEN[1]


def test_every_argument_counts() -> None:
    """Another secret, scope or number gives other dice."""
    rolls = [
        roll(secret, scope, number, (10_000,) * 8)
        for secret in SECRETS
        for scope in ("", "game 1", "game 11", "channel 1 stream 1", "Game 1")
        for number in (0, 1, 2, 256, 2**32)
    ]
    assert len(rolls) == 3 * 5 * 5
    assert len(set(rolls)) == len(rolls)


@pytest.mark.parametrize("faces", [1, 2, 3, 4, 6, 8, 10, 12, 20, 100, 255, 256])
def test_rejection_sampling_is_exact(faces: int) -> None:
    """From every byte once, each face comes equally often."""
    dice = stream_dice(SECRETS[0], "", 0)
    dice._bytes = bytes(range(256))
    bits = max(1, 2 ** math.ceil(math.log2(faces)))
    counted = Counter(dice.throw(faces) for _ in range(256 // bits * faces))
    assert dice._at <= 256
    assert counted == dict.fromkeys(range(1, faces + 1), 256 // bits)


@pytest.mark.parametrize("faces", [0, -1, MOST_FACES + 1])
def test_impossible_dice(faces: int) -> None:
    """There is no die without faces, nor with more than the most."""
    with pytest.raises(ValueError, match=f"no die with {faces} faces"):
        roll(SECRETS[0], "game 1", 0, (6, faces))


# ---- what the rolls are like


def chi_square(counts: Sequence[int]) -> float:
    """How far counts are from being equal."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


def in_one_roll(secret: bytes, faces: int) -> list[int]:
    return list(roll(secret, "game 1", 0, (faces,) * 20_000))


def in_a_game(secret: bytes, faces: int) -> list[int]:
    """The first dice of a game's rolls, one after the other."""
    return [roll(secret, "game 2", number, (faces,))[0] for number in range(20_000)]


def over_games(secret: bytes, faces: int) -> list[int]:
    """The second dice of the first rolls of many games."""
    return [roll(secret, f"game {number}", 0, (faces, faces))[1] for number in range(20_000)]


SERIES = {series.__name__: series for series in (in_one_roll, in_a_game, over_games)}


@pytest.mark.parametrize(
    ("series", "faces", "secret"),
    spread_rows(4, [(series, faces, secret) for secret in SECRETS for faces in FACES for series in SERIES]),
)
def test_faces_are_even_and_uncorrelated(series: str, faces: int, secret: bytes) -> None:
    """Each face comes about equally often, not suspiciously so, and tells nothing of those one, two, three after it."""
    values = SERIES[series](secret, faces)
    counted = Counter(values)
    assert set(counted) == set(range(1, faces + 1))
    assert (faces - 1) / 50 < chi_square(list(counted.values())) < CRITICAL[faces - 1]
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values)
    for lag in (1, 2, 3):
        together = sum((a - mean) * (b - mean) for a, b in zip(values, values[lag:], strict=False))
        assert abs(together / variance) * math.sqrt(len(values)) < 4


# ---- commitments


@given(secrets)
def test_commitments(secret: bytes) -> None:
    """A commitment is the SHA-256 of the secret in hexadecimal, in either letter case, and of no other secret."""
    assert commitment(secret) == hashlib.sha256(secret).hexdigest()
    assert matches_commitment(secret, commitment(secret))
    assert matches_commitment(secret, commitment(secret).upper())
    assert not matches_commitment(secret, commitment(secret[::-1] + b"x"))


# ---- chains


def test_games_by_hand() -> None:
    """A roll is what the module's text says, made with the standard library alone."""
    chain = hashlib.sha256(hashlib.sha256(b"start").digest() + b"move e2e4").digest()
    assert chain == extend_chain(new_chain("start"), "move e2e4")
    message = b"hexmarshal roll 2" + (6).to_bytes(4, "big") + b"game 7" + chain + (3).to_bytes(8, "big") + bytes(4)
    stream = hmac.digest(SECRETS[1], message, "sha256")
    values = [byte & 7 for byte in stream]
    assert (values[0] + 1, values[1] + 1) == linked_roll(SECRETS[1], "game 7", chain, 3, (8, 8))


@given(st.lists(st.lists(st.integers(2, 20), min_size=1, max_size=4), max_size=6))
def test_each_roll_is_an_entry(faces: list[list[int]]) -> None:
    """Rolls one after the other are those of the chain with each roll before them."""
    rolls, chain = LinkedRolls(SECRETS[1], "game 1", new_chain("x")), new_chain("x")
    for number, each in enumerate(faces):
        dice = rolls.roll(number, each)
        assert dice == linked_roll(SECRETS[1], "game 1", chain, number, each)
        chain = extend_chain(chain, roll_entry(number, dice))
