"""Warming up: whoever comes first finds the movement of every game compiled, and the usual boards drawn before."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games import warming
from bot.store import Database, Ledger
from engine.variants import GAMES, variant_of
from tests.bot.league import ANN, BEN, Club

COLD = """
from bot.games.warming import list_moves
from engine.variants import GAMES, variant_of
from tests.steps import counting
for key in GAMES:
    with counting() as cold:
        list_moves(variant_of(key))
    with counting() as warm:
        list_moves(variant_of(key))
    print(key, cold.taken, warm.taken)
"""
LITTLE = 5_000
"""More lines of Python than any game's first moves take once their movement is compiled."""


@pytest.fixture
async def club(database: Path) -> AsyncIterator[Club]:
    """Open a club for one test."""
    async with Club.opened(database) as opened:
        yield opened


def test_what_is_warm_is_little_work() -> None:
    """In a process that has just started, compiling takes many times what is left when it is done."""
    done = subprocess.run([sys.executable, "-c", COLD], capture_output=True, text=True, check=True)
    counted = {key: (int(cold), int(warm)) for key, cold, warm in map(str.split, done.stdout.splitlines())}
    assert counted.keys() == GAMES.keys()
    assert max(warm for _, warm in counted.values()) < LITTLE < max(cold for cold, _ in counted.values())


async def test_every_game_is_warmed(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first moves of every game are listed and its boards prepared for each seat, the most frequent games first."""
    for variant in ("chess", "glinski", "chess"):
        await club.begin(ANN, BEN, variant=variant)
    listed: list[str] = []
    prepared: list[str] = []
    monkeypatch.setattr(warming, "list_moves", lambda variant: listed.append(variant.key))
    monkeypatch.setattr(warming, "prepare", lambda scene, _theme: prepared.append(scene.title))
    await warming.warm(club.ledger)
    first = next(iter(GAMES))
    assert listed == [*GAMES, first, "chess", "glinski"]
    played = [variant_of(key) for key in (first, "chess", "glinski")]
    every = dict.fromkeys([*played, *map(variant_of, GAMES)])
    assert prepared == [variant.name for variant in every for _ in variant.seats]


async def test_strange_kinds_are_left_out(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of unknown rules, or with options that cannot be read, do not keep the others cold."""
    for _ in range(3):
        await club.begin(ANN, BEN, variant="chess")
    await club.database.rows("UPDATE games SET variant = 'ludo' WHERE number = 1")
    await club.database.rows("UPDATE games SET options = '[' WHERE number = 2")
    listed: list[str] = []
    monkeypatch.setattr(warming, "prepare", lambda *_: None)
    monkeypatch.setattr(warming, "list_moves", lambda variant: listed.append(variant.key))
    await warming.warm(club.ledger)
    assert listed == [*GAMES, next(iter(GAMES)), "chess"]


async def test_a_failure_is_logged(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What fails while warming up harms nothing."""
    opened = await Database.open(database)

    def fail(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(warming, "prepare", fail)
    await warming.warm(Ledger(opened))
    await opened.close()
    assert "not warmed up" in caplog.text
