"""Who plays, as pictures tell it: names, ratings by one question, and clocks that stay true."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from bot.games import Table
from bot.games.pictures import person_of, shown
from bot.games.ratings import ESTABLISHED
from bot.store import Player, referee
from bot.store.games import FORMER
from engine.clocks.control import DAY, HOUR, MINUTE, SECOND, TimeControl, in_short, read_control
from engine.play.clock import Clock
from renderer import Person
from tests.bot.support.league import ANN, BEN, CAT, Club


async def seen(club: Club, number: int) -> Table:
    """The table of a game."""
    table = await club.games.tables.find(number)
    assert isinstance(table, Table)
    return table


async def test_names_and_ratings(database: Path) -> None:
    """A rated game tells the ratings of those who have one, marked while it is provisional, by one question for all."""
    async with Club.opened(database) as club:
        for _ in range(ESTABLISHED):
            await club.played(ANN, BEN)
        await club.played(ANN, CAT)
        table = await seen(club, await club.begin(ANN, CAT))
        with patch.object(club.database, "rows", wraps=club.database.rows) as asked:
            people = await club.games.company.at(table)
        assert asked.call_count == 1
        assert (people[1].name, people[2].name) == ("Ann", "Cat")
        assert people[1].rating.isdecimal()
        assert people[2].rating.rstrip("?").isdecimal()
        assert people[2].rating.endswith("?")


async def test_no_ratings_where_none_counts(database: Path) -> None:
    """An unrated game tells names alone, and asks nothing; so does a newcomer's first."""
    async with Club.opened(database) as club:
        await club.played(ANN, BEN)
        casual = await seen(club, await club.begin(ANN, BEN, rated=False))
        with patch.object(club.database, "rows", wraps=club.database.rows) as asked:
            assert await club.games.company.at(casual) == {1: Person("Ann"), 2: Person("Ben")}
        assert not asked.call_count
        other = await seen(club, await club.begin(CAT, ANN, variant="chess"))
        assert (await club.games.company.at(other))[1] == Person("Cat")


def test_the_bots_level_stands_where_ratings_do() -> None:
    """The bot is shown by a short name, with its level in place of a rating, so that neither is cut."""
    assert Person("the referee", "level 3", "2d") == person_of(referee(3), clock="2d")
    assert Person("Ann, level 3", "1604") == person_of(Player(1, "Ann, level 3"), "1604")


async def test_former_players_and_challenges(database: Path) -> None:
    """Who was forgotten is a former player without a rating; a challenge names nobody."""
    async with Club.opened(database) as club:
        table = await seen(club, await club.played(ANN, BEN))
        for name in ("", FORMER):
            game = replace(table.game, seats={1: Player(-1, name), 2: BEN})
            assert (await club.games.company.at(Table(game, table.state)))[1] == Person(FORMER)
        asked = Table(replace(table.game, stage="open", seats={0: ANN}), table.state)
        assert await club.games.company.at(asked) == {}


@pytest.mark.parametrize(
    ("time", "left", "words"),
    [
        ("3d/move", 3 * DAY, "3d/move"),
        ("3d/move", 2 * DAY + 4 * HOUR + 59 * MINUTE, "2d 4h"),
        ("7d+1d max 10d", 7 * DAY, "7d"),
        ("10m+5s", 9 * MINUTE + 41 * SECOND + 999, "9m 41s"),
        ("10m+5s", 10 * MINUTE, "10m"),
        ("10m+5s", 7, "0s"),
    ],
)
def test_clocks(time: str, left: int, words: str) -> None:
    """A clock tells what was left when it was last set, the whole of a time per move by that name."""
    control = read_control(time)
    assert isinstance(control, TimeControl)
    assert shown(Clock(control, (0, left, left), started=True, running=1, since=5), 1) == words
    assert in_short(left, 4).split(" ")[0] == in_short(left).split(" ")[0]


def test_a_clock_that_has_run_out() -> None:
    """Of the clock that was said to have run out nothing is left; the others keep theirs."""
    control = read_control("10m+5s")
    assert isinstance(control, TimeControl)
    clock = Clock(control, (0, MINUTE, MINUTE), started=True, running=1, flagged=True)
    assert (shown(clock, 1), shown(clock, 2)) == ("time up", "1m")
