"""Who leaves: members asked after, games closed and handed over, servers that remove the bot."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.games.challenges import open_game
from bot.games.members import ANSWER_HOLDS_MS
from bot.games.ratings import placings, verdict
from bot.games.reminders import WHERE
from bot.games.tables import Location
from bot.store import Player, Rated, SharedDiceStore, StoredGame
from bot.store.members import CHECK
from bot.store.privacy import SCRUB
from engine.clocks.control import DAY
from engine.play.commands import Resign
from engine.play.events import Credited, Event, GameClosed, Replaced, Resigned
from engine.play.game import advance, new_game
from tests.bot.games.house import ANN, BEN, CAT, ELSEWHERE, HERE, House
from tests.bot.support.kept import events_of
from tests.engine.support import NOON, played
from tests.engine.toys import FOUR


async def test_what_is_abandoned_is_closed(house: House) -> None:
    """The daily check closes a game that counts as abandoned, once; while the bot was away nobody was waited for."""

    async def checked(days: int) -> list[int]:
        house.time.go(days * DAY)
        (deadline,) = await house.ledger.deadlines.due([CHECK], 1 << 62)
        return await house.games.absences.check(deadline)

    number = await house.begin(time="none")
    await house.games.absences.begin()
    await house.games.play.start()
    house.time.go(29 * DAY)
    await house.games.play.keep_time(0)
    assert await checked(0) == []
    await house.games.departures.left(HERE.guild)
    assert await checked(29) == []
    await house.games.departures.joined([HERE.guild])
    assert [await checked(days) for days in (27, 1, 1)] == [[], [number], []]


async def test_who_is_asked_after_and_when(house: House) -> None:
    """An answer, or none, holds for an hour; whoever acts is not asked after."""
    asked: list[int] = []
    answers: dict[int, bool | None] = {ANN.id: True, BEN.id: None}

    async def lookup(guild: int, player: int) -> bool | None:
        assert guild == HERE.guild
        asked.append(player)
        return answers[player]

    members = house.games.membership
    members.lookup = lookup
    for player in (ANN, BEN, ANN, BEN):
        assert await members.present(HERE.guild, player.id) is answers[player.id]
    assert asked == [ANN.id, BEN.id]
    house.time.go(ANSWER_HOLDS_MS)
    await members.present(HERE.guild, ANN.id)
    await members.present(HERE.guild, BEN.id)
    assert asked == [ANN.id, BEN.id, ANN.id, BEN.id]
    await members.seen(HERE.guild, BEN.id)
    assert await members.present(HERE.guild, BEN.id) is True
    house.time.go(ANSWER_HOLDS_MS)
    answers[ANN.id] = False
    assert await members.present(HERE.guild, ANN.id) is False
    assert await house.ledger.members.absent(HERE.guild, ANN.id)
    await members.seen(HERE.guild, ANN.id)
    assert await house.ledger.members.absent(HERE.guild, ANN.id) == {}


# ---- ratings


def game_of_four(*, rated: bool = True) -> StoredGame:
    seats = {seat: Player(seat, f"player {seat}") for seat in (1, 2, 3, 4)}
    game = open_game(HERE, FOUR, ANN, FOUR.start, 0)
    return replace(game, number=1, stage="playing", turn=1, seats=seats, rated=rated)


def test_who_leaves_comes_last_of_those_still_in_it() -> None:
    """The others share the first place; who was out before comes after."""
    state = played(new_game(FOUR), "Ne3")
    state = advance(state, Event(state.sequence + 1, NOON, 2, Resigned()))
    found = {each.seat: (each.place, each.result) for each in placings(game_of_four(), state, 3)}
    assert found == {1: (1, "drawn"), 4: (1, "drawn"), 3: (3, "lost"), 2: (4, "lost")}


def test_what_counts() -> None:
    """A closed game never does; a seat handed over does once all still in the game have made two moves."""
    state = played(new_game(FOUR), "Ne3")
    assert verdict(game_of_four(), state, GameClosed()) is Rated.CLOSED
    assert verdict(game_of_four(), state, Replaced(3)) is Rated.ABANDONED
    assert verdict(game_of_four(rated=False), state, Replaced(3)) is Rated.CASUAL


# ---- servers that remove the bot

FAR = Location(700_000_000_000_000_001, 2)


async def rolled(house: House, place: Location) -> None:
    await house.games.shared.roll(place, ANN, "d6 once", house.time())
    house.time.go(1)


async def test_clocks_stand_still(house: House) -> None:
    """No flag falls while the bot is away, and what was lost meanwhile is given back before anything is judged."""
    number, elsewhere = await house.begin(place=FAR), await house.begin(place=ELSEWHERE)
    departures = house.games.departures
    house.time.go(DAY)
    await departures.left(FAR.guild)
    house.time.go(10 * DAY)
    assert (await departures.store.away(number), await departures.store.away(elsewhere)) == (True, False)
    assert await departures.joined([FAR.guild]) == [number]
    assert not await departures.store.away(number)
    await house.move(number)
    given = [event.what for event in await events_of(house.ledger, number) if isinstance(event.what, Credited)]
    assert given == [Credited(1, 10 * DAY, "the referee was not in the server")]
    assert await departures.joined([FAR.guild]) == []


async def test_noticed_at_the_start(house: House) -> None:
    """A server that removed the bot while it was down is noticed, and so is one that has it again."""
    number = await house.begin(place=FAR)
    await house.begin(place=ELSEWHERE)
    assert await house.games.departures.start({ELSEWHERE.guild}) == []
    house.time.go(5 * DAY)
    again = house.again()
    assert await again.games.departures.start({ELSEWHERE.guild, FAR.guild}) == [number]
    assert await house.database.rows("SELECT * FROM departed") == []


async def fill(house: House, place: Location) -> None:
    """Leave something in all tables that know a server."""
    for _ in range(25):
        number = await house.begin(place=place)
    game = await house.game(number)
    await house.games.notes.write(game, ANN, f"a note on {place.guild}")
    await house.games.watching.watch(game, CAT, often=True)
    await rolled(house, place)
    await house.games.servers.choose(place.guild, "rated", False)
    await house.ledger.preferences.choose(ANN.id if place is FAR else BEN.id, WHERE, f"{place.guild}/{place.channel}")
    over = await house.begin(place=place)
    for move in ("b1c3", "f5e4", "f1e3", "e5d5"):
        await house.move(over, move)
    await house.database.rows("UPDATE games SET rated = 1")
    await house.act(over, BEN, Resign)


async def test_forgotten_after_the_grace(house: House, database: Path) -> None:
    """Everything about the server goes, step by step; what is about others stays, and the file holds none of it."""
    for place in (FAR, ELSEWHERE):
        await fill(house, place)
    assert not (await house.games.servers.settings(FAR.guild)).rated
    await house.games.departures.left(FAR.guild)
    before = others(database)
    house.time.go(29 * DAY)
    await house.games.departures.forget_overdue()
    house.time.go(DAY)
    await house.games.departures.forget_overdue()
    assert others(database) == before
    for deadline in await house.ledger.deadlines.due([SCRUB], 1 << 62):
        await house.games.privacy.scrub(deadline)
    everything = await asyncio.to_thread(database.read_bytes)
    assert FAR.guild.to_bytes(8, "big") not in everything
    assert str(FAR.guild).encode() not in everything
    assert str(ELSEWHERE.guild).encode() in everything
    assert await house.database.rows("PRAGMA foreign_key_check") == []
    assert await house.ledger.preferences.value(BEN.id, WHERE) == "9/4"
    await house.move(28)
    rated = [(await house.games.servers.settings(place.guild)).rated for place in (FAR, ELSEWHERE)]
    assert rated == [True, False]


def others(database: Path) -> list[str]:
    """What the file holds about the other server."""
    of_game = "SELECT * FROM {} WHERE game IN (SELECT number FROM games WHERE guild = 9)"
    of_server = "SELECT * FROM {} WHERE guild = 9"
    tables = dict.fromkeys(("seats", "events", "notes", "watchers", "outcomes", "placings", "secrets"), of_game)
    tables |= dict.fromkeys(("names", "skills", "ratings", "server_settings", "streams"), of_server)
    with closing(sqlite3.connect(database)) as connection:
        rows = {table: connection.execute(text.format(table)).fetchall() for table, text in tables.items()}
    assert all(rows.values())
    return [f"{table} {row}" for table, held in rows.items() for row in held]


async def come_back(house: House) -> None:
    await house.games.departures.joined([FAR.guild])


async def started_again(house: House) -> None:
    await house.games.departures.start({FAR.guild})


@pytest.mark.parametrize("returning", [come_back, started_again])
async def test_coming_back_keeps_all(house: House, returning: Callable[[House], Awaitable[None]]) -> None:
    """Within the grace nothing is deleted, and after the return nothing is going to be."""
    number = await house.begin(place=FAR)
    await house.games.departures.left(FAR.guild)
    house.time.go(29 * DAY)
    await returning(house)
    house.time.go(100 * DAY)
    await house.games.departures.forget_overdue()
    assert await house.ledger.game(number) is not None


async def test_dice_begun_by_a_reveal(house: House) -> None:
    """The dice that follow those that were ended go with their server, though nobody has rolled them yet."""
    await rolled(house, FAR)
    streams = SharedDiceStore(house.database)
    ended = await streams.open_stream(FAR.channel, 0, b"", 0)
    assert await streams.reveal(ended, b"secret", house.time())
    await house.games.departures.left(FAR.guild)
    house.time.go(30 * DAY)
    await house.games.departures.forget_overdue()
    assert await house.database.rows("SELECT 1 FROM streams") == []


async def test_an_unknown_server(house: House) -> None:
    """A server that nothing is held about leaves no trace."""
    await house.games.departures.left(5)
    assert await house.database.rows("SELECT * FROM departed") == []
    assert await house.games.departures.joined([5]) == []
