"""Games in threads of their own: opened with the challenge or later, found from the channel, left where closed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.app import Referee
from tests.bot.support.people import (
    STRANGER,
    Pair,
    challenge,
    games_of,
    is_board,
    labels,
    link_to,
    moves_of,
    settled,
    told,
    untouched,
)
from tests.wire import Channel, Message, Standin, bits, running


async def threaded(standin: Standin) -> Pair:
    """Begin a game in a thread of its own, and wait for its first board there."""
    alice, bob = standin.human("alice"), standin.human("bob")
    message = await challenge(alice, opponent=bob, side="1", thread=True)
    await bob.press(message, "Accept")
    thread = await standin.hub.pulse.until(lambda: standin.hub.channels.get(message.id), "a thread", 5)
    board = await thread.wait_for(is_board)
    return Pair(standin, alice.at(thread), bob.at(thread), board, place=thread)


@pytest.fixture
async def game(discord_: Standin, referee: Referee) -> Pair:
    assert referee.is_ready()
    return await threaded(discord_)


def said(channel: Channel) -> list[Message]:
    return [message for message in channel.messages if message.author == channel.hub.bot]


# ---- opened


async def test_a_game_in_its_own_thread(game: Pair, discord_: Standin, referee: Referee) -> None:
    """With thread:true the boards go to a thread opened from the challenge, named after the game, kept for a week."""
    channel, thread = discord_.channel(), game.channel
    (card,) = said(channel)
    link = link_to(game.board, "Jump to the board")
    assert thread.parent is channel
    assert thread.name == "#1 Hexeh: Red alice – Blue bob"
    (request,) = discord_.requests_to("POST", "/threads")
    assert request.body["auto_archive_duration"] == 10080
    assert game.board.pinged.users == {game.red.id, game.blue.id}
    await game.moves("Tbc3 Tfe4")
    await settled(referee)
    assert labels(said(thread)[-1])
    assert [labels(message) for message in said(thread)[:-1]] == [[], []]
    (found,) = await games_of(referee)
    assert (found.channel, found.parent) == (thread.id, channel.id)
    assert said(channel) == [card]
    assert labels(card) == []
    assert card.content == f"-# Hexeh #1 · Game on! {link}"


async def test_opened_later(pair: Pair, discord_: Standin, referee: Referee) -> None:
    """/game thread opens a thread from the board of a running game; the old board loses its buttons."""
    await pair.moves("Tbc3")
    old = pair.board
    answer = await told(await pair.red.slash("game thread"))
    thread = discord_.hub.channels[old.id]
    assert answer == f"Game #1 continues in {thread.mention}."
    await told(await pair.blue.slash("move", notation="Tfe4"))
    await thread.wait_for(is_board)
    await settled(referee)
    assert labels(old) == []
    assert [len(said(place)) for place in (discord_.channel(), thread)] == [3, 1]


async def test_threads_that_cannot_be(game: Pair, discord_: Standin, referee: Referee) -> None:
    """A second thread, one for a game of others, elsewhere or in a thread are refused."""
    carol, annex = discord_.human("carol"), discord_.channel("annex")
    servers, guild = referee.controller.games.servers, discord_.guild().id
    await servers.choose(guild, "threaded", True)
    inside = await Pair.seated(discord_, 2, place=annex.thread("ours"))
    await servers.choose(guild, "threaded", False)
    await Pair.seated(discord_, 3, place=annex)
    around = game.red.at(discord_.channel())
    async with untouched(discord_, referee):
        for who, number, words in (
            (around, 1, f"Game #1 already has a thread: {game.channel.mention}."),
            (carol, 1, STRANGER),
            (inside.red, 2, "I can only open threads in text channels."),
            (around, 3, f"Game #3 is in {annex.mention}; open its thread there."),
        ):
            assert (await told(await who.slash("game thread", game=str(number)))).startswith(words)
        nested = await inside.red.slash("play", game="hexeh", thread=True)
        assert (await told(nested)).startswith("I can only open threads in text channels.")
    assert len(discord_.requests_to("POST", "/threads")) == 1


# ---- refused


@pytest.mark.parametrize("name", ["Create Public Threads", "Send Messages in Threads"])
async def test_missing_permissions(pair: Pair, referee: Referee, name: str) -> None:
    """Without what threads take, a thread is refused by name of what is missing, and games without one go on."""
    pair.channel.deny(pair.discord.bot, getattr(bits, name.upper().replace(" ", "_")))
    sentence = f"I need {name} here. Ask a moderator, then try again."
    async with untouched(pair.discord, referee):
        assert await told(await pair.red.slash("play", game="hexeh", thread=True)) == sentence
        assert await told(await pair.red.slash("game thread")) == sentence
    await pair.move("Tbc3")
    assert pair.board.channel is pair.channel


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (404, 10008), (400, 160006)])
async def test_a_thread_that_discord_refuses(
    discord_: Standin, referee: Referee, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    """Where Discord will not open a thread after all, the game begins, and goes on, in the channel."""
    discord_.fail("POST", "/threads", status, code=code, times=2)
    alice, bob = discord_.human("alice"), discord_.human("bob")
    message = await challenge(alice, opponent=bob, thread=True)
    await bob.press(message, "Accept")
    assert labels(await discord_.channel().wait_for(is_board, after=message))
    answer = await told(await alice.slash("game thread"))
    assert answer == "Discord didn't open a thread, so game #1 stays in its channel."
    (found,) = await games_of(referee)
    assert (found.channel, found.parent, found.threaded) == (discord_.channel().id, None, False)
    assert "game 1 gets no thread" in caplog.text


@pytest.mark.parametrize("after", [1, 2])
async def test_a_trouble_that_passes(
    discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    """A failure of Discord's neither keeps a game from its thread, which is opened later, nor takes it out again."""
    assert referee.is_ready()
    monkeypatch.setattr("bot.store.outbox.RETRY", 10)
    fault = discord_.fail("POST", "/messages", 503, after=after)
    game = await threaded(discord_)
    assert ([len(said(place)) for place in (discord_.channel(), game.channel)], fault.hits) == ([1, 1], 1)


async def test_a_thread_that_fails(pair: Pair, discord_: Standin, referee: Referee) -> None:
    """A thread that could not be opened when it was asked for is not opened later."""
    discord_.fail("POST", "/threads", 503)
    assert "stays in its channel" in await told(await pair.red.slash("game thread"))
    await pair.move("Tbc3")
    await settled(referee)
    assert len(discord_.requests_to("POST", "/threads")) == 1


# ---- closed


def locked(game: Pair) -> None:
    """Lock the thread; the referee may not manage threads."""
    game.channel.locked = True
    game.discord.channel().deny(game.discord.bot, bits.MANAGE_THREADS)


def says_closed(code: int, status: int = 400) -> Callable[[Pair], object]:
    """Let Discord say once that the thread is closed."""
    return lambda game: game.discord.fail("POST", f"/channels/{game.channel.id}/messages", status, code=code)


CLOSED: dict[str, Callable[[Pair], object]] = {
    "deleted": lambda game: game.channel.delete(),
    "locked": locked,
    "says it is archived": says_closed(50083),
    "says it is locked": says_closed(160005),
    "says it is unknown": says_closed(10003, 404),
}


@pytest.mark.parametrize("close", CLOSED.values(), ids=CLOSED)
async def test_a_closed_thread(
    game: Pair, discord_: Standin, referee: Referee, close: Callable[[Pair], object]
) -> None:
    """When the thread is closed, the game stays in its channel; all are told where it was deleted."""
    channel = discord_.channel()
    await game.move("Tbc3")
    close(game)
    if game.channel.deleted:
        around = await channel.wait_for(is_board)
        assert around.pinged.users == {game.red.id, game.blue.id}
    outcome = await game.blue.at(channel).slash("move", notation="Tfe4")
    board = await channel.wait_for(lambda m: is_board(m) and "**Tfe4**" in m.content)
    assert board.pinged.users == {game.red.id}
    assert labels(board)
    assert ("Blue: Tfe4" in await told(outcome)) != game.channel.deleted
    (found,) = await games_of(referee)
    assert (found.channel, found.parent) == (channel.id, None)


async def test_a_closed_channel_around_a_thread(game: Pair, discord_: Standin, referee: Referee) -> None:
    """Where thread and channel both refuse, the move stands, its player is told, and the board comes later."""
    channel = discord_.channel()
    discord_.fail("POST", "/messages", 403, times=2)
    outcome = await game.red.slash("move", notation="Tbc3")
    assert "Discord doesn't let me write in" in await told(outcome)
    assert await moves_of(referee) == ["b1c3"]
    await referee.controller.poster.permitted(discord_.guild().id)
    assert (await channel.wait_for(is_board)).pinged.users == {game.blue.id}


@pytest.mark.parametrize("effective", [True, False])
async def test_stopped_while_the_thread_is_opened(discord_: Standin, database: Path, effective: bool) -> None:
    """When the referee ends while it opens the thread, the next start finds or opens it, and there is one board."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    async with running(Referee(database)):
        message = await challenge(alice, opponent=bob, thread=True)
        hold = discord_.delay("POST", "/threads", effective=effective)
        await bob.hurried().press(message, "Accept")
        await hold.reached(5)
    async with running(Referee(database)) as referee:
        await referee.controller.poster.catch_up()
        thread = discord_.hub.channels[message.id]
        await thread.wait_for(is_board)
        assert [len(said(place)) for place in (thread, discord_.channel())] == [1, 1]
    hold.release()
