"""Restarts: what was committed but not shown is shown once at the next start, and nothing else is."""

from __future__ import annotations

import asyncio
import gc
import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.app import Referee
from bot.discord_ui.channel.boards import Poster
from bot.games import Carried, ChallengeRequest, Games, Location, utc_now
from bot.store import Database, Ledger, Player, StoredGame
from engine.clocks.control import MINUTE
from engine.play.commands import Command, MakeMove, Resign
from renderer import draw
from tests.bot.support.people import OPENING, Pair, labels, more, settled, shown, told
from tests.bot.support.timed import Time, refereed
from tests.engine.proposing import offer_draw
from tests.wire import Human, Message, Standin, running

POSTS = "/messages"


async def seated(standin: Standin, database: Path, games: int = 1) -> list[Pair]:
    """Seat alice and bob at some games, then stop the referee."""
    async with running(Referee(database)) as referee:
        pairs = [await Pair.seated(standin, number) for number in range(1, games + 1)]
        await settled(referee)
    await standin.wait_disconnected()
    return pairs


async def committed(database: Path, by: Human, *commands: Callable[[int], Command], number: int = 1) -> None:
    """Commit commands while no referee is there to show what they did."""
    store = await Database.open(database)
    for command in commands:
        turned = await Games(Ledger(store)).play.act(number, Player(by.id, by.name), command)
        assert isinstance(turned, Carried)
    await store.close()


def move(text: str) -> Callable[[int], Command]:
    """Make a move."""
    return lambda seat: MakeMove(seat, None, text)


async def restarted(standin: Standin, database: Path) -> list[Message]:
    """Start a referee, stop it once it has caught up, and give what the channel has been shown since."""
    before = len(standin.channel().messages)
    async with running(Referee(database)) as referee:
        await referee.controller.poster.catch_up()
        await settled(referee)
    await standin.wait_disconnected()
    return standin.channel().messages[before:]


async def test_leaving_while_it_catches_up(
    discord_: Standin, database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Told to leave while it shows what was not shown, the referee tries no other game, and complains of none."""
    alice = (await seated(discord_, database, 2))[0].red
    for number in (1, 2):
        await committed(database, alice, move("Tbc3"), number=number)
    tried: list[int] = []

    async def leave(self: Poster, number: int) -> None:
        tried.append(number)
        self.close()
        raise sqlite3.ProgrammingError("Cannot operate on a closed database.")

    monkeypatch.setattr(Poster, "_show", leave)
    async with running(Referee(database)) as referee:
        await referee.controller.poster.catch_up()
    assert set(tried) == {1}
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def lag(database: Path) -> list[int]:
    """The games that the store takes for not shown."""
    store = await Database.open(database)
    lagging = [game.number for game in await Ledger(store).lagging()]
    await store.close()
    return lagging


async def test_moves_not_shown(discord_: Standin, database: Path) -> None:
    """Moves committed but not shown are shown at the next start by one board that pings the one to move; once."""
    (pair,) = await seated(discord_, database)
    await committed(database, pair.red, move("Tbc3"))
    await committed(database, pair.blue, move("Tbc4"))
    (board,) = await restarted(discord_, database)
    assert "Blue: Tbc4" in board.content
    assert (pair.red in board.pinged, pair.blue in board.pinged) == (True, False)
    assert (labels(pair.board), len(board.attachments)) == ([], 1)
    assert await restarted(discord_, database) == []
    assert await lag(database) == []


async def test_a_draw_offer_not_shown(discord_: Standin, database: Path) -> None:
    """A draw offer committed but not shown is told at the next start, with its buttons; once."""
    (pair,) = await seated(discord_, database)
    await committed(database, pair.red, offer_draw)
    (news,) = await restarted(discord_, database)
    assert "offers a draw" in news.content
    assert labels(news) == ["Accept draw", "Decline draw"]
    assert (pair.red in news.pinged, pair.blue in news.pinged) == (False, True)
    assert await restarted(discord_, database) == []


async def test_an_end_not_shown(discord_: Standin, database: Path) -> None:
    """The end of a game, committed but not shown, is shown at the next start to the one who did not end it; once."""
    (pair,) = await seated(discord_, database)
    await committed(database, pair.red, Resign)
    (board,) = await restarted(discord_, database)
    assert "Game over. Blue wins: resignation." in board.content
    assert (pair.red in board.pinged, pair.blue in board.pinged) == (False, True)
    assert await restarted(discord_, database) == []


async def test_a_challenge_not_shown(discord_: Standin, database: Path) -> None:
    """A challenge committed but not shown is shown at the next start to the one invited; once."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    channel = discord_.channel()
    assert channel.guild
    store = await Database.open(database)
    wishes = ChallengeRequest("hexeh", {}, (Player(bob.id, "bob"),))
    lobby = Games(Ledger(store)).lobby
    assert isinstance(
        await lobby.challenge(Location(channel.guild.id, channel.id), Player(alice.id, "alice"), wishes), StoredGame
    )
    await store.close()
    (challenge,) = await restarted(discord_, database)
    assert labels(challenge) == ["Accept", "Rules", "How pieces move", "Accept with a word", "Decline", "Withdraw"]
    assert (alice in challenge.pinged, bob in challenge.pinged) == (False, True)
    assert await restarted(discord_, database) == []


async def test_a_first_board_not_noted(discord_: Standin, database: Path) -> None:
    """When the first move is made before the first board is noted as shown, its board pings the one to move alone."""
    async with running(Referee(database)):
        hold = discord_.delay("POST", POSTS, after=1, effective=True)
        pair = await Pair.seated(discord_)
        await hold.reached()
    await discord_.wait_disconnected()
    await committed(database, pair.red, move("Tbc3"))
    (board,) = await restarted(discord_, database)
    assert (pair.red in board.pinged, pair.blue in board.pinged) == (False, True)


@pytest.mark.parametrize("arrived", [False, True])
async def test_a_board_on_its_way(discord_: Standin, database: Path, arrived: bool) -> None:
    """A board on its way when the referee stops is there once after the next start, had it arrived or not."""
    async with running(Referee(database)):
        pair = await Pair.seated(discord_)
        hold = discord_.delay("POST", POSTS, effective=arrived)
        outcome = await pair.red.slash("move", notation="Tbc3")
        await hold.reached()
        assert "Red: Tbc3" in await told(outcome)
    await discord_.wait_disconnected()
    assert await lag(database) == [1]
    shown = await restarted(discord_, database)
    assert len(shown) == (0 if arrived else 1)
    hold.release()
    assert await restarted(discord_, database) == []
    (board,) = [m for m in discord_.channel().messages if "Red: Tbc3" in m.content]
    assert pair.blue in board.pinged
    assert await lag(database) == []


async def forgotten(standin: Standin, database: Path) -> None:
    """Start the referee once more and let it catch up, when Discord has forgotten what it was sent before."""
    await standin.wait_disconnected()
    standin.hub.nonces.clear()
    async with refereed(database, Time(utc_now() + 10 * MINUTE)) as referee:
        await referee.controller.poster.catch_up()
        assert await referee.controller.games.ledger.lagging() == []
    await standin.wait_disconnected()


async def test_a_board_that_arrived_unnoted(discord_: Standin, database: Path) -> None:
    """A board that was posted but not noted comes again after a long time, and either copy takes a move."""
    async with running(Referee(database)):
        pair = await Pair.seated(discord_)
        hold = discord_.delay("POST", POSTS, effective=True)
        await pair.red.slash("move", notation="Tbc3")
        await hold.reached()
    await forgotten(discord_, database)
    hold.release()
    boards = [message for message in pair.channel.messages if message.attachments]
    assert [bool(board.buttons) for board in boards] == [False, True, True]
    async with running(Referee(database)) as referee:
        first = await shown(await pair.blue.press(boards[1], "Move"))
        assert labels(first) == labels(await shown(await pair.blue.press(boards[2], "Move")))
        await settled(referee)


async def test_old_buttons_that_were_about_to_go(discord_: Standin, database: Path) -> None:
    """An old board whose buttons were about to go when the referee stopped loses them after the next start."""
    async with running(Referee(database)):
        pair = await Pair.seated(discord_)
        hold = discord_.delay("PATCH", f"/messages/{pair.board.id}")
        await pair.red.slash("move", notation="Tbc3")
        await hold.reached()
    await discord_.wait_disconnected()
    assert await restarted(discord_, database) == []
    assert labels(pair.board) == []


async def test_a_clean_restart_shows_nothing(discord_: Standin, database: Path) -> None:
    """After a restart with nothing left to show, nothing is written, and the buttons of the old board work."""
    (pair,) = await seated(discord_, database)
    before = len(discord_.requests_to("*", "/channels/"))
    assert await restarted(discord_, database) == []
    assert len(discord_.requests_to("*", "/channels/")) == before
    async with running(Referee(database)):
        await more(pair.red, pair.board, "Offer draw")
        await pair.channel.wait_for(lambda m: "offers a draw" in m.content)
        await pair.move("Tbc3")


# ---- one game does not hold up another


async def test_a_channel_gone_in_the_meantime(discord_: Standin, database: Path) -> None:
    """A game whose channel is gone does not keep the others from being shown, and is not tried over and over."""
    async with running(Referee(database)):
        elsewhere = await Pair.seated(discord_, place=discord_.channel("elsewhere"))
        pair = await Pair.seated(discord_, 2)
    await committed(database, elsewhere.red, move("Tbc3"))
    await committed(database, pair.red, move("Tbc3"), number=2)
    elsewhere.channel.delete()
    (board,) = await restarted(discord_, database)
    assert "#2 Hexeh" in board.content
    refused = [r for r in discord_.requests_to("POST", f"/channels/{elsewhere.channel.id}{POSTS}") if r.status == 404]
    assert len(refused) == 1


async def test_a_frozen_game(discord_: Standin, database: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A game that no longer replays is logged, and the others are shown."""
    frozen, pair = await seated(discord_, database, 2)
    for number in (1, 2):
        await committed(database, frozen.red, move("Tbc3"), number=number)
    store = await Database.open(database)
    await store.rows("UPDATE games SET edition = 0 WHERE number = 1")
    await store.close()
    (board,) = await restarted(discord_, database)
    assert f"#{pair.number} Hexeh" in board.content
    why = "it began under edition 0 of the rules, which are now at edition 1"
    assert [r.message for r in caplog.records if r.levelname == "ERROR"] == [f"game 1 is set aside: {why}"]


async def test_a_game_that_cannot_be_drawn(discord_: Standin, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When one game cannot be drawn at the start, the others are shown, and that one at the next start."""
    pairs = await seated(discord_, database, 2)
    for pair in pairs:
        await committed(database, pair.red, move("Tbc3"), number=pair.number)
    scenes: list[Any] = []

    def never(*_: object) -> bytes:
        raise ZeroDivisionError

    def once_broken(scene: Any, theme: Any) -> bytes:
        scenes.append(scene)
        if len(scenes) == 1:
            raise ZeroDivisionError
        return draw(scene, theme)

    monkeypatch.setattr("bot.games.pictures.draw", once_broken)
    monkeypatch.setattr("bot.games.pictures.missing_card", never)
    async with running(Referee(database)):
        await discord_.channel().wait_for(lambda m: m.nonce == f"2:{OPENING + 1}")
    await restarted(discord_, database)
    assert [len([m for m in discord_.channel().messages if m.nonce == f"{n}:{OPENING + 1}"]) for n in (1, 2)] == [1, 1]


# ---- stopping


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/callback"), ("PATCH", "/messages/@original"), ("POST", POSTS)],
)
async def test_stopping_in_the_middle_of_a_command(discord_: Standin, database: Path, method: str, path: str) -> None:
    """Stopped in the middle of a command, the referee leaves no unhandled error behind, and the store whole."""
    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    async with running(Referee(database)):
        pair = await Pair.seated(discord_)
        hold = discord_.delay(method, path)
        await pair.red.hurried().slash("move", notation="Tbc3")
        await hold.reached()
        if path == "/callback":
            await pair.next_board()
    await discord_.wait_disconnected()
    hold.release()
    await restarted(discord_, database)
    assert len([m for m in discord_.channel().messages if m.nonce == f"1:{OPENING + 1}"]) == 1
    gc.collect()
    assert complaints == []
