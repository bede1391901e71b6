"""Lists of a player's games: read from rows, without a game replayed, and the same as the games' states say."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from bot.games import Carried, Games, Location, label
from bot.games.players import MOST, Asked
from bot.games.tables import Tables
from bot.store import Ledger, Player, StoredGame
from engine.clocks.control import DAY, UNTIMED, TimeControl
from engine.model.refusal import Refusal
from engine.play.commands import Command, GoAway, Resign
from engine.play.state import State
from engine.variants import variant_of
from tests.bot import direct
from tests.bot.refusals import outcome
from tests.bot.store.test_growth import Steps
from tests.bot.timed import Time
from tests.engine.proposing import offer_draw
from tests.steps import counting

ANN, BEN, CAT = Player(11, "Ann"), Player(12, "Ben"), Player(13, "Cat")
HERE = Location(1, 2)
SOFT = TimeControl(3 * DAY, DAY, hard=False)


async def test_what_is_asked_follows_from_the_state(database: Path) -> None:
    """A list says what the states say: offers, who is out, whose time has run out."""
    store, time = await direct.opened(database), Time()
    games = Games(Ledger(store), time)

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
    await games.play.flag((await games.ledger.deadlines.due(["flag"], 1 << 62))[0])
    found = {entry.game.number: entry for entry in (await games.agendas.of(BEN, None)).here}
    assert found[offered][1:] in {(False, (Asked.LATE,), None, ("draw",)), (False, (), None, ("draw",))}
    assert found[three].asked == (Asked.OUT,)
    assert found[late].asked == (Asked.LATE,)
    assert found[away][1:] == (False, (), None, ())
    assert found[away].awaits is False
    await store.close()


async def test_a_long_list(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many games the first few are listed and none is replayed; games that have ended cost a few steps."""
    store = await direct.opened(database)
    games = Games(Ledger(store), Time())
    numbers = [await games.lobby.set_up(HERE, variant_of("hexeh"), {1: ANN, 2: BEN}) for _ in range(MOST + 5)]

    async def replay(_: Tables, game: StoredGame) -> State | Refusal:
        raise AssertionError(game.number)

    monkeypatch.setattr(Tables, "state", replay)
    agenda = await games.agendas.of(ANN, HERE.guild)
    assert (len(agenda.here), agenda.more) == (MOST, 5)
    others = await games.directory.awaiting_besides(await games.tables.game(numbers[0]), ANN)
    first = await games.agendas.most_urgent(ANN, others)
    assert (len(others), first.game.number) == (MOST + 4, numbers[1])
    taken = []
    await store.rows("UPDATE games SET stage = 'over' WHERE number > 3")
    for _ in range(2):
        steps = Steps()
        store._connection._connection.set_progress_handler(steps, 1)  # type: ignore[union-attr]
        await games.agendas.of(ANN, HERE.guild)
        await games.directory.choices(HERE, ANN)
        await games.ledger.games_of(ANN.id, None)
        await outcome(games.directory.shown(HERE, ANN, None))
        taken.append(steps.taken)
        store._connection._connection.set_progress_handler(None, 1)  # type: ignore[union-attr]
        await store.rows(
            "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 200)"
            " INSERT INTO games (number, guild, channel, variant, edition, options, stage, challenger, created)"
            " SELECT ?1 + n, 1, 2, 'hexeh', 1, '{}', 'over', 11, 0 FROM n",
            1000 * len(taken),
        )
        await store.rows("INSERT INTO seats SELECT number, 1, 11, 'Ann' FROM games WHERE number > ?", 1000 * len(taken))
    assert taken[1] - taken[0] < 40 * 200
    await store.close()


async def test_what_asks_for_nothing_but_moves(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that need no look at what they ask stand where they would stand with one; each stands there once."""
    store, time = await direct.opened(database), Time()
    games = Games(Ledger(store), time)
    three = variant_of("nd-wellisch-3")
    for number in range(12):
        control = UNTIMED if number % 4 == 3 else TimeControl((9 - number % 5) * DAY, DAY, hard=number % 2 == 0)
        place = Location(1 + number % 3 // 2, 2)
        players = (ANN, BEN) if number % 3 else (BEN, ANN)
        variant = three if number % 5 == 4 else variant_of("hexeh")
        seats = dict(zip((1, 2, 3), (*players, ANN), strict=False)) if variant is three else dict(enumerate(players, 1))
        await games.lobby.set_up(place, variant, seats, time=control)
    time.go(6 * DAY)
    plain = [await games.agendas.of(ANN, guild) for guild in (None, 1, 2)]
    others = await games.directory.awaiting_besides(await games.tables.game(1), ANN)
    first = await games.agendas.most_urgent(ANN, others)

    async def all_of_them(_: Ledger, games: Iterable[int]) -> set[int]:
        return {*games}

    monkeypatch.setattr(Ledger, "offered", all_of_them)
    looked_up = [await games.agendas.of(ANN, guild) for guild in (None, 1, 2)]
    assert plain == looked_up
    assert first == await games.agendas.most_urgent(ANN, others)
    assert [12, 0] == [len(plain[0].here), len(plain[0].elsewhere)]
    assert {entry.asked for entry in plain[0].here} == {(), (Asked.LATE,)}
    assert plain[1].elsewhere
    await store.close()


async def test_a_game_more_is_a_few_steps(database: Path) -> None:
    """A list of twice as many games takes a few steps more a game."""
    store = await direct.opened(database)
    games = Games(Ledger(store), Time())
    taken = []
    for count in (MOST, 2 * MOST):
        for _ in range(MOST):
            await games.lobby.set_up(HERE, variant_of("hexeh"), {1: ANN, 2: BEN})
        with counting() as steps:
            agenda = await games.agendas.of(ANN, HERE.guild)
        assert (len(agenda.here), agenda.more) == (MOST, count - MOST)
        taken.append(steps.taken)
    assert taken[1] - taken[0] < 250 * MOST

    offered = await games.directory.choices(HERE, ANN, "hex", awaiting=True)
    assert [f"#{number} Hexeh vs Ben, your move" for number in range(2 * MOST, 0, -1)] == [
        label(game, ANN) for game in offered
    ]
    await store.close()
