"""Texts that people have typed, made harmless before they are sent, and the nonces of messages."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import bot
from bot.discord_ui.channel.messages import NONCE_MAX_CHARS, nonce_of
from bot.text.harmless import quoted


@pytest.mark.parametrize("part", ["[a](", "[", "<", "[]", "\n", "](", "<http://", "- ", "#"])
def test_long_texts_made_harmless(part: str) -> None:
    """A text of many brackets that are never closed, or whatever else begins something, is gone through once."""
    text = part * (200_000 // len(part))
    assert len(quoted(text)) <= 2 * len(text)


LARGEST = 2**63 - 1
"""The largest number that the store gives, and that Discord has for an id."""


@pytest.mark.parametrize(
    "parts",
    [
        (1, "challenge"),
        (999_999_999_999_999, "silent", 999_999_999_999_999),
        (LARGEST, "takeover", LARGEST),
        (LARGEST, LARGEST, LARGEST),
        ("reminder", LARGEST),
    ],
)
def test_nonces_fit(parts: tuple[object, ...]) -> None:
    """A nonce has at most 25 characters, is the same for the same parts, and differs where one of them differs."""
    nonce = nonce_of(*parts)
    assert len(nonce) <= NONCE_MAX_CHARS == 25
    assert nonce == nonce_of(*parts)
    assert nonce != nonce_of(*parts[:-1], f"{parts[-1]}0"[1:])


def test_every_nonce_is_bounded() -> None:
    """Whatever the bot sends with a nonce has it from the function that bounds it."""
    made = [
        (path.name, ast.unparse(node.value))
        for path in sorted(Path(bot.__file__).parent.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.keyword) and node.arg == "nonce"
    ]
    assert made
    assert [] == [(name, value) for name, value in made if not value.startswith(("nonce_of(", "_nonce("))]
