"""Challenges that the referee alone answers, without Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games import Games, Location
from bot.games.lobby import ChallengeRequest
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
async def test_answered_twice(games: Games, variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A challenge made while the referee catches up begins one game, and its challenger is told of that."""
    opening = games.ledger.open_challenge

    async def opened(*about: object) -> int:
        number = await opening(*about)  # type: ignore[arg-type]
        await games.lobby.catch_up()
        return number

    monkeypatch.setattr(games.ledger, "open_challenge", opened)
    made = await games.lobby.challenge(HERE, ANN, ChallengeRequest(variant, {}, level=1, time="none"))
    assert isinstance(made, StoredGame)
    found = await games.ledger.game(made.number)
    assert found is not None
    assert (made.stage, found.stage, found.seats) == ("playing", "playing", made.seats)
