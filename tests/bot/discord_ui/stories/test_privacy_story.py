"""/settings privacy: what is kept is told, given out as files, and deleted after a second question."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import pytest

from bot.app import Referee
from bot.text import privacy
from tests.bot.support.dying import die_by
from tests.bot.support.people import Pair, button, challenge, labels, settled, shown, told, untouched
from tests.suites import SIGNALLED
from tests.wire import Human, Message, Standin, running


async def opened(who: Human) -> Message:
    """Use /settings privacy; the private answer with its buttons."""
    message = await (await who.slash("settings privacy")).reply()
    assert message.ephemeral
    assert message.content == privacy.KEPT
    assert [label for label in labels(message) if "browser" not in label] == ["Export", "Delete everything"]
    return message


async def asked(who: Human) -> Message:
    """Press Delete everything; the question that is asked once more."""
    message = await shown(await who.press(await opened(who), "Delete everything"))
    assert labels(message) == ["Yes, delete everything", "Cancel"]
    return message


async def forgotten(who: Human) -> None:
    """Have everything deleted, and wait for its end."""
    question = await asked(who)
    outcome = await who.press(question, "Yes, delete everything")
    await outcome.reply()
    await who.hub.pulse.until(lambda: question.content == privacy.GONE or None, "the end of a farewell", 10)
    assert not question.buttons


async def exported(who: Human) -> dict[str, str]:
    """Press Export; the files in the archive by their names."""
    message = await shown(await who.press(await opened(who), "Export"))
    assert message.content == privacy.EXPORTED
    (file,) = message.attachments
    assert file.filename == "hexmarshal.zip"
    with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def bytes_of(database: Path) -> bytes:
    return b"".join(path.read_bytes() for path in database.parent.glob(f"{database.name}*") if "shm" not in path.name)


def holds(database: Path, who: Human) -> bool:
    """Whether the file's bytes hold somebody's id or name."""
    found = bytes_of(database)
    return any(mark in found for mark in (who.id.to_bytes(8, "big"), str(who.id).encode(), who.name.encode()))


async def scrubbed(referee: Referee) -> None:
    """Wait until the file has been written anew."""
    await referee.scheduler.meet()


async def test_what_is_exported(pair: Pair) -> None:
    """Everything about a person comes as one file, with the records of their games; nothing private of another."""
    await pair.moves("Tbc3 Tfe4")
    await told(await pair.red.slash("game note", text="my plan"))
    await told(await pair.blue.slash("game note", text="a secret thought"))
    await told(await pair.red.slash("roll", expression="2d6 sneak", private=True))
    files = await exported(pair.red)
    tables = ("games", "seats", "guests", "events", "notes", "rolls")
    assert set(files) == {"ABOUT.txt", "games/1.txt", *(f"{table}.json" for table in tables)}
    held = {table: json.loads(files[f"{table}.json"]) for table in tables}
    assert held["seats"] == [{"game": 1, "seat": 1, "player": pair.red.id, "name": "alice"}]
    assert [json.loads(event["fields"]) for event in held["events"]] == [{"move": "b1c3"}]
    assert held["events"][0]["cause"] > 10**15
    assert [note["text"] for note in held["notes"]] == ["my plan"]
    assert held["games"][0]["challenger"] == pair.red.id
    assert "Tbc3" in files["games/1.txt"]
    assert held["rolls"][0]["request"] == "2d6 sneak"
    everything = "".join(files.values())
    assert "secret thought" not in everything
    assert str(pair.blue.id) not in everything


async def test_cancelled(pair: Pair, referee: Referee) -> None:
    """Games under way are named before anything is deleted, and Cancel leaves all as it was."""
    await challenge(pair.red, 2)
    async with untouched(pair.discord, referee):
        question = await asked(pair.red)
        assert question.content.splitlines()[:5] == [
            "**Delete everything about you?** This can't be undone.",
            "You'll resign 1 game:",
            "• \\#1 Hexeh vs bob, your move",
            "You'll leave 1 open challenge:",
            "• \\#2 Hexeh, your challenge",
        ]
        await (await pair.red.press(question, "Cancel")).reply()
        assert question.content == "Nothing was deleted."
        assert not question.buttons


async def test_deleted_with_a_game_under_way(discord_: Standin, referee: Referee, database: Path) -> None:
    """The game is resigned and rated, the opponent is told, and then nothing of the person is left in the file."""
    pair = await Pair.seated(discord_, fights="poly", word="sesame")
    await pair.moves("Tbc3 Tfe4 Tfe3 Ged5")
    await told(await pair.red.slash("game note", text="a plan that nobody may know"))
    assert holds(database, pair.red)
    await forgotten(pair.red)
    board = await pair.next_board()
    assert "resigns" in board.content
    assert f"{pair.blue.mention} 1579? (first game)" in board.content
    assert board.pinged.users == {pair.blue.id}
    assert "former player" in board.content
    assert not {"alice", str(pair.red.id)} & {*re.findall(r"\w+", board.content)}
    await scrubbed(referee)
    assert not holds(database, pair.red)
    assert b"nobody may know" not in bytes_of(database)
    assert b"sesame" in bytes_of(database), "the dice were made with it"
    assert holds(database, pair.blue)
    assert "There were no rolls" in (await shown(await pair.blue.slash("dice check", game="1"))).content
    record = (await shown(await pair.blue.slash("record get", game="1"))).attachments[0].data.decode()
    assert '[Red "former player"]\n[Blue "bob"]' in record
    assert "The referee hears sesame from player 1" in record
    assert "alice" not in record


@SIGNALLED
@pytest.mark.slow
async def test_killed_in_the_middle(discord_: Standin, database: Path) -> None:
    """What a process that dies has not deleted is deleted by the next, without anybody asking again."""
    async with running(Referee(database)) as referee:
        pair = await Pair.seated(discord_)
        await pair.moves("Tbc3 Tfe4")
        for text in ("one", "two", "three", "four"):
            await told(await pair.red.slash("game note", text=text))
        question = await asked(pair.red)
        yes = button(question, "Yes, delete everything")
        await settled(referee)
    await die_by(
        "dies-in-a-farewell",
        discord_,
        database,
        lambda: pair.red.hurried().press(question, custom_id=yes),
    )
    assert holds(database, pair.red)
    async with running(Referee(database)) as again:
        await again.scheduler.meet()
        assert not holds(database, pair.red)
        assert await again.controller.games.ledger.deadlines.due(["erase"], 1 << 62) == []
        await settled(again)
    resigned = [message for message in pair.channel.messages if " resigns" in message.content]
    assert len(resigned) == 1
