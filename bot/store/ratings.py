"""Ratings in the store: how each finished game ended, and the players' skills after each that counts."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Self

from bot.store.database import Database, Run, Unit
from bot.store.files import UNWRITTEN
from bot.store.people import Player

log = logging.getLogger(__name__)

RATED = "rated"
PACED = 100
"""Of how many games of a player it is told how fast they were."""


class Skill(NamedTuple):
    """A player's skill in a family as a normal distribution, and after how many rated games."""

    mu: float
    sigma: float
    games: int


class Finish(NamedTuple):
    """How a finished game ended for a seat: its player, place (from 1) and result (won, drawn or lost)."""

    seat: int
    player: Player
    place: int
    result: str


class GameOutcome(NamedTuple):
    """How a finished game ended; `verdict` is RATED where it counts, or says why it does not."""

    game: int
    guild: int
    family: str
    verdict: str
    placings: Sequence[Finish]


class Standing(NamedTuple):
    player: Player
    family: str
    skill: Skill

    @classmethod
    def of(cls, player: int, name: str, family: str, *skill: Any) -> Self:  # noqa: ANN401 - the columns of a skill
        return cls(Player(player, name), family, Skill(*skill))


class Change(NamedTuple):
    """What a game did to a player's skill; `before` is None in the first rated game."""

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
_JOINED = "CROSS JOIN names n ON n.guild = s.guild AND n.player = s.player WHERE s.formula = ? AND s.guild = ?"
"""Joined in this order: a leaderboard ends after the first few."""
_STANDINGS = f"SELECT s.player, n.name, s.family, s.mu, s.sigma, s.games FROM skills s {_JOINED}"
_BEST = f"""
    SELECT s.player, n.name, s.family, s.mu, s.sigma, s.games FROM skills s INDEXED BY skills_by_merit {_JOINED}
    AND s.family = ? ORDER BY s.merit DESC, s.player LIMIT ?
"""
_ONES = f"{_STANDINGS} AND s.family = ? AND s.player = ?"
_AHEAD = """
    SELECT count(*) FROM skills s JOIN skills own ON own.formula = ?1 AND own.guild = ?2 AND own.family = ?3
        AND own.player = ?4
    WHERE s.formula = ?1 AND s.guild = ?2 AND s.family = ?3 AND s.merit >= own.merit
        AND (s.merit > own.merit OR s.player < ?4)
"""
_UNSETTLED = """
    SELECT number FROM games JOIN events ON game = number AND events.sequence = games.sequence
    WHERE stage = 'over' AND NOT EXISTS (SELECT 1 FROM outcomes WHERE game = games.number) ORDER BY at, number
"""
_UNRATED = f"""
    SELECT number, game, guild, family FROM outcomes WHERE verdict = '{RATED}'
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
    SELECT family, verdict = '{RATED}', sum(result = 'won'), sum(result = 'drawn'), sum(result = 'lost')
    FROM outcomes JOIN placings USING (game) WHERE guild = ? AND player = ? AND verdict <> 'hot-seat'
    GROUP BY 1, 2 ORDER BY count(*) DESC
"""
_DUELS = f"""
    SELECT family, verdict = '{RATED}', sum(ahead > 0), sum(ahead = 0), sum(ahead < 0) FROM (
        SELECT family, verdict,
            CASE WHEN a.result = 'drawn' AND b.result = 'drawn' THEN 0 ELSE b.place - a.place END AS ahead
        FROM outcomes JOIN placings a USING (game) JOIN placings b USING (game)
        WHERE guild = ? AND a.player = ? AND b.player = ? AND verdict <> 'hot-seat'
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
    """What is read from and written to the store about ratings; skills are those under one `formula`."""

    def __init__(self, database: Database, formula: int) -> None:
        self._database = database
        self._formula = formula

    # ---- writing

    async def unsettled(self) -> list[int]:
        """The finished games without an outcome, in the order in which they ended."""
        return await self._database.fetch(_UNSETTLED, int)

    async def settle(self, outcome: GameOutcome) -> None:
        async with self._database.transaction() as run:
            await write_outcome(run, outcome)

    async def rate_next(self, rate: Rate) -> bool:
        """Rate the first outcome that counts and is not rated yet, once; False if there is none.

        `rate` gives the skills after a game from those before (None for a newcomer), the places and the results.
        """
        if not await self._database.rows(_UNRATED, self._formula):
            return False
        async with self._database.transaction() as run:
            await self._rate(run, rate)
        return True

    def ending(self, outcome: Callable[[], GameOutcome], rate: Rate) -> Unit:
        """What settles a game in the transaction that ends it, and rates like `rate_next`, this game as a rule.

        What goes wrong outside the store is logged, and left to those who settle and rate later.
        """

        async def ended(run: Run) -> None:
            try:
                await write_outcome(run, outcome())
                await self._rate(run, rate)
            except UNWRITTEN:
                raise
            except Exception:
                log.exception("the ratings are behind")

        return ended

    async def _rate(self, run: Run, rate: Rate) -> None:
        """Rate what `rate_next` rates, inside a transaction; nothing is written where `rate` raises."""
        for number, game, guild, family in await run(_UNRATED, self._formula):
            placed = await run(_PLACED, self._formula, guild, family, game)
            before = [_skill(*skill) for _, _, _, *skill in placed]
            after = rate(before, [row[1] for row in placed], [row[2] for row in placed])
            for (player, *_), skill in zip(placed, after, strict=True):
                await run(_RATE, self._formula, number, player, guild, family, *skill)

    async def reset(self, guild: int, family: str) -> None:
        """Let all players of a guild begin anew in a family; what has ended so far counts no more."""
        which = self._formula, guild, family
        async with self._database.transaction() as run:
            await run(
                f"INSERT OR REPLACE INTO resets SELECT guild, family, outcome FROM skills WHERE {_OF_FAMILY}"
                " ORDER BY outcome DESC LIMIT 1",
                *which,
            )
            await run(f"DELETE FROM skills WHERE {_OF_FAMILY}", *which)

    # ---- questions

    async def verdict(self, game: int) -> str | None:
        """Whether a game counts, or why it does not; None before it has an outcome."""
        return await self._database.fetch_one("SELECT verdict FROM outcomes WHERE game = ?", str, game)

    async def changes(self, game: int) -> list[Change]:
        """What a game did to the skills of its players, in the order of the seats; nothing if it is not rated.

        Of former players nothing is told.
        """
        rows = await self._database.rows(_CHANGES, self._formula, game)
        return [Change(Player(*row[:2]), _skill(*row[5:]), Skill(*row[2:5])) for row in rows]

    async def standings(self, guild: int, family: str, most: int) -> list[Standing]:
        return await self._database.fetch(_BEST, Standing.of, self._formula, guild, family, most)

    async def place(self, guild: int, family: str, player: int) -> tuple[int, Standing] | None:
        """A player's place in a family of a guild, from 1, and their skill; None without one."""
        whose = self._formula, guild, family, player
        standing = await self._database.fetch_one(
            f"{_STANDINGS} AND s.family = ? AND s.player = ?", Standing.of, *whose
        )
        if standing is None:
            return None
        ((before,),) = await self._database.rows(_AHEAD, *whose)
        return before + 1, standing

    async def skills_of(self, guild: int, player: int) -> list[Standing]:
        return await self._database.fetch(
            f"{_STANDINGS} AND s.player = ? ORDER BY s.games DESC", Standing.of, self._formula, guild, player
        )

    async def history(self, guild: int, family: str, player: int, count: int) -> list[Skill]:
        """A player's skills in a family of a guild after the last `count` games since it was last reset, in order."""
        return (await self._database.fetch(_HISTORY, Skill, self._formula, guild, family, player, count))[::-1]

    async def skills_at(self, game: int, guild: int, family: str) -> dict[int, Skill]:
        """The skills in a family of a guild of those who play a game, by player; newcomers are not there."""
        rows = await self._database.rows(_SKILLS_AT, self._formula, guild, family, game)
        return {player: Skill(*skill) for player, *skill in rows}

    async def families(self, guild: int) -> list[str]:
        """The families with rated games in a guild, the one first that its players together have played most."""
        return await self._database.fetch(
            "SELECT family FROM skills WHERE formula = ? AND guild = ?"
            " GROUP BY family ORDER BY sum(games) DESC, family",
            str,
            self._formula,
            guild,
        )

    async def tallies(self, guild: int, player: int) -> list[Tally]:
        """A player's finished games in a guild by family, rated and not; games against oneself are left out."""
        return await self._database.fetch(_TALLIES, Tally, guild, player)

    async def duels(self, guild: int, player: int, other: int) -> list[Tally]:
        """A player's finished games against another by family: who of the two came before the other, draws apart."""
        return await self._database.fetch(_DUELS, Tally, guild, player, other)

    async def pace(self, guild: int, player: int) -> int | None:
        """The median time (ms) that a player has taken over a move in a guild, in the newest PACED of all their games.

        None where no move was timed.
        """
        return await self._database.fetch_one(_PACE, int, guild, player, PACED)


def _skill(mu: float | None, sigma: float, games: int) -> Skill | None:
    return None if mu is None else Skill(mu, sigma, games)


async def write_outcome(run: Run, outcome: GameOutcome) -> None:
    """Write how a game ended inside a transaction, unless it is written."""
    game, *values, placings = outcome
    if await run(_WRITE, game, *values):
        for seat, player, place, result in placings:
            await run("INSERT INTO placings VALUES (?, ?, ?, ?, ?, ?)", game, seat, *player, place, result)
