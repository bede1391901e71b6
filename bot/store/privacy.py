"""What the store holds about a person: one list of tables, from which it is given out and deleted.

A test walks the schema and finds any table that the list forgets. What is kept for others, the events of games above
all, is kept for somebody who cannot be known any more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from bot.store.database import Store
from bot.store.deadlines import Deadline, DeadlineStore, put
from bot.store.deletions import PERSON
from bot.store.people import FORMER

ERASE, SCRUB = "erase", "scrub"
"""The kinds of deadline: about a person, who is to be forgotten; about none, the file to be written anew."""
PAGE = 5_000
"""How many rows are read at once."""
PEOPLE = ("player", "challenger", "asker")
"""The columns that hold a person's id."""

_SEATS = "SELECT game, seat FROM seats WHERE player = ?1 UNION SELECT game, seat FROM predecessors WHERE player = ?1"
_PLACED = "SELECT game FROM placings WHERE player = ?1"
_GAMES = (
    f"SELECT game FROM ({_SEATS}) UNION {_PLACED} UNION SELECT game FROM guests WHERE player = ?1"
    " UNION SELECT number FROM games WHERE challenger = ?1"
)
SHARED: Mapping[str, str] = {
    "games": f"number IN ({_GAMES})",
    **dict.fromkeys(("seats", "guests", "predecessors", "placings", "rolls"), "player = ?1"),
    "events": f"game IN (SELECT game FROM ({_SEATS})) AND (game, actor) IN ({_SEATS})",
    "outcomes": f"game IN ({_PLACED})",
    "ratings": f"player = ?1 AND outcome IN (SELECT number FROM outcomes WHERE game IN ({_PLACED}))",
    "moderations": "player = ?1 AND player > 0",
}
"""Which rows of which tables are about somebody (?1) and stay for others when that person is forgotten."""
OWN: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "words", "notes", "conditions", "explorations", "watchers", "preferences", "reminders",
            "vacations", "imports", "lessons", "puzzling", "puzzle_results", "solvers", "skills", "names", "absentees",
            "consents",
        ),
        "player = ?1",
    ),
    "takeovers": "player = ?1 OR asker = ?1",
    "outbox": "player = ?1 AND player > 0",
    "deadlines": "player = ?1 AND player > 0",
}  # fmt: skip
"""Those that are one person's alone, and are deleted."""
GIVEN: Mapping[str, str] = {
    table: f"SELECT * FROM {table} WHERE {where} LIMIT {PAGE} OFFSET ?2" for table, where in {**SHARED, **OWN}.items()
}
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
    "UPDATE moderations SET player = 0 WHERE player = ?1 AND player > 0",
    *(f"DELETE FROM {table} WHERE {where}" for table, where in OWN.items()),
)
"""Make a former player of somebody in each of their games, another in each, and delete what is theirs alone.

The deadline goes last, since what is append-only changes only while it stands.
"""
_ASKED = f"SELECT 1 FROM deadlines WHERE kind = '{ERASE}' AND game = 0 AND player = ?"
_UNDER_WAY = (
    "SELECT number, stage FROM seats JOIN games ON number = game WHERE player = ? AND stage IN ('open', 'playing')"
)
_ROLLED = "SELECT stream, number, request FROM rolls WHERE player = ?"
_UNNAME_ROLL = (
    f"UPDATE rolls SET player = -1, name = '{FORMER}', request = ?, cause = NULL WHERE stream = ? AND number = ?"
)

Row = Mapping[str, object]


class PrivacyStore(Store):
    async def page(self, player: int, table: str, seen: int = 0) -> list[Row]:
        """The next PAGE of a table's rows about a person after so many; nobody else is named in them."""
        columns = await self._database.fetch("SELECT name FROM pragma_table_info(?)", str, table)
        rows = await self._database.rows(GIVEN[table], player, seen)
        return [_without_others(dict(zip(columns, row, strict=True)), player) for row in rows]

    async def ask(self, player: int, now: int) -> None:
        """Write that a person wants to be forgotten; nothing else is until `forget`."""
        await self._database.deleting(PERSON, player, now)
        await DeadlineStore(self._database).set(Deadline(ERASE, 0, player, now))

    async def asked(self, player: int) -> bool:
        return bool(await self._database.rows(_ASKED, player))

    async def forget(
        self, player: int, left: Collection[tuple[int, str]], bare: Callable[[str], str], scrub: int
    ) -> bool:
        """Forget a person who has asked for it; the file is to be written anew at a time `scrub` (UTC ms).

        False, with nothing done, while they sit in other open and running games than those `left`, each with its
        stage. `bare` takes the label off the request of a shared roll.
        """
        async with self._database.transaction() as run:
            if not await run(_ASKED, player):
                return True
            if not set(await run(_UNDER_WAY, player)) <= set(left):
                return False
            for stream, number, request in await run(_ROLLED, player):
                await run(_UNNAME_ROLL, bare(request), stream, number)
            for statement in FORGET:
                await run(statement, player)
            await run("DELETE FROM formers")
            await put(run, [Deadline(SCRUB, 0, 0, scrub)])
        return True


def _without_others(row: Mapping[str, object], player: int) -> Row:
    """A row in which other people are not named, nor what they wrote given out."""
    others = {column for column in PEOPLE if row.get(column) not in {None, player}}
    texts = {"name", "comment"} if others & {"player", "challenger"} else set()
    return {
        column: "somebody else" if column in others else "" if column in texts else value
        for column, value in row.items()
    }
