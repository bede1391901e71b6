"""Ratings in the store: how each finished game ended, and the players' skills after each that counts."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.store.damage import UNWRITTEN
from bot.store.database import Database, Run, Unit
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

_SKILLS = (  # joined in this order: a leaderboard ends after the first few
    "FROM skills s CROSS JOIN names n ON n.guild = s.guild AND n.player = s.player WHERE s.formula = ? AND s.guild = ?"
)
_STANDINGS = f"SELECT s.player, n.name, s.family, s.mu, s.sigma, s.games {_SKILLS}"
_BEST = (
    _STANDINGS.replace("skills s", "skills s INDEXED BY skills_by_merit")
    + " AND s.family = ? ORDER BY s.merit DESC, s.player LIMIT ?"
)
_UNSETTLED = (
    "SELECT number FROM games JOIN events ON game = number AND events.sequence = games.sequence"
    " WHERE stage = 'over' AND NOT EXISTS (SELECT 1 FROM outcomes WHERE game = games.number) ORDER BY at, number"
)
_UNRATED = (
    f"SELECT number, game, guild, family FROM outcomes WHERE verdict = '{RATED}'"  # noqa: S608 - constants
    " AND number > coalesce((SELECT outcome FROM ratings WHERE formula = ? ORDER BY outcome DESC LIMIT 1), 0)"
    " AND number > coalesce((SELECT outcome FROM resets r WHERE r.guild = outcomes.guild"
    " AND r.family = outcomes.family), 0) ORDER BY number LIMIT 1"
)
_PLACED = (
    "SELECT p.player, p.place, p.result, s.mu, s.sigma, s.games FROM placings p LEFT JOIN skills s"
    " ON s.formula = ?1 AND s.guild = ?2 AND s.family = ?3 AND s.player = p.player WHERE p.game = ?4 ORDER BY p.seat"
)
"""The players of a game (?4), their places and results, with their skills in a family (?3)."""
_RATE = (
    "INSERT INTO ratings (formula, outcome, player, guild, family, mu, sigma, games) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_COUNTS = "sum(result = 'won'), sum(result = 'drawn'), sum(result = 'lost')"


class RatingStore:
    """What is read from and written to the store about ratings; skills are those under one `formula`."""

    def __init__(self, database: Database, formula: int) -> None:
        self._database = database
        self._formula = formula

    # ---- writing

    async def unsettled(self) -> list[int]:
        """The finished games without an outcome, in the order in which they ended."""
        return [number for (number,) in await self._database.rows(_UNSETTLED)]

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
            before = [Skill(*skill) if skill[0] is not None else None for _, _, _, *skill in placed]
            after = rate(before, [row[1] for row in placed], [row[2] for row in placed])
            for (player, *_), skill in zip(placed, after, strict=True):
                await run(_RATE, self._formula, number, player, guild, family, *skill)

    async def reset(self, guild: int, family: str) -> None:
        """Let all players of a guild begin anew in a family; what has ended so far counts no more."""
        async with self._database.transaction() as run:
            await run(
                "INSERT OR REPLACE INTO resets SELECT guild, family, outcome FROM skills"
                " WHERE formula = ? AND guild = ? AND family = ? ORDER BY outcome DESC LIMIT 1",
                self._formula,
                guild,
                family,
            )
            await run("DELETE FROM skills WHERE formula = ? AND guild = ? AND family = ?", self._formula, guild, family)

    # ---- questions

    async def verdict(self, game: int) -> str | None:
        """Whether a game counts, or why it does not; None before it has an outcome."""
        row = await self._database.row("SELECT verdict FROM outcomes WHERE game = ?", game)
        return str(row[0]) if row else None

    async def changes(self, game: int) -> list[Change]:
        """What a game did to the skills of its players, in the order of the seats; nothing if it is not rated.

        Of former players nothing is told.
        """
        rows = await self._database.rows(
            "SELECT p.player, p.name, r.mu, r.sigma, r.games, b.mu, b.sigma, b.games"
            " FROM outcomes o JOIN placings p ON p.game = o.game"
            " JOIN ratings r ON r.formula = ? AND r.outcome = o.number AND r.player = p.player AND r.player > 0"
            " LEFT JOIN ratings b ON r.games > 1 AND b.formula = r.formula AND b.player = r.player AND b.outcome ="
            " (SELECT max(outcome) FROM ratings x WHERE x.formula = r.formula AND x.guild = r.guild"
            " AND x.family = r.family AND x.player = r.player AND x.outcome < r.outcome)"
            " WHERE o.game = ? ORDER BY p.seat",
            self._formula,
            game,
        )
        return [
            Change(Player(*row[:2]), Skill(*row[5:]) if row[5] is not None else None, Skill(*row[2:5])) for row in rows
        ]

    async def standings(self, guild: int, family: str, most: int) -> list[Standing]:
        rows = await self._database.rows(_BEST, self._formula, guild, family, most)
        return [Standing(Player(*row[:2]), row[2], Skill(*row[3:6])) for row in rows]

    async def place(self, guild: int, family: str, player: int) -> tuple[int, Standing] | None:
        """A player's place in a family of a guild, from 1, and their skill; None without one."""
        row = await self._database.row(
            f"{_STANDINGS} AND s.family = ? AND s.player = ?", self._formula, guild, family, player
        )
        if row is None:
            return None
        ((before,),) = await self._database.rows(
            "SELECT count(*) FROM skills s JOIN skills own ON own.formula = ?1 AND own.guild = ?2 AND own.family = ?3"
            " AND own.player = ?4 WHERE s.formula = ?1 AND s.guild = ?2 AND s.family = ?3 AND s.merit >= own.merit"
            " AND (s.merit > own.merit OR s.player < ?4)",
            self._formula,
            guild,
            family,
            player,
        )
        return int(before) + 1, Standing(Player(*row[:2]), row[2], Skill(*row[3:6]))

    async def skills_of(self, guild: int, player: int) -> list[Standing]:
        rows = await self._database.rows(
            f"{_STANDINGS} AND s.player = ? ORDER BY s.games DESC",
            self._formula,
            guild,
            player,
        )
        return [Standing(Player(*row[:2]), row[2], Skill(*row[3:6])) for row in rows]

    async def history(self, guild: int, family: str, player: int, count: int) -> list[Skill]:
        """A player's skills in a family of a guild after the last `count` games since it was last reset, in order."""
        rows = await self._database.rows(
            "SELECT mu, sigma, games FROM ratings r WHERE formula = ? AND guild = ? AND family = ? AND player = ?"
            " AND outcome > coalesce((SELECT outcome FROM resets s WHERE s.guild = r.guild AND s.family = r.family), 0)"
            " ORDER BY outcome DESC LIMIT ?",
            self._formula,
            guild,
            family,
            player,
            count,
        )
        return [Skill(*row) for row in reversed(rows)]

    async def skills_at(self, game: int, guild: int, family: str) -> dict[int, Skill]:
        """The skills in a family of a guild of those who play a game, by player; newcomers are not there."""
        rows = await self._database.rows(
            "SELECT player, mu, sigma, games FROM skills WHERE formula = ? AND guild = ? AND family = ?"
            " AND player IN (SELECT player FROM seats WHERE game = ?)",
            self._formula,
            guild,
            family,
            game,
        )
        return {player: Skill(*skill) for player, *skill in rows}

    async def families(self, guild: int) -> list[str]:
        """The families with rated games in a guild, the one first that its players together have played most."""
        rows = await self._database.rows(
            "SELECT family FROM skills WHERE formula = ? AND guild = ?"
            " GROUP BY family ORDER BY sum(games) DESC, family",
            self._formula,
            guild,
        )
        return [str(row[0]) for row in rows]

    async def tallies(self, guild: int, player: int) -> list[Tally]:
        """A player's finished games in a guild by family, rated and not; games against oneself are left out."""
        rows = await self._database.rows(
            f"SELECT family, verdict = ?, {_COUNTS} FROM outcomes JOIN placings USING (game)"  # noqa: S608 - constant
            " WHERE guild = ? AND player = ? AND verdict <> 'hot-seat' GROUP BY 1, 2 ORDER BY count(*) DESC",
            RATED,
            guild,
            player,
        )
        return [Tally(family, bool(rated), *counts) for family, rated, *counts in rows]

    async def duels(self, guild: int, player: int, other: int) -> list[Tally]:
        """A player's finished games against another by family: who of the two came before the other, draws apart."""
        rows = await self._database.rows(
            "SELECT family, verdict = ?, sum(ahead > 0), sum(ahead = 0), sum(ahead < 0) FROM (SELECT family, verdict,"
            " CASE WHEN a.result = 'drawn' AND b.result = 'drawn' THEN 0 ELSE b.place - a.place END AS ahead"
            " FROM outcomes JOIN placings a USING (game) JOIN placings b USING (game)"
            " WHERE guild = ? AND a.player = ? AND b.player = ? AND verdict <> 'hot-seat')"
            " GROUP BY 1, 2 ORDER BY count(*) DESC",
            RATED,
            guild,
            player,
            other,
        )
        return [Tally(family, bool(rated), *counts) for family, rated, *counts in rows]

    async def pace(self, guild: int, player: int) -> int | None:
        """The median time (ms) that a player has taken over a move in a guild, in the newest PACED of all their games.

        None where no move was timed.
        """
        row = await self._database.row(
            "WITH moves AS (SELECT e.game, e.actor, e.sequence, e.at - lag(e.at)"
            " OVER (PARTITION BY e.game ORDER BY e.sequence) AS taken FROM events e"
            " JOIN games g ON g.number = e.game AND g.guild = ?1 WHERE e.kind = 'moved'"
            " AND e.game IN (SELECT game FROM seats WHERE player = ?2 ORDER BY game DESC LIMIT ?3)),"
            " timed AS (SELECT taken, row_number() OVER (ORDER BY taken) AS rank, count(*) OVER () AS total"
            " FROM moves JOIN seats s ON s.game = moves.game AND s.seat = moves.actor AND s.player = ?2"
            " WHERE taken IS NOT NULL AND NOT EXISTS (SELECT 1 FROM predecessors p WHERE p.game = moves.game"
            " AND p.seat = moves.actor AND p.sequence > moves.sequence))"
            " SELECT taken FROM timed WHERE rank = (total + 1) / 2",
            guild,
            player,
            PACED,
        )
        return int(row[0]) if row else None


async def write_outcome(run: Run, outcome: GameOutcome) -> None:
    """Write how a game ended inside a transaction, unless it is written."""
    game, guild, family, verdict, placings = outcome
    written = await run(
        "INSERT INTO outcomes (game, guild, family, verdict) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (game) DO NOTHING RETURNING number",
        game,
        guild,
        family,
        verdict,
    )
    for seat, player, place, result in placings if written else ():
        await run(
            "INSERT INTO placings (game, seat, player, name, place, result) VALUES (?, ?, ?, ?, ?, ?)",
            game,
            seat,
            *player,
            place,
            result,
        )
