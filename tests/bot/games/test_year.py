"""A year of many games with two processes that die and are away: no reminder is missed, one of each comes once."""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from bot.games import Table
from bot.games.reminders import ReminderPreferences, plan
from bot.store import Database, Deadline, Player
from bot.store.deadlines import AbsenceStore, ReminderStore, Sent
from engine.clocks.control import DAY, HOUR, MINUTE
from engine.model.refusal import Refusal
from engine.notation.position_code import position_of
from engine.play.events import Flagged
from engine.play.game import advance, new_game
from engine.play.state import State
from engine.variants import variant_of
from tests.bot.games.test_quiet_hours import shown_quiet
from tests.bot.support import direct
from tests.bot.support.refusals import outcome
from tests.bot.support.reminded import CHANNEL, KINDS, Mailbox, Process, control, process
from tests.bot.support.timed import Time
from tests.engine.support import NOON, chance, code

CONTROLS = (
    "3d/move", "7d+1d max 10d", "14d/move", "5d/move weekends off Europe/Berlin", "10d soft", "1d/move",
    "30d+12h max 40d soft weekends off America/New_York", "12h/move",
)  # fmt: skip
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kathmandu", "UTC", "Australia/Lord_Howe")
PARTS = ("1/2 1/10", "1/10", "3/4 1/2 1/4", "off", "20%")
FEW = code(variant_of("chess"), ("K e1 · R a1 · P d2 g2", "K e8 · R h8 · P c7 f7"), 1)
QUIET = ("off", "22-8", "23:30-6:15", "1am-10am")


class Away(NamedTuple):
    """A time in which no process ran."""

    begin: int
    end: int


@dataclass
class Year:
    """Players, their games, and two processes; everything that happens is noted for the check at the end."""

    path: Path
    random: Random
    games: int
    days: int
    opened: Callable[[Path], Awaitable[Database]]
    watch: Time = field(default_factory=Time)
    processes: list[Process] = field(default_factory=list)
    agenda: list[tuple[int, int, str]] = field(default_factory=list)
    away: list[Away] = field(default_factory=list)
    habits: dict[int, list[tuple[int, ReminderPreferences]]] = field(default_factory=lambda: defaultdict(list))
    dooms: int = 0
    deaths: int = 0
    states: OrderedDict[int, State] = field(default_factory=OrderedDict)

    def __post_init__(self) -> None:
        self.mailbox = Mailbox(self.watch)
        self.players = [Player(number, f"player {number}") for number in range(1, self.games // 5 + 2)]

    async def open(self) -> Process:
        """Start a process; not every one replays all games anew."""
        process = await Process.open(self.path, self.watch, self.mailbox, self.opened)
        process.games.tables._states = self.states
        return process

    async def live(self) -> None:
        """Let the year pass."""
        self.processes = [await self.open(), await self.open()]
        end = NOON + self.days * DAY
        for player in self.players:
            await self.choose(player)
        for number in range(self.games):
            self.note(NOON + self.random.randrange(self.days * DAY // 4), number, "begin")
        for kind, count in (
            ("choose", self.games // 10),
            ("vacation", self.games // 20),
            ("absence", 6),
            ("death", 60),
        ):
            for _ in range(count):
                self.note(NOON + self.random.randrange(self.days * DAY), self.random.randrange(10**6), kind)
        try:
            while self.watch.now < end:
                await self.meet()
                await self.act(end)
        finally:
            for running in self.processes:
                await running.database.close()

    def note(self, at: int, number: int, kind: str) -> None:
        """Put something on the agenda."""
        heapq.heappush(self.agenda, (at, number, kind))

    async def meet(self) -> None:
        """Let both processes meet what is due, at once."""
        while True:
            pauses = await asyncio.gather(*(process.scheduler.meet() for process in self.processes))
            if not await self.processes[0].games.ledger.deadlines.due(KINDS, self.watch.now):
                return
            self.watch.now += max(1, min(pauses))

    async def act(self, end: int) -> None:
        """Let time pass to what comes next, a deadline or something on the agenda, and do that."""
        following = await self.processes[0].games.ledger.deadlines.next_after(KINDS, self.watch.now)
        first = self.agenda[0][0] if self.agenda else end
        if following is not None and following <= first:
            self.watch.now = following
            if self.dooms:
                await self.death()
            return
        self.watch.now = max(self.watch.now, min(first, end))
        if self.watch.now >= end:
            return
        _, number, kind = heapq.heappop(self.agenda)
        player = self.players[number % len(self.players)]
        match kind:
            case "begin":
                await self.begin()
            case "move":
                await self.move(number)
            case "choose":
                await self.choose(player)
            case "vacation":
                await self.some.games.vacations.begin(player, self.random.randint(1, 14))
            case "absence":
                await self.absence()
            case _:
                self.dooms += 1

    @property
    def some(self) -> Process:
        """One of the processes."""
        return self.random.choice(self.processes)

    async def begin(self) -> None:
        """Begin a game between two players."""
        first, second = self.random.sample(self.players, 2)
        channel = CHANNEL + self.random.randrange(5)
        number = await self.some.begin(self.random.choice(CONTROLS), (first, second), channel, code=FEW)
        await self.plan_move(number)

    async def plan_move(self, number: int) -> None:
        """Decide when the player to move will do so: mostly in time, at any part of it."""
        table = await self.processes[0].games.tables.find(number)
        assert isinstance(table, Table)
        clock = table.state.clock
        if table.state.result is None and clock is not None:
            time = clock.left[clock.running] * self.random.choice((0.1, 0.7, 0.95, 1.0)) * self.random.uniform(0.5, 1)
            late = self.random.random() < 0.03
            self.note(self.watch.now + int(time) + (60 * DAY if late else 0) + 1, number, "move")

    async def move(self, number: int) -> None:
        """Make a move, unless the player is on vacation or the game is over."""
        process = self.some
        table = await process.games.tables.find(number)
        assert isinstance(table, Table)
        if table.state.result is not None or table.state.clock is None:
            return
        if not table.state.clock.ticking:
            self.note(self.watch.now + self.random.randrange(DAY), number, "move")
            return
        await process.move(number, self.random.choice)
        await self.plan_move(number)

    async def choose(self, player: Player) -> None:
        """Let a player choose how to be reminded."""
        wanted = {
            "remind-at": self.random.choice(PARTS),
            "quiet": self.random.choice(QUIET),
            "zone": self.random.choice(ZONES),
            "remind-live": "on" if self.random.random() < 0.5 else "off",
        }
        told = await outcome(self.some.games.reminders.choose(player, wanted))
        assert not isinstance(told, Refusal)
        self.habits[player.id].append((self.watch.now, told.habits))

    async def absence(self) -> None:
        """Stop both processes for some hours; what that has cost the players is given back."""
        for running in self.processes:
            await running.games.play.stop()
            await running.database.close()
        begin = self.watch.now
        self.watch.now += self.random.randint(HOUR, 30 * HOUR)
        self.away.append(Away(begin, self.watch.now))
        self.processes = [await self.open(), await self.open()]
        keeper = self.processes[0].games.play
        await keeper.start()
        while await AbsenceStore(self.processes[0].database).owing():
            await self.processes[0].games.play.give_back_some()
        await keeper.stop()  # its heart does not beat here

    async def death(self) -> None:
        """Kill a process at any moment while it meets what is due, and start it again."""
        doomed = self.processes.pop()
        meeting = asyncio.create_task(doomed.scheduler.meet())
        for _ in range(self.random.randrange(12)):
            await asyncio.sleep(0)
            await self.processes[0].database.rows("SELECT 1")
        self.deaths += not meeting.done()
        meeting.cancel()
        await asyncio.gather(meeting, return_exceptions=True)
        await doomed.database.close()
        self.processes.append(await self.open())
        self.dooms -= 1


class Stretch(NamedTuple):
    """A stretch of time in which neither a game's clocks nor its player's habits changed."""

    begin: int
    end: int
    state: State
    player: int
    habits: ReminderPreferences


@dataclass
class Check:
    """What the year has left behind, checked stretch by stretch."""

    year: Year
    process: Process

    async def stretches(self, number: int) -> Iterator[Stretch]:
        """The stretches of a game."""
        game = await self.process.games.ledger.game(number)
        assert game is not None
        variant = variant_of(game.variant, game.options)
        assert game.start is not None
        state = new_game(variant, position_of(variant, game.start), control(game.time))
        events = await self.process.games.ledger.events(number)
        found = []
        for event, after in pairwise([*events, None]):
            assert event is not None
            state = advance(state, event)
            if state.result is not None:
                break
            end = after.at if after else self.year.watch.now
            player = game.seats[state.turn].id
            changes = self.year.habits[player]
            bounds = [event.at, *(at for at, _ in changes if event.at < at < end), end]
            for begin, until in pairwise(bounds):
                habits = next(habits for at, habits in reversed(changes) if at <= begin)
                found.append(Stretch(begin, until, state, player, habits))
        return iter(found)

    async def game(self, number: int, told: dict[tuple[int, str], int]) -> None:
        """Check a game: `told` are its reminders by turn and part, and when each arrived."""
        unseen = dict(told)
        for stretch in await self.stretches(number):
            clock = stretch.state.clock
            assert clock is not None
            at = [part for part in stretch.habits.at if told.get((clock.began, str(part)), 1 << 60) >= stretch.begin]
            habits = stretch.habits._replace(at=tuple(at))
            coming = {part: due for due, part in plan(clock, habits, stretch.begin)}
            end = min([stretch.end, *(away.begin for away in self.year.away if away.begin >= stretch.begin)])
            for part in stretch.habits.at:
                came = told.get((clock.began, str(part)))
                if (
                    came is not None
                    and stretch.begin <= came <= stretch.end
                    and justified(stretch, coming.get(part), came)
                ):
                    unseen.pop((clock.began, str(part)), None)
                    continue
                assert came is None or not stretch.begin <= came < stretch.end, (number, stretch, part)
                assert part not in coming or coming[part] + MINUTE >= end, (number, stretch, part)
        assert unseen == {}, (number, unseen)


def justified(stretch: Stretch, due: int | None, at: int) -> bool:
    """Whether a reminder that came at a time was planned so, before the deadline and outside quiet hours."""
    clock, habits = stretch.state.clock, stretch.habits
    if due is None or clock is None or clock.deadline is None:
        return False
    quiet = habits.quiet is not None and shown_quiet(habits.quiet, at, habits.zone)
    return due <= at <= due + MINUTE and at < clock.deadline and not quiet


@pytest.mark.parametrize(
    ("games", "days", "opened"),
    [
        (14, 45, Database.open),
        pytest.param(100, 366, direct.opened, marks=pytest.mark.slow),
        pytest.param(1000, 366, direct.opened, marks=pytest.mark.long),
    ],
    ids=["a season", "a year", "a year of a thousand"],
)
async def test_a_year(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    games: int,
    days: int,
    opened: Callable[[Path], Awaitable[Database]],
) -> None:
    """Every reminder that was due came when it was due, to whom it concerned, and none of them came twice."""
    monkeypatch.setattr("bot.games.tables.KEPT", games)
    year = Year(tmp_path / "year.sqlite", chance(7), games, days, opened)
    told: dict[int, dict[tuple[int, str], int]] = defaultdict(dict)
    reminded = ReminderStore.reminded

    async def noted(
        self: ReminderStore, player: int, sent: Iterable[Sent], looked: Mapping[Deadline, int | None]
    ) -> None:
        for game, turn, fraction in sent:
            told[game][turn, fraction] = year.watch.now
        await reminded(self, player, sent, looked)

    monkeypatch.setattr(ReminderStore, "reminded", noted)
    await year.live()
    async with process(year.path, year.watch, year.mailbox) as after:
        check = Check(year, after)
        came = Counter((game, letter.at) for letter in year.mailbox.letters for game in letter.games)
        assert set(came) == {(game, at) for game, times in told.items() for at in times.values()}
        assert max(came.values()) <= 3  # one from each process, and one from one that died
        for number in range(1, games + 1):
            await check.game(number, told[number])
        flagged = 0
        for number in range(1, games + 1):
            flagged += sum(isinstance(event.what, Flagged) for event in await after.games.ledger.events(number))
    assert sum(map(len, told.values())) > games
    assert flagged > games // 10
    assert len(year.away) == 6
    assert year.deaths > 20
