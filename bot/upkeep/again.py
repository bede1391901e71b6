"""Deletions made again: what people, servers and moderators had deleted after a backup is not to come back with it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.games import Games
from bot.games.players.departures import elsewhere
from bot.store.copies import existing
from bot.store.deletions import GAME, PERSON, SERVER, Deletion, Deletions
from bot.store.departures import FORGET
from bot.store.privacy import ERASE

STEPS = 2000
"""How many steps the deletion of a person, or of a server, may take here; one changes about 500 rows."""
PEOPLE = ("player", "challenger", "invited", "asker")
"""What columns are called that hold a person's id."""


@dataclass(frozen=True)
class Again:
    """What is to be deleted again, by ids; `lost` counts the deletions for which the salt is gone."""

    people: Sequence[int]
    servers: Sequence[int]
    games: Sequence[int]
    lost: int

    def __bool__(self) -> bool:
        return bool(self.people or self.servers or self.games)


def found(path: Path, deletions: Deletions, since: int) -> Again:
    """What of the deletions noted from a time on (UTC ms) is still in a file."""
    noted: Collection[Deletion] = deletions.since(since)
    people, servers, games = _ids(path, PEOPLE), _ids(path, ("guild",)), _ids(path, ("number",), "games")
    return Again(
        deletions.among(noted, PERSON, people),
        deletions.among(noted, SERVER, servers),
        deletions.among(noted, GAME, games),
        len(deletions.unknown(noted)),
    )


def _ids(path: Path, columns: Collection[str], only: str | None = None) -> set[int]:
    """The ids in all columns of some names, of all tables or of one."""
    ids: set[int] = set()
    with closing(existing(path)) as file:
        pairs = file.execute(
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
        ).fetchall()
        for table, column in pairs:
            if column in columns and only in {None, table}:
                rows = file.execute(f'SELECT DISTINCT "{column}" FROM "{table}" WHERE "{column}" > 0')  # noqa: S608 - the schema's
                ids |= {int(row[0]) for row in rows}
    return ids


async def delete_again(games: Games, again: Again) -> list[int]:
    """Delete it all, by the use cases that did so before; the people whom the bot has to go on with at its start."""
    games.ledger.database.forget_deletions()
    for number in again.games:
        await games.departures.store.delete(number, games.now())
    for guild in again.servers:
        await _server(games, guild)
    return [player for player in again.people if not await _person(games, player)]


async def _person(games: Games, player: int) -> bool:
    """Forget a person; False where something stands in the way, and the deadline for it stays."""
    await games.privacy.store.ask(player, games.now())
    for _ in range(STEPS):
        due = [each for each in await games.ledger.deadlines.due([ERASE], games.now()) if each.player == player]
        if not due:
            return True
        await games.privacy.carry_on(due[0])
    return False


async def _server(games: Games, guild: int) -> None:
    """Delete all about a server."""
    store = games.departures.store
    await store.leave([guild], games.now())
    await store.plan(games.now())
    for _ in range(STEPS):
        due = await games.ledger.deadlines.due([FORGET], games.now())
        if not due or guild not in await store.departed():
            return
        await store.forget(due[0], guild, elsewhere(guild), games.now())
