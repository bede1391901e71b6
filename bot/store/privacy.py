"""What the store holds about a person: one list of tables, from which it is given out and deleted.

A test walks the schema and finds any table that the list forgets. What is kept for others, the events of games above
all, is kept for somebody who cannot be known any more.
"""

# ruff: noqa: S608 - all statements are made of constants

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from bot.store.database import Database
from bot.store.deadlines import Deadline, DeadlineStore, put
from bot.store.deletions import PERSON
from bot.store.people import FORMER

ERASE, SCRUB = "erase", "scrub"
"""The kinds of deadline: about a person, who is to be forgotten; about none, the file to be written anew."""
PAGE = 500
"""How many rows that are about no game are read at once, and how many rolls changed."""
PEOPLE = ("player", "challenger", "invited", "asker")
"""The columns that hold a person's id."""


class Kept(NamedTuple):
    """Which rows of a table are about somebody (?1), and the column with the number of their game, "" for none.

    Shared ones stay for others when that person is forgotten.
    """

    where: str = "player = ?1"
    game: str = "game"
    shared: bool = False


_SEATS = "(SELECT game, seat FROM seats WHERE player = ?1 UNION SELECT game, seat FROM predecessors WHERE player = ?1)"
KEPT: Mapping[str, Kept] = {
    "games": Kept(
        "(challenger = ?1 OR invited = ?1 OR number IN (SELECT game FROM seats WHERE player = ?1"
        " UNION SELECT game FROM guests WHERE player = ?1 UNION SELECT game FROM predecessors WHERE player = ?1))",
        "number",
        shared=True,
    ),
    **dict.fromkeys(("seats", "guests", "predecessors", "placings"), Kept(shared=True)),
    "events": Kept(f"(game, actor) IN {_SEATS}", shared=True),
    "outcomes": Kept("game IN (SELECT game FROM placings WHERE player = ?1)", shared=True),
    "ratings": Kept(
        "player = ?1 AND outcome IN"
        " (SELECT number FROM outcomes WHERE game IN (SELECT game FROM placings WHERE player = ?1))",
        "",
        shared=True,
    ),
    "rolls": Kept(game="", shared=True),
    "moderations": Kept("player = ?1 AND player > 0", "", shared=True),
    "takeovers": Kept("(player = ?1 OR asker = ?1)"),
    "reminders": Kept("notice IN (SELECT number FROM notices WHERE player = ?1)"),
    **dict.fromkeys(("words", "notes", "conditions", "explorations", "watchers", "nudges"), Kept()),
    **dict.fromkeys(
        (
            "notices", "refusing", "preferences", "vacations", "imports", "lessons", "puzzling", "puzzle_results",
            "solvers", "skills", "names", "absentees", "takeover_consents",
        ),
        Kept(game=""),
    ),
    "deadlines": Kept("player = ?1 AND player > 0", ""),
}  # fmt: skip

_GAMES = " UNION ".join(
    f"SELECT {kept.game} AS game FROM {table} WHERE {kept.where}"
    for table, kept in KEPT.items()
    if kept.game and table not in {"events", "outcomes"}  # those are of players, whose seats and placings are there
)
GIVEN: Mapping[str, str] = {
    table: f"SELECT * FROM {table} WHERE {kept.where}"
    + (f" AND {kept.game} = ?2" if kept.game else f" LIMIT {PAGE} OFFSET ?2")
    for table, kept in KEPT.items()
}
"""The rows about somebody in a game, or those about no game after so many."""
FORGET = (
    f"INSERT INTO formers (game, player) SELECT game, -1 - (random() & {(1 << 61) - 1}) FROM ({_GAMES})",
    # a command may have brought about an event of the referee's first
    (
        "UPDATE events SET cause = NULL WHERE game IN (SELECT game FROM formers) AND cause IS NOT NULL"
        f" AND (actor = 0 OR (game, actor) IN {_SEATS})"
    ),
    (
        "UPDATE ratings SET player = (SELECT player FROM formers JOIN outcomes USING (game) WHERE number = outcome),"
        f" mu = 0, sigma = 0, games = 0 WHERE {KEPT['ratings'].where}"
    ),
    *(
        f"UPDATE {table} SET name = '{FORMER}', player = (SELECT player FROM formers f WHERE f.game = {table}.game)"
        " WHERE player = ?1"
        for table in ("placings", "guests", "predecessors", "seats")
    ),
    "UPDATE games SET comment = '' WHERE challenger = ?1",
    *(
        f"UPDATE games SET {column} = (SELECT player FROM formers WHERE game = number) WHERE {column} = ?1"
        for column in ("challenger", "invited")
    ),
    "UPDATE moderations SET player = 0 WHERE player = ?1 AND player > 0",
    *(f"DELETE FROM {table} WHERE {kept.where}" for table, kept in KEPT.items() if not kept.shared),
)
"""Make a former player of somebody in each of their games, another in each, and delete what is theirs alone.

The deadline goes last, since what is append-only changes only while it stands.
"""
_ASKED = f"SELECT 1 FROM deadlines WHERE kind = '{ERASE}' AND game = 0 AND player = ?"

Row = Mapping[str, object]


class PrivacyStore:
    """What is read from and written to the store about one person in all tables."""

    def __init__(self, database: Database, deadlines: DeadlineStore) -> None:
        self._database = database
        self._deadlines = deadlines

    async def games_of(self, player: int) -> list[int]:
        """The numbers of the games in which anything is held about a person."""
        return [int(row[0]) for row in await self._database.rows(f"{_GAMES} ORDER BY 1", player)]

    async def about(self, player: int, table: str, which: int) -> list[Row]:
        """The rows of a table about a person in a game, or if they are about no game a PAGE of them after so many.

        Others are not named in them.
        """
        columns = [name for (name,) in await self._database.rows("SELECT name FROM pragma_table_info(?)", table)]
        rows = await self._database.rows(GIVEN[table], player, which)
        return [_without_others(dict(zip(columns, row, strict=True)), player) for row in rows]

    async def anything(self, player: int) -> bool:
        """Whether anything is held about a person."""
        if await self.games_of(player):
            return True
        return any([await self.about(player, table, 0) for table, kept in KEPT.items() if not kept.game])

    async def ask(self, player: int, now: int) -> None:
        """Write that a person wants to be forgotten; nothing else is until `forget`."""
        await self._database.deleting(PERSON, player, now)
        await self._deadlines.set(Deadline(ERASE, 0, player, now))

    async def asked(self, player: int) -> bool:
        """Whether a person is about to be forgotten."""
        return bool(await self._database.rows(_ASKED, player))

    async def forget(
        self, player: int, left: Collection[tuple[int, str]], bare: Callable[[str], str], scrub: int
    ) -> bool:
        """Forget a person who has asked for it; the file is to be written anew at a time `scrub` (UTC ms).

        False, with nothing done, while they sit in other open and running games than those `left`, each with its
        stage. `bare` takes the label off the request of a shared roll.
        """
        while await self.asked(player) and await self._unname_rolls(player, bare):
            pass
        async with self._database.transaction() as run:
            if not await run(_ASKED, player):
                return True
            going = await run(
                "SELECT number, stage FROM seats JOIN games ON number = game"
                " WHERE player = ? AND stage IN ('open', 'playing')",
                player,
            )
            if {(int(number), str(stage)) for number, stage in going} - set(left):
                return False
            for statement in FORGET:
                await run(statement, player)
            await run("DELETE FROM formers")
            await put(run, [Deadline(SCRUB, 0, 0, scrub)])
        self._deadlines.written()
        return True

    async def _unname_rolls(self, player: int, bare: Callable[[str], str]) -> bool:
        """Let a former player have made the next shared rolls of a person; False if there are none."""
        async with self._database.transaction() as run:
            rolls = await run("SELECT stream, number, request FROM rolls WHERE player = ? LIMIT ?", player, PAGE)
            for stream, number, request in rolls:
                await run(
                    "UPDATE rolls SET player = -1, name = ?, request = ?, cause = NULL WHERE stream = ? AND number = ?",
                    FORMER,
                    bare(request),
                    stream,
                    number,
                )
        return bool(rolls)

    async def scrub(self, deadline: Deadline) -> bool:
        """Write the file anew, so that it does not hold what was deleted; False where somebody else reads it."""
        done = await self._database.scrub()
        if done:
            await self._deadlines.settle(deadline)
        return done


def _without_others(row: Mapping[str, object], player: int) -> Row:
    """A row in which other people are not named, nor what they wrote given out."""
    others = {column for column in PEOPLE if row.get(column) not in {None, player}}
    texts = {"name", "comment"} if others & {"player", "challenger"} else set()
    return {
        column: "somebody else" if column in others else "" if column in texts else value
        for column, value in row.items()
    }
