"""Restarts: what was committed but not shown is shown once at the next start, and nothing else is."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.app import Referee
from bot.games import ChallengeRequest, Games, Location
from bot.store import Database, Ledger, Player
from engine.play.commands import Command, MakeMove, Resign
from tests.bot.support.people import OPENING, Pair, labels, more, settled
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
    games = Games(Ledger(store))
    for command in commands:
        await games.play.act(await games.tables.find(number), Player(by.id, by.name), command)
    await store.close()


def move(text: str) -> Callable[[int], Command]:
    return lambda seat: MakeMove(seat, None, text)


async def restarted(standin: Standin, database: Path) -> list[Message]:
    """Start a referee, stop it once it has caught up, and give what the channel has been shown since."""
    before = len(standin.channel().messages)
    async with running(Referee(database)) as referee:
        await referee.controller.poster.catch_up()
        await settled(referee)
    await standin.wait_disconnected()
    return standin.channel().messages[before:]


async def lag(database: Path) -> list[int]:
    store = await Database.open(database)
    lagging = await Ledger(store).outbox.boards()
    await store.close()
    return lagging


NOT_SHOWN: dict[str, tuple[list[Callable[[int], Command]], str, bool]] = {
    "moves": ([move("Tbc3"), move("Tbc4")], "Tbc3, **Tbc4**", True),
    "a draw offer": ([offer_draw], "offers a draw", False),
    "the end": ([Resign], " resigns.", False),
}
"""What may not have been shown, what is told of it, and whether it concerns Red."""


@pytest.mark.parametrize(("commands", "words", "red"), NOT_SHOWN.values(), ids=NOT_SHOWN)
async def test_not_shown(
    discord_: Standin, database: Path, commands: list[Callable[[int], Command]], words: str, red: bool
) -> None:
    """What was committed but not shown is shown at the next start, by one message that pings whom it concerns; once."""
    (pair,) = await seated(discord_, database)
    for command, who in zip(commands, (pair.red, pair.blue), strict=False):
        await committed(database, who, command)
    (message,) = await restarted(discord_, database)
    assert words in message.content
    assert message.pinged.users == {(pair.red if red else pair.blue).id}
    offers = "draw" in words
    assert labels(message)[:2] == ["Accept draw", "Decline draw"] if offers else labels(pair.board) == []
    assert await restarted(discord_, database) == []
    assert await lag(database) == []


async def test_a_challenge_not_shown(alice: Human, bob: Human, discord_: Standin, database: Path) -> None:
    """A challenge committed but not shown is shown at the next start to the one invited; once."""
    store = await Database.open(database)
    place = Location(discord_.guild().id, discord_.channel().id)
    wishes = ChallengeRequest("hexeh", {}, (Player(bob.id, "bob"),))
    await Games(Ledger(store)).lobby.challenge(place, Player(alice.id, "alice"), wishes)
    await store.close()
    (challenge,) = await restarted(discord_, database)
    assert labels(challenge) == ["Accept", "Rules", "How pieces move", "Decline", "Withdraw"]
    assert (alice in challenge.pinged, bob in challenge.pinged) == (False, True)
    assert await restarted(discord_, database) == []


@pytest.mark.parametrize("arrived", [False, True])
async def test_a_board_on_its_way(discord_: Standin, database: Path, arrived: bool) -> None:
    """A board on its way when the referee stops is there once after the next start, had it arrived or not."""
    async with running(Referee(database)):
        pair = await Pair.seated(discord_)
        hold = discord_.delay("POST", POSTS, effective=arrived)
        await pair.red.slash("move", notation="Tbc3")
        await hold.reached()
    await discord_.wait_disconnected()
    assert await lag(database) == [1]
    shown = await restarted(discord_, database)
    assert len(shown) == (0 if arrived else 1)
    hold.release()
    assert await restarted(discord_, database) == []
    (board,) = [m for m in discord_.channel().messages if "**Tbc3**" in m.content]
    assert pair.blue in board.pinged
    assert await lag(database) == []


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


async def test_a_frozen_game(discord_: Standin, database: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A game that no longer replays is logged, and the others are shown."""
    frozen, pair = await seated(discord_, database, 2)
    for number in (1, 2):
        await committed(database, frozen.red, move("Tbc3"), number=number)
    store = await Database.open(database)
    await store.rows("UPDATE games SET edition = 0 WHERE number = 1")
    await store.close()
    (board,) = await restarted(discord_, database)
    assert f"Hexeh #{pair.number}" in board.content
    why = "it started under edition 0 of the rules, which are now at edition 1"
    assert [r.message for r in caplog.records if r.levelname == "ERROR"] == [f"game 1 is set aside: {why}"]


# ---- stopping


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/callback"), ("DELETE", "/messages/@original"), ("POST", POSTS)],
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
