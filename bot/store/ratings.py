"""Ratings in the store: how each finished game ended, and the players' skills after each that counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple, Self

from bot.store.database import Database, Run
from bot.store.games import StoredGame
from bot.store.people import Player

LEADERS = 20
"""Players named on a leaderboard."""
PACED = 100
"""Of how many games of a player it is told how fast they were."""


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
    """The end of a game, for all its seats."""

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

    @classmethod
    def of(cls, player: int, name: str, family: str, mu: float, sigma: float, games: int, place: int = 0) -> Self:
        return cls(Player(player, name), family, Skill(mu, sigma, games), place)


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

_OF_FAMILY = "formula = ? AND guild = ? AND family = ?"
_SKILLS_OF = """
    SELECT player, name, family, mu, sigma, games FROM skills JOIN names USING (guild, player)
    WHERE formula = ? AND guild = ? AND player = ? ORDER BY games DESC
"""
_LEADERS = f"""
    SELECT player, name, family, mu, sigma, games, place FROM (
        SELECT formula, guild, family, player, row_number() OVER (ORDER BY merit DESC, player) AS place
        FROM skills WHERE {_OF_FAMILY}
    ) JOIN skills USING (formula, guild, family, player) JOIN names USING (guild, player)
    WHERE place <= ? OR player = ? ORDER BY place
"""
_RESET = f"""
    INSERT OR REPLACE INTO resets SELECT guild, family, outcome FROM skills WHERE {_OF_FAMILY}
    ORDER BY outcome DESC LIMIT 1
"""
_FAMILIES = "SELECT family FROM skills WHERE formula = ? AND guild = ? GROUP BY family ORDER BY sum(games) DESC, family"
_UNSETTLED = """
    SELECT number FROM games JOIN events ON game = number AND events.sequence = games.sequence
    WHERE stage = 'over' AND NOT EXISTS (SELECT 1 FROM outcomes WHERE game = games.number) ORDER BY at, number
"""
_UNRATED = f"""
    SELECT number, game, guild, family FROM outcomes WHERE verdict = '{Rated.RATED}'
    AND number > coalesce((SELECT outcome FROM ratings WHERE formula = ? ORDER BY outcome DESC LIMIT 1), 0)
    AND number > coalesce(
        (SELECT outcome FROM resets r WHERE r.guild = outcomes.guild AND r.family = outcomes.family), 0
    ) ORDER BY number LIMIT 1
"""
_PLACED = """
    SELECT p.player, p.place, p.result, s.mu, s.sigma, s.games FROM placings p LEFT JOIN skills s
    ON s.formula = ?1 AND s.guild = ?2 AND s.family = ?3 AND s.player = p.player WHERE p.game = ?4 ORDER BY p.seat
"""
"""The players of a game (?4), their places and results, with their skills in a family (?3)."""
_WRITE = """
    INSERT INTO outcomes (game, guild, family, verdict) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1
"""
_RATE = "INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_CHANGES = """
    SELECT p.player, p.name, r.mu, r.sigma, r.games, b.mu, b.sigma, b.games FROM outcomes o
    JOIN placings p ON p.game = o.game
    JOIN ratings r ON r.formula = ? AND r.outcome = o.number AND r.player = p.player AND r.player > 0
    LEFT JOIN ratings b ON r.games > 1 AND b.formula = r.formula AND b.player = r.player AND b.outcome = (
        SELECT max(outcome) FROM ratings x WHERE x.formula = r.formula AND x.guild = r.guild
        AND x.family = r.family AND x.player = r.player AND x.outcome < r.outcome
    ) WHERE o.game = ? ORDER BY p.seat
"""
_HISTORY = """
    SELECT mu, sigma, games FROM ratings r WHERE formula = ? AND guild = ? AND family = ? AND player = ?
    AND outcome > coalesce((SELECT outcome FROM resets s WHERE s.guild = r.guild AND s.family = r.family), 0)
    ORDER BY outcome DESC LIMIT ?
"""
_SKILLS_AT = f"""
    SELECT player, mu, sigma, games FROM skills WHERE {_OF_FAMILY}
    AND player IN (SELECT player FROM seats WHERE game = ?)
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


class RatingStore:
    """Outcomes, ratings and skills in the store; skills are those under one `formula`."""

    def __init__(self, database: Database, formula: int) -> None:
        self._database = database
        self._formula = formula

    # ---- writing

    async def unsettled(self) -> list[int]:
        """The finished games without an outcome, in the order in which they ended."""
        return await self._database.fetch(_UNSETTLED, int)

    async def rate_with(self, run: Run, rate: Rate) -> None:
        """Rate, inside a transaction, the outcomes that count and are not rated yet, in their order.

        `rate` gives the skills after a game from those before (None for a newcomer), the places and the results.
        """
        while unrated := await run(_UNRATED, self._formula):
            ((number, game, guild, family),) = unrated
            placed = await run(_PLACED, self._formula, guild, family, game)
            before = [_skill(*skill) for _, _, _, *skill in placed]
            after = rate(before, [row[1] for row in placed], [row[2] for row in placed])
            for (player, *_), skill in zip(placed, after, strict=True):
                await run(_RATE, self._formula, number, player, guild, family, *skill)

    async def reset(self, guild: int, family: str) -> None:
        """Let all players of a guild begin anew in a family; what has ended so far counts no more."""
        which = self._formula, guild, family
        async with self._database.transaction() as run:
            await run(_RESET, *which)
            await run(f"DELETE FROM skills WHERE {_OF_FAMILY}", *which)

    # ---- questions

    async def verdict(self, game: int) -> Rated | None:
        """Return whether a game counts; None before it has an outcome."""
        return await self._database.fetch_one("SELECT verdict FROM outcomes WHERE game = ?", Rated, game)

    async def changes(self, game: int) -> list[Change]:
        """Return what a game did to the skills of its players, by seats; nothing if it is not rated.

        Of former players nothing is told.
        """
        rows = await self._database.rows(_CHANGES, self._formula, game)
        return [Change(Player(*row[:2]), _skill(*row[5:]), Skill(*row[2:5])) for row in rows]

    async def leaders(self, guild: int, family: str, most: int = LEADERS, also: int = 0) -> list[Standing]:
        """The best players of a family of a guild, and one `also` who is not among them, in order."""
        return await self._database.fetch(_LEADERS, Standing.of, self._formula, guild, family, most, also)

    async def skills_of(self, guild: int, player: int) -> list[Standing]:
        return await self._database.fetch(_SKILLS_OF, Standing.of, self._formula, guild, player)

    async def history(self, guild: int, family: str, player: int, count: int) -> list[Skill]:
        """A player's skills in a family of a guild after the last `count` games since it was last reset, in order."""
        return (await self._database.fetch(_HISTORY, Skill, self._formula, guild, family, player, count))[::-1]

    async def skills_at(self, game: StoredGame, family: str) -> dict[int, Skill]:
        """The skills in a family of those who play a game, by player; newcomers are not there."""
        rows = await self._database.rows(_SKILLS_AT, self._formula, game.guild, family, game.number)
        return {player: Skill(*skill) for player, *skill in rows}

    async def families(self, guild: int) -> list[str]:
        """The families with rated games in a guild, the one first that its players together have played most."""
        return await self._database.fetch(_FAMILIES, str, self._formula, guild)

    async def tallies(self, guild: int, player: int) -> list[Tally]:
        """A player's finished games in a guild by family, rated and not; games against oneself are left out."""
        return await self._database.fetch(_TALLIES, Tally, guild, player)

    async def duels(self, guild: int, player: Player, other: Player) -> list[Tally]:
        """A player's finished games against another by family: who of the two came before the other, draws apart."""
        return await self._database.fetch(_DUELS, Tally, guild, player.id, other.id)

    async def pace(self, guild: int, player: int) -> int | None:
        """The median time (ms) that a player has taken over a move in a guild, in the newest PACED of all their games.

        None where no move was timed.
        """
        return await self._database.fetch_one(_PACE, int, guild, player, PACED)


def _skill(mu: float | None, sigma: float, games: int) -> Skill | None:
    return None if mu is None else Skill(mu, sigma, games)


async def write_outcome(run: Run, outcome: GameOutcome) -> None:
    """Write an outcome inside a transaction, unless it is written."""
    game, *values, placings = outcome
    if await run(_WRITE, game, *values):
        for seat, player, place, result in placings:
            await run("INSERT INTO placings VALUES (?, ?, ?, ?, ?, ?)", game, seat, *player, place, result)
