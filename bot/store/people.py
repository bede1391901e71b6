"""People in the store: players, and the guests of challenges to games for more than two."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.store.database import Run

IN, INVITED, DECLINED = "in", "invited", "declined"
FORMER = "former player"
"""What somebody is called in the games of the past who has been forgotten."""
REFEREE = -(1 << 62)
"""Ids from here downwards are the referee's own, as a player: no person and no former player has one."""
_LEVELS = 10

GUESTS = (
    "(SELECT json_group_array(json_array(ordinal, player, name, stage, wish, since)) FROM guests"
    " WHERE game = games.number)"
)
"""The guests of a game as JSON, for `guests_of`."""


class Player(NamedTuple):
    """Somebody at a board: a Discord user's id and the name shown to people.

    A former player, whose data were deleted, has an id below 0, which stands for them in that game alone. Ids from
    REFEREE downwards are those of the referee as a player, one for each level and place at a board.
    """

    id: int
    name: str

    @property
    def former(self) -> bool:
        return REFEREE < self.id < 0

    @property
    def level(self) -> int:
        """The level at which the referee plays here; 0 for a person."""
        return (REFEREE - self.id) % _LEVELS if self.id <= REFEREE else 0

    @property
    def reachable(self) -> bool:
        """Whether this is somebody with an account, who can be told things."""
        return self.id > 0


def referee(level: int, place: int = 0) -> Player:
    """The referee as a player of a level; at one board each has a `place` of its own."""
    return Player(REFEREE - _LEVELS * place - level, f"the referee, level {level}")


def known(player: int) -> Player:
    """A player by their id alone: without a name, unless it is the referee."""
    level = Player(player, "").level
    return Player(player, f"the referee, level {level}") if level else Player(player, "")


class Guest(NamedTuple):
    """Somebody whom a challenge to a game for more than two is about; `stage` is IN, INVITED or DECLINED.

    `wish` is the seat asked for, 0 for a drawn one; `since` how often the challenge had changed when they came in.
    """

    player: Player
    stage: str
    wish: int = 0
    since: int = 0


def guests_of(text: str) -> tuple[Guest, ...]:
    rows = sorted(json.loads(text))
    return tuple(Guest(Player(player, name), stage, wish, since) for _, player, name, stage, wish, since in rows)


async def write_guests(run: Run, game: int, guests: Sequence[Guest]) -> None:
    await run("DELETE FROM guests WHERE game = ?", game)
    for ordinal, guest in enumerate(guests):
        await run(
            "INSERT INTO guests (game, ordinal, player, name, stage, wish, since) VALUES (?, ?, ?, ?, ?, ?, ?)",
            game,
            ordinal,
            *guest.player,
            *guest[1:],
        )


async def write_words(run: Run, game: int, words: Mapping[int, str]) -> None:
    """Write the words that players (by their ids) give for a game's dice in place of those it had."""
    await run("DELETE FROM words WHERE game = ?", game)
    for player, word in words.items():
        await run("INSERT INTO words (game, player, word) VALUES (?, ?, ?)", game, player, word)
