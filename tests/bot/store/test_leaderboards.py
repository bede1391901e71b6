"""Leaderboards from a row a player: their order, everybody's place, and what is read for them."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games.ratings import DEVIATIONS, ESTABLISHED
from bot.store import Database, RatingStore, Skill
from tests.bot.support.direct import opened

GUILD, FAMILY = 7, "hexeh"


def merit(skill: Skill) -> tuple[bool, float]:
    """The established come before the provisional, then counts the lower end of what a rating may be."""
    return skill.games >= ESTABLISHED, skill.mu - DEVIATIONS * skill.sigma


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
    await store.rows("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)", game, player, GUILD, FAMILY, *skill)


def skill(chance: random.Random) -> Skill:
    """Draw a skill; some are below 0 at the lower end of their margin, and some are equal."""
    if not chance.randrange(4):
        return Skill(22.5, 7.25, 1)
    return Skill(round(chance.uniform(5, 40), 2), round(chance.uniform(0.5, 8.4), 2), chance.randrange(1, 20))


async def test_everybody_has_the_place_of_their_merit(store: Database) -> None:
    """Whatever games, resets and departures there were, the order is that of merit, and each place the one in it."""
    chance, skills = random.Random(17), dict[int, Skill]()  # noqa: S311 - no secret
    book = RatingStore(store)
    for _ in range(150):
        player = chance.randrange(1, 60)
        skills[player] = skill(chance)
        await rate(store, player, skills[player])
        if not chance.randrange(25):
            gone = chance.choice(list(skills))
            await store.rows("DELETE FROM skills WHERE player = ?", gone)
            del skills[gone]
    order = sorted(sorted(skills), key=lambda each: merit(skills[each]), reverse=True)
    found = await book.leaders(GUILD, FAMILY)
    assert order[:20] == [each.player.id for each in found]
    assert [skills[player] for player in order[:20]] == [each.skill for each in found]
    places = [(await book.leaders(GUILD, FAMILY, 0, player))[0].place for player in order]
    assert list(range(1, len(order) + 1)) == places
    assert await book.leaders(GUILD, FAMILY, 0, 99) == []
    assert await book.families(GUILD) == [FAMILY]
    await book.reset(GUILD, FAMILY)
    assert await book.families(GUILD) == []
