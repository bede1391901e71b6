"""Games are taken up from what is kept of them, and from their events wherever that does not fit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import cycle, islice
from pathlib import Path
from unittest import mock

import pytest

import engine.play.game
from bot.games import Carried, Games, Location, tables
from bot.games.readers import apart
from bot.games.tables import EVERY, LONG, Table, Tables, replayed
from bot.store import Database, Ledger, Player, SharedDiceStore, Unreadable, snapshots
from bot.store.hand import Hand
from engine.clocks.control import DAY, TimeControl
from engine.play.commands import Command, MakeMove, Resign
from engine.play.state import State
from engine.variants import variant_of
from tests.bot.direct import opened
from tests.bot.games.test_long_games import gone_on
from tests.engine.proposing import accept_takeback, ask_takeback, decline_draw, offer_draw

ANN, BEN = Player(11, "Ann"), Player(12, "Ben")
NOON = 1_800_000_000_000
ROUND = ["b1c3", "b5c4", "c3b1", "c4b5"]
CONTROL = TimeControl(3 * DAY, DAY)


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Database]:
    """Open a file for one test."""
    store = await opened(database)
    yield store
    await store.close()


@pytest.fixture
def games(store: Database) -> Games:
    """Play in it."""
    return Games(Ledger(store), SharedDiceStore(store), now=lambda: NOON)


async def begun(games: Games, events: int = 0) -> int:
    """Begin a game under a clock that has gone to and fro for so many moves."""
    state = gone_on(("hexeh", "off"), events)
    return await games.lobby.set_up(Location(1, 2), variant_of("hexeh"), {1: ANN, 2: BEN}, None, CONTROL, state.events)


async def act(games: Games, number: int, player: Player, command: Callable[[int], Command]) -> None:
    """Carry out a command."""
    assert isinstance(await games.play.act(number, player, command), Carried)


async def go_on(games: Games, number: int, moves: int) -> None:
    """Move to and fro."""
    played = len((await table(games, number)).state.played)
    for player, move in islice(cycle(zip((ANN, BEN, ANN, BEN), ROUND, strict=True)), played % 4, played % 4 + moves):
        await act(games, number, player, lambda seat, move=move: MakeMove(seat, None, move))  # type: ignore[misc]


async def table(games: Games, number: int) -> Table:
    """Find a game."""
    found = await games.tables.find(number)
    assert isinstance(found, Table)
    return found


async def taken_up(games: Games, number: int) -> tuple[State, int]:
    """The state of a game as another process finds it, which is that of all its events; how many were replayed."""
    replays = 0
    advance = engine.play.game.advance

    def counted(*given: object) -> State:
        nonlocal replays
        replays += 1
        return advance(*given)  # type: ignore[arg-type]

    with mock.patch.object(engine.play.game, "advance", counted):
        found = await Tables(games.ledger).find(number)
    assert isinstance(found, Table)
    due = replayed(found.game, found.state.variant, await games.ledger.events(number))
    assert due == found.state
    assert (due.log, due.chain) == (found.state.log, found.state.chain)
    return found.state, replays


async def test_only_the_last_events_are_replayed(games: Games) -> None:
    """Whatever was done in a game, and however long it is, fewer than EVERY of its events are replayed."""
    number = await begun(games)
    for _ in range(2):
        await go_on(games, number, 12)
        assert (await taken_up(games, number))[1] < EVERY
        await act(games, number, ANN, offer_draw)
        await act(games, number, BEN, decline_draw)
        await act(games, number, ANN, ask_takeback)
        await act(games, number, BEN, accept_takeback)
        assert (await taken_up(games, number))[1] < EVERY
        await go_on(games, number, 2)
    await act(games, number, ANN, Resign)
    state, replays = await taken_up(games, number)
    assert state.result is not None
    assert replays < EVERY


@pytest.mark.parametrize("moves", [200, 400])
async def test_a_long_game_is_replayed_once(games: Games, moves: int) -> None:
    """A long game of which nothing is kept is replayed by whoever finds it first; then nobody has to."""
    number = await begun(games, moves)
    assert (await taken_up(games, number))[1] == (await table(games, number)).state.sequence >= LONG
    assert (await taken_up(games, number))[1] == 0


async def test_short_stretches_are_put_together(games: Games, store: Database) -> None:
    """After LONG events one row takes the place of the short stretches before, whatever was done and taken back."""
    number = await begun(games)
    for _ in range(4 * LONG // (EVERY - 1)):
        await go_on(games, number, EVERY - 4)
        await act(games, number, ANN, ask_takeback)
        await act(games, number, BEN, accept_takeback)
        await go_on(games, number, 1)
        assert (await taken_up(games, number))[1] < EVERY
    stretches = await store.rows("SELECT since, upto FROM snapshots WHERE game = ? ORDER BY since", number)
    assert [since for since, _ in stretches] == [0, *(upto for _, upto in stretches[:-1])]
    lengths = [upto - since for since, upto in stretches]
    assert len(lengths) > 3
    assert all(length >= LONG for length in lengths[:3])
    assert all(EVERY <= length < LONG for length in lengths[3:])


async def test_short_stretches_of_different_starts(games: Games, store: Database) -> None:
    """A process goes on where the last one ended, and puts together only what it has kept itself."""
    number = await begun(games)
    for _ in range(4):
        await go_on(games, number, LONG // 2)
        games.tables.forget(number)
    assert (await taken_up(games, number))[1] < EVERY
    await go_on(games, number, LONG + EVERY)
    ((longest,),) = await store.rows("SELECT max(upto - since) FROM snapshots WHERE game = ?", number)
    assert longest >= LONG
    assert (await taken_up(games, number))[1] < EVERY


async def kept_moves(games: Games, moves: int = 20) -> int:
    """A game that has gone on, and of which something is kept."""
    number = await begun(games)
    await go_on(games, number, moves)
    assert (await taken_up(games, number))[1] < EVERY
    return number


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM snapshots WHERE since = 0",
        "UPDATE snapshots SET pack = pack || ' '",
        "UPDATE snapshots SET pack = '['",
        "UPDATE snapshots SET digest = zeroblob(32)",
        "UPDATE snapshots SET upto = upto + 1",
        "UPDATE snapshots SET upto = -1",
    ],
)
async def test_what_does_not_fit_is_as_good_as_none(games: Games, store: Database, change: str) -> None:
    """Where what is kept is lost or altered, the game is what its events lead to, and is kept again as it goes on."""
    number = await kept_moves(games)
    await store.rows(change)
    assert (await taken_up(games, number))[1] > EVERY
    games.tables.forget(number)
    await go_on(games, number, EVERY)
    assert (await taken_up(games, number))[1] < EVERY


async def test_events_are_believed_and_not_what_is_kept(games: Games, store: Database) -> None:
    """Where an event is another than the one that something was kept of, the game is what its events lead to."""
    number = await kept_moves(games)
    await store.rows("DROP TRIGGER events_stay")
    await store.rows("UPDATE events SET at = at - 1 WHERE game = ? AND sequence = 6", number)
    assert (await taken_up(games, number))[1] > EVERY
    await store.rows("UPDATE games SET time = '2d/move' WHERE number = ?", number)
    assert (await taken_up(games, number))[0].clock != (await table(games, number)).state.clock


async def test_another_engine_believes_nothing(games: Games) -> None:
    """What another engine has kept is as good as none, though the edition of the rules be the same."""
    number = await kept_moves(games)
    with mock.patch.object(snapshots, "fingerprint", return_value=b"another"):
        assert (await taken_up(games, number))[1] > EVERY
    assert (await taken_up(games, number))[1] < EVERY


async def test_a_damaged_table_costs_no_move(games: Games) -> None:
    """Where the pages of what is kept are damaged, games go on all the same, and that is said once."""
    number = await kept_moves(games)
    run = Hand.run

    def damaged(self: Hand, statement: str, *values: object) -> list[sqlite3.Row]:
        if "snapshots" in statement:
            problem = sqlite3.DatabaseError("database disk image is malformed")
            problem.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise problem
        return run(self, statement, *values)

    with mock.patch.object(Hand, "run", damaged):
        await go_on(games, number, EVERY)
        assert len((await taken_up(games, number))[0].played) == 20 + EVERY
    assert [name for name in games.ledger.aside.named if "taken up" in name] == ["what games are taken up from"]


async def test_what_is_kept_goes_with_the_game(games: Games, store: Database) -> None:
    """Nothing is kept of a game that is deleted."""
    number = await kept_moves(games)
    await games.departures._store.delete(number, NOON)
    assert [] == await store.rows("SELECT 1 FROM snapshots")


async def test_keeping_takes_one_statement_now_and_then(games: Games) -> None:
    """Of EVERY moves one writes one row more, in the same transaction; long games no more than short ones."""
    number, written = await begun(games), list[str]()
    run = Hand.run

    def noted(self: Hand, statement: str, *values: object) -> list[sqlite3.Row]:
        written.append(statement)
        return run(self, statement, *values)

    await go_on(games, number, EVERY)
    with mock.patch.object(Hand, "run", noted):
        await go_on(games, number, 4 * EVERY)
    assert written.count(snapshots.KEEP) == 4
    assert written.count("COMMIT") == 4 * EVERY


async def test_games_found_together(games: Games) -> None:
    """Readers may find a game at the same time, while it is played."""
    number = await begun(games, 2 * LONG)
    await asyncio.gather(*(games.tables.find(number) for _ in range(5)), go_on(games, number, EVERY))
    assert (await taken_up(games, number))[1] <= EVERY


async def test_a_secret_that_cannot_be_read_hides_no_game(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the secret behind a game's dice cannot be read, the game is found all the same."""
    run, number = Hand.run, await begun(games, EVERY)

    def damaged(hand: Hand, statement: str, *values: object) -> list[sqlite3.Row]:
        if "FROM secrets" in statement:
            raise Unreadable("a page is damaged")
        return run(hand, statement, *values)

    games.tables.forget(number)
    monkeypatch.setattr(Hand, "run", damaged)
    assert len((await table(games, number)).state.played) == EVERY
    with pytest.raises(Unreadable):
        await games.tables.secret(number)


async def test_what_is_brief_is_done_at_once(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of few events to be replayed is taken up without a thread, unless it is the first of its variant."""
    handed: list[int] = []
    monkeypatch.setattr(tables, "apart", counting_threads(handed))
    brief = 32
    monkeypatch.setattr(tables, "BRIEF", brief)
    short, longer, kept, long = [await begun(games, count) for count in (EVERY - 1, 2 * EVERY, 0, 2 * brief)]
    await go_on(games, kept, brief - 4)
    other = Games(games.ledger, SharedDiceStore(games.ledger.database), now=lambda: NOON)
    for house, number, alone in (
        (games, short, True),
        (games, longer, False),
        (games, kept, True),
        (games, long, False),
        (other, short, False),
        (other, kept, True),
    ):
        house.tables.forget(number)
        handed.clear()
        await table(house, number)
        assert (number, handed == []) == (number, alone)


def counting_threads(handed: list[int]) -> Callable[[Callable[[], object]], Awaitable[object]]:
    """What takes the place of `apart`, and notes each piece of work."""

    def noted(work: Callable[[], object]) -> Awaitable[object]:
        handed.append(1)
        return apart(work)

    return noted
