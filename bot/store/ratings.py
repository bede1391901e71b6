"""Ratings in the store: how each finished game ended, and the players' skills after each that counts."""

import json
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from bot.store.database import Run, Store
from bot.store.games import Player

LEADERS = 20  # players named on a leaderboard
PACED = 100  # games of a player of which it is told how fast they were


class Rated(StrEnum):
    """The verdict on a game: it counts, or why it does not."""

    RATED = "rated"
    CASUAL = "casual"
    HOT_SEAT = "hot-seat"
    OWN_START = "own-start"
    ABANDONED = "abandoned"
    CLOSED = "closed"
    FROZEN = "frozen"


class Skill(NamedTuple):
    """A player's skill in a family as a normal distribution, and after how many rated games."""

    mu: float
    sigma: float
    games: int


class Finish(NamedTuple):
    """The end of a game for a seat: its player, place (from 1) and result (won, drawn or lost)."""

    seat: int
    player: Player
    place: int
    result: str


class GameOutcome(NamedTuple):
    game: int
    guild: int
    family: str
    verdict: Rated
    placings: Sequence[Finish]


class Standing(NamedTuple):
    """A player's skill in a family; `place` is that on its leaderboard, from 1, and 0 where that is not asked for."""

    player: Player
    family: str
    skill: Skill
    place: int = 0


class Change(NamedTuple):
    """A player's skill before and after a game; `before` is None in the first rated game."""

    player: Player
    before: Skill | None
    after: Skill


class Tally(NamedTuple):
    """Games won, drawn and lost in a family, rated or not."""

    family: str
    rated: bool
    won: int
    drawn: int
    lost: int


Rate = Callable[[Sequence[Skill | None], Sequence[int], Sequence[str]], Sequence[Skill]]

_SKILLS_OF = """
    SELECT player, name, family, mu, sigma, games
    FROM skills INDEXED BY skills_by_player JOIN names USING (guild, player)
    WHERE guild = ? AND player = ? ORDER BY games DESC
"""
_LEADERS = """
    SELECT player, name, family, mu, sigma, games, place FROM (
        SELECT guild, family, player, row_number() OVER (ORDER BY merit DESC, player) AS place
        FROM skills WHERE guild = ? AND family = ?
    ) JOIN skills USING (guild, family, player) JOIN names USING (guild, player)
    WHERE place <= ? OR player = ? ORDER BY place
"""
_RESET = """
    INSERT OR REPLACE INTO resets SELECT guild, family, outcome FROM skills WHERE guild = ? AND family = ?
    ORDER BY outcome DESC LIMIT 1
"""
_FAMILIES = "SELECT family FROM skills WHERE guild = ? GROUP BY family ORDER BY sum(games) DESC, family"
_UNSETTLED = """
    SELECT number FROM games JOIN events ON game = number AND events.sequence = games.sequence
    WHERE stage = 'over' AND NOT EXISTS (SELECT 1 FROM outcomes WHERE game = games.number) ORDER BY at, number
"""
_WRITE = """
    INSERT INTO outcomes (game, guild, family, verdict) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING number
"""
_CHANGES = """
    SELECT p.player, p.name, r.mu, r.sigma, r.games, b.mu, b.sigma, b.games FROM outcomes o
    JOIN placings p ON p.game = o.game
    JOIN ratings r ON r.outcome = o.number AND r.player = p.player AND r.player > 0
    LEFT JOIN ratings b ON r.games > 1 AND b.player = r.player AND b.outcome = (
        SELECT max(outcome) FROM ratings x
        WHERE x.guild = r.guild AND x.family = r.family AND x.player = r.player AND x.outcome < r.outcome
    ) WHERE o.game = ? ORDER BY p.seat
"""
_HISTORY = """
    SELECT mu, sigma, games FROM ratings r WHERE guild = ? AND family = ? AND player = ?
    AND outcome > coalesce((SELECT outcome FROM resets s WHERE s.guild = r.guild AND s.family = r.family), 0)
    ORDER BY outcome DESC LIMIT ?
"""
_SKILLS_AMONG = """
    SELECT player, mu, sigma, games FROM skills WHERE guild = ? AND family = ?
    AND player IN (SELECT value FROM json_each(?))
"""
_TALLIES = f"""
    SELECT family, verdict = '{Rated.RATED}', sum(result = 'won'), sum(result = 'drawn'), sum(result = 'lost')
    FROM outcomes JOIN placings USING (game) WHERE guild = ? AND player = ? AND verdict <> '{Rated.HOT_SEAT}'
    GROUP BY 1, 2 ORDER BY count(*) DESC
"""
_DUELS = f"""
    SELECT family, verdict = '{Rated.RATED}', sum(ahead > 0), sum(ahead = 0), sum(ahead < 0) FROM (
        SELECT family, verdict,
            CASE WHEN a.result = 'drawn' AND b.result = 'drawn' THEN 0 ELSE b.place - a.place END AS ahead
        FROM outcomes JOIN placings a USING (game) JOIN placings b USING (game)
        WHERE guild = ? AND a.player = ? AND b.player = ? AND verdict <> '{Rated.HOT_SEAT}'
    ) GROUP BY 1, 2 ORDER BY count(*) DESC
"""
_PACE = """
    WITH moves AS (
        SELECT e.game, e.actor, e.sequence, e.at - lag(e.at) OVER (PARTITION BY e.game ORDER BY e.sequence) AS taken
        FROM events e JOIN games g ON g.number = e.game AND g.guild = ?1 WHERE e.kind = 'moved'
        AND e.game IN (SELECT game FROM seats WHERE player = ?2 ORDER BY game DESC LIMIT ?3)
    ), timed AS (
        SELECT taken, row_number() OVER (ORDER BY taken) AS rank, count(*) OVER () AS total
        FROM moves JOIN seats s ON s.game = moves.game AND s.seat = moves.actor AND s.player = ?2
        WHERE taken IS NOT NULL AND NOT EXISTS (SELECT 1 FROM predecessors p WHERE p.game = moves.game
            AND p.seat = moves.actor AND p.sequence > moves.sequence)
    ) SELECT taken FROM timed WHERE rank = (total + 1) / 2
"""


class RatingStore(Store):
    async def unsettled(self) -> list[int]:
        """The finished games without an outcome, in the order in which they ended."""
        return await self._database.fetch(_UNSETTLED, int)

    async def reset(self, guild: int, family: str) -> None:
        """Reset a family's ratings in a guild; past results no longer count."""
        async with self._database.transaction() as run:
            await run(_RESET, guild, family)
            await run("DELETE FROM skills WHERE guild = ? AND family = ?", guild, family)

    async def verdict(self, game: int) -> Rated | None:
        """Return whether a game counts; None before it has an outcome."""
        return await self._database.fetch_one("SELECT verdict FROM outcomes WHERE game = ?", Rated, game)

    async def changes(self, game: int) -> list[Change]:
        """Return what a game did to the skills of its players but former ones, by seats; nothing if it is not rated."""
        return [
            Change(Player(*row[:2]), Skill(*row[5:]) if row[7] else None, Skill(*row[2:5]))
            for row in await self._database.rows(_CHANGES, game)
        ]

    async def leaders(self, guild: int, family: str, most: int = LEADERS, also: int = 0) -> list[Standing]:
        """The best players of a family of a guild, and one `also` who is not among them, in order."""
        return await self._database.fetch(_LEADERS, _standing, guild, family, most, also)

    async def skills_of(self, guild: int, player: int) -> list[Standing]:
        return await self._database.fetch(_SKILLS_OF, _standing, guild, player)

    async def history(self, guild: int, family: str, player: int, count: int) -> list[Skill]:
        """A player's skills in a family of a guild after the last `count` games since it was last reset, in order."""
        return (await self._database.fetch(_HISTORY, Skill, guild, family, player, count))[::-1]

    async def skills_among(self, guild: int, family: str, players: Iterable[Player]) -> dict[int, Skill]:
        """The skills of some players in a family of a guild, by their ids; newcomers are not there."""
        return await _skills_among(self._database.rows, guild, family, players)

    async def families(self, guild: int) -> list[str]:
        """The families with rated games in a guild, the one first that its players together have played most."""
        return await self._database.fetch(_FAMILIES, str, guild)

    async def tallies(self, guild: int, player: int) -> list[Tally]:
        """A player's finished games in a guild by family, rated and not; games against oneself are left out."""
        return await self._database.fetch(_TALLIES, Tally, guild, player)

    async def duels(self, guild: int, player: Player, other: Player) -> list[Tally]:
        """A player's finished games against another by family: who of the two came before the other, draws apart."""
        return await self._database.fetch(_DUELS, Tally, guild, player.id, other.id)

    async def pace(self, guild: int, player: int) -> int | None:
        """The median time (ms) of a player's moves in a guild, in the newest PACED games; None where none was timed."""
        return await self._database.fetch_one(_PACE, int, guild, player, PACED)


def _standing(player: int, name: str, family: str, mu: float, sigma: float, games: int, place: int = 0) -> Standing:
    return Standing(Player(player, name), family, Skill(mu, sigma, games), place)


async def _skills_among(run: Run, guild: int, family: str, players: Iterable[Player]) -> dict[int, Skill]:
    rows = await run(_SKILLS_AMONG, guild, family, json.dumps([player.id for player in players]))
    return {player: Skill(*skill) for player, *skill in rows}


async def write_outcome(run: Run, outcome: GameOutcome, rate: Rate) -> None:
    """Write an outcome, and if it counts the skills after it, inside a transaction, unless it is written.

    `rate` gives these from those before (None for a newcomer), places and results, before anything is written.
    """
    game, guild, family, verdict, placings = outcome
    after: Sequence[Skill] = ()
    if verdict is Rated.RATED:
        known = await _skills_among(run, guild, family, [each.player for each in placings])
        before = [known.get(each.player.id) for each in placings]
        after = rate(before, [each.place for each in placings], [each.result for each in placings])
    for (number,) in await run(_WRITE, game, guild, family, verdict):
        for seat, player, place, result in placings:
            await run("INSERT INTO placings VALUES (?, ?, ?, ?, ?, ?)", game, seat, *player, place, result)
        for each, skill in zip(placings, after, strict=False):
            await run("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)", number, each.player.id, guild, family, *skill)
