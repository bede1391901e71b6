"""Questions about games, answered as far as a damaged file allows."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from bot.store.damage import Aside, Unreadable
from bot.store.database import Database, Run
from bot.store.games import GAMES

Found = TypeVar("Found")
Ask = Callable[..., Awaitable[list[sqlite3.Row]]]
"""What puts a question about games, with its values, and gives the rows that answer it; `about` as in `of_games`."""

TOGETHER = 500
"""To how many games at most a question is put in one statement, once it could not be put to all."""
LOST = 1000
"""How many games in a row may be lost, before the file is given up."""


class Inquiry(NamedTuple):
    """A question about games: the statement that puts it to all, and the one that puts it to some by their numbers.

    These are a JSON array, a value after the others.
    """

    at_once: str
    among: str

    @classmethod
    def of(cls, source: str, where: str, order: str = "") -> Inquiry:
        """What is selected from a source, which reads `SELECT … FROM games …`, on a condition and in an order.

        Its values are numbered: `?1`.
        """
        return cls(f"{source} WHERE {where} {order}".rstrip(), among(source, where, order))


def among(source: str, where: str, order: str = "") -> str:
    """A question, as `Inquiry.of` takes it, to some games: each is read by its number, then what belongs to it."""
    direct = source.replace("FROM games", "FROM games NOT INDEXED").replace(" JOIN ", " CROSS JOIN ")
    values = max(map(int, re.findall(r"\?(\d+)", source + where + order)), default=0)
    those = f"games.number IN (SELECT value FROM json_each(?{values + 1}))"  # noqa: S608 - a number
    return f"{direct} WHERE ({where}) AND {those} {order}".rstrip()


_GAMES = Inquiry(
    "SELECT number FROM games INDEXED BY games_by_channel", among("SELECT number FROM games", "number > 0")
)
"""The games that an index knows, and those that are found by their numbers."""


async def of_games(database: Database, question: Inquiry, *values: object, about: str = "game {}") -> list[sqlite3.Row]:
    """The rows that answer a question.

    Where they cannot be read, it is put to the games by their numbers. Those for which it cannot be answered are set
    aside, told as `about` says where they can be read themselves; the rows of the others come in any order, and more
    of them than a limit in the question allows.
    """
    try:
        return await database.rows(question.at_once, *values)
    except Unreadable:
        numbers = await _numbers(database)
    rows = await _salvaged(database, question, values, numbers, about)
    await _miss(database, numbers)
    return rows


async def answered(database: Database, unit: Callable[[Ask], Awaitable[Found]]) -> Found:
    """What a unit of work finds that only puts questions; in one hop to the connection's thread.

    Where one cannot be answered, the unit begins again, and each is answered by itself, as in `of_games`.
    """

    async def asking(run: Run) -> Found:
        async def ask(question: Inquiry, *values: object, about: str = "") -> list[sqlite3.Row]:  # noqa: ARG001
            return await run(question.at_once, *values)

        return await unit(ask)

    try:
        return await database.look(asking)
    except Unreadable:
        return await unit(partial(of_games, database))


def readable(rows: Iterable[sqlite3.Row], read: Callable[[sqlite3.Row], Found], aside: Aside) -> list[Found]:
    """What is read from rows about games, which begin with their numbers; those that cannot be read are set aside."""
    found = []
    for row in rows:
        try:
            found.append(read(row))
        except Unreadable as problem:
            aside.note(f"game {row[0]}", problem)
    return found


async def _numbers(database: Database) -> Sequence[int]:
    """The numbers that games may have: they are given one after the other, and never again."""
    try:
        newest = await database.row("SELECT seq FROM sqlite_sequence WHERE name = 'games'")
        return range(1, int(newest[0]) + 1) if newest else ()
    except Unreadable:
        return [int(row[0]) for row in await database.rows(_GAMES.at_once)]


async def _miss(database: Database, numbers: Sequence[int]) -> None:
    """Set the games aside that an index knows, but that are not found among the others any more."""
    with database.aside.reading("the order of the games"):
        known = {int(row[0]) for row in await database.rows(_GAMES.at_once)}
        found = {int(row[0]) for row in await _salvaged(database, _GAMES, (), numbers, "game {}")}
        for number in sorted(known & set(numbers) - found):
            database.aside.note(f"game {number}", "its row is not found")


async def _salvaged(
    database: Database, question: Inquiry, values: Sequence[object], numbers: Sequence[int], about: str
) -> list[sqlite3.Row]:
    """The rows of a question put to games each by its number, by halves where it cannot be answered.

    Ranges would be read from one game to the next, and end at a damaged one. Unreadable where LOST games are lost in a
    row: then there is not much to be saved.
    """
    parts = [numbers[place : place + TOGETHER] for place in range(0, len(numbers), TOGETHER)][::-1]
    rows: list[sqlite3.Row] = []
    lost = 0
    while parts:
        part = parts.pop()
        try:
            rows += await database.rows(question.among, *values, json.dumps(list(part)))
            lost = 0
        except Unreadable as problem:
            half = len(part) // 2
            if half:
                parts += [part[half:], part[:half]]
                continue
            lost += 1
            if lost > LOST:
                raise
            with database.aside.reading(f"game {part[0]}"):
                await database.row(f"{GAMES} WHERE number = ?", part[0])
                database.aside.note(about.format(part[0]), problem)
    return rows
