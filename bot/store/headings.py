"""Headings: of a game in the store only what its name in a list needs, so that long lists can be searched."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from bot.store.people import Player
from bot.store.rows import Rows

SEATS = "(SELECT json_group_array(json_array(seat, player, name)) FROM seats WHERE game = games.number)"
"""The seats of a game as JSON, for `seats_of`."""
HEADINGS = f"SELECT number, variant, stage, turn, rolling, {SEATS} FROM games"  # noqa: S608 - constant
"""What selects games, for `heading_of` to read."""

decoded = json.JSONDecoder().raw_decode
"""What reads the JSON that SQLite has made, and where it ends."""


@dataclass(frozen=True)
class Heading:
    """A game as lists name it; `seats` maps seat numbers to players, `stage` is open, playing, over or void.

    While a challenge is open, seat 0 holds the challenger. `turn` is the seat that the game waits for, and `rolling`
    whether for a roll instead of a move.
    """

    number: int
    variant: str
    stage: str
    turn: int | None
    seats: Mapping[int, Player]
    rolling: bool = field(default=False, kw_only=True)

    def seats_of(self, player: int) -> tuple[int, ...]:
        """The seats that a player holds."""
        return tuple([seat for seat, held in self.seats.items() if held.id == player])

    def player_to_move(self) -> Player | None:
        """Who is to move, or to roll, if anybody is."""
        return self.seats.get(self.turn) if self.stage == "playing" and self.turn else None


@lru_cache(256)
def seats_of(text: str) -> Mapping[int, Player]:
    """The players by their seats as the column SEATS gives them, in order; many games have the same."""
    sitting: Sequence[tuple[int, int, str]] = sorted(decoded(text)[0])
    return {seat: Player(player, name) for seat, player, name in sitting}


heading_of = Rows(Heading, ("number", "variant", "stage", "turn", "rolling", "seats"), {"seats": seats_of}).read
"""The heading in a row that HEADINGS selects; Unreadable where it does not hold one."""
