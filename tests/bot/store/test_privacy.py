"""Nothing that may concern a person is overlooked: every column is given out, or harmless for a reason."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Database
from bot.store.departures import OF_GAME, OF_SERVER, OF_STREAM, ROLLS
from bot.store.privacy import BY_GAME, BY_PERSON, DELETED, FAREWELLS

KEY = "the number of the game that it is given out with"
SHOWN = "what the bot has still to show in a channel, no more of a person's than the game is"
HARMLESS = {
    "facts": "about the installation: its commands, its last heartbeat",
    "daily_puzzles": "the day of which a channel has been shown the puzzle",
    "puzzle_skills": "how well puzzles resist, without who has tried them",
    "owed": "when the referee was away, for games whose clocks are still to get that back",
    "games.quiet": SHOWN,
    "departed": "servers that have removed the bot",
    "server_settings": "what a server's managers have chosen for it, without who has",
    "resets": "when a server's leaderboards were reset, without who has done that",
    "deleting": "a game that is being deleted, within one transaction",
    "silences": "from when on a game waits for its next move",
    "secrets": "the secret behind a game's dice: in the record once the game is over, nobody's before",
    "stream_secrets": "the secret behind a channel's dice, and nobody's",
    "streams": "a channel's dice; who has rolled them stands in `rolls`",
    "unshown": "which rolls a channel has still to be shown; who made them stands in `rolls`",
    "games.shown": SHOWN,
    "games.referees": "which seats the referee plays itself",
    "games.worn": SHOWN,
    "games.revised": SHOWN,
    "games.threaded": SHOWN,
    "games.lost": SHOWN,
    "games.told": SHOWN,
    "games.moved": SHOWN,
    "losses": "messages about games whose channel is gone; who plays them stands in `seats`",
    **{f"{table}.game": KEY for table in BY_GAME if table not in {"games", "ratings", "takeover_consents"}},
}
"""The tables and columns that are not given out, and why that is right. What is new goes here, or into `privacy`."""
GAME = "part of the game, and no words of anybody's"
STAYING = {
    **{f"games.{name}": GAME for name in ("variant", "options", "start", "stage", "reason", "commitment", "time")},
    "games.dice": GAME,
    "events.kind": GAME,
    "moderations.deed": "what was done to a server's games and settings, without who has done it",
    "events.fields": "moves, dice and the words added to these, which the record needs to be checked",
    "outcomes.family": GAME,
    "outcomes.verdict": GAME,
    "placings.result": GAME,
    "guests.stage": GAME,
    "ratings.family": GAME,
}
"""Texts that stay when a person is forgotten, and why they may."""
PEOPLE = {"player", "challenger", "invited", "asker"}
"""What columns are called that hold a person's id."""


@pytest.fixture
async def schema(database: Path) -> AsyncIterator[sqlite3.Connection]:
    """Open a new file, past the store."""
    await (await Database.open(database)).close()
    with closing(sqlite3.connect(database)) as connection:
        yield connection


def columns(schema: sqlite3.Connection) -> dict[str, list[str]]:
    """All columns of all tables."""
    found: dict[str, list[str]] = {}
    pairs = "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
    for table, name in schema.execute(pairs):
        if not table.startswith("sqlite_"):
            found.setdefault(table, []).append(name)
    return found


async def test_every_column_is_given_out_or_harmless(schema: sqlite3.Connection) -> None:
    """Each column of the schema is among those given out to the person it concerns, or harmless, never both."""
    given = {f"{about.table}.{name}" for about in (*BY_GAME.values(), *BY_PERSON.values()) for name in about.columns}
    every = {f"{table}.{name}" for table, names in columns(schema).items() for name in names}
    harmless = {each for each in every if each in HARMLESS or each.split(".")[0] in HARMLESS}
    assert set() == every - given - harmless, "is this a person's? then add it to bot.store.privacy, else to HARMLESS"
    assert set() == given & harmless
    assert set() == given - every
    assert set() == set(HARMLESS) - every - set(columns(schema)), "gone from the schema"


async def test_every_id_of_a_person_is_deleted_or_made_anonymous(schema: sqlite3.Connection) -> None:
    """Each column that is called after a person is one that a farewell deletes, or puts a former player into."""
    # one by one, since labels go, too; with the game; the server keeps its log
    others = {"rolls.player", "takeovers.asker", "moderations.player"}
    former = {f"games.{name}" for name in PEOPLE if any(f"games SET {name} = ?3" in text for text in FAREWELLS)}
    former |= {f"{table}.player" for table in BY_GAME if any(f"UPDATE {table} SET player = ?3" in t for t in FAREWELLS)}  # noqa: S608 - constants
    deleted = {f"{table}.player" for table in DELETED}
    held = {f"{table}.{name}" for table, names in columns(schema).items() for name in names if name in PEOPLE}
    assert held == former | deleted | others


async def test_every_text_of_a_person_is_deleted_or_may_stay(schema: sqlite3.Connection) -> None:
    """Each text that is given out to a person goes with them, or stays for a reason."""
    pairs = "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
    texts = {f"{table}.{name}" for table, name in schema.execute(f"{pairs} AND c.type = 'TEXT'")}
    given = {f"{about.table}.{name}" for about in (*BY_GAME.values(), *BY_PERSON.values()) for name in about.columns}
    gone = {each for each in texts if each.split(".")[0] in DELETED} | {
        "games.comment",
        "rolls.name",
        "rolls.request",
        "reminders.fraction",
    }
    gone |= {
        f"{table}.name"
        for table in BY_GAME
        if any(f"UPDATE {table} SET player = ?3, name" in t for t in FAREWELLS)  # noqa: S608 - constants
    }
    assert set(STAYING) == (texts & given) - gone


async def test_every_table_of_a_server_is_deleted_with_it(schema: sqlite3.Connection) -> None:
    """Each table that says which game, stream, outcome or server its rows belong to is emptied with that server."""
    keys = {"game", "stream", "outcome", "guild"}
    tables = {table for table, names in columns(schema).items() if keys & set(names)}
    emptied = {text.split()[2] for text in (*OF_GAME, *ROLLS, *OF_STREAM, *OF_SERVER)}
    assert tables - {"reminders", "resets", "deleting"} <= emptied, "these go before the games, or hold none"
