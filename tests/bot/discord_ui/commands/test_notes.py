"""/note: notes to oneself on a game at the present move, seen by nobody else, kept across restarts."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Referee
from bot.games.players import MOST_NOTES, NOTE_MAX_CHARS
from tests.bot.support.fought import resign
from tests.bot.support.people import Pair, challenge, record_of, shown, told, untouched
from tests.wire import Human, Standin, bits, running

NONE = "You have no notes on game #1. Write one with *More…* → *Notes* under its board, or with /game note."


async def note(who: Human, text: str | None = None, **options: str | int) -> str:
    """Use /note; the private answer."""
    return await told(await who.slash("game note", text=text, **options))


async def test_notes_at_moves(pair: Pair, referee: Referee) -> None:
    """A note is kept at the move that was last made, and listed in order; nobody else sees anything."""
    async with untouched(pair.discord, referee):
        assert await note(pair.red) == NONE
        assert await note(pair.red, "keep the guard at home") == "Note 1 on game #1 is saved."
    await pair.moves("Tbc3 Tfe4")
    async with untouched(pair.discord, referee):
        assert await note(pair.red, "watch d5") == "Note 2 on game #1 is saved."
    await pair.moves("Tfe3")
    assert await note(pair.red, "good") == "Note 3 on game #1 is saved."
    assert (await note(pair.red)).splitlines() == [
        "**Your notes on game #1**",
        "1: before the first move: keep the guard at home",
        "2: after 1. … Tfe4: watch d5",
        "3: after 2. Tfe3: good",
    ]


async def test_notes_of_several_lines(pair: Pair) -> None:
    """A note keeps its line ends, however they are written; other invisible characters and rows of blank lines go."""
    text = "\n keep d4\r\n\tthen \u200battack\n\n\n\n\n# at last \n"
    assert await note(pair.red, text) == "Note 1 on game #1 is saved."
    assert await note(pair.red) == (
        "**Your notes on game #1**\n1: before the first move: keep d4\n then attack\n\n\\# at last"
    )


async def test_notes_are_for_oneself(pair: Pair, caplog: pytest.LogCaptureFixture) -> None:
    """The opponent and spectators see their own notes alone, cannot delete another's, and no record or log has them."""
    carol = pair.discord.human("carol")
    await note(pair.red, "my sly plan")
    await note(carol, "a spectator's thought")
    assert await note(pair.blue) == NONE
    assert await note(pair.blue, delete=1) == "You have no note 1 on game #1. /game note lists your notes."
    assert "sly" not in await note(carol)
    await resign(pair)
    for who in (pair.red, pair.blue, carol):
        assert "sly" not in await record_of(who)
    assert "sly" in await note(pair.red)
    assert all("sly" not in message.content for message in pair.channel.messages)
    assert "sly" not in caplog.text


async def test_deleting(pair: Pair) -> None:
    """A deleted note is gone; the others keep their numbers."""
    for text in ("first", "sec0nd", "third"):
        await note(pair.red, text)
    assert await note(pair.red, delete=2) == "Note 2 on game #1 is deleted."
    assert await note(pair.red, delete=2) == "You have no note 2 on game #1. /game note lists your notes."
    assert [line[0] for line in (await note(pair.red)).splitlines()[1:]] == ["1", "3"]
    assert await note(pair.red, "fourth") == "Note 4 on game #1 is saved."


async def test_refused_notes(pair: Pair, referee: Referee) -> None:
    """Empty and overlong notes, more than fifty, and writing and deleting at once are refused and change nothing."""
    async with untouched(pair.discord, referee):
        assert await note(pair.red, " \u200b ") == "That note is empty."
        assert (
            await note(pair.red, "x" * (NOTE_MAX_CHARS + 1))
            == "A note can have at most 500 characters; that one has 501."
        )
        answer = await note(pair.red, "text", delete=1)
        assert answer == "Write a note or delete one, not both at once."
        assert await note(pair.red, "text", game="7") == "There is no game #7 here. /games lists yours."
    assert await note(pair.red) == NONE
    for _ in range(MOST_NOTES):
        await note(pair.red, "x" * NOTE_MAX_CHARS)
    answer = await note(pair.red, "one more")
    assert answer == "You already have 50 notes on game #1. Delete one with the option delete of /game note."
    await note(pair.red, delete=7)
    assert await note(pair.red, "one more") == "Note 51 on game #1 is saved."
    assert await note(pair.blue, "mine") == "Note 1 on game #1 is saved."


async def test_many_notes_come_as_a_file(pair: Pair) -> None:
    """Notes that do not fit into a message come as a text file, whole."""
    for number in range(5):
        await note(pair.red, f"{number}" * NOTE_MAX_CHARS)
    message = await shown(await pair.red.slash("game note"))
    (file,) = message.attachments
    assert file.filename == "notes-1.txt"
    assert [line[-1] for line in file.data.decode().splitlines()[1:]] == ["0", "1", "2", "3", "4"]


async def test_notes_outlast_a_restart(discord_: Standin, database: Path) -> None:
    """Notes written before a restart are there after it."""
    async with running(Referee(database)):
        pair = await Pair.seated(discord_)
        await note(pair.red, "remember")
    async with running(Referee(database)):
        assert "remember" in await note(pair.red)


async def test_harmless(pair: Pair) -> None:
    """Markup and a mention in a note are shown as they were typed, and ping nobody."""
    await note(pair.red, "**@everyone**")
    assert (await note(pair.red)).endswith(": \\*\\*@\u200beveryone\\*\\*")


@pytest.mark.usefixtures("referee")
async def test_which_game(discord_: Standin) -> None:
    """One's own game is meant first; several are asked for, completed and noted apart; others' elsewhere are none."""
    alice = discord_.human("alice")
    await challenge(alice)
    assert await note(alice, "hm", game="1") == "Game #1 has not begun: nobody has accepted its challenge yet."
    assert await note(alice, "hm") == "There is no game in this channel yet. Start one with /play."
    await Pair.seated(discord_, 2)
    assert await note(alice, "two") == "Note 1 on game #2 is saved."
    await Pair.seated(discord_, 3, place=discord_.channel("annex"))
    await Pair.seated(discord_, 4)
    assert (await note(alice, "hm")).startswith("Which game? ")
    assert [choice.value for choice in await alice.autocomplete("game note", game="")] == ["4", "3", "2"]
    assert await note(alice, "three", game="3") == "Note 1 on game #3 is saved."
    assert await note(discord_.human("carol"), game="3") == "There is no game #3 here. /games lists yours."


async def test_missing_permissions(pair: Pair, referee: Referee) -> None:
    """Notes are seen by their writer alone, so that they need no permission of the referee's."""
    pair.channel.deny(pair.discord.bot, bits.SEND_MESSAGES | bits.ATTACH_FILES)
    async with untouched(pair.discord, referee):
        assert await note(pair.red, "hm") == "Note 1 on game #1 is saved."
        assert "hm" in await note(pair.red)
