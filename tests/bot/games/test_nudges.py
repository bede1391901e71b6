"""Nudges over the store, in simulated time: once a day for each game, each sent once, as its player has chosen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games.refusals import BadChoice, NotYourGame
from bot.games.reminders import AwayNow, NudgedToday, Spot
from bot.store import Player
from bot.store.outbox import SEND
from engine.clocks.control import DAY, HOUR
from engine.model.refusal import Refusal
from engine.play.commands import GoAway, Resign
from engine.play.refusals import GameOver, GamePaused
from tests.bot.support.refusals import outcome
from tests.bot.support.reminded import ANN, BOB, CHANNEL, GUILD, Delivery, Mailbox, Process, process
from tests.bot.support.timed import Time
from tests.engine.proposing import accept_pause, offer_pause
from tests.engine.support import NOON


@pytest.fixture
def watch() -> Time:
    """A watch that shows noon."""
    return Time()


@pytest.fixture
def mailbox(watch: Time) -> Mailbox:
    """An empty mailbox."""
    return Mailbox(watch)


@pytest.fixture
async def host(database: Path, watch: Time, mailbox: Mailbox) -> AsyncIterator[Process]:
    """Run a process."""
    async with process(database, watch, mailbox) as opened:
        yield opened


async def nudge(host: Process, number: int, player: Player = BOB) -> None:
    """Let a player nudge, and be told whom."""
    assert await host.games.reminders.nudge(number, player) == ANN


async def quiet(host: Process, hours: str = "11:00-15:00") -> None:
    """Let Ann have quiet hours."""
    assert not isinstance(await outcome(host.games.reminders.choose(ANN, {"quiet": hours})), Refusal)


def hours(mailbox: Mailbox) -> list[float]:
    """When the messages arrived, in hours after noon."""
    return [(letter.at - NOON) / HOUR for letter in mailbox.letters]


@pytest.mark.parametrize("time", ["none", "3d/move"])
async def test_a_nudge(host: Process, mailbox: Mailbox, time: str) -> None:
    """The player to move is told at once, in the channel of the game, with a clock or without."""
    number = await host.begin(time)
    await nudge(host, number)
    await host.pass_until(NOON + HOUR)
    assert [(NOON, ANN.id, CHANNEL, (number,))] == [tuple(letter) for letter in mailbox.letters]
    assert await host.games.ledger.deadlines.due([SEND], 1 << 62) == []


async def test_once_a_day(host: Process, mailbox: Mailbox) -> None:
    """A game has one nudge within a day, whoever nudges and whoever is to move; other games have theirs."""
    first, second = await host.begin("none"), await host.begin("none")
    await nudge(host, first)
    await nudge(host, second)
    await host.pass_until(NOON + HOUR)
    refused = NudgedToday(first, (NOON + DAY) // 1000)
    assert await outcome(host.games.reminders.nudge(first, BOB)) == refused
    await host.move(first)
    assert await outcome(host.games.reminders.nudge(first, ANN)) == refused
    await host.pass_until(NOON + DAY)
    assert await host.games.reminders.nudge(first, ANN) == BOB
    await host.pass_until(NOON + DAY + HOUR)
    assert [(ANN.id, (first,)), (ANN.id, (second,)), (BOB.id, (first,))] == [
        (letter.player, letter.games) for letter in mailbox.letters
    ]


async def test_who_may_nudge(host: Process, mailbox: Mailbox) -> None:
    """Nobody nudges themselves, a game that they do not play, that is over or paused, or somebody on vacation."""
    number, other = await host.begin("3d/move"), await host.begin("3d/move")
    nudges, play = host.games.reminders, host.games.play
    assert await outcome(nudges.nudge(number, ANN)) == BadChoice(
        f"Game #{number} waits for you, so there is nobody to nudge."
    )
    assert await outcome(nudges.nudge(number, Player(3, "Cat"))) == NotYourGame(number)
    await play.act(other, ANN, GoAway)
    assert await outcome(nudges.nudge(other, BOB)) == AwayNow(other)
    await play.act(number, ANN, offer_pause)
    await play.act(number, BOB, accept_pause)
    assert await outcome(nudges.nudge(number, BOB)) == GamePaused()
    await play.act(number, ANN, Resign)
    assert isinstance(await outcome(nudges.nudge(number, BOB)), GameOver)
    await host.pass_until(NOON + HOUR)
    assert mailbox.letters == []


async def test_quiet_hours(host: Process, mailbox: Mailbox) -> None:
    """A nudge in quiet hours comes at their end, also where they are chosen after it; not if the turn is over then."""
    kept, moved = await host.begin("none"), await host.begin("none")
    await quiet(host)
    await nudge(host, kept)
    await nudge(host, moved)
    await host.pass_until(NOON + HOUR)
    assert mailbox.letters == []
    await host.move(moved)
    await quiet(host, "11:00-17:00")
    await host.pass_until(NOON + 9 * HOUR)
    assert hours(mailbox) == [5]
    assert mailbox.letters[0].games == (kept,)


async def test_who_keeps_nudges_away(host: Process, mailbox: Mailbox) -> None:
    """Who has switched nudges off gets none, which whoever nudges cannot tell from quiet hours."""
    number = await outcome(host.begin("none"))
    await host.games.settings.choose(ANN, "nudges", "off")
    await nudge(host, number)
    await host.pass_until(NOON + HOUR)
    assert isinstance(await outcome(host.games.reminders.nudge(number, BOB)), NudgedToday)
    await host.pass_until(NOON + 2 * DAY)
    assert mailbox.attempts == 0
    await host.games.settings.choose(ANN, "nudges", "on")
    await nudge(host, number)
    await host.pass_until(NOON + 2 * DAY + HOUR)
    assert len(mailbox.letters) == 1


async def test_where_nudges_go(host: Process, mailbox: Mailbox) -> None:
    """A nudge goes where the player's reminders go, and where that is refused, to the channel of the game."""
    number = await host.begin("none")
    for spot, place in ((Spot(direct=True), 0), (Spot(GUILD, 99), 99), (Spot(GUILD + 1, 98), CHANNEL)):
        await host.games.reminders.choose(ANN, {"remind-where": spot.text})
        await nudge(host, number)
        await host.pass_until(host.watch.now + DAY)
        assert mailbox.letters[-1].place == place
    mailbox.answers[0] = [Delivery.REFUSED]
    await host.games.reminders.choose(ANN, {"remind-where": Spot(direct=True).text})
    await nudge(host, number)
    await host.pass_until(host.watch.now + 1)
    assert mailbox.letters[-1].place == CHANNEL
    assert [place for place, _ in (await host.games.reminders.standing(ANN)).refusing] == [0]
    await host.pass_until(host.watch.now + DAY)
    mailbox.answers[0] = [Delivery.REFUSED]
    mailbox.answers[CHANNEL] = [Delivery.REFUSED]
    await nudge(host, number)
    await host.pass_until(host.watch.now + DAY)
    assert len(mailbox.letters) == 4
    assert await host.games.ledger.deadlines.due([SEND], 1 << 62) == []


async def test_what_fails_is_tried_again(host: Process, mailbox: Mailbox) -> None:
    """A nudge that did not arrive is tried again until it does, once."""
    number = await host.begin("none")
    mailbox.answers[CHANNEL] = [Delivery.FAILED, Delivery.FAILED]
    await nudge(host, number)
    await host.pass_until(NOON + HOUR)
    assert (mailbox.attempts, len(mailbox.letters)) == (3, 1)


async def test_a_process_that_dies(database: Path, watch: Time, mailbox: Mailbox) -> None:
    """A nudge that was granted comes after a restart."""
    async with process(database, watch, mailbox) as first:
        await nudge(first, await first.begin("none"))
    async with process(database, watch, mailbox) as second:
        await second.scheduler.meet()
        await second.scheduler.meet()
    assert (mailbox.attempts, len(mailbox.letters)) == (1, 1)
