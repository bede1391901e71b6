"""Vacations without Discord: begun and ended in all of a player's games, and the days of a year."""

from __future__ import annotations

from bot.games.play.vacations import AlreadyAway, NotAway, TooLong
from bot.store import Absence
from bot.store.deadlines import VACATION
from engine.clocks.control import DAY
from engine.play.commands import GoAway
from tests.bot.games.house import ANN, BEN, CAT, House
from tests.bot.support.refusals import outcome
from tests.bot.support.timed import NOON

NEW_YEAR = 1_767_225_600_000


async def test_vacation_everywhere_at_once(house: House) -> None:
    """A vacation begins in all of a player's games but live ones, and ends in all by itself."""
    slow, other, live, untimed = [await house.begin(time=time) for time in ("3d/move", "7d+1d", "10+5", "none")]
    foreign = await house.begin(BEN, CAT)
    assert await house.vacations.begin(ANN, 5) == Absence(NOON, NOON + 5 * DAY)
    assert await house.vacations.games_of(ANN) == 2
    await house.scheduler.meet()
    for number, kinds in (
        (slow, ["ClockStarted", "WentAway"]),
        (other, ["ClockStarted", "WentAway"]),
        (live, ["ClockStarted"]),
        (untimed, []),
        (foreign, ["ClockStarted"]),
    ):
        assert await house.kinds(number) == kinds
    house.time.go(5 * DAY)
    await house.scheduler.meet()
    assert await house.kinds(slow) == ["ClockStarted", "WentAway", "CameBack"]
    assert await house.deadlines(VACATION) == []
    assert await house.left(slow) == 3 * DAY


async def test_a_vacation_half_told(house: House) -> None:
    """A vacation that was written when the process died is told to the games by the next, to each once."""
    numbers = [await house.begin() for _ in range(3)]
    await house.vacations.begin(ANN, 5)
    await house.act(numbers[1], ANN, GoAway)
    other = house.again()
    await other.scheduler.meet()
    for number in numbers:
        assert await other.kinds(number) == ["ClockStarted", "WentAway"]


async def test_days_of_vacation(house: House) -> None:
    """A year has its days, of which only those taken count; a vacation over New Year takes from both."""
    assert await outcome(house.vacations.end(ANN)) == NotAway()
    assert await outcome(house.vacations.begin(ANN, 31)) == TooLong("30 days of vacation")
    vacation = await house.vacations.begin(ANN, 30)
    assert await outcome(house.vacations.begin(ANN, 1)) == AlreadyAway(vacation.until // 1000)
    house.time.go(10 * DAY)
    assert (await house.vacations.standing(ANN)).left == 20 * DAY
    await house.vacations.end(ANN)
    assert await outcome(house.vacations.begin(ANN, 21)) == TooLong("20 days of vacation")
    house.time.go(20 * DAY)
    vacation = await house.vacations.begin(ANN, 30)
    house.time.go(20 * DAY)
    assert (await house.vacations.standing(ANN)).left == 30 * DAY - (vacation.begin + 20 * DAY - NEW_YEAR)
    assert (await house.vacations.standing(BEN)).left == 30 * DAY
