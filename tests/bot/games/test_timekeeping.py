"""Time at the tables without Discord: deadlines with events, flags by two processes, credits, vacations, a year."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from pathlib import Path
from typing import Protocol

import pytest

from bot.games import Carried, Games, Location, Table, Terms
from bot.games.play import play
from bot.games.play.play import BEAT, PULSE
from bot.games.play.vacations import AlreadyAway, NotAway, TooLong
from bot.games.ratings import placings
from bot.games.tables import FLAG, FrozenGame, deadlines_of
from bot.schedule import Scheduler
from bot.store import Absence, Database, Deadline, Ledger, Player
from bot.store.database import Row
from bot.store.deadlines import VACATION
from bot.text.games import plain_name
from bot.text.news import fates, happened
from engine.clocks.control import DAY, HOUR, MINUTE, TimeControl, read_control
from engine.model.refusal import Refusal
from engine.play.commands import ClaimTime, ComeBack, Command, GoAway, MakeMove, Resign
from engine.play.events import Credited, Event, Flagged, Moved, TimeClaimed
from engine.play.game import advance, new_game
from engine.play.referee import sheet
from engine.play.start import start_of
from engine.play.state import State
from engine.rules.protocols import Result
from engine.variants import variant_of
from tests.bot.support import direct
from tests.bot.support.refusals import outcome
from tests.bot.support.timed import NOON, Time
from tests.engine.proposing import accept_pause, offer_draw, offer_pause

ANN, BEN = Player(11, "Ann"), Player(12, "Ben")
HERE = Location(1, 2)
GRACE = 5 * MINUTE


@dataclass
class Club:
    """A process that keeps time at the tables of one store."""

    database: Database
    time: Time
    flagged: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.database)
        self.games = Games(self.ledger, self.time, Terms(GRACE))
        self.vacations, self.play = self.games.vacations, self.games.play
        handlers = {FLAG: self.flag, VACATION: self.vacation, BEAT: self.beat}
        self.scheduler = Scheduler(self.ledger.deadlines, handlers, self.time, self.time.sleep)

    async def flag(self, deadline: Deadline) -> None:
        """Let a flag fall, and note it."""
        if await self.play.flag(deadline):
            self.flagged.append(deadline.game)

    async def vacation(self, deadline: Deadline) -> None:
        """Tell the games of a player."""
        await self.vacations.due(deadline)

    async def beat(self, deadline: Deadline) -> None:
        """Let the heart beat."""
        await self.play.beat(deadline)

    async def begin(self, time: str = "3d/move", first: Player = ANN, second: Player = BEN) -> int:
        """Begin a game; its number."""
        control = read_control(time)
        assert isinstance(control, TimeControl)
        return await self.games.lobby.set_up(HERE, variant_of("hexeh"), {1: first, 2: second}, time=control)

    async def act(self, number: int, player: Player, command: Callable[[int], Command]) -> Carried | Refusal:
        """Have a command carried out."""
        return await self.play.act(number, player, command)

    async def move(self, number: int, chance: random.Random | None = None) -> Carried | Refusal:
        """Make a move for the side to move."""
        table = await self.table(number)
        longs = sheet(table.state).long()
        text = chance.choice(longs) if chance else longs[0]
        return await self.act(number, table.game.seats[table.state.turn], lambda seat: MakeMove(seat, None, text))

    async def table(self, number: int) -> Table:
        """The table of a game."""
        table = await self.games.tables.find(number)
        assert isinstance(table, Table)
        return table

    async def state(self, number: int) -> State:
        """The state of a game."""
        return (await self.table(number)).state

    async def kinds(self, number: int) -> list[str]:
        """What has happened in a game."""
        return [type(event.what).__name__ for event in await self.ledger.events(number)]


class Opened(Protocol):
    """Opens one process after the other over the same store, all in the same time."""

    async def __call__(self, opened: Callable[[Path], Awaitable[Database]] = Database.open) -> Club:
        """Open one, its file as told."""


@pytest.fixture
async def open_club(database: Path) -> AsyncIterator[Opened]:
    """Open one process after the other over the same store, all in the same time."""
    time, files = Time(), []

    async def club(opened: Callable[[Path], Awaitable[Database]] = Database.open) -> Club:
        files.append(await opened(database))
        return Club(files[-1], time)

    yield club
    for each in files:
        await each.close()


@pytest.fixture
async def club(open_club: Opened) -> Club:
    """Open one."""
    return await open_club()


# ---- deadlines go with events


async def test_the_deadline_is_the_clocks(club: Club) -> None:
    """After every command the deadline in the store is that of the state; a pause or the end leaves none."""
    number = await club.begin()
    steps: list[tuple[Player, Callable[[int], Command]]] = [
        (ANN, lambda seat: MakeMove(seat, None, "b1c3")),
        (BEN, offer_draw),
        (BEN, GoAway),
        (BEN, ComeBack),
        (ANN, offer_pause),
        (BEN, accept_pause),
        (BEN, Resign),
    ]
    dues = []
    for player, command in steps:
        club.time.go(HOUR)
        assert isinstance(await club.act(number, player, command), Carried)
        stored = await club.ledger.deadlines.due([FLAG], 1 << 62)
        assert stored == list(deadlines_of(number, await club.state(number), {1: ANN, 2: BEN})[:1])
        dues.append(stored[0].due - NOON if stored else None)
    away = 73 * HOUR + HOUR
    assert dues == [73 * HOUR, 73 * HOUR, None, away, away, None, None]


async def test_games_without_time_have_no_deadline(club: Club) -> None:
    """A game without a clock writes no deadlines and no events about time."""
    number = await club.begin("none")
    await club.move(number)
    assert await club.ledger.deadlines.due([FLAG], 1 << 62) == []
    assert await club.kinds(number) == ["Moved"]


async def test_a_conflict_leaves_the_deadline(club: Club, open_club: Opened) -> None:
    """When two processes move at once, the deadline in the store is that of the game as it then stands."""
    other = await open_club()
    number = await club.begin()
    await asyncio.gather(outcome(club.move(number)), outcome(other.move(number)))
    stored = await club.ledger.deadlines.due([FLAG], 1 << 62)
    club.games.tables.forget(number)
    assert stored == list(deadlines_of(number, await club.state(number), {1: ANN, 2: BEN})[:1])


# ---- flags


async def test_two_processes_flag_once(club: Club, open_club: Opened) -> None:
    """Two schedulers over one store flag each game once between them."""
    other = await open_club()
    numbers = [await club.begin() for _ in range(12)]
    club.time.go(3 * DAY)
    await asyncio.gather(club.scheduler.meet(), other.scheduler.meet())
    assert sorted(club.flagged + other.flagged) == numbers
    for number in numbers:
        assert (await club.kinds(number)) == ["ClockStarted", "Flagged", "Revealed"]


async def test_a_flag_against_a_move(club: Club, open_club: Opened) -> None:
    """A flag and a move by another process that arrive together at the deadline end the game by time."""
    other = await open_club()
    number = await club.begin()
    text = sheet(await club.state(number)).long()[0]
    club.time.go(3 * DAY)
    await asyncio.gather(
        club.scheduler.meet(), outcome(other.act(number, ANN, lambda seat: MakeMove(seat, None, text)))
    )
    assert await club.kinds(number) == ["ClockStarted", "Flagged", "Revealed"]
    assert await club.ledger.deadlines.due([FLAG], 1 << 62) == []


async def test_a_soft_flag_is_told_once(club: Club) -> None:
    """In a soft game that time has run out is told once a turn."""
    number = await club.begin("3d/move soft")
    club.time.go(3 * DAY)
    for _ in range(3):
        await club.scheduler.meet()
        club.time.go(DAY)
    await club.move(number)
    club.time.go(3 * DAY)
    await club.scheduler.meet()
    assert await club.kinds(number) == ["ClockStarted", "Flagged", "Moved", "Flagged"]


async def test_a_deadline_that_is_not_the_clocks(club: Club) -> None:
    """A deadline that came too early flags nobody and is set right."""
    number = await club.begin()
    await club.ledger.deadlines.set(Deadline(FLAG, number, 0, NOON))
    await club.scheduler.meet()
    assert club.flagged == []
    assert await club.ledger.deadlines.due([FLAG], 1 << 62) == [Deadline(FLAG, number, 0, NOON + 3 * DAY)]


async def test_a_frozen_game_is_looked_at_another_day(club: Club, open_club: Opened) -> None:
    """The flag of a game that no longer replays is put off, and falls once the game does replay."""
    number = await outcome(club.begin())
    await club.database.rows("UPDATE games SET edition = 0")
    club.time.go(3 * DAY)
    await club.scheduler.meet()
    assert isinstance(await outcome(club.games.tables.find(number)), FrozenGame) or club.flagged == [number]
    other = await open_club()
    await other.database.rows("UPDATE games SET edition = 1")
    other.time.go(DAY)
    await other.scheduler.meet()
    assert (await other.kinds(number)).count("Flagged") == 1


async def test_one_of_three(club: Club) -> None:
    """Of three, who runs out of time leaves with all pieces, is said to, and the deadline is the next one's."""
    players = {1: ANN, 2: BEN, 3: Player(13, "Cat")}
    control = read_control("3d")
    assert isinstance(control, TimeControl)
    number = await club.games.lobby.set_up(HERE, variant_of("nd-wellisch-3"), players, time=control)
    club.time.go(3 * DAY)
    await club.scheduler.meet()
    state = await club.state(number)
    assert fates(state) == "Red runs out of time and leaves the game with all its pieces."
    assert (state.result, state.turn) == (None, 2)
    assert await club.ledger.deadlines.due([FLAG], 1 << 62) == [Deadline(FLAG, number, 0, club.time.now + 3 * DAY)]
    club.time.go(3 * DAY)
    await club.scheduler.meet()
    assert (await club.state(number)).result == Result(3, "last-standing")


async def test_one_of_three_in_a_soft_game(club: Club) -> None:
    """Of three, who runs out of time in a soft game may be put out; of two, the other may claim the win."""
    players = {1: ANN, 2: BEN, 3: Player(13, "Cat")}
    control = read_control("3d soft")
    assert isinstance(control, TimeControl)
    number = await outcome(club.games.lobby.set_up(HERE, variant_of("nd-wellisch-3"), players, time=control))
    for late, does in (("Ann", "puts that side out of the game"), ("Ben", "claims the win")):
        club.time.go(3 * DAY)
        await club.scheduler.meet()
        table = await club.table(number)
        told = happened(table, table.state.events[-1], plain_name)
        assert told.startswith(f"{late} has run out of time; /game claim-time {does}")
        you = players[table.state.turn]
        assert happened(table, table.state.events[-1], plain_name, you).startswith("You have run out of time; ")
        claim = Event(1, 0, 3, TimeClaimed(table.state.turn))
        assert f"Cat claims that {late} has run out of time." == happened(table, claim, plain_name)
        assert "Cat claims that you have run out of time." == happened(table, claim, plain_name, you)
        assert not isinstance(await outcome(club.act(number, players[3], ClaimTime)), Refusal)
    assert (await club.state(number)).result == Result(3, "last-standing")


async def test_claiming_time_against_a_bare_king(club: Club) -> None:
    """In a soft game against a bare king the draw is claimed, and the ratings count a draw."""
    control = read_control("3d soft")
    assert isinstance(control, TimeControl)
    chess = variant_of("chess")
    start = start_of(chess, "4k3/8/8/8/8/8/8/Q3K3 1")
    number = await outcome(club.games.lobby.set_up(HERE, chess, {1: ANN, 2: BEN}, start, control))
    club.time.go(3 * DAY)
    await club.scheduler.meet()
    table = await club.table(number)
    told = happened(table, table.state.events[-1], plain_name)
    assert told.startswith("Ann has run out of time; /game claim-time claims the draw")
    assert not isinstance(await outcome(club.act(number, BEN, ClaimTime)), Refusal)
    state = await club.state(number)
    assert state.result == Result(None, "time-insufficient")
    assert [(each.place, each.result) for each in placings(table.game, state)] == [(1, "drawn")] * 2


# ---- absences


@pytest.mark.parametrize(("away", "given"), [(GRACE, None), (GRACE + 1, GRACE + 1), (9 * DAY, 9 * DAY)])
async def test_credit(club: Club, open_club: Opened, away: int, given: int | None) -> None:
    """An absence within the grace costs the players their time; a longer one is given back, all of it."""
    number = await club.begin("7d+1d")
    club.time.go(HOUR)
    await club.play.stop()
    club.time.go(away)
    other = await open_club()
    assert await other.play.start() == ([] if given is None else [number])
    clock = (await other.state(number)).clock
    assert clock is not None
    assert clock.left_at(1, club.time.now) == 7 * DAY - HOUR - (away if given is None else 0)
    assert (await other.kinds(number)).count("Credited") == (given is not None)
    assert [deadline.due for deadline in await other.ledger.deadlines.due([FLAG], 1 << 62)] == [clock.deadline]


async def test_nothing_is_given_back_twice(club: Club, open_club: Opened) -> None:
    """Whoever dies while giving time back, and starts anew, gives every game what it lost once."""
    numbers = [await club.begin("7d+1d") for _ in range(3)]
    await club.play.stop()
    club.time.go(DAY)
    dying = await open_club()
    rule, ruled = dying.play.rule, []

    async def once(*arguments: object) -> object:
        ruled.append(arguments)
        if len(ruled) == 2:
            raise KeyboardInterrupt
        return await rule(*arguments)  # type: ignore[arg-type]

    dying.play.rule = once  # type: ignore[assignment, method-assign]
    with pytest.raises(KeyboardInterrupt):
        await dying.play.start()
    club.time.go(HOUR)
    other = await open_club()
    await other.play.start()
    for number in numbers:
        clock = (await other.state(number)).clock
        assert clock is not None
        assert clock.left_at(1, club.time.now) == 7 * DAY


async def test_many_games_do_not_delay_a_start(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """A start reads as many statements whatever the number of games; each has its time back before anything happens.

    The others get it beside all else, once, and their boards are shown with what happens next.
    """
    monkeypatch.setattr(play, "TOGETHER", 2)
    numbers = [await club.begin("3d/move") for _ in range(4)]
    statements = []
    run = Database._run

    async def noted(self: Database, statement: str, *values: object) -> list[Row]:
        statements.append(statement)
        return await run(self, statement, *values)

    monkeypatch.setattr(Database, "_run", noted)
    counts = []
    for count in (4, 8):
        numbers += [await club.begin("3d/move") for _ in range(count - len(numbers))]
        await club.database.rows("UPDATE games SET shown = sequence")
        await club.play.stop()
        club.time.go(4 * DAY)
        statements.clear()
        assert await club.play.start() == []
        counts.append(len(statements))
        club.time.go(MINUTE)
        moved = numbers[-1]
        assert isinstance(await club.move(moved), Carried)
        assert (await club.kinds(moved))[-2:] == ["Credited", "Moved"]
        await club.scheduler.meet()
        assert club.flagged == []
        while await club.database.rows("SELECT 1 FROM owed"):
            assert await club.play.give_back_some() == []
        assert [game.number for game in await club.ledger.lagging()] == [moved]
        for number in numbers:
            clock = (await club.state(number)).clock
            assert clock is not None
            assert 3 * DAY - 2 * MINUTE <= clock.left_at(clock.running, club.time.now) <= 3 * DAY
    assert counts[1] <= counts[0]


async def test_giving_back_leaves_the_others_in_memory(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time given back beside all else pushes no more games out of memory than get it at once."""
    monkeypatch.setattr(play, "TOGETHER", 1)
    numbers = [await club.begin("3d/move") for _ in range(12)]
    await club.play.stop()
    club.time.go(4 * DAY)
    await club.play.start()
    monkeypatch.setattr("bot.games.tables.KEPT", 4)
    tables = club.games.tables
    for number in numbers:
        tables.forget(number)
    for number in numbers[:4]:
        assert isinstance(await tables.find(number), Table)
    while await club.database.rows("SELECT 1 FROM owed"):
        await club.play.give_back_some()
    assert set(tables._states) == set(numbers[1:4])


async def test_an_offer_shows_the_time_that_was_given_back(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose board did not tell of time given back is to be shown again with its next event."""
    monkeypatch.setattr(play, "TOGETHER", 0)
    number = await club.begin("3d/move")
    await club.database.rows("UPDATE games SET shown = sequence")
    await club.play.stop()
    club.time.go(DAY)
    await club.play.start()
    await club.play.give_back(number, quiet=True)
    assert await club.ledger.lagging() == []
    await club.act(number, ANN, offer_draw)
    (game,) = await club.ledger.lagging()
    state = await club.state(number)
    assert [type(event.what).__name__ for event in state.events[game.shown :]] == ["Credited", "Proposed"]


async def test_the_first_start_gives_nothing(club: Club) -> None:
    """A store without a heartbeat has nothing to give back."""
    await club.begin()
    assert await club.play.start() == []


async def test_the_heart_beats(club: Club, open_club: Opened) -> None:
    """While a process runs its heart beats, so that an absence begins with its death; without a goodbye, too."""
    number = await club.begin("365d+0")
    await club.play.start()
    for _ in range(50):
        club.time.go(await club.scheduler.meet())
    assert club.time.now - NOON >= 20 * PULSE
    beat = await club.ledger.fact(BEAT)
    assert club.time.now - int(beat or 0) <= PULSE
    club.time.go(HOUR)
    other = await open_club()
    await other.play.start()
    (event,) = (e for e in await other.ledger.events(number) if isinstance(e.what, Credited))
    assert isinstance(event.what, Credited)
    assert HOUR <= event.what.ms <= HOUR + PULSE


async def test_a_machine_that_slept(club: Club) -> None:
    """A beat that is overdue by more than the grace gives time back before any flag falls."""
    number = await club.begin("10+5")
    await club.play.start()
    club.time.go(DAY)
    await club.scheduler.meet()
    assert club.flagged == []
    assert await club.kinds(number) == ["ClockStarted", "Credited"]
    club.time.go(4 * MINUTE)
    await club.scheduler.meet()
    club.time.go(4 * MINUTE)
    await club.scheduler.meet()
    club.time.go(2 * MINUTE)
    await club.scheduler.meet()
    assert club.flagged == [number]


# ---- vacations


async def test_vacation_everywhere_at_once(club: Club) -> None:
    """A vacation begins in all of a player's games but live ones, and ends in all by itself."""
    slow, other, live, untimed = [await club.begin(time) for time in ("3d/move", "7d+1d", "10+5", "none")]
    foreign = await club.begin("3d/move", BEN, Player(13, "Cat"))
    assert await club.vacations.begin(ANN, 5) == Absence(NOON, NOON + 5 * DAY)
    assert await club.vacations.games_of(ANN) == 2
    await club.scheduler.meet()
    for number, kinds in (
        (slow, ["ClockStarted", "WentAway"]),
        (other, ["ClockStarted", "WentAway"]),
        (live, ["ClockStarted"]),
        (untimed, []),
        (foreign, ["ClockStarted"]),
    ):
        assert await club.kinds(number) == kinds
    club.time.go(5 * DAY)
    await club.scheduler.meet()
    assert await club.kinds(slow) == ["ClockStarted", "WentAway", "CameBack"]
    assert await club.ledger.deadlines.due([VACATION], 1 << 62) == []
    clock = (await club.state(slow)).clock
    assert clock is not None
    assert clock.deadline == NOON + 8 * DAY


async def test_a_vacation_half_told(club: Club, open_club: Opened) -> None:
    """A vacation that was written when the process died is told to the games by the next, to each once."""
    numbers = [await club.begin() for _ in range(3)]
    await club.vacations.begin(ANN, 5)
    await club.act(numbers[1], ANN, GoAway)
    other = await open_club()
    await other.scheduler.meet()
    for number in numbers:
        assert await other.kinds(number) == ["ClockStarted", "WentAway"]


async def test_days_of_vacation(club: Club) -> None:
    """A year has its days, of which only those taken count; a vacation over New Year takes from both."""
    assert await outcome(club.vacations.end(ANN)) == NotAway()
    assert await outcome(club.vacations.begin(ANN, 31)) == TooLong(30 * DAY)
    assert isinstance(await club.vacations.begin(ANN, 30), Absence)
    assert await outcome(club.vacations.begin(ANN, 1)) == AlreadyAway()
    club.time.go(10 * DAY)
    assert (await club.vacations.standing(ANN)).left == 20 * DAY
    await club.vacations.end(ANN)
    assert await outcome(club.vacations.begin(ANN, 21)) == TooLong(20 * DAY)
    club.time.go(20 * DAY)
    vacation = await club.vacations.begin(ANN, 30)
    assert isinstance(vacation, Absence)
    club.time.go(20 * DAY)
    assert (await club.vacations.standing(ANN)).left == 30 * DAY - (vacation.begin + 20 * DAY - NEW_YEAR)
    assert (await club.vacations.standing(BEN)).left == 30 * DAY


NEW_YEAR = 1_767_225_600_000


# ---- a long time

PACES = {
    "1d/move": DAY,
    "3d/move": 3 * DAY,
    "3d/move weekends off Europe/Berlin": 3 * DAY,
    "7d+1d max 10d": 3 * DAY,
    "2d+1h soft": 4 * HOUR,
    "30m+30s": 3 * MINUTE,
}
"""Time controls, and a time by which most moves are made (ms)."""


@dataclass
class Year:
    """Many games played through simulated time, under processes that share one store."""

    clubs: list[Club]
    chance: random.Random
    moves: list[tuple[int, int]] = field(default_factory=list)
    pace: dict[int, int] = field(default_factory=dict)

    async def begin(self, games: int) -> None:
        """Begin the games, each between two of its own."""
        for number in range(games):
            time = self.chance.choice(list(PACES))
            pair = Player(100 + 2 * number, "Ann"), Player(101 + 2 * number, "Ben")
            self.pace[await self.clubs[0].begin(time, *pair)] = PACES[time]
        for number in self.pace:
            self.plan(number)

    def plan(self, number: int) -> None:
        """Plan the next move of a game."""
        after = round(self.chance.expovariate(4 / self.pace[number]))
        heappush(self.moves, (self.clubs[0].time.now + after, number))

    async def live(self, days: int) -> None:
        """Let the time pass, each deadline seen to when it comes."""
        time = self.clubs[0].time
        end = time.now + days * DAY
        while self.moves and self.moves[0][0] < end:
            at, number = heappop(self.moves)
            await self.wait(at)
            if (await self.clubs[0].state(number)).result is None:
                await self.act(self.clubs[0], number)
        await self.wait(end)

    async def wait(self, until: int) -> None:
        """Sleep from deadline to deadline."""
        time, deadlines = self.clubs[0].time, self.clubs[0].ledger.deadlines
        while True:
            await asyncio.gather(*(club.scheduler.meet() for club in self.clubs))
            due = await deadlines.next_after([FLAG, VACATION], time.now)
            if due is None or due > until:
                break
            time.now = due
        time.now = until

    async def act(self, club: Club, number: int) -> None:
        """Make a move; now and then go on vacation, or come back."""
        player = Player(100 + 2 * (number - 1) + self.chance.randrange(2), "")
        if self.chance.random() < 0.02:
            await outcome(club.vacations.begin(player, self.chance.randrange(1, 8)))
        elif self.chance.random() < 0.02:
            await outcome(club.vacations.end(player))
        await club.move(number, self.chance)
        self.plan(number)

    async def judge(self) -> Counter[str]:
        """See that each flag fell at the deadline of its clock, once, and none was missed; what has happened."""
        told: Counter[str] = Counter()
        for number in self.pace:
            final = await self.clubs[0].state(number)
            assert final.clock is not None
            state = new_game(final.variant, None, final.clock.control, final.dice)
            for event in await self.clubs[0].ledger.events(number):
                assert state.clock is not None
                if isinstance(event.what, Flagged):
                    assert state.clock.deadline == event.at, "a flag fell early or late"
                    assert not state.clock.flagged, "a flag fell twice"
                elif isinstance(event.what, Moved) and state.clock.control.hard and state.clock.deadline is not None:
                    assert event.at < state.clock.deadline, "a flag was missed"
                state = advance(state, event)
                told[type(event.what).__name__] += 1
            assert state == final
            assert state.clock is not None
            assert state.result or state.clock.flagged or (state.clock.deadline or DAY**2) > self.clubs[0].time.now
        return told


async def test_some_games_for_a_season(club: Club, open_club: Opened) -> None:
    """In 90 days of 16 games under two processes no flag is missed, early or late, and none falls twice."""
    year = Year([club, await open_club()], random.Random(1))  # noqa: S311 - a seed for a test
    await year.begin(16)
    await year.live(90)
    assert (await year.judge())["Flagged"] > 1


@pytest.mark.parametrize(
    "games", [pytest.param(120, marks=pytest.mark.slow), pytest.param(300, marks=pytest.mark.long)]
)
async def test_a_year_of_many_games(open_club: Opened, monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    """In a year of many games under two processes no flag is missed, early or late, and none falls twice."""
    monkeypatch.setattr("bot.games.tables.KEPT", games)
    clubs = [await open_club(direct.opened) for _ in range(2)]
    year = Year(clubs, random.Random(2))  # noqa: S311 - a seed for a test
    await year.begin(games)
    await year.live(365)
    told = await year.judge()
    assert told["Flagged"] > games // 10
    assert told["WentAway"] > games // 10
