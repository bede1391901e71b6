"""Messages to the referee: moves, plain words, replies to boards, direct messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Referee
from bot.discord_ui.commands.mentions import command_in
from bot.text import gamelist
from bot.text import help as helping
from bot.text.help import FRONT, TOPICS
from engine.model.wording import say
from tests.bot.support.people import STRANGER, Pair, games_of, labels, link_to, linked, moves_of, reply_to, settled
from tests.wire import Human, Message, Standin, running

GREETING = say(gamelist.GREETING, game=gamelist.FIRST.name)


@pytest.fixture
def me(discord_: Standin) -> str:
    return discord_.bot.mention


async def answered_only(pair: Pair, *ignored: Message) -> None:
    """Fail if any of these messages was answered, as seen when a later one has been."""
    later = await pair.red.say(f"{pair.discord.bot.mention} #77 Tbc3")
    assert "There's no game #77" in (await reply_to(later)).content
    replies = [m.reference for m in pair.channel.messages if m.author == pair.discord.bot and m.reference]
    assert [message for message in replies if message in ignored] == []


# ---- moves


async def test_moves_in_messages(pair: Pair, me: str, referee: Referee) -> None:
    """A message that begins by mentioning the bot plays the move it holds, with or without the game's number."""
    await pair.red.say(f"{me} Tbc3")
    await pair.next_board()
    assert pair.board.pinged.users == {pair.blue.id}
    await pair.blue.say(f" {me.replace('@', '@!')}\n#1  Gc4 ")
    await pair.next_board()
    assert await moves_of(referee) == ["b1c3", "c5c4"]


async def test_messages_refused(pair: Pair, referee: Referee) -> None:
    """A mention-move is refused in a reply that pings nobody, and changes nothing."""
    me, carol = pair.discord.bot.mention, pair.discord.human("carol")
    await settled(referee)
    games = await games_of(referee)
    said = [
        (pair.red, f"{me} Pcd3", "can't get from c1 to d3"),
        (pair.red, f"{me} #٣ Tbc3", "٣"),
        (carol, f"{me} #1 Tbc3", STRANGER),
        (pair.red, f"{pair.discord.guild().bot_role.mention} Tbc3", f"Mention me, {me}."),
    ]
    for who, text, words in said:
        assert words in (await reply_to(await who.say(text))).content, text
    await settled(referee)
    assert await games_of(referee) == games


async def test_messages_that_are_no_moves(pair: Pair, me: str, referee: Referee) -> None:
    """Plain talk, a mention amid a text, another's mention and a reply that pings nobody are ignored."""
    talk = [
        await pair.red.say("Tbc3"),
        await pair.red.say(f"dear {me} Tbc3"),
        await pair.red.say(f"{pair.blue.mention} Tbc3"),
        await pair.red.say("Tbc3", reply_to=pair.board, pings=False),
    ]
    await answered_only(pair, *talk)
    assert await moves_of(referee) == []


async def test_each_message_acts_once(pair: Pair, me: str, referee: Referee, database: Path) -> None:
    """A message delivered twice plays once, even when a restart and a repetition of the position lie between."""
    message = await pair.red.say(f"{me} Tbc3")
    await pair.next_board()
    pair.discord.hub.announce("MESSAGE_CREATE", message)
    await answered_only(pair, message)
    await pair.moves("f5e4 c3b1 e4f5")
    pair.discord.hub.announce("MESSAGE_CREATE", message)
    await answered_only(pair, message)
    await settled(referee)
    await referee.close()
    async with running(Referee(database)) as again:
        pair.discord.hub.announce("MESSAGE_CREATE", message)
        assert (await reply_to(message)).content == "Already done."
        assert await moves_of(again) == ["b1c3", "f5e4", "c3b1", "e4f5"]


async def test_a_mention_at_the_end(pair: Pair, me: str, referee: Referee) -> None:
    """A mention at the end counts as one at the beginning, and the word *move* before a move says nothing more."""
    for who, text in ((pair.red, f"Tbc3 {me}"), (pair.blue, f"#1 Gc4\n{me} "), (pair.red, f"{me} move Tcb4")):
        await who.say(text)
        await pair.next_board()
    assert await moves_of(referee) == ["b1c3", "c5c4", "c3b4"]


# ---- replies to boards


@pytest.mark.parametrize("text", ["Tbc3", "1. Tbc3", "**Tbc3**", "Tbc3 (traveler from b1)"])
async def test_a_reply_to_the_board(pair: Pair, referee: Referee, text: str) -> None:
    """A reply to the newest board that is one legal move of the player to move, in any form, is that move."""
    await pair.red.say(text, reply_to=pair.board)
    await pair.next_board()
    assert await moves_of(referee) == ["b1c3"]


async def test_replies_left_alone(carol: Human, pair: Pair, referee: Referee) -> None:
    """Prose in replies to the board, what others say there, and replies that hide their text are left alone."""
    talk = [
        *[
            await pair.red.say(words, reply_to=pair.board)
            for words in ("nice", "gg", "gr8", "m8", "I think Tbc3 is good", "be 4", "ooo")
        ],
        await carol.say("Tbc3", reply_to=pair.board),
        await pair.red.say("Tbc3", reply_to=pair.board, pings=False),
    ]
    await answered_only(pair, *talk)
    assert await moves_of(referee) == []


async def test_replies_refused(pair: Pair, referee: Referee) -> None:
    """A reply to the board that reads as a move, but isn't legal, isn't clear or is out of turn, is told so."""
    for who, text, words in (
        (pair.red, "1. `Pcd3`", "both in the way"),
        (pair.red, "Tc3", "Which traveler to c3?"),
        (pair.blue, "Tbc3", "It's alice's move."),
    ):
        assert words in (await reply_to(await who.say(text, reply_to=pair.board))).content, text
    assert await moves_of(referee) == []


async def test_a_reply_to_an_old_board(pair: Pair, referee: Referee) -> None:
    """A move in reply to an older board is answered with a link to the newest one, and not made."""
    first = pair.board
    await pair.moves("Tbc3 Gc4")
    await settled(referee)
    answer = await reply_to(await pair.red.say("Tfe3", reply_to=first))
    assert answer.content == f"Game #1 has moved on since that board. Here is the newest: {link_to(pair.board)}."
    await answered_only(pair, await pair.red.say("lovely", reply_to=first))
    assert await moves_of(referee) == ["b1c3", "c5c4"]


# ---- direct messages


async def test_direct_messages(carol: Human, pair: Pair, referee: Referee) -> None:
    """A move sent directly is made in the game that awaits it; all else is answered with what can be done there."""
    direct = pair.red.at(pair.red.dm)
    await direct.say("good morning to you all")
    await direct.place.wait_for(lambda m: m.content.startswith("“good morning to you all” isn't a move"))
    await direct.say("help")
    await direct.place.wait_for(lambda m: m.content == linked(gamelist.DIRECT))
    await direct.say("Tbc3")
    await pair.next_board()
    told = await direct.place.wait_for(lambda m: m.content.startswith("You've moved in game #1: "))
    assert link_to(pair.board) in told.content
    await pair.blue.at(pair.blue.dm).say("#1 Gc4")
    await pair.next_board()
    await carol.at(carol.dm).say("#1 Tbc3")
    refused = await carol.dm.wait_for(lambda m: m.author == pair.discord.bot)
    assert refused.content.startswith("There's no game #1 here.")
    await carol.at(carol.dm).say("Tbc3")
    await carol.dm.wait_for(lambda m: m.content == linked(gamelist.DIRECT))
    assert await moves_of(referee) == ["b1c3", "c5c4"]


# ---- words


async def test_plain_words(pair: Pair, me: str, referee: Referee) -> None:
    """A bare mention, help, rules and thanks are understood; nothing changes."""
    for said, answer in (
        (me, GREETING),
        (f"Hello, {me}", GREETING),
        (f"{me} rules?", linked(gamelist.RULES)),
        (f"Thank you! {me}", gamelist.THANKS),
    ):
        assert (await reply_to(await pair.red.say(said))).content == answer
    await answered_only(pair, await pair.red.say(f"Hello {me}, are you there?"))
    assert await moves_of(referee) == []


async def test_the_greeting_in_a_reply(pair: Pair) -> None:
    """Who asks for help gets the buttons of the greeting, too."""
    reply = await reply_to(await pair.red.say(f"{pair.discord.bot.mention} help"))
    assert [button.label for button in reply.buttons] == ["Play Hexeh", "Play against me", "How it works"]
    how = await (await pair.blue.press(reply, "How it works")).followup()
    assert how.ephemeral
    assert FRONT.splitlines()[0] in how.content
    page = await (await pair.blue.press(how, "How to move")).reply()
    assert TOPICS["move"].title in page.content


async def test_words_lead_to_buttons(pair: Pair, referee: Referee) -> None:
    """A word said to the bot is answered with the button that does it; the answer to the press is private."""
    for said, buttons, words in (
        ("move", ["Move"], "Which piece?"),
        ("Board!", ["Flip", "Where can I go?"], "#1 Hexeh"),
        ("notes", ["Notes"], "game #1"),
        ("#1 resign please", ["Resign"], "Resign Hexeh #1"),
        ("rules chess knight", ["How the knight moves"], "How a knight moves in **Chess**:"),
        ("rules Chess", ["How pieces move"], "How the pieces of **Chess** move:"),
        ("hint", ["Hints and reviews"], "**Hints and reviews**"),
    ):
        reply = await reply_to(await pair.red.say(f"{pair.discord.bot.mention} {said}"))
        assert labels(reply) == buttons
        answer = await (await pair.red.press(reply, buttons[0])).followup()
        assert answer.ephemeral
        assert words in answer.content
        assert reply.edits == []
    assert await moves_of(referee) == []


async def test_words_that_offer(pair: Pair, me: str, referee: Referee) -> None:
    """`draw` and `undo` lead to an offer, and for the other player to its answers."""
    await pair.move("Tbc3")
    for who, said, buttons, press, news in (
        (pair.red, "undo", ["Take back"], "Take back", "asks to undo"),
        (pair.blue, "undo", ["Accept takeback", "Decline takeback"], "Decline takeback", "declines"),
        (pair.blue, "draw?", ["Offer draw"], "Offer draw", "offers a draw"),
        (pair.red, "draw", ["Offer draw", "Accept draw", "Decline draw"], "Accept draw", "By agreement"),
    ):
        reply = await reply_to(await who.say(f"{me} {said}"))
        assert labels(reply) == buttons
        await who.press(reply, press)
        await pair.channel.wait_for(lambda m, news=news: news in m.content, after=reply)  # type: ignore[misc]
        await settled(referee)
    assert (await moves_of(referee))[-2:] == ["DrawAccepted", "Revealed"]


async def test_words_about_several_games(pair: Pair, referee: Referee) -> None:
    await Pair.seated(pair.discord, 2)
    reply = await reply_to(await pair.red.say(f"{pair.discord.bot.mention} resign"))
    assert (reply.content, labels(reply)) == ("In which game?", ["#2 Hexeh vs bob", "#1 Hexeh vs bob"])
    question = await (await pair.red.press(reply, "#1 Hexeh vs bob")).followup()
    assert question.content.startswith("Resign Hexeh #1")
    assert await moves_of(referee) == []


async def test_rolling_by_a_word(pair: Pair, me: str, referee: Referee) -> None:
    """`roll d20` rolls for the channel; what can't be rolled is refused."""
    await pair.red.say(f"{me} roll d20")
    rolled = await pair.channel.wait_for(lambda m: m.content.startswith(f"{pair.red.mention} rolls "))
    assert "Roll 1 of " in rolled.content
    assert "d" in (await reply_to(await pair.red.say(f"{me} roll d0"))).content
    assert await moves_of(referee) == []


async def test_every_word_of_help_is_known(referee: Referee) -> None:
    """Whatever can be asked of /help is known when said to the bot, also as it is shown, and is no move."""
    assert referee.is_ready()
    for shown_, word in helping.words():
        for text in (word, shown_, f"/{word}"):
            known = command_in(text)
            assert known is not None, text
            assert known[1] == "", text


async def test_no_answer_where_nothing_may_be_written(discord_: Standin, pair: Pair, referee: Referee) -> None:
    """A greeting that cannot be answered is no error."""
    discord_.fail("POST", "/messages", 403, code=50013)
    await pair.red.say(f"{discord_.bot.mention} help")
    await answered_only(pair)
    assert referee.is_ready()
