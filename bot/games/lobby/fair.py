"""The question whether it is fair that the referee plays on from a position, which others answer."""

from __future__ import annotations

from typing import Protocol

from bot.store import Player
from engine.model.refusal import Refusal
from engine.play.state import State


class Fair(Protocol):
    """Compares what a player brings with that player's other games."""

    async def __call__(self, player: Player, state: State, besides: int = 0, /) -> Refusal | None:
        """Why the referee does not play with somebody from where a game stands; the game `besides` does not count."""


async def anything(player: Player, state: State, besides: int = 0, /) -> Refusal | None:  # noqa: ARG001 - a protocol
    """Hold any position for fair."""
    return None
