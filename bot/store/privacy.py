"""What the store holds about a person: everything of it in one place, given out, and made anonymous or deleted.

`BY_GAME` and `BY_PERSON` name every column that may concern somebody; a test walks the schema and finds any that they
forget. What is kept for others, the events of games above all, is kept for somebody who cannot be known any more.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.store.database import Database, Run
from bot.store.deadlines import Deadline, DeadlineStore, claim, put
from bot.store.deletions import PERSON
from bot.store.people import FORMER

ERASE, SCRUB = "erase", "scrub"
"""The kinds of deadline: about a person, who is to be forgotten; about none, the file to be written anew."""
PAGE = 500
"""How many rows of a person's, or games, are read at once."""
FIRST = (-1, -1)
"""After what the first rows of a table come."""
ROLLER = -1
"""Who has made the shared rolls of former players: they are not told apart."""


@dataclass(frozen=True)
class About:
    """What a table holds about somebody: the columns that are given out, each as it stands or as an expression.

    `where` finds their rows: ?1 is the person; with a game, ?2. Others are found page by page, by two whole numbers
    `key` that come after ?2 and ?3.
    """

    table: str
    columns: tuple[str, ...]
    where: str
    key: tuple[str, str] | None = None
    instead: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The statement that finds what is given out."""
        selected = ", ".join(
            f"{self.instead[name]} AS {name}" if name in self.instead else name for name in self.columns
        )
        text = f"SELECT {selected} FROM {self.table} WHERE {self.where}"  # noqa: S608 - constants
        if self.key is None:
            return text
        first, second = self.key
        return f"{text} AND ({first}, {second}) > (?2, ?3) ORDER BY {first}, {second} LIMIT ?4"


_MINE = "game = ?2 AND player = ?1"
_MY_SEATS = (
    "(SELECT seat FROM seats WHERE game = ?2 AND player = ?1"
    " UNION SELECT seat FROM predecessors WHERE game = ?2 AND player = ?1)"
)
BY_GAME: Mapping[str, About] = {
    about.table: about
    for about in (
        About(
            "games",
            (
                "number", "guild", "channel", "parent", "variant", "edition", "options", "start", "stage", "challenger",
                "invited", "wish", "created", "sequence", "turn", "winner", "reason", "message", "commitment", "rated",
                "time", "comment", "standing", "posted", "dice", "rolling", "hints",
            ),
            "number = ?2",
            instead={
                "challenger": "iif(challenger = ?1, 'you', 'somebody else')",
                "invited": "iif(invited = ?1, 'you', iif(invited IS NULL, NULL, 'somebody else'))",
                "comment": "iif(challenger = ?1, comment, '')",
            },
        ),
        About("seats", ("seat", "player", "name"), _MINE),
        About("guests", ("ordinal", "player", "name", "stage", "wish", "since"), _MINE),
        About("words", ("player", "word"), _MINE),
        About("events", ("sequence", "at", "actor", "kind", "fields", "cause"), f"game = ?2 AND actor IN {_MY_SEATS}"),
        About("outcomes", ("number", "guild", "family", "verdict"), "game = ?2"),
        About("placings", ("seat", "player", "name", "place", "result"), _MINE),
        About(
            "ratings",
            ("formula", "outcome", "player", "guild", "family", "mu", "sigma", "games"),
            "outcome = (SELECT number FROM outcomes WHERE game = ?2) AND player = ?1",
        ),
        About("notes", ("number", "player", "at", "after", "text"), _MINE),
        About("conditions", ("number", "player", "label", "since", "line", "gone"), _MINE),
        About(
            "explorations",
            ("number", "player", "start", "after", "tried", "seat", "version", "touched"),
            _MINE,
        ),
        About("watchers", ("player", "name", "often"), _MINE),
        About(
            "reminders",
            ("turn", "fraction", "notice"),
            "game = ?2 AND EXISTS (SELECT 1 FROM notices WHERE number = notice AND player = ?1)",
        ),
        About("nudges", ("number", "player", "turn", "at", "tried", "closed"), _MINE),
        About("predecessors", ("seat", "sequence", "player", "name"), _MINE),
        About(
            "takeovers",
            ("number", "seat", "player", "name", "asker", "moderated", "accepted"),
            "game = ?2 AND ?1 IN (player, asker)",
            instead={
                "player": "iif(player = ?1, 'you', 'somebody else')",
                "name": "iif(player = ?1, name, '')",
                "asker": "iif(asker = ?1, 'you', 'somebody else')",
            },
        ),
        About(
            "takeover_consents",
            ("takeover", "player"),
            "player = ?1 AND takeover IN (SELECT number FROM takeovers WHERE game = ?2)",
        ),
    )
}  # fmt: skip
"""What is held about somebody in a game, by table."""

BY_PERSON: Mapping[str, About] = {
    about.table: about
    for about in (
        About("preferences", ("name", "value", "player"), "player = ?1"),
        About("lessons", ("number", "player", "variant", "fights", "step", "made", "helped", "version", "touched"),
              "player = ?1", ("number", "player")),
        About("puzzling", ("number", "player", "puzzle", "made", "last", "helped", "failed", "version", "touched"),
              "player = ?1"),
        About("puzzle_results", ("player", "puzzle", "solved", "at"), "player = ?1"),
        About("solvers", ("player", "mu", "sigma", "games"), "player = ?1"),
        About("absentees", ("guild", "player", "since"), "player = ?1"),
        About("vacations", ("player", "begins", "ends"), "player = ?1", ("begins", "ends")),
        About("imports", ("number", "player", "at", "text"), "player = ?1", ("number", "player")),
        About("rolls", ("stream", "number", "at", "player", "name", "request", "hidden", "cause"), "player = ?1",
              ("stream", "number")),
        About("names", ("guild", "player", "name"), "player = ?1"),
        About("skills", ("formula", "guild", "family", "player", "outcome", "mu", "sigma", "games", "merit"),
              "player = ?1"),
        About("notices", ("number", "player", "place", "made", "tried", "closed"), "player = ?1", ("number", "player")),
        About("moderations", ("number", "guild", "at", "player", "deed"), "player = ?1 AND player > 0",
              ("number", "player")),
        About("refusing", ("place", "player", "since"), "player = ?1"),
        About("deadlines", ("number", "kind", "game", "player", "due"), "player = ?1 AND player > 0"),
    )
}  # fmt: skip
"""What is held about somebody apart from games, by table."""

_GAMES_OF = " UNION ".join(
    f"SELECT {number} FROM {table} WHERE {player} = ?1 AND {number} > ?2"  # noqa: S608 - constants
    for table, number, player in (
        ("seats", "game", "player"),
        ("guests", "game", "player"),
        ("notes", "game", "player"),
        ("conditions", "game", "player"),
        ("explorations", "game", "player"),
        ("watchers", "game", "player"),
        ("nudges", "game", "player"),
        ("predecessors", "game", "player"),
        ("takeovers", "game", "player"),
        ("takeovers", "game", "asker"),
        ("games", "number", "challenger"),
        ("games", "number", "invited"),
    )
)
GAMES = f"{_GAMES_OF} ORDER BY 1 LIMIT ?3"
"""The games that anything is held about in which somebody (?1) is concerned, by number, after one (?2), so many."""
_PLAYED = " UNION ".join(
    f"SELECT {number} FROM {table} WHERE {player} = ?1"  # noqa: S608 - constants
    for table, number, player in (
        ("seats", "game", "player"),
        ("guests", "game", "player"),
        ("placings", "game", "player"),
        ("predecessors", "game", "player"),
        ("takeovers", "game", "asker"),
        ("games", "number", "challenger"),
        ("games", "number", "invited"),
    )
)
PLAYED = f"{_PLAYED} LIMIT ?2"
"""The games that somebody (?1) has a part in, so many."""

_CAUSES = (
    "UPDATE events SET cause = NULL WHERE game = ?2 AND cause IS NOT NULL"  # noqa: S608 - constants
    f" AND (actor = 0 OR actor IN {_MY_SEATS}) RETURNING 1"
)
"""What blanks the causes of a person's (?1) events in a game (?2), and of the referee's.

A command may have brought about an event of the referee's first.
"""
FAREWELLS = (
    (
        "UPDATE ratings SET player = ?3, mu = 0, sigma = 0, games = 0"
        " WHERE outcome = (SELECT number FROM outcomes WHERE game = ?2) AND player = ?1 RETURNING 1"
    ),
    *(
        f"UPDATE {table} SET player = ?3, name = '{FORMER}' WHERE {_MINE} RETURNING 1"  # noqa: S608 - constants
        for table in ("placings", "guests", "predecessors", "seats")
    ),
    "UPDATE games SET comment = '' WHERE number = ?2 AND challenger = ?1 AND comment <> '' AND ?3 RETURNING 1",
    "DELETE FROM takeovers WHERE game = ?2 AND asker = ?1 AND ?3 RETURNING 1",
    *(
        f"UPDATE games SET {column} = ?3 WHERE number = ?2 AND {column} = ?1 RETURNING 1"  # noqa: S608 - constants
        for column in ("challenger", "invited")
    ),
)
"""What makes a former player (?3) of somebody (?1) in a game (?2), in this order."""
_STANDS_FOR = (
    "SELECT coalesce((SELECT min(seat) FROM seats WHERE game = ?2 AND player = ?1),"
    " (SELECT 300 + count(*) FROM predecessors WHERE game = ?2 AND (sequence, seat) <="
    " (SELECT min(sequence), seat FROM predecessors WHERE game = ?2 AND player = ?1) HAVING count(*) > 0),"
    " (SELECT 200 + min(seat) FROM placings WHERE game = ?2 AND player = ?1),"
    " (SELECT 100 + min(ordinal) FROM guests WHERE game = ?2 AND player = ?1),"
    " (SELECT iif(challenger = ?1, 98, 99) FROM games WHERE number = ?2))"
)
"""A number below 1000 for somebody (?1) in a game (?2) that nobody else there has."""
DELETED: Mapping[str, str] = {
    table: f"DELETE FROM {table} WHERE player = ?1 AND ({key}) IN"  # noqa: S608 - constants
    f" (SELECT {key} FROM {table} WHERE player = ?1{also} LIMIT ?2) RETURNING 1"
    for table, key, also in (
        ("notes", "game, player, number", ""),
        ("words", "game, player", ""),
        ("conditions", "number", ""),
        ("explorations", "number", ""),
        ("imports", "number", ""),
        ("watchers", "game, player", ""),
        ("lessons", "number", ""),
        ("puzzling", "number", ""),
        ("puzzle_results", "player, puzzle", ""),
        ("solvers", "player", ""),
        ("nudges", "number", ""),
        ("takeover_consents", "takeover, player", ""),
        ("takeovers", "number", ""),
        ("absentees", "guild, player", ""),
        ("preferences", "player, name", ""),
        ("vacations", "player, begins", ""),
        ("names", "guild, player", ""),
        ("skills", "formula, guild, family, player", ""),
        ("notices", "number", " ORDER BY number"),
        ("refusing", "place, player", ""),
        ("deadlines", "number", f" AND player > 0 AND kind <> '{ERASE}'"),
    )
}
"""What deletes a person's (?1) own rows by table, so many (?2)."""
_REMINDED = (
    "DELETE FROM reminders WHERE notice IN (SELECT number FROM notices WHERE player = ?1 ORDER BY number LIMIT ?2)"
    " RETURNING 1"
)
_UNDER_WAY = (
    "SELECT number, stage FROM seats JOIN games ON number = game WHERE player = ?1 AND stage IN ('open', 'playing')"
)
STATEMENTS: Sequence[tuple[str, str]] = (
    *(("privacy.BY_GAME", about.text) for about in BY_GAME.values()),
    *(("privacy.BY_PERSON", about.text) for about in BY_PERSON.values()),
    *(("privacy.FAREWELLS", text) for text in FAREWELLS),
    *(("privacy.DELETED", text) for text in DELETED.values()),
)
"""The statements that are run one after the other, with their places."""

Row = Mapping[str, object]


class Forgotten(NamedTuple):
    """What a step has done: whether nothing is left to be done, and how many rows it has changed."""

    done: bool
    rows: int


class PrivacyStore:
    """What is read from and written to the store about one person in all tables."""

    def __init__(self, database: Database, deadlines: DeadlineStore) -> None:
        self._database = database
        self._deadlines = deadlines

    # ---- given out

    async def games_of(self, player: int, after: int = 0) -> list[int]:
        """The games that concern a person, by number, the next PAGE after one."""
        return [int(row[0]) for row in await self._database.rows(GAMES, player, after, PAGE)]

    async def in_game(self, player: int, game: int) -> dict[str, list[Row]]:
        """What is held about a person in a game, by table; tables without any are left out."""
        found = {}
        for table, about in BY_GAME.items():
            found[table] = _named(about, await self._database.rows(about.text, player, game))
        return {table: rows for table, rows in found.items() if rows}

    async def page(self, player: int, table: str, after: tuple[int, int]) -> tuple[list[Row], tuple[int, int] | None]:
        """The next rows about a person in a table of BY_PERSON, and after what those that follow come, if any do.

        The first come after FIRST.
        """
        about = BY_PERSON[table]
        if about.key is None:
            return _named(about, await self._database.rows(about.text, player)), None
        rows = _named(about, await self._database.rows(about.text, player, *after, PAGE))
        if len(rows) < PAGE:
            return rows, None
        first, second = (int(str(rows[-1][name])) for name in about.key)
        return rows, (first, second)

    async def anything(self, player: int) -> bool:
        """Whether anything is held about a person."""
        if await self.games_of(player):
            return True
        pages = [await self.page(player, table, FIRST) for table in BY_PERSON]
        return any(rows for rows, _ in pages)

    # ---- forgotten

    async def ask(self, player: int, now: int) -> None:
        """Write that a person wants to be forgotten; nothing else is until `carry_on`."""
        await self._database.deleting(PERSON, player, now)
        await self._deadlines.set(Deadline(ERASE, 0, player, now))

    async def asked(self, player: int) -> bool:
        """Whether a person is about to be forgotten."""
        found = await self._database.row(
            "SELECT 1 FROM deadlines WHERE kind = ? AND game = 0 AND player = ?", ERASE, player
        )
        return found is not None

    async def carry_on(
        self,
        deadline: Deadline,
        left: Collection[tuple[int, str]],
        bare: Callable[[str], str],
        now: int,
        scrub: int,
        most: int,
    ) -> Forgotten:
        """Forget a person, as far as about `most` rows, in one transaction; the rest is due at once.

        Nothing is done while they sit in other open and running games than those `left`, each with its stage. `bare`
        takes the label off the request of a shared roll. With the last row goes the deadline, and the file is to be
        written anew at a time `scrub`.
        """
        player = deadline.player
        async with self._database.transaction() as run:
            if not await run("SELECT 1 FROM deadlines WHERE number = ?", deadline.number):
                return Forgotten(done=True, rows=0)
            going = {(int(number), str(stage)) for number, stage in await run(_UNDER_WAY, player)}
            free = going <= set(left)
            rows = await _forget(run, player, bare, most) if free else 0
            done = free and rows < most
            await claim(run, deadline)
            await put(run, [Deadline(SCRUB, 0, 0, scrub) if done else Deadline(ERASE, 0, player, now)])
        self._deadlines.written()
        return Forgotten(done, rows)

    async def scrub(self, deadline: Deadline) -> bool:
        """Write the file anew, so that it does not hold what was deleted; False where somebody else reads it."""
        done = await self._database.scrub()
        if done:
            await self._deadlines.settle(deadline)
        return done


async def _forget(run: Run, player: int, bare: Callable[[str], str], most: int) -> int:
    """Forget a person inside a transaction; how many rows were changed, fewer than `most` only if none is left."""
    changed = 0
    while changed < most and (games := await run(PLAYED, player, PAGE)):
        for (game,) in games:
            changed += await _leave(run, player, game)
            if changed >= most:
                return changed
    rolls = await run("SELECT stream, number, request FROM rolls WHERE player = ? LIMIT ?", player, most - changed)
    for stream, number, request in rolls:
        await run(
            "UPDATE rolls SET player = ?, name = ?, request = ?, cause = NULL WHERE stream = ? AND number = ?",
            ROLLER,
            FORMER,
            bare(request),
            stream,
            number,
        )
    changed += len(rolls)
    await run("UPDATE moderations SET player = 0 WHERE player = ? AND player > 0", player)
    if changed < most:
        changed += len(await run(_REMINDED, player, most - changed))
    for statement in DELETED.values():
        if changed < most:
            changed += len(await run(statement, player, most - changed))
    return changed


async def _leave(run: Run, player: int, game: int) -> int:
    """Make a former player of a person in a game; how many rows were changed."""
    ((place,),) = await run(_STANDS_FOR, player, game)
    former = -(1000 * game + place)
    changed = len(await run(_CAUSES, player, game))
    for statement in FAREWELLS:
        changed += len(await run(statement, player, game, former))
    return changed


def _named(about: About, rows: Sequence[sqlite3.Row]) -> list[Row]:
    return [dict(zip(about.columns, row, strict=True)) for row in rows]
