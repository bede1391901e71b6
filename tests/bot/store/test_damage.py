"""A store with bad pages or rows: what is bad is named in one line and set aside, and all else goes on."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import Referee
from bot.games import Location, utc_now
from bot.store import Database, Player, StoreError
from engine.variants import GAMES
from tests.bot.support.damaged import by_hand, filled, garble
from tests.bot.support.people import settled, told
from tests.bot.support.timed import Time
from tests.wire import Standin, running

GAMES_IN_ALL = 63
EVENT = "UPDATE events SET {} WHERE game = {{0}} AND kind = 'moved'"
ROW = "UPDATE games SET {} WHERE number = {{0}}"
BAD_GAMES = {
    EVENT.format("fields = 'nonsense'"): "event 2 cannot be read: Expecting value: line 1 column 1 (char 0)",
    EVENT.format("fields = '[]'"): "event 2 cannot be read: ",
    EVENT.format("kind = 'danced'"): "event 2 cannot be read: no event is written danced {'move': 'b1c3'}",
    EVENT.format('fields = \'{{"move": "a1a7"}}\''): "a1a7 is no move in this position",
    EVENT.format("actor = 3"): "event 2 is by seat 3, which cannot have done that",
    "DELETE FROM events WHERE game = {0}": "its row counts 2 events, but the last is 0",
    ROW.format("sequence = 1"): "its row counts 1 events, but the last is 2",
    ROW.format("variant = 'shogi'"): f"there is no game 'shogi'; the games are {', '.join(GAMES)}",
    ROW.format("options = '{{'"): "its row cannot be read: Expecting property name",
    ROW.format("options = '[1]'"): "its row cannot be read: no options are written [1]",
    ROW.format('options = \'{{"travelers": "queer"}}\''): "travelers can be winding or straight, not 'queer'",
    ROW.format("time = 'soon'"): "",
    ROW.format("start = 'x'"): "",
    "UPDATE guests SET wish = 7 WHERE game = {0}": "somebody has chosen a side that Hexeh does not have",
    "DELETE FROM seats WHERE game = {0} AND seat = 2": "its players do not take the seats of Hexeh",
}
"""What is done to a game, and what the line about it begins with."""
BAD_CHALLENGES = {
    ROW.format("options = 'none'"): "its row cannot be read: ",
    ROW.format("variant = 'shogi'"): "there is no game 'shogi'",
    "UPDATE guests SET wish = 3 WHERE game = {0}": "somebody has chosen a side that Hexeh does not have",
    "INSERT INTO guests VALUES ({0}, 1, 1, '', 'in', 9, 0)": "somebody has chosen a side that Hexeh does not have",
}
BAD_OTHERS = (
    "INSERT OR REPLACE INTO preferences VALUES ({0}, 'remind-since', 'soon'), ({0}, 'zone', 'Atlantis')",
    "INSERT OR REPLACE INTO preferences VALUES ({0}, 'remind-where', 'here/there'), ({0}, 'remind-at', '?')",
    "INSERT OR REPLACE INTO preferences VALUES ({0}, 'only-move', 'maybe'), ({0}, 'letters', 'loud')",
    "INSERT INTO deadlines (kind, game, due) VALUES ('dance', 1, 5), ('flag', 999, 5)",
    "INSERT INTO deadlines (kind, player, due) VALUES ('notice', 7, 5), ('vacation', 0, 5)",
    "INSERT INTO streams (number, channel, commitment, opened) VALUES (7, 1, 'none', 0)",
    "INSERT INTO stream_secrets VALUES (7, zeroblob(32))",
    "INSERT INTO outbox (kind, key, made, due) VALUES ('roll', '7:0', 0, 0)",
    "INSERT INTO deadlines (kind, due) VALUES ('send', 0)",
    "INSERT INTO rolls VALUES (7, 0, 0, 11, 'Ann', 'no dice', 0, NULL), (7, 1, 0, 11, 'Ann', 'd6', 0, NULL)",
)
"""Bad rows of what concerns no game, or several."""
BAD_REASONS = ("roll 0 of stream",)
"""What is said about them."""


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    """Gather what the log says is set aside; nothing else is an error, and nothing comes with a traceback."""
    caplog.set_level(logging.INFO)
    found: list[str] = []
    yield found
    aside = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert [line for line in aside if " is set aside: " not in line] == []
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
    assert all("\n" not in line for line in aside)


def named(caplog: pytest.LogCaptureFixture, number: int) -> list[str]:
    """The reasons for which the log says that a game is set aside."""
    mark = f"game {number} is set aside: "
    return [record.getMessage().removeprefix(mark) for record in caplog.records if record.getMessage().startswith(mark)]


def shown_in(standin: Standin) -> set[int]:
    """The games of which boards or challenges stand in the channel."""
    posted = [message.content for message in standin.channel().messages if message.buttons]
    return {int(text.removeprefix("**#").split(" ")[0]) for text in posted}


# ---- rows


@pytest.mark.usefixtures("lines")
async def test_bad_rows(discord_: Standin, database: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Games and challenges with bad rows are each named once, with the reason; all others are shown at the start."""
    channel = discord_.channel()
    assert channel.guild is not None
    alice, bob = discord_.human("alice"), discord_.human("bob")
    players = Player(alice.id, "alice"), Player(bob.id, "bob")
    place, bad = Location(channel.guild.id, channel.id), len(BAD_GAMES) + 1
    await filled(database, place, bad + 1, Time(utc_now()), players)
    with by_hand(database) as store:
        for number, change in enumerate(BAD_GAMES, 2):
            store.execute(change.format(number))
        for number, change in enumerate([*BAD_CHALLENGES, ""], bad + 2):
            store.execute(
                "INSERT INTO games (number, guild, channel, variant, edition, options, stage, challenger, created)"
                " VALUES (?, ?, ?, 'hexeh', 1, '{}', 'open', ?, 0)",
                (number, place.guild, place.channel, alice.id),
            )
            store.execute("INSERT INTO seats VALUES (?, 0, ?, 'alice')", (number, alice.id))
            store.execute("INSERT INTO guests VALUES (?, 0, ?, 'alice', 'in', 0, 0)", (number, alice.id))
            store.execute(change.format(number))
        for change in BAD_OTHERS:
            store.execute(change.format(alice.id))
    last = bad + 2 + len(BAD_CHALLENGES)
    async with running(Referee(database)) as referee:
        await referee.controller.poster.catch_up()
        await settled(referee)
        await referee.scheduler.meet()
        assert shown_in(discord_) == {1, bad + 1, last}
        assert (await told(await alice.slash("games"))).count("Hexeh") >= 3
        assert "is frozen: " in await told(await alice.slash("board", game="2"))
        assert "UTC" in await told(await alice.slash("settings reminders"))
        await told(await bob.slash("move", notation="Tbc4", game="1"))
    for number, reason in enumerate([*BAD_GAMES.values(), *BAD_CHALLENGES.values()], 2):
        at = number if number <= bad else number + 1
        (line,) = named(caplog, at)
        assert line.startswith(reason), (at, line, reason)
    assert named(caplog, 1) == named(caplog, bad + 1) == named(caplog, last) == []
    told_of = " ".join(record.getMessage() for record in caplog.records)
    assert [other for other in BAD_REASONS if other not in told_of] == []


# ---- pages


async def test_a_damaged_file_is_refused(discord_: Standin, database: Path) -> None:
    """A referee does not start on a damaged file, and names what to do; the file stays as it is."""
    assert discord_.base_url
    await (await Database.open(database)).close()
    with closing(sqlite3.connect(database)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'notes_by_player'").fetchone()
    garble(database, root - 1, b"\xff" * 300, 0)
    before = database.read_bytes()  # noqa: ASYNC240 - nothing else runs
    with pytest.raises(StoreError, match=r"^cannot use the database .*; put a backup back with `hexmarshal restore`$"):
        async with running(Referee(database)):
            pytest.fail("started")
    assert before == database.read_bytes()  # noqa: ASYNC240 - nothing else runs
