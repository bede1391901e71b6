"""Watching a game, and notes to oneself on it: who sees them, and whom the referee pings."""

from __future__ import annotations

import pytest

from bot.app import Referee
from bot.games.players import MOST_NOTES, MOST_SPECTATORS, NOTE_MAX_CHARS
from tests.bot.support.fought import resign
from tests.bot.support.people import Pair, challenge, record_of, shown, told, untouched
from tests.wire import Human, Message, Standin, bits

# ---- watching


async def watch(who: Human, at: str | None = None, game: str | None = None) -> str:
    """Use /watch; the private answer."""
    return await told(await who.slash("game watch", game=game, at=at))


async def last_board(pair: Pair) -> Message:
    await resign(pair)
    return await pair.next_board()


async def test_watching(pair: Pair) -> None:
    """Who watches is pinged at the end or at each board, beside the player to move, until they stop; it is private."""
    carol, dave, erin = (pair.discord.human(name) for name in ("carol", "dave", "erin"))
    before = len(pair.channel.messages)
    assert await watch(erin, "off") == "You're not watching game #1."
    assert await watch(carol) == "I'll ping you when game #1 is over."
    assert await watch(dave, "end") == "I'll ping you when game #1 is over."
    assert await watch(dave, "each") == "I'll ping you after every move in game #1."
    assert await watch(erin, "each")
    assert len(pair.channel.messages) == before
    await pair.move("Tbc3")
    assert pair.board.pinged.users == {pair.blue.id, dave.id, erin.id}
    assert await watch(erin, "off") == "You're no longer watching game #1."
    await pair.red.slash("game draw", action="offer")
    news = await pair.channel.wait_for(lambda m: "do you accept" in m.content)
    assert news.pinged.users == {pair.blue.id}, "news that are no board ping no spectators"
    last = await last_board(pair)
    assert last.pinged.users == {pair.blue.id, carol.id, dave.id}
    assert " · 👀 " in last.content.splitlines()[-1]


async def test_what_cannot_be_watched(carol: Human, discord_: Standin, referee: Referee) -> None:
    """One's own game, and one that has not begun, is over, is played elsewhere or is none cannot be watched."""
    await challenge(discord_.human("alice"))
    await Pair.seated(discord_, 2, place=discord_.channel("annex"))
    over, own = await Pair.seated(discord_, 3), await Pair.seated(discord_, 4)
    await last_board(over)
    async with untouched(discord_, referee):
        for who, game, words in (
            (carol, "1", "Game #1 hasn't started"),
            (carol, "2", "There's no game #2 here."),
            (carol, "3", "Game #3 is over"),
            (own.red, "4", "You're playing in game #4"),
            (own.red, None, "No one else is playing in this channel."),
        ):
            assert (await watch(who, game=game)).startswith(words)


async def test_a_hidden_channel(pair: Pair, referee: Referee) -> None:
    """A game in a channel that somebody does not see cannot be watched from another channel."""
    carol, lobby = pair.discord.human("carol"), pair.discord.channel("lobby")
    pair.channel.deny(carol, bits.VIEW_CHANNEL)
    async with untouched(pair.discord, referee):
        assert await watch(carol.at(lobby), "each", "1") == "There's no game #1 here. /games lists yours."
    await pair.move("Tbc3")
    assert carol not in pair.board.pinged


async def test_a_full_house(pair: Pair) -> None:
    """A game has room for twenty spectators; one more is refused, until somebody leaves."""
    crowd = [pair.discord.human(f"fan{n}") for n in range(MOST_SPECTATORS)]
    for fan in crowd:
        await watch(fan, "each")
    late = pair.discord.human("late")
    assert (await watch(late)).startswith("Game #1 already has 20 spectators.")
    await watch(crowd[0], "off")
    assert (await watch(late)).startswith("I'll ping you")


# ---- notes


NONE = "You have no notes on game #1. Write one with *⋯* → *Notes* under its board, or with /game note."


async def note(who: Human, text: str | None = None, **options: str | int) -> str:
    """Use /note; the private answer."""
    return await told(await who.slash("game note", text=text, **options))


async def test_notes_are_for_oneself(carol: Human, pair: Pair, caplog: pytest.LogCaptureFixture) -> None:
    """The opponent and spectators see their own notes alone, cannot delete another's, and no record or log has them."""
    await note(pair.red, "my sly plan")
    await note(carol, "a spectator's thought")
    assert await note(pair.blue) == NONE
    assert "sly" not in await note(carol)
    await resign(pair)
    for who in (pair.red, pair.blue, carol):
        assert "sly" not in await record_of(who)
    assert "sly" in await note(pair.red)
    assert all("sly" not in message.content for message in pair.channel.messages)
    assert "sly" not in caplog.text


async def test_refused_notes(pair: Pair, referee: Referee) -> None:
    """Empty and overlong notes, more than fifty, and writing and deleting at once are refused and change nothing."""
    async with untouched(pair.discord, referee):
        assert await note(pair.red, " \u200b ") == "That note is empty."
        assert "that one has 501" in await note(pair.red, "x" * (NOTE_MAX_CHARS + 1))
        assert "not both" in await note(pair.red, "text", delete=1)
        assert "no game #7" in await note(pair.red, "text", game="7")
    for _ in range(MOST_NOTES):
        await note(pair.red, "x" * NOTE_MAX_CHARS)
    assert (await note(pair.red, "one more")).startswith("You already have 50 notes on game #1.")
    message = await shown(await pair.red.slash("game note"))
    (file,) = message.attachments
    assert file.filename == "notes-1.txt"
    assert file.data.decode().count("x" * NOTE_MAX_CHARS) == MOST_NOTES
    assert await note(pair.blue, delete=7) == "You have no note 7 on game #1. /game note lists your notes."
    assert await note(pair.red, delete=7) == "Note 7 on game #1 is deleted."
    assert await note(pair.red, "one more") == "Note 51 on game #1 is saved."
