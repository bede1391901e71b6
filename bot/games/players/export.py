"""Exports: everything about a person as compressed files, none larger than may be sent, made apart from the event loop.

Rows are read page by page and written to a file on the disk at once, so that no more than a page is held.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import zipfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import IO

from bot.games.players.privacy import BeingForgotten, NothingKept
from bot.games.readers import apart
from bot.games.tables import Table, Tables
from bot.store import Player, PrivacyStore
from bot.store.privacy import BY_PERSON, FIRST, Row
from engine.model.refusal import Refusal, Refused

LARGEST = 9 * 2**20
"""The size of the largest file (bytes); Discord takes 10 MiB."""
NEXT = LARGEST - 2**20
"""A file of more than this (bytes) is followed by another."""
CHUNK = 2**19
"""How much (bytes) of a table's rows is enough for a file within a parcel."""
ABOUT = """\
Everything that Hexmarshal keeps about you.

games/14.json    what concerns you in game 14: the game, your seats, what you did in it with its times, your notes, your
                 conditional moves, how it ended for you, what it did to your rating
games/14.txt     the record of that game, if you play in it
other files      what is not about one game: what you have chosen, vacations, shared rolls, reminders, records you
                 brought, the names under which servers know you

Times are in milliseconds since 1970, UTC. Ids are those of Discord: yours, and those of servers, channels, messages and
interactions. `cause` is the message or interaction by which you did something.
"""

Record = Callable[[Table], str]


class Exporting(Refusal):
    """An export asked for while an earlier one is under way."""

    words = "I am still putting together what you asked for before. Nothing has changed; please wait for it."


class Parcel:
    """Compressed files on the disk, filled one after the other; used by one thread at a time."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.files: list[IO[bytes]] = []
        self._zip: zipfile.ZipFile | None = None

    def add(self, name: str, text: str) -> None:
        """Add a file to the last parcel, or to a new one where that is full."""
        if self._zip is None or self.files[-1].tell() > NEXT:
            self.seal()
            self.files.append(tempfile.TemporaryFile())  # noqa: SIM115 - closed by `close`
            self._zip = zipfile.ZipFile(self.files[-1], "w", zipfile.ZIP_DEFLATED)
            self._zip.writestr("ABOUT.txt", ABOUT)
        self._zip.writestr(name, text)

    def seal(self) -> None:
        """Finish the last file, and put all back to their beginnings."""
        if self._zip is not None:
            self._zip.close()
            self._zip = None
        for file in self.files:
            file.seek(0)

    def close(self) -> None:
        """Delete the files."""
        self._zip = None
        for file in self.files:
            file.close()

    @property
    def names(self) -> list[str]:
        """What the files are called, in their order."""
        if len(self.files) == 1:
            return [f"{self._name}.zip"]
        return [f"{self._name}-{number}.zip" for number in range(1, len(self.files) + 1)]


class Exports:
    """The exports of all people, one at a time."""

    def __init__(self, store: PrivacyStore, tables: Tables) -> None:
        self._store = store
        self._tables = tables
        self._asking: set[int] = set()
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def of(self, player: Player, record: Record) -> AsyncIterator[Parcel]:
        """Everything about a person, gone at the end of the block; `record` writes the record of a game."""
        if player.id in self._asking:
            raise Refused(Exporting())
        if await self._store.asked(player.id):
            raise Refused(BeingForgotten())
        parcel = Parcel("hexmarshal")
        self._asking.add(player.id)
        try:
            async with self._turn:
                await self._fill(parcel, player, record)
                await apart(parcel.seal)
            if not parcel.files:
                raise Refused(NothingKept())
            yield parcel
        finally:
            self._asking.discard(player.id)
            parcel.close()

    async def _fill(self, parcel: Parcel, player: Player, record: Record) -> None:
        for table in BY_PERSON:
            after: tuple[int, int] | None = FIRST
            number = 0
            while after is not None:
                rows, after = await self._store.page(player.id, table, after)
                number += await apart(partial(_add_rows, parcel, table, rows, number))
        last = 0
        while games := await self._store.games_of(player.id, last):
            for game in games:
                found = await self._store.in_game(player.id, game)
                seated = await self._tables.find(game) if "seats" in found else None
                played = seated if isinstance(seated, Table) and seated.game.stage in {"playing", "over"} else None
                await apart(partial(_add_game, parcel, game, found, played, record))
            last = games[-1]


def _add_rows(parcel: Parcel, table: str, rows: Sequence[Row], before: int) -> int:
    """Add rows as files of about CHUNK each, `before` files of the table being there; how many files that makes."""
    number, size, part = before, 0, list[Row]()
    for row in rows:
        part.append(row)
        size += len(json.dumps(row, default=str))
        if size >= CHUNK or row is rows[-1]:
            number += 1
            _add(parcel, table if number == 1 else f"{table}-{number}", {table: part})
            size, part = 0, []
    return number - before


def _add(parcel: Parcel, name: str, held: Mapping[str, object]) -> None:
    parcel.add(f"{name}.json", json.dumps(held, ensure_ascii=False, indent=1, default=str))


def _add_game(parcel: Parcel, game: int, held: Mapping[str, object], played: Table | None, record: Record) -> None:
    _add(parcel, f"games/{game}", {"game": game, **held})
    if played is not None:
        parcel.add(f"games/{game}.txt", record(played))
