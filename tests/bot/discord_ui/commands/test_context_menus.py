"""Context menus: a person challenged or looked up, a message made a move or leafed through."""

from __future__ import annotations

from bot.app import Referee
from tests.bot.support.people import Pair, moves_of, says, told, untouched
from tests.wire import Standin


async def test_a_person_is_challenged(discord_: Standin, referee: Referee) -> None:
    """Pointing at a person and choosing a game posts a challenge to that person."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    outcome = await alice.point("Challenge", bob.user)
    asked = await outcome.reply()
    assert asked.ephemeral
    assert asked.content == f"Which game do you want to play against {bob.mention}?"
    await (await alice.choose(asked, "Which game?", "Hexeh")).reply()
    challenge = await discord_.channel().wait_for(says("#1"))
    assert challenge.pinged.users == {bob.id}
    await bob.press(challenge, "Accept")
    await discord_.channel().wait_for(lambda m: bool(m.attachments), after=challenge)
    assert referee.is_ready()


async def test_bots_and_people_who_left(discord_: Standin, referee: Referee) -> None:
    """Bots are not challenged, nor people who have left in the meantime."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    async with untouched(discord_, referee):
        assert "bot" in (await told(await alice.point("Challenge", discord_.robot()))).casefold()
        asked = await (await alice.point("Challenge", bob.user)).reply()
        discord_.guild().remove(bob)
        outcome = await alice.choose(asked, "Which game?", "Hexeh")
        assert (await outcome.followup()).content.startswith("I cannot find that person in this server any more.")


async def test_a_profile(pair: Pair, referee: Referee) -> None:
    """Pointing at a person shows their profile privately."""
    outcome = await pair.red.point("Profile", pair.blue.user)
    assert outcome.private
    assert (await outcome.reply()).content.startswith("**bob**")
    assert referee.is_ready()


async def test_a_message_is_made_a_move(pair: Pair, referee: Referee) -> None:
    """A message that holds a move is made one; others are refused with the reason."""
    said = await pair.red.say("`Tbc3`")
    assert (await told(await pair.red.point("Make this move", said))).startswith("Red: Tbc3")
    await pair.next_board()
    chat = await pair.blue.say("nice move")
    async with untouched(pair.discord, referee):
        assert "“nice move”" in await told(await pair.blue.point("Make this move", chat))
        assert (await told(await pair.blue.point("Make this move", pair.board))).startswith("There is no move in that")
    assert await moves_of(referee) == ["b1c3"]


async def test_a_record_is_looked_at(pair: Pair, referee: Referee) -> None:
    """A message with a scoresheet, as a file or as its text, is leafed through privately."""
    await pair.moves("Tbc3 Gc4")
    sheet = await (await pair.red.slash("record get", game="1")).reply()
    text = sheet.attachments[0].data
    carol = pair.discord.human("carol")
    for message in (
        await carol.say("look", files={"game.txt": text}),
        await carol.say(f"```\n{text.decode()}\n```"),
    ):
        outcome = await carol.point("Look at this record", message)
        assert outcome.private
        assert (await outcome.reply()).attachments
    chat = await carol.say("hello")
    assert "scoresheet" in await told(await carol.point("Look at this record", chat))
    assert referee.is_ready()
