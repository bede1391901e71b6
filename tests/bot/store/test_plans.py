"""The plans of all statements: none reads what grows with the games, however full the store is."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import pytest
from aiosqlite import Connection

from bot.store import Database, deadlines
from tests.bot.support.crowded import FINISHED, UNDER_WAY, fill
from tests.bot.support.league import ANN, BEN, CAT, HERE, Club
from tests.bot.support.statements import Statement, Unreadable, found, run_by

FEW = {
    "rowid=?", "number=?", "game=?", "player=?", "takeover=?", "outcome=?", "stream=?",
    "asker=?", "challenger=?",
    "due<?", "touched<?", "made<?", "key=?",
}  # fmt: skip
"""What narrows a search enough: one thing, what belongs to one game, player or stream, and what is to be done now."""
WAITING = {
    "games_lagging",
    "games_rolling",
    "games_thinking",
    "outbox_due",
    "outbox_sent",
    "departed",
    "formers",
}
"""Indexes and tables that hold nothing but what has still to be done; all of it is read to be done."""
PEOPLE = {"server_settings", "resets", "absentees"}
"""Tables that grow with people and servers, not with games."""
ALLOWED = {
    "status.counts": "the host asks for counts of all games and deadlines; an index tells of events",
    "ratings.RatingStore.leaders": "all who stand before a player are counted",
    "ratings.RatingStore.families": "the players of all leaderboards of a server are counted",
    "ratings.RatingStore.unsettled": "at the start, games that have ended without an outcome are looked for",
    "ratings.RatingStore.reset": "a leaderboard that is reset loses all its players",
    "deadlines.AbsenceStore.owe": "after an absence of the referee it is noted that every running clock gets it back",
    "deadlines.AbsenceStore.owing": "at the start what is still to be given back is looked for",
    "ledger.Ledger.rolling": "at the start, answers of players who were to roll are looked for; an index has them",
    "lost.LostStore.of": "when a channel is gone, those of its games that were lost with it are looked for",
    "lost.LostStore.places": "at the start it is looked where games stand whose channels are gone",
    "lost.LostStore.gone": "when a channel is deleted all its open and running games are lost",
    "own.ConditionalStore.awaited": "at the start what was to be played by itself is made up for",
    "settings.PreferenceStore.awaited_unshown": "at the start what was to be played by itself is made up for",
    "privacy.PrivacyStore.stay": "at the start all servers are looked for that have removed the bot",
    "privacy.PrivacyStore.leave": "when a server removes the bot, it is looked whether anything is held about it",
    "privacy.PrivacyStore.timed": "a server that has the bot again has all its running games looked at",
    "privacy.PrivacyStore.come_back": "as do those without clocks, which wait anew",
    "privacy.OF_SERVER": "once a server is forgotten, its games and the names of all its players go",
    "privacy.PrivacyStore.forget_server": "once a server is forgotten, all its games are looked for",
    "study.StudyStore.wishes": "once a day the servers that want a puzzle are looked for",
}
"""Where statements may read much, and why."""
MADE = re.compile(r"VIRTUAL TABLE|CONSTANT ROW|^SCAN \(subquery")
"""Steps that read nothing of the store: lists given as values, and what the statement has read before."""
STATEMENTS = [each for each in found() if isinstance(each, Statement)]


class Step(NamedTuple):
    """A step of a plan: the step it is part of, and what SQLite says of it."""

    parent: int
    words: str

    @property
    def name(self) -> str:
        """The name of what is read, as the statement calls it."""
        return self.words.split()[1]

    @property
    def terms(self) -> set[str]:
        """What narrows a search."""
        return set(re.findall(r"\w+[=<>]\?", self.words))


def plan(connection: sqlite3.Connection, text: str) -> list[Step]:
    """The steps of a statement's plan."""
    for count in range(64):
        values = dict.fromkeys(re.findall(r":(\w+)", text)) or [None] * count
        try:
            rows = connection.execute(f"EXPLAIN QUERY PLAN {text}", values).fetchall()
        except sqlite3.ProgrammingError:  # it takes another number of values
            continue
        return [Step(parent, words) for _, parent, _, words in rows]
    raise ValueError(text)


def objections(connection: sqlite3.Connection, text: str) -> list[str]:
    """The steps of a statement's plan that read too much.

    A wide search may be one for the first few: a statement may have as many as it has limits, and sort none of them.
    """
    tables = read_by(connection, text)
    steps = [step for step in plan(connection, text) if not MADE.search(step.words)]
    scans = [step for step in steps if step.words.startswith("SCAN") and tables[step.name]]
    found = [step.words for step in scans if not {tables[step.name], step.words.split()[-1]} & WAITING]
    searches = [step for step in steps if step.words.startswith("SEARCH") and tables[step.name]]
    wide = [step for step in searches if not narrow(connection, tables[step.name], step)]
    sorted_ = {step.parent for step in steps if step.words.startswith("USE TEMP B-TREE")}
    if len(wide) > text.count("LIMIT") or any(step.parent in sorted_ for step in wide):
        found += [step.words for step in wide]
    return found


def read_by(connection: sqlite3.Connection, text: str) -> dict[str, str]:
    """The tables by their names and by those that a statement gives them; "" for what it puts together itself."""
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    given = {alias: name for name, alias in re.findall(rf"\b({'|'.join(tables)}) (?:AS )?(\w+)\b", text)}
    return given | {name: name for name in tables} | dict.fromkeys(re.findall(r"\b(\w+) AS \(", text), "")


def narrow(connection: sqlite3.Connection, table: str, step: Step) -> bool:
    """Whether a search finds few rows: FEW of them, or one by all columns of a unique index."""
    unique = [name for _, name, one, *_ in connection.execute(f"PRAGMA index_list({table})") if one]
    keys = [{f"{row[2]}=?" for row in connection.execute(f"PRAGMA index_info({name})")} for name in unique]
    one = any(key <= step.terms for key in keys)
    few = step.terms & FEW
    return "AUTOMATIC" not in step.words and (table in PEOPLE or one or bool(few))


def triggered(connection: sqlite3.Connection) -> list[Statement]:
    """The statements that triggers run, with parameters for the row that triggers them."""
    found = []
    for name, sql in connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"):
        body = re.sub(r"\b(?:NEW|OLD)\.\w+", "?", sql.split("BEGIN", 1)[1].rsplit("END", 1)[0])
        found += [Statement(name, text) for text in body.split(";") if text.strip() and "RAISE(" not in text]
    return found


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sequence[sqlite3.Connection]]:
    """Make a store that has counted nothing, and two that are full and have counted what is in their tables."""

    async def make(path: Path) -> None:
        await (await Database.open(path)).close()

    with ExitStack() as opened:
        made = []
        for stages in ("", FINISHED, UNDER_WAY):
            path = tmp_path_factory.mktemp("stores") / "games.sqlite"
            asyncio.run(make(path))
            made.append(opened.enter_context(closing(sqlite3.connect(path))))
            if stages:
                fill(made[-1], stages)
                made[-1].execute("ANALYZE")
        yield made


def test_every_statement_is_found() -> None:
    """Whatever the bot runs is made of constants and run by the store's database, so that its plan can be asked for."""
    assert [] == [each for each in found() if isinstance(each, Unreadable)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("run('SELECT 1')", Statement("deadlines", "SELECT 1")),
        ("store.rows(f'SELECT {RATED}')", Unreadable("deadlines", "store.rows(f'SELECT {RATED}')")),
        ("store.row(text)", Unreadable("deadlines", "store.row(text)")),
        ("connection.execute('SELECT 1')", Unreadable("deadlines", "connection.execute('SELECT 1')")),
        ("with store.transaction() as do: pass", Unreadable("deadlines", "store.transaction() as do")),
    ],
)
def test_what_cannot_be_found_is_told(line: str, expected: Statement | Unreadable) -> None:
    """A call that may run what is not known before is told apart from one whose statement is known."""
    assert [expected] == list(run_by(deadlines, line))


async def test_what_is_run_is_found(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is run in rated games, by questions about them and by reminders is among the statements that were found."""
    ran: list[str] = []
    run = Connection.execute_fetchall

    async def noted(self: Connection, statement: str, values: Sequence[object] = ()) -> object:
        ran.append(statement)
        return await run(self, statement, values)

    async with Club.opened(database) as club:
        monkeypatch.setattr(Connection, "execute_fetchall", noted)
        await club.end(await club.begin(ANN, BEN), "1")
        await club.begin(BEN, CAT)
        await club.games.directory.shown(HERE, ANN, None)
        await club.games.agendas.of(BEN, HERE.guild)
        await club.standings.profile(HERE.guild, ANN)
        await club.standings.leaders(HERE.guild, "hexeh")
        await club.games.play.start()
    assert 30 < len(set(ran))
    assert set() == set(ran) - {statement.text for statement in STATEMENTS} - {
        "BEGIN IMMEDIATE",
        "COMMIT",
    }


@pytest.mark.parametrize("statement", STATEMENTS, ids=[statement.where for statement in STATEMENTS])
def test_no_statement_reads_what_grows(stores: Sequence[sqlite3.Connection], statement: Statement) -> None:
    """No statement reads what grows with the games, whether SQLite has counted rows or not, but for those ALLOWED."""
    objected = [objections(store, statement.text) for store in stores]
    assert statement.where in ALLOWED or [[]] * len(stores) == objected, statement.text


def test_no_trigger_reads_what_grows(stores: Sequence[sqlite3.Connection]) -> None:
    """No trigger reads what grows with the games."""
    found = {(each.where, each.text): objections(store, each.text) for store in stores for each in triggered(store)}
    assert 5 < len(found)
    assert {} == {each: objected for each, objected in found.items() if objected}


def test_nothing_is_allowed_in_vain(stores: Sequence[sqlite3.Connection]) -> None:
    """What may read much does so, and its reason is still needed."""
    objected = {each.where for each in STATEMENTS for store in stores if objections(store, each.text)}
    assert set(ALLOWED) == objected


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * FROM games",
        "SELECT count(*) FROM events",
        "SELECT * FROM games AS g WHERE g.variant = ?",
        "DELETE FROM deadlines WHERE game = ?",
        "SELECT * FROM deadlines WHERE kind = ?",
        "SELECT * FROM deadlines WHERE kind = ? AND due > ?",
        "SELECT * FROM games WHERE channel = ? AND stage = 'over'",
        "SELECT * FROM games WHERE channel = ? AND stage = 'over' ORDER BY created DESC LIMIT 1",
        "SELECT * FROM seats WHERE name = ? ORDER BY game LIMIT 1",
        "SELECT * FROM ratings r WHERE guild = ? AND family = ?",
        "SELECT player FROM skills WHERE guild = ? AND family = ? ORDER BY mu DESC LIMIT 20",
        "SELECT family FROM skills WHERE guild = ? GROUP BY family",
        "UPDATE games SET shown = 0 WHERE number IN (SELECT game FROM outcomes WHERE family = ?)",
    ],
)
def test_what_reads_too_much_is_objected_to(stores: Sequence[sqlite3.Connection], text: str) -> None:
    """A statement without an index that fits is found out, even by a store that has counted nothing."""
    assert [] != objections(stores[0], text)
