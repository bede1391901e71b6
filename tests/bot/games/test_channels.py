"""Lost games without Discord: two processes over one file, deadlines and reminders, and time that nobody loses."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from bot.games import Games, Location
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
from tests.bot.support.refusals import outcome
from tests.bot.support.reminded import ANN, BOB, CHANNEL, GUILD, Mailbox, Process, process
from tests.bot.support.timed import Time
from tests.suites import first

ELSEWHERE = Location(GUILD, 71)
FURTHER = Location(GUILD, 72)


async def kinds(games: Games, game: int) -> set[str]:
    """The kinds of deadlines that are about a game."""
    found = [await games.ledger.deadlines.due([kind], 1 << 62) for kind in (FLAG, REMIND)]
    return {each.kind for deadlines in found for each in deadlines if each.game == game}


async def left(club: Process, game: int, seat: int) -> int:
    """What a seat has left now."""
    table = await club.games.tables.find(game)
    assert table.state.clock is not None
    return table.state.clock.left_at(seat, club.watch.now)


async def test_noticed_twice(database: Path) -> None:
    """A loss is noticed twice, two players move the game: it is lost once, told once, moved once, credited once."""
    watch = Time()
    async with process(database, watch, Mailbox(watch)) as club:
        number = await outcome(club.begin("3d/move"))
        watch.go(DAY)
        both = await asyncio.gather(
            club.games.ledger.lost.gone(CHANNEL, club.games.now()),
            club.games.ledger.lost.gone(CHANNEL, club.games.now()),
        )
        assert sorted(gone for _, gone in both) == [[], [number]]
        letter, other = await club.games.ledger.outbox.due(watch.now + DAY)
        assert (letter.kind, letter.key, letter.due) == (LOSS, f"{CHANNEL}:{ANN.id}", watch.now + GATHER)
        assert (other.kind, other.key, other.player) == (LOSS, f"{CHANNEL}:{BOB.id}", BOB.id)
        assert [game.number for game in await club.games.ledger.lost.of(letter)] == [number]
        assert await kinds(club.games, number) == set()
        watch.go(9 * DAY)
        moved = await asyncio.gather(
            outcome(club.games.channels.move_here(number, ANN, ELSEWHERE)),
            outcome(club.games.channels.move_here(number, BOB, FURTHER)),
        )
        (went,) = [game for game in moved if isinstance(game, StoredGame)]
        assert [each for each in moved if isinstance(each, Refusal)] == [NotLost(number, went.channel)]
        events = [event.what for event in await club.games.ledger.events(number) if isinstance(event.what, Credited)]
        assert [event.ms for event in events] == [9 * DAY]
        assert await left(club, number, 1) == 2 * DAY
        assert await kinds(club.games, number) == {FLAG, REMIND}
        assert await club.games.ledger.lost.of(letter) == []


async def test_no_reminder_leads_to_a_lost_game(database: Path) -> None:
    """What was to be reminded of is not, whatever a player chooses meanwhile; it is when the game goes on."""
    watch = Time()
    mailbox = Mailbox(watch)
    async with process(database, watch, mailbox) as club:
        number, kept = await club.begin("3d/move"), await club.begin("3d/move", channel=ELSEWHERE.channel)
        await club.games.ledger.lost.gone(CHANNEL, club.games.now())
        await club.games.reminders.choose(ANN, {"remind-at": "1/3"})
        await club.pass_until(watch.now + 60 * HOUR)
        assert {letter.games for letter in mailbox.letters} == {(kept,)}
        await club.games.channels.move_here(number, ANN, ELSEWHERE)
        await club.pass_until(watch.now + 60 * HOUR)
        assert {letter.games for letter in mailbox.letters} == {(kept,), (number,)}
        assert {letter.place for letter in mailbox.letters} == {ELSEWHERE.channel}


async def test_a_flag_that_was_due(database: Path) -> None:
    """A flag whose deadline another process wrote while the channel went does not fall, and the next start keeps it."""
    watch = Time()
    async with process(database, watch, Mailbox(watch)) as club:
        number = await club.begin("3d")
        await club.games.ledger.lost.gone(CHANNEL, club.games.now())
        await club.games.ledger.deadlines.set(Deadline(FLAG, number, 0, watch.now + 3 * DAY))
        await club.pass_until(watch.now + 9 * DAY)
        assert await kinds(club.games, number) == set()
        await club.games.play.start()
        assert await kinds(club.games, number) == set()
        (agenda,) = (await club.games.agendas.of(ANN, GUILD)).here
        assert (agenda.asked, agenda.until, agenda.mine) == ((Asked.LOST,), None, True)
        assert await left(club, number, 1) == 0
        await club.games.channels.move_here(number, ANN, ELSEWHERE)
        assert await left(club, number, 1) == 3 * DAY


async def test_time_that_had_run_out_before(database: Path) -> None:
    """Who had run out of time before the channel was gone has, after it is moved, run out of time."""
    watch = Time()
    async with process(database, watch, Mailbox(watch)) as club:
        number = await club.begin("3d/move soft")
        await club.pass_until(watch.now + 4 * DAY)
        await club.games.ledger.lost.gone(CHANNEL, club.games.now())
        watch.go(9 * DAY)
        await club.games.channels.move_here(number, BOB, ELSEWHERE)
        assert await left(club, number, 1) == 0
        await club.scheduler.meet()
        table = await outcome(club.games.tables.find(number))
        assert not isinstance(table, Refusal)
        assert table.state.clock is not None
        assert table.state.clock.flagged


async def test_threads_fall_back(database: Path) -> None:
    """A game in a thread of its own goes on around it; when that is gone, too, it is lost like any other."""
    watch = Time()
    async with process(database, watch, Mailbox(watch)) as club:
        number = await club.begin("3d/move")
        await club.games.ledger.shown(number, 1, 99)
        await club.games.ledger.move(number, 99, CHANNEL)
        gone = await club.games.ledger.lost.gone(99, club.games.now())
        assert gone == ([number], [])
        game = await club.games.ledger.game(number)
        assert game is not None
        assert (game.channel, game.parent, game.shown, game.message) == (CHANNEL, None, -1, None)
        assert [game.number for game in await club.games.ledger.lagging()] == [number]
        await club.games.ledger.move(number, 100, CHANNEL)
        gone = await club.games.ledger.lost.gone(CHANNEL, club.games.now())
        assert gone == ([], [number])
        assert (await club.games.ledger.lost.gone(100, club.games.now()))[0] == []
        assert await club.games.ledger.lagging() == []


@pytest.mark.parametrize("seed", first(3, range(60)))
async def test_nobody_loses_time(database: Path, seed: int) -> None:
    """Whatever happens while channels come and go, each side loses the time that it had a channel, and no more."""
    chance = random.Random(seed)  # noqa: S311 - no secrets
    watch, places = Time(), iter(range(100, 10_000))
    async with process(database, watch, Mailbox(watch)) as club:
        number, channel, lost, spent = await club.begin("300d+0d"), CHANNEL, False, {1: 0, 2: 0}
        for _ in range(40):
            table = await outcome(club.games.tables.find(number))
            assert not isinstance(table, Refusal)
            passed = chance.randrange(4 * HOUR)
            watch.go(passed)
            spent[table.state.turn] += 0 if lost else passed
            deed = chance.choice(["move", "go", "come", "nothing"])
            if deed == "move":
                await club.move(number, chance.choice)
            elif deed == "go":
                await club.games.ledger.lost.gone(channel, club.games.now())
                lost = True
            elif deed == "come" and lost:
                channel = next(places)
                moved = await club.games.channels.move_here(number, chance.choice([ANN, BOB]), Location(GUILD, channel))
                assert isinstance(moved, StoredGame)
                lost = False
            assert await kinds(club.games, number) == (set() if lost else {FLAG, REMIND})
        await club.games.ledger.lost.gone(channel, club.games.now())
        await club.games.channels.move_here(number, ANN, Location(GUILD, next(places)))
        events = await club.games.ledger.events(number)
        assert any(isinstance(event.what, Moved) for event in events)
        for seat in (1, 2):
            assert await left(club, number, seat) == 300 * DAY - spent[seat]


async def test_only_a_player_moves_a_game(database: Path) -> None:
    """Strangers, other servers and challenges are refused, and nothing changes."""
    watch = Time()
    async with process(database, watch, Mailbox(watch)) as club:
        number = await outcome(club.begin("3d/move"))
        await club.games.ledger.lost.gone(CHANNEL, club.games.now())
        before = await club.games.ledger.game(number)
        for player, place in ((Player(9, "Eve"), ELSEWHERE), (ANN, Location(8, 71))):
            assert isinstance(await outcome(club.games.channels.move_here(number, player, place)), Refusal)
        assert isinstance(await outcome(club.games.channels.move_here(7, ANN, ELSEWHERE)), Refusal)
        assert await club.games.ledger.game(number) == before


async def test_a_game_without_clocks(database: Path) -> None:
    """Nobody is waited for in a lost game without clocks, or nudged; the wait begins anew when the game goes on."""
    watch = Time()
    async with process(database, watch, Mailbox(watch)) as club:
        number = await outcome(club.begin("none"))
        await club.games.ledger.lost.gone(CHANNEL, club.games.now())
        watch.go(100 * DAY)
        assert await outcome(club.games.reminders.nudge(number, BOB)) == WithoutChannel(number)
        table = await outcome(club.games.tables.find(number))
        assert not isinstance(table, Refusal)
        absences, check = club.games.absences, Deadline(CHECK, 0, 0, 0)
        assert await absences.check(check) == []
        await club.games.channels.move_here(number, BOB, ELSEWHERE)
        watch.go(28 * DAY - 1)
        assert await absences.check(check) == []
        watch.go(1)
        assert await absences.check(check) == [number]
