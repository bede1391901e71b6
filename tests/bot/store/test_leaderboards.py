"""Leaderboards from a row a player: their order, everybody's place, and what is read for them."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest

from bot.games.ratings import FORMULA, merit
from bot.store import Database, RatingStore, Skill
from tests.bot.direct import Direct, opened

GUILD, FAMILY = 7, "hexeh"
BOARDS = "SELECT formula, guild, family, players, games FROM leaderboards ORDER BY 1, 2, 3"
COUNTED = "SELECT formula, guild, family, count(*), sum(games) FROM skills GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
TENTHS = "SELECT formula, guild, family, tenth, players FROM merits ORDER BY 1, 2, 3, 4"
COUNTED_TENTHS = (
    "SELECT formula, guild, family, CAST(merit * 10 AS INTEGER), count(*) FROM skills GROUP BY 1, 2, 3, 4"
    " ORDER BY 1, 2, 3, 4"
)


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Database]:
    """Open a file."""
    found = await opened(database)
    yield found
    await found.close()


async def rate(store: Database, player: int, skill: Skill) -> None:
    """Write a rated game of a player's, after which their skill is this."""
    game = 1 + ((await store.rows("SELECT coalesce(max(number), 0) FROM games"))[0][0])
    await store.rows(
        "INSERT INTO games (number, guild, channel, variant, edition, options, stage, challenger, created)"
        " VALUES (?, ?, 1, 'hexeh', 1, '{}', 'over', 1, 0)",
        game,
        GUILD,
    )
    await store.rows("INSERT INTO outcomes VALUES (?1, ?1, ?2, ?3, 'rated')", game, GUILD, FAMILY)
    await store.rows("INSERT INTO placings VALUES (?, 1, ?, ?, 1, 'won')", game, player, f"player {player}")
    await store.rows(
        "INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?, ?)", FORMULA, game, player, GUILD, FAMILY, *skill
    )


def skill(chance: random.Random) -> Skill:
    """Draw a skill; some are below 0 at the lower end of their margin, and some are equal."""
    if not chance.randrange(4):
        return Skill(22.5, 7.25, 1)
    return Skill(round(chance.uniform(5, 40), 2), round(chance.uniform(0.5, 8.4), 2), chance.randrange(1, 20))


async def test_everybody_has_the_place_of_their_merit(store: Database) -> None:
    """Whatever games, resets and departures there were, the order is that of merit, and each place the one in it."""
    chance, skills = random.Random(17), dict[int, Skill]()  # noqa: S311 - no secret
    book = RatingStore(store, FORMULA)
    for _ in range(150):
        player = chance.randrange(1, 60)
        skills[player] = skill(chance)
        await rate(store, player, skills[player])
        if not chance.randrange(25):
            gone = chance.choice(list(skills))
            await store.rows("DELETE FROM skills WHERE player = ?", gone)
            del skills[gone]
    order = sorted(sorted(skills), key=lambda each: merit(skills[each]), reverse=True)
    found = await book.standings(GUILD, FAMILY, 20)
    assert order[:20] == [each.player.id for each in found]
    assert [skills[player] for player in order[:20]] == [each.skill for each in found]
    places = [await book.place(GUILD, FAMILY, player) for player in order]
    assert list(range(1, len(order) + 1)) == [place[0] for place in places if place]
    assert await book.place(GUILD, FAMILY, 99) is None
    assert await book.families(GUILD) == [FAMILY]
    await book.reset(GUILD, FAMILY)
    assert await book.families(GUILD) == []


async def test_a_leaderboard_reads_what_it_shows(store: Database) -> None:
    """The best take as many of SQLite's steps among twice as many players."""
    found, chance, steps = [], random.Random(3), 0  # noqa: S311 - no secret
    book, connection = RatingStore(store, FORMULA), cast("Direct", store._connection)._connection

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    for number in range(1, 401):
        await rate(store, number, Skill(20 + chance.random() / 20, 2.0, 12))
        if number in {200, 400}:
            connection.set_progress_handler(count, 1)
            before = steps
            assert len(await book.standings(GUILD, FAMILY, 20)) == 20
            found.append(steps - before)
            connection.set_progress_handler(None, 1)
    assert found[1] <= found[0]
