"""What the store has of a game."""

from __future__ import annotations

from bot.games.tables import replayed, variant_for
from bot.store import Ledger
from engine.play.events import Event


async def events_of(ledger: Ledger, number: int) -> list[Event]:
    game = await ledger.game(number)
    assert game is not None
    return list(replayed(game, variant_for(game), await ledger.events(number)).events)
