"""The puzzle of the day: posted where it is wanted, once a day, and solved privately."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Referee
from bot.discord_ui.components.items import buttons
from engine.clocks.control import DAY, HOUR
from engine.lookahead.puzzles import puzzle_of_the_day
from tests.bot.support.people import labels, says, shown
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.wire import Human, Message, Standin, bits

CHANGE = "Choose what to change"
LABEL = "Puzzle of the day"


@pytest.fixture
def time() -> Time:
    """Let time stand still at noon."""
    return Time()


@pytest.fixture
def owner(discord_: Standin) -> Human:
    """Let somebody manage the server."""
    olga = discord_.human("olga")
    discord_.channel().allow(olga.user, bits.MANAGE_GUILD)
    return olga


async def wished(owner: Human, standin: Standin) -> Message:
    """Let the channel have a puzzle every day."""
    panel = await (await owner.slash("server")).reply()
    menu = await (await owner.choose(panel, CHANGE, "daily")).reply()
    return await (await owner.choose(menu, LABEL, standin.channel())).reply()


def posted(standin: Standin) -> list[Message]:
    """The puzzles that the channel has been shown."""
    return [message for message in standin.channel().messages if message.content.startswith("**Puzzle of the day: ")]


async def test_every_morning(discord_: Standin, database: Path, time: Time, owner: Human) -> None:
    """From the next morning on the channel has a puzzle a day, each once, though the bot was restarted."""
    async with refereed(database, time, PATIENT) as referee:
        panel = await wished(owner, discord_)
        assert f"**{LABEL}**: <#{discord_.channel().id}>" in panel.content
        await referee.scheduler.meet()
        assert posted(discord_) == []
        time.go(21 * HOUR, referee)
        await referee.scheduler.meet()
        message = await discord_.channel().wait_for(says("**Puzzle of the day: "))
        assert puzzle_of_the_day(time.now // DAY).task in message.content
        assert not message.pinged
        assert labels(message) == ["Solve it"]
        (picture,) = message.attachments
        assert picture.description
    async with refereed(database, time, PATIENT) as referee:
        await referee.scheduler.meet()
        assert len(posted(discord_)) == 1
        time.go(DAY, referee)
        await referee.scheduler.meet()
        assert len(posted(discord_)) == 2
        panel = await (await owner.slash("server")).reply()
        menu = await (await owner.choose(panel, CHANGE, "daily")).reply()
        await (await owner.press(menu, "As usual")).reply()
        time.go(DAY, referee)
        await referee.scheduler.meet()
        assert len(posted(discord_)) == 2
        assert await referee.controller.games.ledger.deadlines.by_game("daily", [0]) == {}


async def test_late(discord_: Standin, database: Path, time: Time, owner: Human) -> None:
    """After a long absence of the bot the morning's puzzle is left out."""
    async with refereed(database, time, PATIENT) as referee:
        await wished(owner, discord_)
        await referee.scheduler.meet()
    time.go(21 * HOUR + 13 * HOUR)
    async with refereed(database, time, PATIENT) as referee:
        await referee.scheduler.meet()
        assert posted(discord_) == []
        time.go(11 * HOUR, referee)
        await referee.scheduler.meet()
        assert len(posted(discord_)) == 1


async def test_solved_by_anybody(discord_: Standin, referee: Referee) -> None:
    """Whoever presses gets the puzzle for themselves; the one of a message whose puzzle is gone opens nothing."""
    puzzle = puzzle_of_the_day(20_000)
    channel = referee.get_partial_messageable(discord_.channel().id)
    await channel.send("Today", view=buttons(20_000, puzzle.number, "puzzleday"))
    today = await discord_.channel().wait_for(says("Today"))
    for name in ("alice", "bob"):
        mine = await shown(await discord_.human(name).press(today, "Solve it"))
        assert puzzle.task in mine.content
        assert "Hint" in labels(mine)
    await channel.send("Older", view=buttons(19_999, 0, "puzzleday"))
    older = await discord_.channel().wait_for(says("Older"))
    answer = await shown(await discord_.human("alice").press(older, "Solve it"))
    assert "not open any more" in answer.content
    assert today.content == "Today"


async def test_a_channel_that_refuses(discord_: Standin, database: Path, time: Time, owner: Human) -> None:
    """A channel that does not take the puzzle has none that day, and the next one comes."""
    async with refereed(database, time, PATIENT) as referee:
        await wished(owner, discord_)
        discord_.fail("POST", f"/channels/{discord_.channel().id}/messages", 403, times=1)
        time.go(21 * HOUR, referee)
        await referee.scheduler.meet()
        assert posted(discord_) == []
        time.go(DAY, referee)
        await referee.scheduler.meet()
        assert len(posted(discord_)) == 1
