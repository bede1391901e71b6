"""A player's own things beside games: conditional moves and notes."""

import json
from collections.abc import Sequence
from typing import NamedTuple, Self

from bot.store.database import Store
from engine.lookahead.conditional import Line, Step

# ---- conditional moves


class StoredLine(NamedTuple):
    """A line that a player keeps; `label` is the number by which the player knows it.

    `since` is the number of the game's last event when it was kept; `gone` says why it counts no longer, None before.
    """

    number: int
    game: int
    player: int
    label: int
    since: int
    line: Line
    gone: str | None

    @classmethod
    def of(cls, number: int, game: int, player: int, label: int, since: int, line: str, gone: str | None) -> Self:
        return cls(number, game, player, label, since, tuple(Step(*step) for step in json.loads(line)), gone)


STILL_KEPT = "SELECT * FROM conditions WHERE game = ? AND gone IS NULL ORDER BY label"
_KEEP = """
    INSERT INTO conditions (game, player, label, since, line)
    SELECT ?1, ?2, 1 + coalesce(max(label), 0), ?3, ?4 FROM conditions WHERE game = ?1 AND player = ?2
"""
_AWAITED = """
    SELECT DISTINCT games.number FROM conditions -- joined in this order: few games have any
    CROSS JOIN games ON games.number = conditions.game AND stage = 'playing'
    CROSS JOIN seats ON seats.game = games.number AND seat = turn AND seats.player = conditions.player
    WHERE gone IS NULL ORDER BY games.number
"""


class ConditionalStore(Store):
    async def keep(self, game: int, player: int, since: int, lines: Sequence[Line]) -> None:
        async with self._database.transaction() as run:
            for line in lines:
                await run(_KEEP, game, player, since, json.dumps(line, separators=(",", ":")))

    async def of_game(self, game: int) -> list[StoredLine]:
        return await self._database.fetch(STILL_KEPT, StoredLine.of, game)

    async def of_player(self, game: int, player: int) -> list[StoredLine]:
        """A player's in a game, those gone since they were last listed among them."""
        found = "SELECT * FROM conditions WHERE game = ? AND player = ? ORDER BY label"
        return await self._database.fetch(found, StoredLine.of, game, player)

    async def awaited(self) -> list[int]:
        """The running games where a player with valid conditions is to move."""
        return await self._database.fetch(_AWAITED, int)

    async def drop(self, numbers: Sequence[int]) -> int:
        drop = "DELETE FROM conditions WHERE number IN (SELECT value FROM json_each(?)) RETURNING 1"
        return len(await self._database.rows(drop, json.dumps(numbers)))

    async def lose(self, number: int, why: str) -> None:
        await self._database.rows("UPDATE conditions SET gone = ? WHERE number = ?", why, number)


# ---- notes


class Note(NamedTuple):
    """A note: its number from 1 in the player's notes on the game, when (UTC ms), after which move, its text."""

    number: int
    at: int
    after: str
    text: str


_WRITE_NOTE = """
    INSERT INTO notes (game, player, number, at, after, text)
    SELECT ?1, ?2, coalesce(max(number), 0) + 1, ?3, ?4, ?5 FROM notes WHERE game = ?1 AND player = ?2
    HAVING count(*) < ?6 RETURNING number
"""
_NOTES = "SELECT number, at, after, text FROM notes WHERE game = ? AND player = ? ORDER BY number"
_REMOVE_NOTE = "DELETE FROM notes WHERE game = ? AND player = ? AND number = ? RETURNING 1"


class NoteStore(Store):
    """Notes on games, given to their writer alone."""

    async def add(self, game: int, player: int, note: Note, most: int) -> int | None:
        """Write a note under the next number, whatever its own, and return it; None if there are `most` already."""
        return await self._database.fetch_one(_WRITE_NOTE, int, game, player, note.at, note.after, note.text, most)

    async def of(self, game: int, player: int) -> list[Note]:
        return await self._database.fetch(_NOTES, Note, game, player)

    async def remove(self, game: int, player: int, number: int) -> bool:
        return bool(await self._database.rows(_REMOVE_NOTE, game, player, number))
