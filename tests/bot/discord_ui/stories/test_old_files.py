"""A file of schema 11, written before servers had settings: all in it is kept, and its old buttons go on working.

Its tables were written by the referee of that time, and so were the scoresheets beside them.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from string import Template

import pytest

from bot.app import Referee
from tests.bot.people import is_board, labels, moves_of, record_of, says, settled, shown, told
from tests.bot.timed import PATIENT, Time, refereed
from tests.wire import Channel, Human, Message, Standin, posting

OLD = Path(__file__).parent / "schema_11"
STOPPED = 1_795_365_476_000
"""When that referee stopped."""
PEOPLE = ("alice", "bob", "carol", "dave")


@pytest.fixture
async def referee(discord_: Standin, new_file: Path, toys: None) -> AsyncIterator[Referee]:  # noqa: ARG001 - applied
    """Log the referee in with the old file, just after that of the time has stopped."""
    hall = discord_.channel()
    assert hall.guild is not None
    places = {"guild": hall.guild.id, "games": hall.id, "dice": discord_.channel("dice").id}
    places["thread"] = discord_.channel("thread").id
    rows = Template((OLD / "games.sql").read_text(encoding="utf-8"))
    with closing(sqlite3.connect(new_file)) as store:
        store.executescript(rows.substitute(places, **{name: discord_.human(name).id for name in PEOPLE}))
    async with refereed(new_file, Time(STOPPED), PATIENT) as client:
        yield client


def posted(standin: Standin, place: Channel, *custom_ids: str) -> Message:
    """A message of the old referee's with these buttons."""
    hub = standin.hub
    message = Message(hub.ids.next(), place, hub.bot)
    buttons = [{"type": 2, "style": 1, "label": each, "custom_id": each} for each in custom_ids]
    body = {"content": "Posted long ago", "components": [{"type": 1, "components": buttons}]}
    return posting.compose(hub, message, body, (), notify=False)


async def pressed(standin: Standin, who: Human, custom_id: str) -> str:
    """What somebody is told who presses an old button."""
    return (await shown(await who.press(posted(standin, who.place, custom_id), custom_id))).content


async def test_what_was_kept(discord_: Standin, referee: Referee) -> None:
    """Records are the same to the letter; games, conditional moves, notes, vacation, reminders and dice are there.

    What records have told since, of moves undone and the faces of dice, stands behind all else.
    """
    alice, bob, carol, dave = map(discord_.human, PEOPLE)
    assert referee.is_ready()
    for number in range(1, 7):
        record, *_ = re.split(r"^; (?:undone|faces):", await record_of(alice, number), flags=re.MULTILINE)
        assert record == (OLD / f"game-{number}.txt").read_text(encoding="utf-8"), number
    listing = (await shown(await alice.slash("games"))).content
    assert [line[2:4].strip() for line in listing.splitlines()] == ["5", "1", "6", "3", "2", "7", "8", "9", "10"]
    assert "1. if Tbc3 then Tfe4\n2. if Tb2 then Tfe4" in await told(await bob.slash("game if", game="5"))
    assert "watch c3 closely" in await told(await bob.slash("game note", game="1"))
    assert "Paused." in (await shown(await bob.slash("board", game="6"))).content
    assert "You are on vacation" in await told(await dave.slash("settings vacation"))
    reminded = await told(await alice.slash("settings reminders"))
    assert "by direct message" in reminded
    assert "22:00-08:00 (Europe/Berlin" in reminded
    assert "only-move: on –" in await told(await alice.slash("settings show"))
    assert "1. alice (you) **1579?**" in await told(await alice.slash("players leaderboard"))
    for place, commitment in ((discord_.channel("dice"), "c92271c2"), (discord_.channel(), "a497f07d")):
        assert commitment in await told(await carol.at(place).slash("dice commitment"))


async def test_old_buttons(discord_: Standin, referee: Referee) -> None:
    """Challenges are accepted, joined and withdrawn, a draw agreed and a game resigned by the buttons of that time."""
    alice, bob, carol, _ = map(discord_.human, PEOPLE)
    hall = discord_.channel()
    assert (await pressed(discord_, carol, "hm:join:7:0")).startswith("Game #7 begins.")
    assert (await pressed(discord_, carol, "hm:join:8:0")).startswith("Game #8 begins.")
    assert (await pressed(discord_, carol, "hm:enter:9:0")).startswith("You are in game #9")
    assert (await pressed(discord_, alice, "hm:start:9:0")).startswith("Game #9 begins.")
    await alice.press(posted(discord_, hall, "hm:withdraw:10:0"), "hm:withdraw:10:0")
    assert await pressed(discord_, alice, "hm:move:1:2") == "Which piece?"
    assert await pressed(discord_, alice, "hm:offer:1:2") == "You accept the draw. Game over. Draw: by agreement."
    assert "It is your move (Blue)." in await pressed(discord_, bob, "hm:flip:2:2")
    question = await shown(await bob.press(posted(discord_, hall, "hm:resign:2:2"), "hm:resign:2:2"))
    assert labels(question) == ["Yes, resign", "Cancel"]
    await settled(referee)
    games = {number: await referee.controller.games.ledger.game(number) for number in (7, 8, 9, 10)}
    assert [game and game.stage for game in games.values()] == ["playing", "playing", "playing", "void"]


async def test_going_on(discord_: Standin, referee: Referee) -> None:
    """Moves follow the old ones, a conditional move is made, who watched is told, and the pause ends."""
    alice, bob, carol, _ = map(discord_.human, PEOPLE)
    await told(await bob.slash("move", notation="Tfe4", game="2"))
    assert await moves_of(referee, 2) == ["ClockStarted", "b1c3", "WentAway", "CameBack", "f5e4"]
    await told(await alice.slash("move", notation="Tbc3", game="5"))
    assert (await moves_of(referee, 5))[-2:] == ["b1c3", "f5e4"]
    await told(await alice.slash("move", notation="Tfe3", game="1"))
    board = await discord_.channel().wait_for(lambda m: is_board(m) and says("#1 ")(m))
    assert carol in board.pinged
    await told(await bob.slash("game pause", action="resume", game="6"))
    assert (await moves_of(referee, 6))[-1] == "Resumed"
    await settled(referee)
    kept = (OLD / "game-2.txt").read_text(encoding="utf-8").split("unfinished")[1].split("; long")[0]
    assert kept.rstrip() in await record_of(bob, 2)
