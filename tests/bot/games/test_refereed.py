"""Challenges that the referee alone answers, without Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games import Games, Location
from bot.games.challenges import ChallengeRequest
from bot.store import Database, Ledger, Player, StoredGame

HERE = Location(1, 2)
ANN = Player(11, "Ann")


@pytest.fixture
async def games(database: Path) -> AsyncIterator[Games]:
    """Open a store for one test."""
    opened = await Database.open(database)
    yield Games(Ledger(opened))
    await opened.close()


@pytest.mark.parametrize("variant", ["hexeh", "nd-wellisch-3"], ids=["two", "three"])
async def test_begun_at_once(games: Games, variant: str) -> None:
    """A challenge that the referee alone answers is written with its beginning."""
    made = await games.lobby.challenge(HERE, ANN, ChallengeRequest(variant, {}, level=1, time="none"))
    assert isinstance(made, StoredGame)
    assert made.stage == "playing"
    assert ANN in made.seats.values()
    assert len(made.seats) == made.places
