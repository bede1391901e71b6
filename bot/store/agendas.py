"""Agendas in the store: what a list of a player's games is ordered by, and the games that it begins with."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import NamedTuple, cast

from bot.store.database import Store
from bot.store.games import GAMES, OFFERED, StoredGame, readable

END = 253_402_300_800_000
"""When the calendar ends (UTC ms): later than any deadline."""
ERRAND, MINE, ANSWER, OTHERS, OPEN = range(-1, 4)
"""How urgent a game is: only its errand tells; it awaits the player's move, their answer, others; it has not begun."""

_DUE = "(SELECT due FROM deadlines WHERE kind = ?2 AND game = games.number AND player = 0)"
_THIRD = "EXISTS (SELECT 1 FROM seats s WHERE s.game = games.number AND s.seat > 2)"
_ERRANDS = (
    "SELECT number, guild, stage = 'playing', turn, lost IS NOT NULL,"
    f" stage = 'playing' AND ({OFFERED} OR {_THIRD} OR time <> 'none' AND {_DUE} IS NULL),"
    " ifnull((SELECT sum(1 << seat) FROM seats WHERE game = games.number AND player = ?1), 0),"
    " EXISTS (SELECT 1 FROM guests WHERE game = games.number AND player = ?1 AND stage = 'invited'),"
    f" {_DUE} FROM games"
    " WHERE number IN (SELECT value FROM json_each(?3)) AND stage IN ('open', 'playing')"
)
"""Open and running games (?3, a JSON array of numbers) as they concern a player (?1), with deadlines of a kind (?2)."""
_PLAIN = (
    f"games.stage = 'playing' AND lost IS NULL AND iif(time = 'none', 1, ifnull(due > ?3, 0))"
    f" AND NOT {_THIRD} AND NOT {OFFERED}"
)
_CONCERNS = (
    f"SELECT iif({_PLAIN}, iif(turn = seat, {MINE}, {OTHERS}), {ERRAND}), ifnull(due, {END}), games.number, guild"
    " FROM seats CROSS JOIN games ON games.number = seats.game"
    " LEFT JOIN deadlines ON kind = ?2 AND deadlines.game = seats.game AND deadlines.player = 0"
    " WHERE seats.player = ?1 AND games.stage IN ('open', 'playing')"
    f" UNION ALL SELECT {ERRAND}, {END}, number, guild FROM guests CROSS JOIN games ON number = game"
    " WHERE player = ?1 AND guests.stage IN ('in', 'invited') AND games.stage = 'open'"
)
"""The games that concern a player (?1), with deadlines of a kind (?2), at a time (?3), for `concerns`."""
_THESE = f"{GAMES} WHERE number IN (SELECT value FROM json_each(?1))"
_HELD = f"""
    {GAMES} WHERE number IN (
        SELECT game FROM seats CROSS JOIN games ON number = game AND stage = 'playing'
            AND (?2 IS NULL OR guild = ?2) AND (?3 IS NULL OR ?3 IN (channel, parent))
            AND (?4 IS NULL OR (turn = seat) = ?4)
        WHERE player = ?1 ORDER BY game DESC LIMIT ?5
    ) ORDER BY number DESC
"""  # no index serves `?3 IN (channel, parent)`: games are found by the player


class Errand(NamedTuple):
    """A game that concerns a player: its number and guild, whether it is `playing`, and who is to move.

    `asks` tells that something may be asked besides a move, which its state says; `seats` are the player's own, by the
    bits of their numbers. `due` is when the running clock runs out (UTC ms), None where none does.
    """

    game: int
    guild: int
    playing: bool
    turn: int | None
    lost: bool
    asks: bool
    seats: int
    invited: bool
    due: int | None


Concern = tuple[int, int, int, int]
"""How urgent a game is for a player, when the running clock runs out (UTC ms; END where none does), game and guild.

Where the first is not ERRAND, nothing but a move is asked, and there is time left.
"""


class AgendaStore(Store):
    async def concerns(self, player: int, clock: str, now: int) -> list[Concern]:
        """The open and running games of a player, and those that they are invited to, in no order, some twice.

        `clock` is the kind of the deadlines at which clocks run out; `now` is the time (UTC ms).
        """
        return cast("list[Concern]", await self._database.rows(_CONCERNS, player, clock, now))

    async def errands(self, games: Collection[int], player: int, clock: str) -> list[Errand]:
        """What open and running games are about for a player, in no order."""
        return await self._database.fetch(_ERRANDS, Errand, player, clock, json.dumps(list(games))) if games else []

    async def games(self, numbers: Iterable[int]) -> dict[int, StoredGame]:
        rows = await self._database.rows(_THESE, json.dumps(list(numbers)))
        return {game.number: game for game in readable(rows, self.aside)}

    async def held(
        self, player: int, most: int, *, guild: int | None = None, channel: int | None = None, moves: bool | None = None
    ) -> list[StoredGame]:
        """The newest running games of a player, so many at most: in a guild, or in a channel and its threads.

        With `moves` only those where it is the turn of a seat of theirs, or where it is that of another.
        """
        wanted = None if moves is None else int(moves)
        rows = await self._database.rows(_HELD, player, guild, channel, wanted, most)
        return readable(rows, self.aside)
