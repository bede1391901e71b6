"""Games in threads of their own: opened with the challenge or later, found from the channel, left where closed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import PERMISSIONS, Referee
from bot.store import StoredGame
from tests.bot.support.fought import resign
from tests.bot.support.people import (
    STRANGER,
    Pair,
    challenge,
    games_of,
    is_board,
    labels,
    link_to,
    more,
    moves_of,
    settled,
    told,
    untouched,
)
from tests.wire import Channel, Message, Standin, bits, running

BOARDS = "/messages"


async def threaded(standin: Standin, number: int = 1, variant: str = "hexeh") -> Pair:
    """Begin a game in a thread of its own, and wait for its first board there."""
    alice, bob = standin.human("alice"), standin.human("bob")
    await told(await alice.slash("play", game=variant, opponent=bob, side="1", clock="none", thread=True))
    message = await standin.channel().wait_for(lambda m: f"#{number}" in m.content and bool(m.buttons))
    await bob.press(message, "Accept")
    await standin.wait_for_request("POST", "/threads")
    thread = standin.hub.channels[message.id]
    board = await thread.wait_for(is_board)
    return Pair(standin, alice.at(thread), bob.at(thread), board, number, thread)


@pytest.fixture
async def game(discord_: Standin, referee: Referee) -> Pair:
    """Begin a game in a thread."""
    assert referee.is_ready()
    return await threaded(discord_)


def said(channel: Channel) -> list[Message]:
    """What the referee has said in a channel."""
    return [message for message in channel.messages if message.author == channel.hub.bot]


# ---- opened


async def test_a_game_in_its_own_thread(game: Pair, discord_: Standin, referee: Referee) -> None:
    """With thread:true the boards go to a thread opened from the challenge, named after the game, kept for a week."""
    channel, thread = discord_.channel(), game.channel
    (card,) = said(channel)
    link = link_to(game.board)
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
    assert card.content.startswith(f"**#1 Hexeh**: the game has begun; here is its {link}.\n-# Dice")


async def test_messages_and_buttons_in_the_thread(game: Pair, referee: Referee) -> None:
    """In the thread moves are made by message and by button, too, and the game ends there."""
    await game.red.say(f"{game.discord.bot.mention} Tbc3")
    await game.next_board()
    await told(await more(game.blue, game.board, "Offer draw"))
    news = await game.channel.wait_for(lambda m: "do you accept" in m.content)
    await game.red.press(news, "Accept draw")
    assert "Game over." in (await game.next_board()).content
    assert await moves_of(referee) == ["b1c3", "DrawOffered", "DrawAccepted", "Revealed"]


async def test_commands_in_the_channel_find_the_game(game: Pair, discord_: Standin) -> None:
    """Commands typed in the channel of the thread mean the game in it, for its players and for spectators."""
    channel = discord_.channel()
    alice, carol = discord_.human("alice").at(channel), discord_.human("carol").at(channel)
    assert "Red: Tbc3" in await told(await alice.slash("move", notation="Tbc3"))
    await game.next_board()
    assert await told(await carol.slash("game watch", at="each")) == "I will ping you at each board of game #1."
    assert await told(await carol.slash("game note", text="hm", game="1")) == "Note 1 on game #1 is saved."
    bob = discord_.human("bob").at(channel)
    await bob.say(f"{discord_.bot.mention} Tfe4")
    assert carol in (await game.next_board()).pinged
    assert game.channel.mention in await told(await bob.slash("games"))


async def test_other_threads_do_not_find_it(game: Pair, discord_: Standin) -> None:
    """A command in another thread or channel does not mean the game."""
    carol = discord_.human("carol")
    for elsewhere in (discord_.channel().thread("chat"), discord_.channel("annex")):
        answer = await told(await carol.at(elsewhere).slash("board", game="1"))
        assert answer == "There is no game #1 here. /games lists yours."
        answer = await told(await game.red.at(elsewhere).slash("move", notation="Tbc3"))
        assert answer == "You have no game going in this channel. Start one with /play."


async def test_opened_later(pair: Pair, discord_: Standin, referee: Referee) -> None:
    """/thread opens a thread from the board of a running game, which goes on there; the old board loses its buttons."""
    await pair.moves("Tbc3")
    old = pair.board
    answer = await told(await pair.red.slash("game thread"))
    thread = discord_.hub.channels[old.id]
    assert answer == f"Game #1 goes on in {thread.mention}."
    await told(await pair.blue.slash("move", notation="Tfe4"))
    await thread.wait_for(is_board)
    await settled(referee)
    assert labels(old) == []
    assert [len(said(place)) for place in (discord_.channel(), thread)] == [3, 1]


async def test_threads_that_cannot_be(game: Pair, discord_: Standin, referee: Referee) -> None:
    """A second thread, one for a game of others, elsewhere, in a thread or of a game that is over are refused."""
    carol = discord_.human("carol")
    annex = discord_.channel("annex")
    inside = await Pair.seated(discord_, 2, place=annex.thread("ours"))
    over = await Pair.seated(discord_, 3, place=annex)
    await resign(over)
    await Pair.seated(discord_, 4, place=annex)
    async with untouched(discord_, referee):
        answer = await told(await game.red.at(discord_.channel()).slash("game thread", game="1"))
        assert answer == f"Game #1 already has its thread: {game.channel.mention}."
        assert await told(await carol.slash("game thread", game="1")) == STRANGER
        answer = await told(await inside.red.slash("game thread", game="2"))
        assert (
            answer
            == "Threads can be opened only in text channels, not here. Without a thread, the game is played here."
        )
        answer = await told(await inside.red.slash("play", game="hexeh", thread=True))
        assert (
            answer
            == "Threads can be opened only in text channels, not here. Without a thread, the game is played here."
        )
        assert "This game is over" in await told(await over.red.slash("game thread", game="3"))
        answer = await told(await game.red.at(discord_.channel()).slash("game thread", game="4"))
        assert answer == f"Game #4 is played in {annex.mention}; open its thread there."
    assert await inside.red.autocomplete("game thread", game="4")


# ---- permissions


PERMISSION_NAMES = {
    "Create Public Threads": bits.CREATE_PUBLIC_THREADS,
    "Send Messages in Threads": bits.SEND_MESSAGES_IN_THREADS,
}


def test_the_invite_asks_for_threads() -> None:
    """The invite link asks for what threads take."""
    assert PERMISSIONS.create_public_threads
    assert PERMISSIONS.send_messages_in_threads


@pytest.mark.parametrize("name", PERMISSION_NAMES)
async def test_missing_permissions(pair: Pair, referee: Referee, name: str) -> None:
    """Without what threads take, a thread is refused by name of what is missing, and games without one go on."""
    pair.channel.deny(pair.discord.bot, PERMISSION_NAMES[name])
    sentence = f"I cannot do that here until a moderator gives me {name}. Nothing has changed."
    async with untouched(pair.discord, referee):
        assert await told(await pair.red.slash("play", game="hexeh", thread=True)) == sentence
        assert await told(await pair.red.slash("game thread")) == sentence
    await pair.move("Tbc3")
    assert "thread" not in (await challenge(pair.red, 2)).content


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (404, 10008), (400, 160006)])
async def test_a_thread_that_discord_refuses(
    discord_: Standin, referee: Referee, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    """Where Discord will not open the thread after all, the game begins in the channel."""
    discord_.fail("POST", "/threads", status, code=code)
    alice, bob = discord_.human("alice"), discord_.human("bob")
    await told(await alice.slash("play", game="hexeh", opponent=bob, thread=True))
    message = await discord_.channel().wait_for(lambda m: bool(m.buttons))
    await bob.press(message, "Accept")
    board = await discord_.channel().wait_for(is_board, after=message)
    assert labels(board)
    assert [(g.channel, g.parent, g.threaded) for g in await games_of(referee)] == [
        (discord_.channel().id, None, False)
    ]
    assert "game 1 gets no thread" in caplog.text


async def test_discord_refuses_later(pair: Pair, discord_: Standin) -> None:
    """Where Discord will not open a thread for a running game, the player is told, and the game goes on in place."""
    discord_.fail("POST", "/threads", 400, code=160006)
    answer = await told(await pair.red.slash("game thread"))
    assert answer == "Discord would not open a thread, so game #1 goes on in its channel."
    await pair.move("Tbc3")
    assert pair.board.channel is discord_.channel()


async def test_a_thread_opened_after_all(
    pair: Pair, discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the thread is opened while its player is about to be told that there is none, the game stays in it."""
    controller, ledger = referee.controller, referee.controller.games.ledger
    game = ledger.game

    async def overtaken(number: int) -> StoredGame | None:
        found = await game(number)
        monkeypatch.setattr(ledger, "game", game)
        await controller.poster.show(number)
        return found

    async def unshown(_: StoredGame) -> bool:
        monkeypatch.setattr(ledger, "game", overtaken)
        return False

    monkeypatch.setattr(controller, "show", unshown)
    await told(await pair.red.slash("game thread"))
    (found,) = await games_of(referee)
    assert (found.parent, found.threaded) == (discord_.channel().id, False)


# ---- closed


async def test_a_deleted_thread(game: Pair, discord_: Standin, referee: Referee) -> None:
    """When the thread is deleted, the game goes on in its channel at once, and all players are told."""
    channel = discord_.channel()
    game.channel.delete()
    around = await channel.wait_for(is_board)
    assert around.pinged.users == {game.red.id, game.blue.id}
    assert labels(around)
    outcome = await discord_.human("alice").at(channel).slash("move", notation="Tbc3")
    assert "Red: Tbc3" in await told(outcome)
    board = await channel.wait_for(is_board, after=around)
    assert board.pinged.users == {game.blue.id}
    assert [] == [message.content for message in outcome.followups]
    await more(discord_.human("bob"), board, "Offer draw")
    await channel.wait_for(lambda m: "do you accept" in m.content)
    (found,) = await games_of(referee)
    assert (found.channel, found.parent) == (channel.id, None)


async def test_a_thread_closed_to_the_referee(game: Pair, discord_: Standin) -> None:
    """When a moderator has locked the thread and the referee may not write there, it goes on in the channel, too."""
    game.channel.locked = True
    channel = discord_.channel()
    channel.deny(discord_.bot, bits.MANAGE_THREADS)
    await told(await discord_.human("alice").at(channel).slash("move", notation="Tbc3"))
    await channel.wait_for(is_board)


@pytest.mark.parametrize("code", [50083, 160005])
async def test_a_thread_that_says_it_is_closed(game: Pair, discord_: Standin, code: int) -> None:
    """An answer that the thread is archived or locked has the same effect, whatever its status."""
    discord_.fail("POST", f"/channels/{game.channel.id}{BOARDS}", 400, code=code)
    await told(await game.red.slash("move", notation="Tbc3"))
    await discord_.channel().wait_for(is_board)


async def test_an_archived_thread_wakes_up(game: Pair, referee: Referee) -> None:
    """A thread that Discord has archived for want of words is opened again by the next board."""
    game.channel.archived = True
    channel = game.discord.channel()
    await told(await game.red.at(channel).slash("move", notation="Tbc3"))
    await game.next_board()
    await settled(referee)
    assert not game.channel.archived
    assert [labels(message) for message in said(game.channel)[:-1]] == [[]]


async def test_a_closed_channel_around_a_thread(game: Pair, discord_: Standin, referee: Referee) -> None:
    """Where thread and channel both refuse, the move stands, its player is told, and the board comes later."""
    channel = discord_.channel()
    discord_.fail("POST", BOARDS, 403, times=2)
    outcome = await game.red.slash("move", notation="Tbc3")
    assert "Discord does not let me write in" in (await outcome.followup()).content
    assert await moves_of(referee) == ["b1c3"]
    assert channel.guild is not None
    await referee.controller.poster.permitted(channel.guild.id)
    assert (await channel.wait_for(is_board)).pinged.users == {game.blue.id}


# ---- restarts


async def test_a_restart(discord_: Standin, database: Path) -> None:
    """A game in a thread goes on there after a restart."""
    async with running(Referee(database)):
        game = await threaded(discord_)
    async with running(Referee(database)):
        await game.move("Tbc3")
        assert game.board.channel is game.channel


@pytest.mark.parametrize("effective", [True, False])
async def test_a_kill_while_the_thread_is_opened(discord_: Standin, database: Path, effective: bool) -> None:
    """When the referee ends while it opens the thread, the next start finds or opens it, and there is one board."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    async with running(Referee(database)):
        await told(await alice.slash("play", game="hexeh", opponent=bob, thread=True))
        message = await discord_.channel().wait_for(lambda m: bool(m.buttons))
        hold = discord_.delay("POST", "/threads", effective=effective)
        await bob.hurried().press(message, "Accept")
        await hold.reached(5)
    async with running(Referee(database)) as referee:
        await referee.controller.poster.catch_up()
        thread = discord_.hub.channels[message.id]
        await thread.wait_for(is_board)
        assert len(said(thread)) == 1
        assert len(said(discord_.channel())) == 1
    hold.release()
