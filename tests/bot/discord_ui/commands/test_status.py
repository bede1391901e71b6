"""/status and the alarm: how the referee does and what fails, told to those who run it, without anybody's words."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import Referee
from bot.discord_ui.commands import status
from bot.discord_ui.commands.status import REPEAT_ERROR_MS, NotTheHost, owners
from bot.discord_ui.components import emoji
from engine.variants import GAMES, variant_of
from tests.bot.support.people import Pair, labels, settled, shown
from tests.bot.support.timed import Time
from tests.wire import Channel, Human, Message, Pinged, Standin, running


async def test_for_the_owner(host: Human, referee: Referee, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner sees version, shards, servers, games, what waits, at most five things set aside, and the backup."""

    async def last_backup(_: Referee) -> int:
        return 5_000

    await pair.move("Tbc3")
    await settled(referee)
    monkeypatch.setattr(Referee, "last_backup", last_backup)
    for number in range(7):
        referee.controller.games.ledger.skipped.note(f"game {number}", "it was damaged")
    message = await shown(await host.slash("status"))
    assert message.ephemeral
    first, *lines, store, file = message.content.split("\n")
    assert first.startswith("**Hexmarshal ")
    assert lines == [
        "Connection: 1 of 1 shard connected; 1 server",
        "Games: 1 running, no open challenges, 0 over",
        "Waiting: no games to be shown, no late deadlines",
        "Skipped: game 0, game 1, game 2, game 3, game 4 and 2 more",
    ]
    assert store.startswith("Database: 0.")
    assert file == "Last backup: <t:5:R>"


async def test_piece_icons(host: Human, referee: Referee, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner uploads an icon for each kind of piece, which buttons to move it bear, and removes them again."""

    async def pictured() -> set[str | None]:
        choices = await shown(await pair.red.press(pair.board, "Move"))
        return {button.emoji for button in choices.buttons if button.label.startswith(("Guard ", "Traveler "))}

    kinds = {kind.name.casefold() for key in GAMES for kind in variant_of(key).kinds}
    message = await shown(await host.slash("status"))
    assert (labels(message), await pictured()) == (["Upload piece icons"], {None})
    with monkeypatch.context() as patch:
        patch.setattr(status, "owners", lambda _: ())
        refused = await shown(await host.press(message, "Upload piece icons"))
        assert refused.content == NotTheHost().text
    message = await (await host.press(message, "Upload piece icons")).reply()
    assert {emoji["name"] for emoji in pair.discord.emojis} == {f"hm_{kind}" for kind in kinds}
    assert labels(message) == ["Remove piece icons"]
    assert await pictured() == {"hm_traveler", "hm_guard"}
    await emoji.read_icons(referee)
    assert len(emoji.KNOWN) == len(kinds)
    await (await host.press(message, "Remove piece icons")).reply()
    assert pair.discord.emojis == []
    assert await pictured() == {None}


async def test_for_nobody_else(discord_: Standin, referee: Referee) -> None:
    """Others are refused with the reason."""
    assert referee.application
    message = await shown(await discord_.human("carol").slash("status"))
    assert message.content == "Only my owner can see this."


@pytest.fixture
def host(discord_: Standin) -> Human:
    return Human(discord_.hub, discord_.guild().owner, discord_.channel())


WORD = "Xylophone"


def failed(number: int = 7) -> None:
    """Log an error whose exception quotes what somebody typed."""
    try:
        int(WORD)
    except ValueError:
        logging.getLogger("bot.x").exception("game %d is not shown", number)


@pytest.fixture
def told(discord_: Standin) -> Channel:
    return discord_.channel("alarms")


@pytest.fixture
async def time(discord_: Standin, database: Path, told: Channel) -> AsyncIterator[Time]:
    """Log in a referee that tells its owner in a channel."""
    assert discord_.base_url
    time = Time()
    async with running(Referee(database, now=time, owner_channel=told.id)):
        yield time


def texts(channel: Channel) -> list[str]:
    return [message.content for message in channel.messages]


async def last_of(channel: Channel, word: str) -> Message:
    return await channel.wait_for(lambda message: word in message.content)


@pytest.mark.usefixtures("time")
async def test_once(told: Channel, host: Human) -> None:
    """The same error at the same place is told once, to the owner alone, by its kind, its place and its ids."""
    for number in (7, 8):
        failed(number)
    logging.getLogger("bot.y").error("the end")
    message = await last_of(told, "the end")
    first, last = told.messages
    assert message is last
    assert f"<@{host.id}> An error: game 7 is not shown\nValueError at test\\_status.py:" in first.content
    assert first.pinged == Pinged(users=frozenset({host.id}))
    assert WORD not in "".join(texts(told))


@pytest.mark.usefixtures("time")
async def test_whole_sentences(told: Channel) -> None:
    """Lost connections are not told, nor what is no error; markup and mentions stay without effect."""
    logging.getLogger("discord.shard").error("Attempting a reconnect")
    logging.getLogger("bot.x").warning("nothing much")
    logging.getLogger("bot.x").error("@everyone **now**")
    assert not (await last_of(told, "now")).pinged.everyone
    assert len(told.messages) == 1


async def test_after_a_week(told: Channel, time: Time) -> None:
    """After a week the same error is told again, and not before."""
    for _ in range(2):
        logging.getLogger("bot.x").error("the thing")
        await last_of(told, "the thing")
        time.go(REPEAT_ERROR_MS - 1)
    time.go(1)
    logging.getLogger("bot.x").error("the thing")
    await told.wait_for(lambda message: "the thing" in message.content, after=told.messages[-1])
    assert len(told.messages) == 2


async def test_news_is_told_again(discord_: Standin, database: Path, told: Channel) -> None:
    """News tells of changes, so the same sentence is told each time."""
    assert discord_.base_url
    async with running(Referee(database, owner_channel=told.id)) as referee:
        for what in ("The disk is full.", "The disk is well.", "The disk is full."):
            await referee.controller.games.tell_owner(what)
        await told.wait_for(lambda _: len([text for text in texts(told) if "disk is full" in text]) == 2)


async def test_directly(discord_: Standin, database: Path, host: Human) -> None:
    """Without a channel the owner gets a direct message; one who takes none harms nothing."""
    async with running(Referee(database)) as referee:
        assert owners(referee) == (host.id,)
        await referee.controller.games.tell_owner("The disk is full.")
        await host.dm.wait_for(lambda message: message.content == "The disk is full.")
        host.refuse_direct_messages()
        await referee.controller.games.tell_owner("The disk is full again.")
        await discord_.wait_for_request("POST", f"/channels/{host.dm.id}/messages", count=2)
