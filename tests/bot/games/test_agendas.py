"""Lists of a player's games: read from rows, without a game replayed, and the same as the games' states say."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games import Carried, Games, Location, Table
from bot.games.players.agenda import MOST, Asked, Due
from bot.games.tables import Tables
from bot.store import Ledger, Player, SharedDiceStore, StoredGame
from bot.store.asks import NOTHING, Asks
from engine.clocks.control import DAY, TimeControl
from engine.model.refusal import Refusal
from engine.play.commands import Command, GoAway, Resign
from engine.play.state import State
from engine.variants import variant_of
from tests.bot import direct
from tests.bot.store.test_growth import Steps
from tests.bot.timed import Time
from tests.engine.proposing import offer_draw

ANN, BEN, CAT = Player(11, "Ann"), Player(12, "Ben"), Player(13, "Cat")
HERE = Location(1, 2)
SOFT = TimeControl(3 * DAY, DAY, hard=False)


@pytest.mark.parametrize("asks", [NOTHING, Asks(4), Asks(late=2), Asks(6, 1, (("draw", 2), ("takeback", 12)))])
def test_what_is_asked_is_read_as_it_is_written(asks: Asks) -> None:
    """The column's text stands for what a game asks."""
    assert asks == Asks.read(asks.text)


async def test_what_is_asked_follows_from_the_state(database: Path) -> None:
    """The rows say what the states say: offers, who is out, whose time has run out; those not known are looked up."""
    store, time = await direct.opened(database), Time()
    games = Games(Ledger(store), SharedDiceStore(store), time)

    async def begin(key: str, *players: Player) -> int:
        return await games.lobby.set_up(HERE, variant_of(key), dict(enumerate(players, 1)), time=SOFT)

    async def act(number: int, player: Player, command: type[Command] | object) -> None:
        assert isinstance(await games.play.act(number, player, command), Carried)  # type: ignore[arg-type]

    offered, three, late, away = [
        await begin("hexeh", ANN, BEN),
        await begin("nd-wellisch-3", ANN, BEN, CAT),
        await begin("hexeh", ANN, BEN),
        await begin("hexeh", ANN, BEN),
    ]
    await act(offered, ANN, offer_draw)
    await act(three, BEN, Resign)
    await act(away, ANN, GoAway)
    time.go(4 * DAY)
    await games.timekeeper.flag((await games.ledger.deadlines.of_kind("flag"))[0])
    for unknown in (False, True):
        if unknown:
            await store.rows("UPDATE games SET asks = NULL")
        found = {entry.game.number: entry.due for entry in (await games.agendas.of(BEN, None)).here}
        assert found[offered] in {
            Due(mine=False, asked=(Asked.LATE,), proposals=("draw",)),
            Due(mine=False, proposals=("draw",)),
        }
        assert found[three].asked == (Asked.OUT,)
        assert found[late].asked == (Asked.LATE,)
        assert found[away] == Due(mine=False)
        assert found[away].awaits is False
    rows = await store.rows("SELECT number, asks FROM games ORDER BY number")
    for number, text in rows:
        table = await games.tables.find(number)
        assert isinstance(table, Table)
        assert Asks.read(text) == Asks.of(table.state)
    await store.close()


async def test_a_long_list(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many games the first few are read whole and none is replayed; games that have ended cost nothing."""
    store = await direct.opened(database)
    games = Games(Ledger(store), SharedDiceStore(store), Time())
    numbers = [await games.lobby.set_up(HERE, variant_of("hexeh"), {1: ANN, 2: BEN}) for _ in range(MOST + 5)]

    async def replay(_: Tables, game: StoredGame) -> State | Refusal:
        raise AssertionError(game.number)

    monkeypatch.setattr(Tables, "state", replay)
    agenda = await games.agendas.of(ANN, HERE.guild)
    assert (len(agenda.here), agenda.more) == (MOST, 5)
    count, first = await games.agendas.awaiting(ANN, HERE.guild, besides=numbers[0])
    assert first is not None
    assert (count, first.game.number) == (MOST + 4, numbers[1])
    taken = []
    await store.rows("UPDATE games SET stage = 'over' WHERE number > 3")
    for _ in range(2):
        steps = Steps()
        store._connection._connection.set_progress_handler(steps, 1)  # type: ignore[union-attr]
        await games.agendas.of(ANN, HERE.guild)
        await games.directory.choices(HERE, ANN)
        await games.ledger.games_of(ANN.id, None)
        await games.directory.shown(HERE, ANN, None)
        taken.append(steps.taken)
        store._connection._connection.set_progress_handler(None, 1)  # type: ignore[union-attr]
        await store.rows(
            "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 200)"
            " INSERT INTO games (number, guild, channel, variant, edition, options, stage, challenger, created)"
            " SELECT ?1 + n, 1, 2, 'hexeh', 1, '{}', 'over', 11, 0 FROM n",
            1000 * len(taken),
        )
        await store.rows(
            "INSERT INTO seats SELECT number, 1, 11, 'Ann', 1 FROM games WHERE number > ?", 1000 * len(taken)
        )
    assert taken[0] == taken[1]
    await store.close()
