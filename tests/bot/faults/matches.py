"""Matches without Discord, step by step: what they keep, and what each step is answered with."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import bot.games.secrets
from bot.games import ChallengeRequest, Games, Location
from bot.store import Conflict, Database, Ledger, Player, SharedDiceStore
from engine.model.refusal import Refusal
from engine.play.commands import MakeMove, Resign
from engine.play.events import Event, Moved
from engine.play.game import new_game
from engine.variants import variant_of
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
    lambda games: games.shared.roll(70, BEN, "1d8", 105, guild=7),
    lambda games: games.play.act(1, ANN, Resign, 106),
    lambda games: games.standings.settle(),
)
"""A challenge to a game with fights and clocks, played to its end; two rolls; what is shown, and the ratings."""


MANY = range(1, 5)


def _begun(number: int) -> Iterator[Act]:
    """A challenge, and its acceptance."""
    yield lambda games: games.lobby.challenge(HERE, ANN, ChallengeRequest("hexeh", {}, BEN, "1", time="none"))
    yield lambda games: games.lobby.accept(number, BEN, "", 100 + number)


def _all_move(player: Player, before: int, text: str) -> Act:
    """A move in all games at once in which so many have been made, and something that is refused at the same time."""

    async def moved(games: Games, number: int) -> object:
        table = await games.tables.find(number)
        if isinstance(table, Refusal) or len(table.state.played) > before:
            return table
        cause = 1000 * number + before
        return await games.play.act(number, player, lambda seat: MakeMove(seat, None, text), cause)

    async def refused(games: Games) -> object:
        with suppress(Conflict):
            state = new_game(variant_of("hexeh"))
            await games.ledger.append(1, [Event(1, 5, 1, Moved("b1c3"))], replace(state, sequence=1), None)
            raise AssertionError("a number was given twice")
        return None

    async def act(games: Games) -> object:
        done = await asyncio.gather(*(moved(games, number) for number in MANY), refused(games), return_exceptions=True)
        odd = [each for each in done if isinstance(each, BaseException)]
        if odd:
            raise odd[0]
        return next((each for each in done if isinstance(each, Refusal)), None)

    return act


CROWD: tuple[Act, ...] = (
    *(act for number in MANY for act in _begun(number)),
    *(
        _all_move((ANN, BEN)[index % 2], index, text)
        for index, text in enumerate(["b1c3", "b5c4", "c3b1", "c4b5", "b1c3", "b5c4", "c3b1", "c4b5"])
    ),
    lambda games: games.standings.settle(),
)
"""Four games, which then move at the same time, while something else is refused: acts that are committed together."""
MATCHES: Mapping[str, Sequence[Act]] = {"a match": ACTS, "a crowd": CROWD}


@dataclass
class Table:
    """An open store and the use cases over it, in a time that stands still, with a secret that is always the same."""

    database: Database
    games: Games
    acts: Sequence[Act]

    @classmethod
    async def opened(cls, path: Path, acts: Sequence[Act] = ACTS) -> Table:
        """Open a file."""
        database = await Database.open(path)
        return cls(database, Games(Ledger(database), SharedDiceStore(database), Time()), acts)

    async def act(self, number: int) -> Refusal | None:
        """Do one of the acts, remembering nothing of what was read before; why it was refused, if so."""
        for game in MANY:
            self.games.tables.forget(game)
        await self.database.rows("PRAGMA shrink_memory")
        with mock.patch.object(bot.games.secrets, "secrets", SimpleNamespace(token_bytes=bytes)):
            answer = await self.acts[number](self.games)
        return answer if isinstance(answer, Refusal) else None


def rows(path: Path, apart: str = "") -> list[str]:
    """All rows of a store but those of a table, by the standard library's SQLite."""
    with closing(_connect(path)) as store:
        every = [name for (name,) in store.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        tables = [name for name in every if name != apart]
        return [f"{table}: {row}" for table in tables for row in store.execute(f"SELECT * FROM {table}")]  # noqa: S608


def events(path: Path) -> set[tuple[int, int]]:
    """The events of a store, by game and number."""
    with closing(_connect(path)) as store:
        return {(game, sequence) for game, sequence in store.execute("SELECT game, sequence FROM events")}


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
