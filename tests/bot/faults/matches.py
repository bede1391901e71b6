"""A match without Discord, step by step: what it keeps, and what each step is answered with."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import bot.games.secrets
from bot.games import ChallengeRequest, Games, Location
from bot.store import Database, Ledger, Player, SharedDiceStore
from engine.model.refusal import Refusal
from engine.play.commands import MakeMove, Resign
from tests.bot.timed import Time

ANN, BEN, HERE = Player(11, "Ann"), Player(12, "Ben"), Location(7, 70)
Act = Callable[[Games], Awaitable[object]]


def _challenge(games: Games) -> Awaitable[object]:
    return games.lobby.challenge(HERE, ANN, ChallengeRequest("hexeh", {"combat": "poly"}, BEN, "1", time="3d/move"))


def _move(player: Player, text: str, cause: int) -> Act:
    return lambda games: games.play.act(1, player, lambda seat: MakeMove(seat, None, text), cause)


ACTS: tuple[Act, ...] = (
    _challenge,
    lambda games: games.lobby.reword(1, ANN, "plum"),
    lambda games: games.lobby.accept(1, BEN, "pear", 101),
    _move(ANN, "Tbxc6", 102),
    _move(BEN, "Tfe4", 103),
    lambda games: games.ledger.shown(1, 3, 1001, 70),
    lambda games: games.shared.roll(70, ANN, "2d6+1", 104, guild=7),
    lambda games: games.play.act(1, ANN, Resign, 105),
    lambda games: games.standings.settle(),
)
"""A challenge to a game with fights and clocks, played to its end; a roll; what is shown, and the ratings."""


@dataclass
class Table:
    """An open store and the use cases over it, in a time that stands still, with a secret that is always the same."""

    database: Database
    games: Games

    @classmethod
    async def opened(cls, path: Path) -> Table:
        """Open a file."""
        database = await Database.open(path)
        return cls(database, Games(Ledger(database), SharedDiceStore(database), Time()))

    async def act(self, number: int) -> Refusal | None:
        """Do one of ACTS, remembering nothing of what was read before; why it was refused, if so."""
        self.games.tables.forget(1)
        await self.database.rows("PRAGMA shrink_memory")
        with mock.patch.object(bot.games.secrets, "secrets", SimpleNamespace(token_bytes=bytes)):
            answer = await ACTS[number](self.games)
        return answer if isinstance(answer, Refusal) else None


def rows(path: Path) -> list[str]:
    """All rows of a store, by the standard library's SQLite."""
    with closing(_connect(path)) as store:
        tables = [name for (name,) in store.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return [f"{table}: {row}" for table in tables for row in store.execute(f"SELECT * FROM {table}")]  # noqa: S608


def sound(path: Path) -> bool:
    """Whether SQLite finds nothing wrong with a store."""
    with closing(_connect(path)) as store:
        whole = store.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return whole and not store.execute("PRAGMA foreign_key_check").fetchall()


def cleared(path: Path) -> None:
    """Remove a store with all its files."""
    for end in ("", "-wal", "-shm", "-journal"):
        Path(f"{path}{end}").unlink(missing_ok=True)


def copied(blank: Path, folder: Path, name: str = "games.sqlite") -> Path:
    """A copy of a store in a folder, in place of the one there."""
    cleared(folder / name)
    return Path(shutil.copy(blank, folder / name))


_connect = sqlite3.connect
