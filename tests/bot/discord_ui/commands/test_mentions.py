"""Messages to the referee: plain words, mentions at either end, replies to boards, direct messages."""

from __future__ import annotations

import pytest

from bot.app import Referee
from bot.discord_ui.commands.mentions import command_in
from bot.text import gamelist
from bot.text import help as helping
from bot.text.help import FRONT, TOPICS
from tests.bot.discord_ui.commands.test_moving import answered_only, reply_to
from tests.bot.support.people import Pair, labels, link_to, moves_of, settled
from tests.wire import Standin


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("{me}", gamelist.GREETING),
        ("{me} help", gamelist.GREETING),
        ("Hello {me}, are you there?", None),
        ("Hello, {me}", gamelist.GREETING),
        ("{me} rules?", gamelist.RULES),
        ("Thank you! {me}", gamelist.THANKS),
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
    """Prose in replies to the board, what others say there, and replies that hide their text are left alone."""
    carol = pair.discord.human("carol")
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
        (pair.red, "Pcd3", "the prowler's way from c1 to d3 is blocked"),
        (pair.red, "Gd9", "this board has no cell d9"),
        (pair.red, "Tc3", "“Tc3” fits several moves: Tbc3 or Tfc3. Which one?"),
        (pair.red, "1. `Pcd3`", "“1. Pcd3” is not legal"),
        (pair.blue, "Gc4", "It's alice's move."),
        (pair.blue, "Tbc3", "It's alice's move."),
    ):
        assert words in await reply_to(await who.say(text, reply_to=pair.board)), text
    assert await moves_of(referee) == []


@pytest.mark.parametrize("text", ["1. Tbc3", "**Tbc3**", "b1 – c3", "Tbc3 (traveler from b1)", "ｔｂｃ３"])
async def test_replies_as_people_type_them(pair: Pair, referee: Referee, text: str) -> None:
    """A reply may hold the move in any form that is read."""
    await pair.red.say(text, reply_to=pair.board)
    await pair.next_board()
    assert await moves_of(referee) == ["b1c3"]


async def test_a_reply_to_an_old_board(pair: Pair, referee: Referee) -> None:
    """A move in reply to an older board is answered with a link to the newest one, and not made."""
    first = pair.board
    await pair.moves("Tbc3 Gc4")
    await settled(referee)
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
    await direct.place.wait_for(lambda m: m.content == gamelist.DIRECT)
    await direct.say("Tbc3")
    await pair.next_board()
    told = await direct.place.wait_for(lambda m: m.content.startswith("Your move in game #1 is made: "))
    assert link_to(pair.board) in told.content
    await pair.blue.at(pair.blue.dm).say("#1 Gc4")
    await pair.next_board()
    carol = pair.discord.human("carol")
    await carol.at(carol.dm).say("#1 Tbc3")
    refused = await carol.dm.wait_for(lambda m: m.author == pair.discord.bot)
    assert refused.content.startswith("There is no game #1 here.")
    await carol.at(carol.dm).say("Tbc3")
    await carol.dm.wait_for(lambda m: m.content == gamelist.DIRECT)
    assert await moves_of(referee) == ["b1c3", "c5c4"]


async def test_direct_messages_out_of_turn(pair: Pair, referee: Referee) -> None:
    """A move sent directly out of turn is told whose move it is, prose what can be done there."""
    direct = pair.blue.at(pair.blue.dm)
    for text, words in (("Gc4", "It's alice's move."), ("good morning", gamelist.DIRECT)):
        await direct.say(text)
        await direct.place.wait_for(lambda m, words=words: m.content == words)  # type: ignore[misc]
    await Pair.seated(pair.discord, 2)
    await direct.say("Gc4")
    told_ = await direct.place.wait_for(lambda m: m.content.startswith("It isn't your move in any of your games: "))
    assert "#2 Hexeh vs alice, alice to move" in told_.content
    assert await moves_of(referee) == []


PRESSED = [
    ("move", ["Move"], "Move", "Which piece?"),
    ("resign", ["Resign"], "Resign", "Do you resign game #1, Hexeh against bob? This cannot be undone."),
    ("Board!", ["Flip", "Where can I go?"], "Flip", "#1 Hexeh"),
    ("moves", ["Flip", "Where can I go?"], "Where can I go?", "Red can move from"),
    ("record", ["Record"], "Record", "The scoresheet of game #1"),
    ("notes", ["Notes"], "Notes", "game #1"),
    ("#1 resign please", ["Resign"], "Resign", "Do you resign game #1"),
    ("rules prowler", ["How the prowler moves"], "How the prowler moves", "How a prowler moves in **Hexeh**:"),
    ("rules chess knight", ["How the knight moves"], "How the knight moves", "How a knight moves in **Chess**:"),
    ("rules Chess", ["How pieces move"], "How pieces move", "How the pieces of **Chess** move:"),
    ("hint", ["Hints and reviews"], "Hints and reviews", "**Hints and reviews**"),
    ("time", ["Clocks, reminders, vacation"], "Clocks, reminders, vacation", "**Clocks, reminders, vacation**"),
    ("leaderboard", ["Players and ratings"], "Players and ratings", "**Players and ratings**"),
]


@pytest.mark.parametrize(("said", "buttons", "press", "words"), PRESSED)
async def test_words_lead_to_buttons(
    pair: Pair, referee: Referee, said: str, buttons: list[str], press: str, words: str
) -> None:
    """A word said to the bot is answered with the button that does it; the answer to the press is private."""
    message = await pair.red.say(f"{pair.discord.bot.mention} {said}")
    reply = await pair.channel.wait_for(lambda m: m.reference is message)
    assert not reply.pinged
    assert labels(reply) == buttons
    answer = await (await pair.red.press(reply, press)).followup()
    assert answer.ephemeral
    assert words in answer.content
    assert reply.edits == []
    assert await moves_of(referee) == []


async def test_words_that_offer(pair: Pair, referee: Referee) -> None:
    """`draw` and `undo` lead to an offer, and for the other player to its answers."""
    me = pair.discord.bot.mention
    await pair.move("Tbc3")
    for who, said, buttons, press, news in (
        (pair.red, "undo", ["Take back"], "Take back", "asks to take back"),
        (pair.blue, "undo", ["Accept takeback", "Decline takeback"], "Decline takeback", "declines"),
        (pair.blue, "draw?", ["Offer draw"], "Offer draw", "offers a draw"),
        (pair.red, "draw", ["Offer draw", "Accept draw", "Decline draw"], "Accept draw", "Game over"),
    ):
        message = await who.say(f"{me} {said}")
        reply = await pair.channel.wait_for(lambda m, message=message: m.reference is message)  # type: ignore[misc]
        assert labels(reply) == buttons
        await who.press(reply, press)
        await pair.channel.wait_for(lambda m, news=news: news in m.content, after=reply)  # type: ignore[misc]
        await settled(referee)
    assert (await moves_of(referee))[-2:] == ["DrawAccepted", "Revealed"]


async def test_words_about_several_games(pair: Pair, referee: Referee) -> None:
    """With several games there is a button for each."""
    await Pair.seated(pair.discord, 2)
    message = await pair.red.say(f"{pair.discord.bot.mention} resign")
    reply = await pair.channel.wait_for(lambda m: m.reference is message)
    assert (reply.content, labels(reply)) == ("In which game?", ["#2 Hexeh vs bob", "#1 Hexeh vs bob"])
    question = await (await pair.red.press(reply, "#1 Hexeh vs bob")).followup()
    assert question.content.startswith("Do you resign game #1")
    assert await moves_of(referee) == []


async def test_rolling_by_a_word(pair: Pair, referee: Referee) -> None:
    """`roll d20` rolls for the channel; what can't be rolled is refused."""
    me = pair.discord.bot.mention
    await pair.red.say(f"{me} roll d20")
    rolled = await pair.channel.wait_for(lambda m: m.content.startswith(f"{pair.red.mention} rolls "))
    assert "Roll 1 of " in rolled.content
    assert "d" in await reply_to(await pair.red.say(f"{me} roll d0"))
    assert await moves_of(referee) == []


@pytest.mark.parametrize("said", ["move Tbc3", "play Tbc3"])
async def test_a_word_before_a_move(pair: Pair, referee: Referee, said: str) -> None:
    """The word *move* before a move says nothing more."""
    await pair.red.say(f"{pair.discord.bot.mention} {said}")
    await pair.next_board()
    assert await moves_of(referee) == ["b1c3"]


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
