"""Games whose channel is gone: clocks and reminders stand still, and /game move-here goes on with them."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.games import Location
from bot.games.play.channels import NotLost
from bot.games.players import Asked
from bot.games.refusals import WithoutChannel
from bot.games.tables import FLAG
from bot.store import Deadline, Player, StoredGame
from bot.store.deadlines import REMIND
from bot.store.lost import GATHER, LOSS
from bot.store.members import CHECK
from engine.clocks.control import DAY, HOUR
from engine.model.refusal import Refusal
from engine.play.events import Credited, Moved
from tests.bot.support.kept import events_of
from tests.bot.support.refusals import outcome
from tests.bot.support.reminded import ANN, BOB, CHANNEL, GUILD, Mailbox, Process
from tests.engine.support import clock_of
from tests.suites import first

ELSEWHERE = Location(GUILD, 71)


async def kinds(host: Process, game: int) -> set[str]:
    found = await host.games.ledger.deadlines.due([FLAG, REMIND], 1 << 62)
    return {each.kind for each in found if each.game == game}


async def left(host: Process, game: int, seat: int) -> int:
    return clock_of((await host.games.tables.find(game)).state).left_at(seat, host.watch.now)


async def lose(host: Process, channel: int = CHANNEL) -> None:
    await host.games.ledger.lost.gone(channel, host.games.now())


async def test_no_reminder_leads_to_a_lost_game(host: Process, mailbox: Mailbox) -> None:
    """What was to be reminded of is not, whatever a player chooses meanwhile; it is when the game goes on."""
    number, kept = await host.begin("3d/move"), await host.begin("3d/move", channel=ELSEWHERE.channel)
    await lose(host)
    await host.games.reminders.choose(ANN, {"remind-at": "1/3"})
    await host.pass_until(host.watch.now + 60 * HOUR)
    assert {letter.games for letter in mailbox.letters} == {(kept,)}
    await host.games.channels.move_here(await host.games.tables.find(number), ANN, ELSEWHERE)
    await host.pass_until(host.watch.now + 60 * HOUR)
    assert {letter.games for letter in mailbox.letters} == {(kept,), (number,)}
    assert {letter.place for letter in mailbox.letters} == {ELSEWHERE.channel}


async def test_lost_and_moved_once(host: Process) -> None:
    """A game whose loss is noticed twice and that both players move is told of once, moved once and credited once."""
    number = await host.begin("3d/move")
    host.watch.go(DAY)
    for _ in range(2):
        await lose(host)
    letters = await host.games.ledger.outbox.due(host.watch.now + DAY)
    assert [(each.kind, each.player, each.due) for each in letters] == [
        (LOSS, player.id, host.watch.now + GATHER) for player in (ANN, BOB)
    ]
    assert await kinds(host, number) == set()
    await host.games.play.start()
    assert await kinds(host, number) == set()
    (entry,) = (await host.games.agendas.of(ANN, GUILD)).here
    assert (entry.asked, entry.until, entry.mine) == ((Asked.LOST,), None, True)
    host.watch.go(9 * DAY)
    table = await host.games.tables.find(number)
    moves = [
        outcome(host.games.channels.move_here(table, player, Location(GUILD, 70 + player.id))) for player in (ANN, BOB)
    ]
    assert {type(each) for each in await asyncio.gather(*moves)} == {StoredGame, NotLost}
    events = [event.what for event in await events_of(host.games.ledger, number)]
    assert [event.ms for event in events if isinstance(event, Credited)] == [9 * DAY]
    assert await left(host, number, 1) == 2 * DAY
    assert await kinds(host, number) == {FLAG, REMIND}
    assert await host.games.ledger.lost.of(letters[0]) == []


async def test_time_that_had_run_out_before(host: Process) -> None:
    """Who had run out of time before the channel was gone has, after it is moved, run out of time."""
    number = await host.begin("3d/move soft")
    await host.pass_until(host.watch.now + 4 * DAY)
    await lose(host)
    host.watch.go(9 * DAY)
    await host.games.channels.move_here(await host.games.tables.find(number), BOB, ELSEWHERE)
    assert await left(host, number, 1) == 0
    await host.scheduler.meet()
    assert clock_of((await host.games.tables.find(number)).state).flagged


async def test_threads_fall_back(host: Process) -> None:
    """A game in a thread of its own goes on around it; when that is gone, too, it is lost like any other."""
    number = await host.begin("3d/move")
    await host.games.ledger.shown(number, 1, 99)
    await host.games.ledger.move(number, 99, CHANNEL)
    gone = await host.games.ledger.lost.gone(99, host.games.now())
    assert gone == ([number], [])
    game = await host.games.tables.game(number)
    assert (game.channel, game.parent, game.shown, game.message) == (CHANNEL, None, -1, None)
    assert await host.games.ledger.outbox.boards() == [number]
    await host.games.ledger.move(number, 100, CHANNEL)
    gone = await host.games.ledger.lost.gone(CHANNEL, host.games.now())
    assert gone == ([], [number])
    assert (await host.games.ledger.lost.gone(100, host.games.now()))[0] == []
    assert await host.games.ledger.outbox.boards() == []


@pytest.mark.parametrize("seed", first(2, range(30)))
async def test_nobody_loses_time(host: Process, seed: int) -> None:
    """Whatever happens while channels come and go, each side loses the time that it had a channel, and no more."""
    chance = random.Random(seed)  # noqa: S311 - no secrets
    places = iter(range(100, 10_000))
    number, channel, lost, spent = await host.begin("300d+0d"), CHANNEL, False, {1: 0, 2: 0}
    for _ in range(40):
        table = await host.games.tables.find(number)
        passed = chance.randrange(4 * HOUR)
        host.watch.go(passed)
        spent[table.state.turn] += 0 if lost else passed
        deed = chance.choice(["move", "go", "come", "nothing"])
        if deed == "move":
            await host.move(number, chance.choice)
        elif deed == "go":
            await lose(host, channel)
            lost = True
        elif deed == "come" and lost:
            channel = next(places)
            table, mover = await host.games.tables.find(number), chance.choice([ANN, BOB])
            moved = await host.games.channels.move_here(table, mover, Location(GUILD, channel))
            assert moved.channel == channel
            lost = False
        assert await kinds(host, number) == (set() if lost else {FLAG, REMIND})
    await lose(host, channel)
    await host.games.channels.move_here(await host.games.tables.find(number), ANN, Location(GUILD, next(places)))
    events = await events_of(host.games.ledger, number)
    assert any(isinstance(event.what, Moved) for event in events)
    for seat in (1, 2):
        assert await left(host, number, seat) == 300 * DAY - spent[seat]


async def test_only_a_player_moves_a_game(host: Process) -> None:
    """Strangers, other servers and challenges are refused, and nothing changes."""
    number = await host.begin("3d/move")
    await lose(host)
    before = await host.games.tables.find(number)
    for player, place in ((Player(9, "Eve"), ELSEWHERE), (ANN, Location(8, 71))):
        assert isinstance(await outcome(host.games.channels.move_here(before, player, place)), Refusal)
    assert await host.games.ledger.game(number) == before.game


async def test_a_game_without_clocks(host: Process) -> None:
    """Nobody is waited for in a lost game without clocks, or nudged; the wait begins anew when the game goes on."""
    number = await host.begin("none")
    await lose(host)
    host.watch.go(100 * DAY)
    table = await host.games.tables.find(number)
    assert await outcome(host.games.reminders.nudge(table, BOB)) == WithoutChannel(number)
    absences, check = host.games.absences, Deadline(CHECK, 0, 0, 0)
    assert await absences.check(check) == []
    await host.games.channels.move_here(table, BOB, ELSEWHERE)
    host.watch.go(28 * DAY - 1)
    assert await absences.check(check) == []
    host.watch.go(1)
    assert await absences.check(check) == [number]
