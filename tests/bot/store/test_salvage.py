"""Questions about several games, put to each by its number where they cannot be answered at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

import pytest
from aiosqlite import Connection

from bot.games import Location
from bot.store import (
    AgendaStore,
    ConditionalStore,
    Database,
    Heading,
    Ledger,
    RatingStore,
    Unreadable,
    agendas,
    conditional,
    preferences,
    ratings,
    salvage,
    selections,
)
from bot.store.salvage import Inquiry
from tests.bot.damaged import ANN, BEN, filled
from tests.bot.timed import Time


async def _errands(ledger: Ledger) -> list[int]:
    found = await AgendaStore(ledger.database).read(lambda reader: reader.errands([3, 4, 5], ANN.id, "flag"))
    return sorted(errand.game for errand in found)


async def _concerning(ledger: Ledger, player: int) -> list[int]:
    found = await AgendaStore(ledger.database).read(lambda reader: reader.concerns(player, "flag", 0))
    return sorted({game for *_, game, _ in found})


async def _these(ledger: Ledger) -> list[int]:
    return sorted(await AgendaStore(ledger.database).read(lambda reader: reader.games([3, 4, 5])))


QUESTIONS: Mapping[str, Callable[[Ledger], Awaitable[Sequence[Heading | int]]]] = {
    "running": lambda ledger: ledger.running_in(2, 3),
    "over": lambda ledger: ledger.over_in(2, 3),
    "of others": lambda ledger: ledger.others_in(2, 99, 3),
    "of others, named": lambda ledger: AgendaStore(ledger.database).others_named(2, 99, 3),
    "held": lambda ledger: AgendaStore(ledger.database).held(ANN.id, 100, channel=2),
    "held, named": lambda ledger: AgendaStore(ledger.database).named(ANN.id, 100, guild=1),
    "concerns": lambda ledger: _concerning(ledger, ANN.id),
    "concerns of an invited player": lambda ledger: _concerning(ledger, 99),
    "errands": _errands,
    "these": _these,
    "of a player": lambda ledger: ledger.games_of(ANN.id, None),
    "of an invited player": lambda ledger: ledger.games_of(99, 1),
    "in a guild": lambda ledger: ledger.going_on_in(1, 50, 3),
    "timed without flags": lambda ledger: ledger.timed_without("flag"),
    "timed of a player": lambda ledger: ledger.timed_of(BEN.id),
    "lagging": lambda ledger: ledger.lagging(),
    "standing": lambda ledger: ledger.standing_of([ANN.id, BEN.id], 1),
    "rolling": lambda ledger: ledger.rolling(),
    "thinking": lambda ledger: ledger.thinking(),
    "conditional moves": lambda ledger: ConditionalStore(ledger.database).awaited(),
    "only moves": lambda ledger: ledger.preferences.awaited("only-move", ["on"], BEN.id),
    "only moves to be shown": lambda ledger: ledger.preferences.awaited_unshown("only-move", ["on"]),
    "unsettled": lambda ledger: RatingStore(ledger.database, 1).unsettled(),
}
"""All questions that are put to several games."""


ASKING = (agendas, selections, conditional, preferences, ratings)
"""The modules in which they are written."""


async def test_each_by_its_number(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that cannot be answered at once has the same answer when it is put to games by their numbers."""
    run = Connection.execute_fetchall
    at_once = {each.at_once for module in ASKING for each in vars(module).values() if isinstance(each, Inquiry)}
    assert len(at_once) == len(QUESTIONS) - 2  # two of them about two players

    async def damaged(self: Connection, statement: str, values: Sequence[object] = ()) -> object:
        if statement in at_once:
            raise Unreadable("a page is damaged")
        return await run(self, statement, values)

    await filled(database, Location(1, 2), 60, Time())
    store = await Database.open(database)
    for change in (
        "UPDATE games SET stage = 'over', turn = NULL WHERE number % 5 = 0",
        "UPDATE games SET stage = 'open', invited = iif(number % 2, 99, NULL), revised = 9 WHERE number % 7 = 0",
        "UPDATE games SET standing = 1 WHERE number % 3 = 0",
        "UPDATE games SET shown = sequence WHERE number % 3 = 0",
        "UPDATE games SET parent = channel, channel = number WHERE number % 4 = 0",
        "UPDATE games SET rolling = 1 WHERE number % 6 = 0",
        "UPDATE games SET referees = 6 WHERE number % 6 = 5",
        "DELETE FROM deadlines WHERE game % 2 = 0",
        "INSERT INTO conditions (game, player, label, since, line) SELECT number, 12, 1, 0, '[]' FROM games",
        "INSERT INTO preferences VALUES (12, 'only-move', 'on')",
    ):
        await store.rows(change)
    ledger = Ledger(store)
    expected = {name: await ask(ledger) for name, ask in QUESTIONS.items()}
    monkeypatch.setattr(Connection, "execute_fetchall", damaged)
    monkeypatch.setattr(salvage, "TOGETHER", 10)
    assert all(expected.values())
    assert expected == {name: await ask(ledger) for name, ask in QUESTIONS.items()}
    await store.close()
