"""Data about people and servers: one list of tables, from which they are exported and deleted.

A test walks the schema and finds any table that the list forgets. Data that others need, above all the events of games,
stay under a former player. A list beside the file says what was deleted, so that a restored backup
loses the same again.
"""

import asyncio
import hashlib
import json
import os
import re
import secrets
from collections.abc import AsyncIterator, Collection, Mapping
from pathlib import Path

from bot.store.database import Store
from bot.store.files import StoreError, sync
from bot.store.games import FORMER, Deadline, DeadlineStore, put
from engine.dice.expression import unlabelled

ERASE, SCRUB = "erase", "scrub"
"""Kinds of deadlines: a person to be forgotten, and the file to be rewritten."""
PERSON, SERVER, GAME = "person", "server", "game"
"""The kinds of things that can be deleted."""
PEOPLE = ("player", "challenger", "asker")
"""The columns that hold a person's id."""

_SEATS = "SELECT game, seat FROM seats WHERE player = ?1 UNION SELECT game, seat FROM predecessors WHERE player = ?1"
_PLACED = "SELECT game FROM placings WHERE player = ?1"
_GAMES = (
    f"SELECT game FROM ({_SEATS}) UNION {_PLACED} UNION SELECT game FROM guests WHERE player = ?1"
    " UNION SELECT number FROM games WHERE challenger = ?1"
)
_THEIRS = "player = ?1 AND player > 0"
SHARED: Mapping[str, str] = {
    "games": f"number IN ({_GAMES})",
    **dict.fromkeys(("seats", "guests", "predecessors", "placings", "rolls", "moderations"), _THEIRS),
    "events": f"game IN (SELECT game FROM ({_SEATS})) AND (game, actor) IN ({_SEATS})",
    "outcomes": f"game IN ({_PLACED})",
    "ratings": f"player = ?1 AND outcome IN (SELECT number FROM outcomes WHERE game IN ({_PLACED}))",
}
"""Rows by table that are about a person (?1) and stay for others when that person is forgotten."""
OWN: Mapping[str, str] = {
    "takeovers": "player = ?1 OR asker = ?1",
    **dict.fromkeys(
        (
            "words", "notes", "conditions", "studies", "watchers", "preferences", "reminders", "vacations",
            "puzzle_results", "daily_puzzles", "solvers", "skills", "names", "absentees", "consents", "browsers",
            "outbox", "deadlines",
        ),
        _THEIRS,
    ),
}  # fmt: skip
"""Those that are one person's alone, and are deleted."""
GIVEN = {table: f"SELECT * FROM {table} WHERE {where}" for table, where in {**SHARED, **OWN}.items()}
_ALONE = f"guild = 0 AND number IN ({_GAMES})"
"""The games in a person's direct messages, which are theirs alone."""
FORGET = (
    f"INSERT INTO formers (game, player) SELECT game, -1 - (random() & {(1 << 61) - 1}) FROM ({_GAMES})",
    # a command may have brought about an event of the referee's first
    (
        "UPDATE events SET cause = NULL WHERE game IN (SELECT game FROM formers) AND cause IS NOT NULL"
        f" AND (actor = 0 OR (game, actor) IN ({_SEATS}))"
    ),
    (
        "UPDATE ratings SET player = (SELECT player FROM formers JOIN outcomes USING (game) WHERE number = outcome),"
        f" mu = 0, sigma = 0, games = 0 WHERE {SHARED['ratings']}"
    ),
    *(
        f"UPDATE {table} SET name = '{FORMER}', player = (SELECT player FROM formers f WHERE f.game = {table}.game)"
        " WHERE player = ?1"
        for table in ("placings", "guests", "predecessors", "seats")
    ),
    "UPDATE games SET comment = '' WHERE challenger = ?1",
    "UPDATE games SET challenger = (SELECT player FROM formers WHERE game = number) WHERE challenger = ?1",
    f"UPDATE moderations SET player = 0 WHERE {_THEIRS}",
    *(f"DELETE FROM {table} WHERE {where}" for table, where in OWN.items()),
)
"""Turn a person into a different former player in each of their games, and delete their own data.

The deadline goes last, since append-only rows can change only while it exists.
"""
OF_SERVER = (
    "DELETE FROM preferences WHERE name = 'remind-where' AND value GLOB ?1 || '/*'",  # a channel, as server/channel
    *(
        f"DELETE FROM {table} WHERE guild = ?1"
        for table in (
            "games", "streams", "outbox", "skills", "names", "absentees", "resets", "server_settings",
            "moderations", "departed",
        )
    ),
)  # fmt: skip
"""Delete what is held about a server, with all that refers to it."""
_ASKED = f"SELECT 1 FROM deadlines WHERE kind = '{ERASE}' AND game = 0 AND player = ?"
_UNDER_WAY = (
    "SELECT number, stage FROM seats JOIN games ON number = game WHERE player = ? AND stage IN ('open', 'playing')"
)
_UNNAME_ROLL = (
    f"UPDATE rolls SET player = -1, name = '{FORMER}', request = ?, cause = NULL WHERE stream = ? AND number = ?"
)
_LEAVE = """
    INSERT OR IGNORE INTO departed (guild, since) SELECT guild, ?2 FROM (
        SELECT guild FROM games UNION SELECT guild FROM server_settings UNION SELECT guild FROM streams WHERE guild > 0
    ) WHERE guild > 0 AND
"""
_SKILLS_BEFORE = """
    INSERT INTO skills (guild, family, player, outcome, mu, sigma, games, merit)
    SELECT r.guild, r.family, r.player, max(r.outcome), r.mu, r.sigma, r.games,
        r.mu - 2 * r.sigma + 1000 * (r.games >= 10)
    FROM outcomes o CROSS JOIN ratings gone ON gone.outcome = o.number AND +gone.player > 0
    CROSS JOIN ratings r INDEXED BY ratings_by_player USING (guild, family, player)
    LEFT JOIN resets ON resets.guild = r.guild AND resets.family = r.family
    WHERE o.game = ? AND r.outcome <> o.number AND r.outcome > coalesce(resets.outcome, 0)
    GROUP BY r.guild, r.family, r.player
    ON CONFLICT DO UPDATE SET outcome = excluded.outcome, mu = excluded.mu, sigma = excluded.sigma,
        games = excluded.games, merit = excluded.merit
"""
"""Let the skills of a game's players be those after the last other rated games that are left."""

Row = Mapping[str, object]


class PrivacyStore(Store):
    # ---- people

    async def about(self, player: int) -> AsyncIterator[tuple[str, list[Row]]]:
        """All data about a person, by table; no other person is named in them."""
        for table, statement in GIVEN.items():
            columns = await self._database.fetch("SELECT name FROM pragma_table_xinfo(?)", str, table)
            if rows := await self._database.rows(statement, player):
                yield table, [_without_others(dict(zip(columns, row, strict=True)), player) for row in rows]

    async def ask(self, player: int, now: int) -> None:
        """Write that a person wants to be forgotten; nothing else is until `forget`."""
        await asyncio.to_thread(note, self._database.path, PERSON, player, now)
        await DeadlineStore(self._database).set(Deadline(ERASE, 0, player, now))

    async def asked(self, player: int) -> bool:
        return bool(await self._database.rows(_ASKED, player))

    async def forget(self, player: int, left: set[tuple[int, str]], scrub: int) -> None:
        """Forget a person; the file is rewritten at a time `scrub` (UTC ms).

        Nothing is done while they sit in open or running games other than `left`, each with its stage.
        """
        async with self._database.transaction() as run:
            if not left.issuperset(await run(_UNDER_WAY, player)):
                return
            rolls = await run("SELECT stream, number, request FROM rolls WHERE player = ?", player)
            for stream, number, request in rolls:
                await run(_UNNAME_ROLL, unlabelled(request), stream, number)
            await run(f"UPDATE games SET stage = 'deleted' WHERE {_ALONE}", player)
            await run(f"DELETE FROM games WHERE {_ALONE}", player)
            for statement in FORGET:
                await run(statement, player)
            await run("DELETE FROM formers")
            await put(run, [Deadline(SCRUB, 0, 0, scrub)])

    # ---- servers and games

    async def departed(self) -> Mapping[int, int]:
        """The servers that the bot is in no longer, with since when (UTC ms)."""
        return dict(await self._database.rows("SELECT guild, since FROM departed"))

    async def stay(self, guilds: Collection[int], now: int) -> None:
        """Note that the bot is in these servers only, of those that something is held about."""
        others = "guild NOT IN (SELECT value FROM json_each(?1))"
        await self._database.rows(f"{_LEAVE} {others}", json.dumps([*guilds]), now)

    async def leave(self, guild: int, now: int) -> None:
        await self._database.rows(f"{_LEAVE} guild = ?1", guild, now)

    async def come_back(self, guild: int, now: int) -> None:
        """Note that the bot is in a server again, whose games wait for their players from now on."""
        async with self._database.transaction() as run:
            await run("DELETE FROM departed WHERE guild = ?", guild)
            await run("UPDATE games SET begun = ? WHERE guild = ? AND stage = 'playing'", now, guild)

    async def timed(self, guild: int) -> list[int]:
        timed = "SELECT number FROM games WHERE guild = ? AND stage = 'playing' AND time <> 'none'"
        return await self._database.fetch(timed, int, guild)

    async def away(self, game: int) -> bool:
        return bool(await self._database.rows("SELECT 1 FROM games JOIN departed USING (guild) WHERE number = ?", game))

    async def forget_server(self, guild: int, now: int) -> list[int]:
        """Delete all about a server that was left, and with the rest that it was left; the numbers of its games."""
        await asyncio.to_thread(note, self._database.path, SERVER, guild, now)
        async with self._database.transaction() as run:
            games = await run("UPDATE games SET stage = 'deleted' WHERE guild = ? RETURNING number", guild)
            for statement in OF_SERVER:
                await run(statement, guild)
            await put(run, [Deadline(SCRUB, 0, 0, now)])
        return [number for (number,) in games]

    async def delete(self, game: int, now: int) -> None:
        """Delete a game and all its data; the file is rewritten at a time (UTC ms)."""
        await asyncio.to_thread(note, self._database.path, GAME, game, now)
        async with self._database.transaction() as run:
            await run(_SKILLS_BEFORE, game)
            await run("UPDATE games SET stage = 'deleted' WHERE number = ?", game)
            await run("DELETE FROM games WHERE number = ?", game)
            await put(run, [Deadline(SCRUB, 0, 0, now)])


def _without_others(row: Row, player: int) -> Row:
    """A row in which other people are not named, nor what they wrote given out."""
    others = {column for column in PEOPLE if row.get(column) not in {None, player}}
    texts = {"name", "comment"} if others & {"player", "challenger"} else set()
    return {
        column: "another person" if column in others else "" if column in texts else value
        for column, value in row.items()
    }


# ---- the list of deletions


def note(path: Path, kind: str, which: int, now: int) -> None:
    """Add a deletion (UTC ms) to the list beside a file before it is done; StoreError where that is not possible.

    The list names nobody: a line holds an id's BLAKE2b under a salt of its own, which only an id that is known matches.
    """
    salt, noted = secrets.token_hex(16), _list(path)
    try:
        with open(noted, "ab", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            # It begins a line: what a power failure has cut short ends there, a deletion that had not begun.
            file.write(f"\n{kind} {now} {salt} {_digest(salt, kind, which)}".encode())
            file.flush()
            os.fsync(file.fileno())
        sync(noted.parent)
    except OSError as problem:
        raise StoreError(f"the list of deletions can't be written ({problem})") from problem


def find(path: Path, kind: str, known: Collection[int], since: int) -> list[int]:
    """Those of some known ids that were deleted from a time (UTC ms) on; lines that cannot be read are left out."""
    text = _list(path).read_text(encoding="ascii", errors="replace") if _list(path).exists() else ""
    lines = re.findall(rf"^{kind} (\d+) (\w+) (\w+)$", text, re.MULTILINE)
    later = [(salt, digest) for at, salt, digest in lines if int(at) >= since]
    return sorted(which for which in known if any(_digest(salt, kind, which) == digest for salt, digest in later))


def _list(path: Path) -> Path:
    return path.with_name(f"{path.name}-deleted")


def _digest(salt: str, kind: str, which: int) -> str:
    return hashlib.blake2b(f"{kind}:{which}".encode(), key=salt.encode()).hexdigest()
