"""Messages to the referee: plain words, mentions at either end, replies to boards, direct messages."""

from __future__ import annotations

import pytest

from bot.app import Referee
from bot.text import welcome
from bot.text.help import FRONT, TOPICS
from tests.bot.discord_ui.commands.test_moving import answered_only, reply_to
from tests.bot.people import Pair, link_to, moves_of
from tests.wire import Standin


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("{me}", welcome.GREETING),
        ("{me} help", welcome.GREETING),
        ("Hello {me}, are you there?", None),
        ("Hello, {me}", welcome.GREETING),
        ("{me} rules?", welcome.RULES),
        ("Thank you! {me}", welcome.THANKS),
    ],
)
async def test_plain_words(pair: Pair, referee: Referee, said: str, answer: str | None) -> None:
    """A bare mention, help, rules and thanks are understood; nothing changes."""
    message = await pair.red.say(said.format(me=pair.discord.bot.mention))
    if answer is None:
        await answered_only(pair, message)
    else:
        assert await reply_to(message) == answer
    assert await moves_of(referee) == []


async def test_the_greeting_in_a_reply(pair: Pair) -> None:
    """Who asks for help gets the buttons of the greeting, too."""
    message = await pair.red.say(f"{pair.discord.bot.mention} help")
    reply = await pair.channel.wait_for(lambda m: m.reference is message)
    assert [button.label for button in reply.buttons] == ["Play Hexeh", "Play against me", "How it works"]
    how = await (await pair.blue.press(reply, "How it works")).followup()
    assert how.ephemeral
    assert FRONT.splitlines()[0] in how.content
    assert "Hexeh" in how.embeds[0]["description"]
    page = await (await pair.blue.press(how, "How to move")).reply()
    assert TOPICS["move"].title in page.content
    assert page.embeds == ()


async def test_a_mention_at_the_end(pair: Pair, referee: Referee) -> None:
    """A mention at the end of a message counts as one at its beginning."""
    await pair.red.say(f"Tbc3 {pair.discord.bot.mention}")
    await pair.next_board()
    await pair.blue.say(f"#1 Gc4\n{pair.discord.bot.mention} ")
    await pair.next_board()
    assert await moves_of(referee) == ["b1c3", "c5c4"]


async def test_a_reply_to_the_board(pair: Pair, referee: Referee) -> None:
    """A reply to the newest board that is one legal move of the player to move is that move."""
    await pair.red.say("Tbc3", reply_to=pair.board)
    await pair.next_board()
    assert await moves_of(referee) == ["b1c3"]


async def test_replies_left_alone(pair: Pair, referee: Referee) -> None:
    """Chat, moves that are none, and moves of others in replies to the board are left alone."""
    carol = pair.discord.human("carol")
    talk = [
        await pair.red.say("nice", reply_to=pair.board),
        await pair.red.say("I think Tbc3 is good", reply_to=pair.board),
        await pair.red.say("Pcd3", reply_to=pair.board),
        await pair.red.say("Tc3", reply_to=pair.board),
        await pair.blue.say("Gc4", reply_to=pair.board),
        await carol.say("Tbc3", reply_to=pair.board),
        await pair.red.say("Tbc3", reply_to=pair.board, pings=False),
    ]
    await answered_only(pair, *talk)
    assert await moves_of(referee) == []


async def test_a_reply_to_an_old_board(pair: Pair, referee: Referee) -> None:
    """A move in reply to an older board is answered with a link to the newest one, and not made."""
    first = pair.board
    await pair.moves("Tbc3 Gc4")
    message = await pair.red.say("Tfe3", reply_to=first)
    answer = await reply_to(message)
    assert answer == f"Game #1 has moved on since that board. Here is the newest: {link_to(pair.board)}."
    await answered_only(pair, await pair.red.say("lovely", reply_to=first))
    assert await moves_of(referee) == ["b1c3", "c5c4"]


async def test_direct_messages(pair: Pair, referee: Referee) -> None:
    """A move sent directly is made in the game that awaits it; all else is answered with what can be done there."""
    direct = pair.red.at(pair.red.dm)
    await direct.say("good morning to you all")
    await direct.place.wait_for(lambda m: m.content.startswith("I can't read “good morning to you all”"))
    await direct.say("help")
    await direct.place.wait_for(lambda m: m.content == welcome.DIRECT)
    await direct.say("Tbc3")
    await pair.next_board()
    told = await direct.place.wait_for(lambda m: m.content.startswith("Your move in game #1 is made: "))
    assert link_to(pair.board) in told.content
    await pair.blue.at(pair.blue.dm).say("#1 Gc4")
    await pair.next_board()
    carol = pair.discord.human("carol")
    await carol.at(carol.dm).say("#1 Tbc3")
    refused = await carol.dm.wait_for(lambda m: m.author == pair.discord.bot)
    assert refused.content.startswith("You do not play in game #1.")
    await carol.at(carol.dm).say("Tbc3")
    await carol.dm.wait_for(lambda m: m.content == welcome.DIRECT)
    assert await moves_of(referee) == ["b1c3", "c5c4"]


async def test_no_answer_where_nothing_may_be_written(discord_: Standin, pair: Pair, referee: Referee) -> None:
    """A greeting that cannot be answered is no error."""
    discord_.fail("POST", "/messages", 403, code=50013)
    await pair.red.say(f"{discord_.bot.mention} help")
    await answered_only(pair)
    assert referee.is_ready()
