"""Nothing that may concern a person is overlooked: every column is given out, or harmless for a reason."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Database
from bot.store.privacy import FORGET, GIVEN, OF_SERVER, OWN, PEOPLE, SHARED

HARMLESS = {
    "facts": "about the installation: its commands, its last heartbeat",
    "puzzle_skills": "how well puzzles resist, without who has tried them",
    "owed": "when the referee was away, for games whose clocks are still to get that back",
    "boards": "messages of the bot, and which event of a game each has shown",
    "departed": "servers that have removed the bot",
    "server_settings": "what a server's managers have chosen for it, without who has",
    "resets": "when a server's leaderboards were reset, without who has done that",
    "formers": "who stands for a person that is being deleted, within one transaction",
    "secrets": "the secret behind a game's dice: in the record once the game is over, nobody's before",
    "stream_secrets": "the secret behind a channel's dice, and nobody's",
    "watched": "the link with which anybody can watch a game, without who has it",
    "streams": "a channel's dice; who has rolled them stands in `rolls`",
}
"""The tables that are not given out, and why that is right. What is new goes here, or into `privacy`."""
GAME = "part of the game, and no words of anybody's"
STAYING = {
    **{
        f"games.{name}": GAME
        for name in ("variant", "options", "start", "stage", "reason", "commitment", "time", "dice", "below")
    },
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
COLUMNS = "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
CHANGED = {
    f"{table}.{column}"
    for text in FORGET
    for table, values in re.findall(r"UPDATE (\w+) SET (.+?) (?:WHERE|FROM)", text)
    for column in re.findall(r"(\w+) = ", values)
}
"""The columns that a farewell writes anew."""
ROLLS = {"rolls.player", "rolls.name", "rolls.request"}
"""Those that it writes anew one by one."""


@pytest.fixture
async def schema(database: Path) -> AsyncIterator[sqlite3.Connection]:
    """Open a new file, past the store."""
    await (await Database.open(database)).close()
    with closing(sqlite3.connect(database)) as connection:
        yield connection


def columns(schema: sqlite3.Connection, also: str = "") -> set[tuple[str, str]]:
    return {(table, name) for table, name in schema.execute(COLUMNS + also) if not table.startswith("sqlite_")}


async def test_every_table_is_given_out_or_harmless(schema: sqlite3.Connection) -> None:
    """Each table of the schema is among those given out to the people it concerns, or harmless, never both."""
    tables = {table for table, _ in columns(schema)}
    assert tables == {*GIVEN, *HARMLESS}, "is this a person's? then add it to bot.store.privacy, else to HARMLESS"
    assert len(SHARED) + len(OWN) + len(HARMLESS) == len(tables)


async def test_every_id_of_a_person_is_deleted_or_made_anonymous(schema: sqlite3.Connection) -> None:
    """Each column that is called after a person is one that a farewell deletes, or puts a former player into."""
    held = {f"{table}.{name}" for table, name in columns(schema) if name in PEOPLE and table not in HARMLESS}
    deleted = {each for each in held if each.split(".")[0] in OWN}
    assert held - deleted == (CHANGED | ROLLS) & held


async def test_every_text_of_a_person_is_deleted_or_may_stay(schema: sqlite3.Connection) -> None:
    """Each text that is given out to a person goes with them, or stays for a reason."""
    texts = columns(schema, " AND c.type = 'TEXT'")
    shared = {f"{table}.{name}" for table, name in texts if table in SHARED}
    assert set(STAYING) == shared - CHANGED - ROLLS


async def test_every_table_of_a_server_is_deleted_with_it(schema: sqlite3.Connection) -> None:
    """Each table that says which game, stream, outcome or server its rows belong to goes with that server."""
    tables = {table for table, name in columns(schema) if name in {"game", "stream", "outcome", "guild"}}
    gone = {"games", "deadlines", *(text.split()[2] for text in OF_SERVER)}  # the deadlines by a trigger
    cascades = (
        "SELECT m.name, f.\"table\" FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE on_delete = 'CASCADE'"
    )
    pairs = schema.execute(cascades).fetchall()
    for _ in pairs:
        gone |= {table for table, above in pairs if above in gone}
    assert tables <= gone
