"""Playing without Discord: commands, deadlines with events, flags, and time given back for the bot's absences."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush
from pathlib import Path

import pytest

from bot.games import CommandResult
from bot.games.directory import seated
from bot.games.play import play
from bot.games.play.play import BEAT, PULSE
from bot.games.ratings import placings
from bot.games.refusals import ChallengeGone, CountedAlready, NotStarted, NotYourGame, UnknownGame
from bot.games.tables import FLAG, FrozenGame, deadlines_of
from bot.store import Database, Deadline, Player
from bot.store.database import Row
from bot.store.deadlines import VACATION
from engine.clocks.control import DAY, HOUR, MINUTE
from engine.model.refusal import Refused
from engine.notation.moves import IllegalMove
from engine.play.commands import ClaimTime, ComeBack, Command, GoAway, MakeMove, Propose, Resign
from engine.play.events import DRAW, Credited, Event, Flagged, Moved, Proposed
from engine.play.game import advance, new_game, replay
from engine.play.refusals import NotYourTurn, StaleGame
from engine.play.start import start_of
from engine.rules.protocols import Result
from engine.variants import variant_of
from tests.bot.games.house import ANN, BEN, CAT, GRACE, HERE, House
from tests.bot.support.direct import opened
from tests.bot.support.kept import events_of
from tests.bot.support.refusals import outcome
from tests.bot.support.timed import NOON
from tests.engine.proposing import accept_pause, offer_draw, offer_pause
from tests.engine.support import clock_of, control_of, moving

# ---- commands


async def test_a_move_is_turned_into_an_event(house: House) -> None:
    """A command carried out gives its events and the table after them; both are in the store."""
    number = await house.begin(time="none")
    turned = await house.move(number, "Tbc3")
    event = Event(1, NOON, 1, moving(new_game(variant_of("hexeh")), "b1c3"))
    assert turned.events == (event,)
    assert (turned.table.state.sequence, turned.table.game.turn) == (1, 2)
    assert await events_of(house.ledger, number) == [event]
    assert await house.game(number) == turned.table.game


async def test_refused_commands_change_nothing(house: House) -> None:
    """A command that the rules, the seats or an earlier count forbid is refused, and nothing is written."""
    number, waiting, declined = await house.begin(), await house.challenge(), await house.challenge(BEN)
    await house.lobby.leave(declined, BEN)
    await house.act(number, ANN, lambda seat: MakeMove(seat, None, "Tbc3"), 500)
    before = await house.game(number)
    for tried, refusal in (
        (house.move(number, "Tfe3", ANN), NotYourTurn("Ben")),
        (house.move(number, "Tbc5", CAT), NotYourGame(number)),
        (house.move(waiting, "Tbc3", ANN), NotStarted(waiting)),
        (house.move(declined, "Tbc3", ANN), ChallengeGone(declined)),
        (house.move(77, "Tbc3", ANN), UnknownGame(77)),
        (house.act(number, BEN, offer_draw, 500), CountedAlready()),
        (house.act(number, BEN, lambda seat: Resign(seat, 0)), StaleGame()),
    ):
        assert await outcome(tried) == refusal
    assert isinstance(await outcome(house.move(number, "Ed1", BEN)), IllegalMove)
    table = await house.table(number)
    with pytest.raises(Refused, match="out of date"):
        seated(table, BEN, 0)
    assert seated(table, BEN, table.state.changed) == (2,)
    assert await house.game(number) == before
    await house.act(number, ANN, Resign)
    with pytest.raises(Refused, match="Blue won by resignation"):
        seated(await house.table(number), ANN)


@pytest.mark.parametrize("redone", [True, False])
async def test_a_command_overtaken_by_another(house: House, redone: bool) -> None:
    """A command overtaken by another is judged anew on the new state: carried out there, or refused."""
    number = await house.begin(time="none")
    table, act = await house.table(number), house.play.act

    def move(seat: int) -> Command:
        return MakeMove(seat, None, "Tbc3")

    second = act(table, BEN, offer_draw) if redone else act(table, ANN, move)
    _, done = await asyncio.gather(act(table, ANN, move), outcome(second))
    offer = Event(2, NOON, 2, Proposed("draw"))
    assert (done.events if isinstance(done, CommandResult) else done) == ((offer,) if redone else NotYourTurn("Ben"))
    events = [Event(1, NOON, 1, moving(new_game(variant_of("hexeh")), "b1c3")), *([offer] if redone else [])]
    assert await events_of(house.ledger, number) == events


# ---- deadlines go with events


async def test_the_deadline_is_the_clocks(house: House) -> None:
    """After every command the deadline in the store is that of the state; a pause or the end leaves none."""
    number = await house.begin()
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
        house.time.go(HOUR)
        await house.act(number, player, command)
        stored = await house.deadlines()
        assert stored == list(deadlines_of(number, await house.state(number), {1: ANN, 2: BEN})[:1])
        dues.append(stored[0].due - NOON if stored else None)
    away = 73 * HOUR + HOUR
    assert dues == [73 * HOUR, 73 * HOUR, None, away, away, None, None]


async def test_a_flag_against_a_move(house: House) -> None:
    """A flag and a move that arrive together at the deadline end the game by time."""
    number = await house.begin()
    house.time.go(3 * DAY)
    await asyncio.gather(house.scheduler.meet(), outcome(house.move(number, "b1c3", ANN)))
    assert await house.kinds(number) == ["ClockStarted", "Flagged", "Revealed"]
    assert await house.deadlines() == []


async def test_a_soft_flag_is_told_once(house: House) -> None:
    """In a soft game that time has run out is told once a turn."""
    number = await house.begin(time="3d/move soft")
    house.time.go(3 * DAY)
    for _ in range(3):
        await house.scheduler.meet()
        house.time.go(DAY)
    await house.move(number)
    house.time.go(3 * DAY)
    await house.scheduler.meet()
    assert await house.kinds(number) == ["ClockStarted", "Flagged", "Moved", "Flagged"]


async def test_a_deadline_that_is_not_the_clocks(house: House) -> None:
    """A deadline that came too early flags nobody and is set right."""
    number = await house.begin()
    await house.ledger.deadlines.set(Deadline(FLAG, number, 0, NOON))
    await house.scheduler.meet()
    assert house.flagged == []
    assert await house.deadlines() == [Deadline(FLAG, number, 0, NOON + 3 * DAY)]


async def test_a_frozen_game_is_looked_at_another_day(house: House) -> None:
    """The flag of a game that no longer replays is put off, and falls once the game does replay."""
    number = await house.begin()
    await house.database.rows("UPDATE games SET edition = 0")
    house.games.tables.forget(number)
    house.time.go(3 * DAY)
    await house.scheduler.meet()
    assert isinstance(await outcome(house.table(number)), FrozenGame)
    await house.database.rows("UPDATE games SET edition = 1")
    await house.scheduler.meet()
    assert house.flagged == []
    house.time.go(DAY)
    await house.scheduler.meet()
    assert house.flagged == [number]


async def test_one_of_three(house: House) -> None:
    """Of three, who runs out of time leaves, and the deadline is the next one's."""
    number = await house.begin(ANN, BEN, CAT, time="3d", variant="nd-wellisch-3")
    house.time.go(3 * DAY)
    await house.scheduler.meet()
    state = await house.state(number)
    assert (state.result, state.turn, state.remaining) == (None, 2, (2, 3))
    assert await house.deadlines() == [Deadline(FLAG, number, 0, house.time.now + 3 * DAY)]
    house.time.go(3 * DAY)
    await house.scheduler.meet()
    assert (await house.state(number)).result == Result(3, "last-standing")


async def test_claiming_time_against_a_bare_king(house: House) -> None:
    """In a soft game against a bare king the draw is claimed, and the ratings count a draw."""
    chess = variant_of("chess")
    start = start_of(chess, "4k3/8/8/8/8/8/8/Q3K3 1")
    number = await house.lobby.set_up(HERE, chess, {1: ANN, 2: BEN}, start, control_of("3d soft"))
    house.time.go(3 * DAY)
    await house.scheduler.meet()
    await house.act(number, BEN, ClaimTime)
    table = await house.table(number)
    assert table.state.result == Result(None, "time-insufficient")
    assert [(each.place, each.result) for each in placings(table.game, table.state)] == [(1, "drawn")] * 2


@pytest.mark.parametrize("seed", range(3))
async def test_a_clock_that_is_set_back(house: House, seed: int) -> None:
    """Whenever the machine's clock is set back, events follow one another, nobody loses time, and the game replays."""
    chance, number = random.Random(seed), await house.begin(time="1d/move soft")  # noqa: S311 - no secret
    for turn in range(12):
        house.time.go(chance.choice((MINUTE, -HOUR, -MINUTE, 2 * MINUTE)))
        state = await house.state(number)
        left = await house.left(number, state.turn)
        if turn % 4 == 3:
            turned = await house.act(number, (ANN, BEN)[state.turn - 1], lambda seat: Propose(seat, kind=DRAW))
        else:
            turned = await house.move(number)
        assert clock_of(turned.table.state).left[state.turn] >= min(left, DAY - 2 * MINUTE)
        (deadline,) = await house.deadlines()
        assert deadline.due >= turned.table.state.time
    await house.act(number, ANN, Resign)
    events = await events_of(house.ledger, number)
    times = [event.at for event in events]
    assert times == sorted(times)
    assert min(times) >= NOON
    assert replay(variant_of("hexeh"), events, control=control_of("1d/move soft")) == await house.state(number)


# ---- absences


@pytest.mark.parametrize(("away", "given"), [(GRACE, None), (GRACE + 1, GRACE + 1), (9 * DAY, 9 * DAY)])
async def test_credit(house: House, away: int, given: int | None) -> None:
    """An absence within the grace costs the players their time; a longer one is given back, all of it."""
    number = await house.begin(time="7d+1d")
    house.time.go(HOUR)
    await house.play.stop()
    house.time.go(away)
    other = house.again()
    assert await other.play.start() == ([] if given is None else [number])
    clock = clock_of(await other.state(number))
    assert clock.left_at(1, house.time.now) == 7 * DAY - HOUR - (away if given is None else 0)
    assert (await other.kinds(number)).count("Credited") == (given is not None)
    assert [deadline.due for deadline in await other.deadlines()] == [clock.deadline]


async def test_nothing_is_given_back_twice(house: House) -> None:
    """Whoever dies while giving time back, and starts anew, gives every game what it lost once."""
    numbers = [await house.begin(time="7d+1d") for _ in range(3)]
    await house.play.stop()
    house.time.go(DAY)
    dying = house.again()
    rule, ruled = dying.play.rule, []

    async def once(*arguments: object) -> object:
        ruled.append(arguments)
        if len(ruled) == 2:
            raise KeyboardInterrupt
        return await rule(*arguments)  # type: ignore[arg-type]

    dying.play.rule = once  # type: ignore[assignment, method-assign]
    with pytest.raises(KeyboardInterrupt):
        await dying.play.start()
    house.time.go(HOUR)
    other = house.again()
    await other.play.start()
    for number in numbers:
        assert await other.left(number) == 7 * DAY


async def test_many_games_do_not_delay_a_start(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A start reads as many statements whatever the number of games; each has its time back before anything happens.

    The others get it beside all else, once, and their boards are shown with what happens next.
    """
    monkeypatch.setattr(play, "TOGETHER", 2)
    numbers = [await house.begin(time="3d/move") for _ in range(4)]
    statements = []
    run = Database._run

    async def noted(self: Database, statement: str, *values: object) -> list[Row]:
        statements.append(statement)
        return await run(self, statement, *values)

    monkeypatch.setattr(Database, "_run", noted)
    counts = []
    for count in (4, 8):
        numbers += [await house.begin(time="3d/move") for _ in range(count - len(numbers))]
        await house.database.rows("UPDATE games SET shown = sequence")
        await house.play.stop()
        house.time.go(4 * DAY)
        statements.clear()
        assert await house.play.start() == []
        counts.append(len(statements))
        house.time.go(MINUTE)
        moved = numbers[-1]
        await house.move(moved)
        assert (await house.kinds(moved))[-2:] == ["Credited", "Moved"]
        await house.scheduler.meet()
        assert house.flagged == []
        while await house.database.rows("SELECT 1 FROM owed"):
            assert await house.play.give_back_some() == []
        assert await house.ledger.outbox.boards() == [moved]
        for number in numbers:
            turn = (await house.state(number)).turn
            assert 3 * DAY - 2 * MINUTE <= await house.left(number, turn) <= 3 * DAY
    assert counts[1] <= counts[0]


async def test_the_first_start_gives_nothing(house: House) -> None:
    """A store without a heartbeat has nothing to give back."""
    await house.begin()
    assert await house.play.start() == []


async def test_the_heart_beats(house: House) -> None:
    """While a process runs its heart beats, so that an absence begins with its death; without a goodbye, too."""
    number = await house.begin(time="365d+0")
    await house.play.start()
    for _ in range(50):
        house.time.go(await house.scheduler.meet())
    assert house.time.now - NOON >= 20 * PULSE
    beat = await house.ledger.fact(BEAT)
    assert house.time.now - int(beat or 0) <= PULSE
    house.time.go(HOUR)
    other = house.again()
    await other.play.start()
    (event,) = (e for e in await events_of(other.ledger, number) if isinstance(e.what, Credited))
    assert isinstance(event.what, Credited)
    assert HOUR <= event.what.ms <= HOUR + PULSE


async def test_a_machine_that_slept(house: House) -> None:
    """A beat that is overdue by more than the grace gives time back before any flag falls."""
    number = await house.begin(time="10+5")
    await house.play.start()
    house.time.go(DAY)
    await house.scheduler.meet()
    assert house.flagged == []
    assert await house.kinds(number) == ["ClockStarted", "Credited"]
    for minutes in (4, 4, 2):
        house.time.go(minutes * MINUTE)
        await house.scheduler.meet()
    assert house.flagged == [number]


# ---- a long time

PACES = {
    "1d/move": DAY,
    "3d/move weekends off Europe/Berlin": 3 * DAY,
    "7d+1d max 10d": 3 * DAY,
    "2d+1h soft": 4 * HOUR,
    "30m+30s": 3 * MINUTE,
}
"""Time controls, and a time by which most moves are made (ms)."""


@pytest.mark.parametrize(
    ("games", "days"), [(8, 60), pytest.param(100, 365, marks=pytest.mark.slow)], ids=["a season", "a year"]
)
async def test_every_flag_falls_in_time(database: Path, monkeypatch: pytest.MonkeyPatch, games: int, days: int) -> None:
    """In many games over a long time no flag is missed, early or late, and none falls twice."""
    monkeypatch.setattr("bot.games.tables.MAX_CACHED_STATES", games)
    house, chance, moves = House(await opened(database)), random.Random(1), list[tuple[int, int]]()  # noqa: S311
    pace = {}
    for number in range(games):
        time, pair = chance.choice(list(PACES)), (Player(100 + 2 * number, "Ann"), Player(101 + 2 * number, "Ben"))
        pace[await house.begin(*pair, time=time)] = PACES[time]

    def plan(number: int) -> None:
        heappush(moves, (house.time.now + round(chance.expovariate(4 / pace[number])), number))

    async def wait(until: int) -> None:
        while True:
            await house.scheduler.meet()
            due = await house.ledger.deadlines.next_after([FLAG, VACATION], house.time.now)
            if due is None or due > until:
                break
            house.time.now = due
        house.time.now = until

    for number in pace:
        plan(number)
    end = house.time.now + days * DAY
    while moves and moves[0][0] < end:
        at, number = heappop(moves)
        await wait(at)
        if (await house.state(number)).result is None:
            player = Player(100 + 2 * (number - 1) + chance.randrange(2), "")
            if chance.random() < 0.04:
                days_off, ends = chance.randrange(1, 8), chance.random() < 0.5
                await outcome(house.vacations.end(player) if ends else house.vacations.begin(player, days_off))
            await outcome(house.move(number, chance=chance))
            plan(number)
    await wait(end)
    told: Counter[type] = Counter()
    for number in pace:
        told += await judge(house, number)
    assert told[Flagged]
    await house.database.close()


async def judge(house: House, number: int) -> Counter[type]:
    """See that each flag of a game fell at the deadline of its clock, once, and none was missed; what has happened."""
    final = await house.state(number)
    state, told = new_game(final.variant, None, clock_of(final).control, final.dice), Counter[type]()
    for event in await events_of(house.ledger, number):
        clock = clock_of(state)
        if isinstance(event.what, Flagged):
            assert clock.deadline == event.at, "a flag fell early or late"
            assert not clock.flagged, "a flag fell twice"
        elif isinstance(event.what, Moved) and clock.control.hard and clock.deadline is not None:
            assert event.at < clock.deadline, "a flag was missed"
        state = advance(state, event)
        told[type(event.what)] += 1
    assert state == final
    clock = clock_of(state)
    assert state.result or clock.flagged or (clock.deadline or DAY**2) > house.time.now
    return told
