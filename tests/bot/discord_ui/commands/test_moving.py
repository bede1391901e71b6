"""Moves by command: played, refused and completed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.app import Referee
from engine.model.english import natural
from tests.bot.support.people import (
    STRANGER,
    Pair,
    games_of,
    labels,
    link_to,
    moves_of,
    says,
    settled,
    shown,
    told,
    untouched,
)
from tests.wire import Human, Message, Standin, Typing, running

BLOCKED = "the prowler's way from c1 to d3 is blocked: c2 and d2 are both occupied"


@pytest.mark.parametrize(
    ("notation", "words"),
    [
        ("Pcd3", ["“Pcd3” is not legal", BLOCKED, "Legal nearby:"]),
        ("Tc3", ["“Tc3” fits several moves: Tbc3 or Tfc3. Which one?"]),
        ("Gd7", ["“Gd7” is not legal"]),
        ("Zd4", ["no piece has the letter Z", "T traveler"]),
        ("Tz9", ["this board has no cell z9"]),
        ("c6c4", ["the prowler on c6 is Blue's, not yours"]),
        ("hello", ["I can't read “hello” as a move.", "for example"]),
    ],
)
async def test_refusals_explain_themselves(pair: Pair, referee: Referee, notation: str, words: list[str]) -> None:
    """A move that is not legal is refused in private, with the reason, and nothing changes."""
    async with untouched(pair.discord, referee):
        answer = await told(await pair.red.slash("move", notation=notation))
        assert [word for word in words if word not in answer] == [], answer


async def test_a_move_is_confirmed_and_shown(pair: Pair, referee: Referee) -> None:
    """A legal move in any form is confirmed in private and shown to the channel with the other side pinged."""
    assert await pair.move("b1-C3!") == "Red: Tbc3 (traveler b1 to c3). bob (Blue) to move."
    assert "Red: Tbc3 (traveler b1 to c3)" in pair.board.content
    assert f"{pair.blue.mention} (Blue) to move." in pair.board.content
    assert pair.board.pinged.users == {pair.blue.id}
    assert await moves_of(referee) == ["b1c3"]


async def test_whose_move_it_is(pair: Pair, referee: Referee) -> None:
    """Not your turn, not your game, no such game, no number at all: each is a private sentence, and nothing changes."""
    carol = pair.discord.human("carol")
    async with untouched(pair.discord, referee):
        answer = await told(await pair.blue.slash("move", notation="Td5"))
        assert answer == "It's alice's move."
        answer = await told(await carol.slash("move", notation="Tbc3"))
        assert answer == "You have no game going in this channel. Start one with /play."
        answer = await told(await carol.slash("move", notation="Tbc3", game="1"))
        assert answer == STRANGER
        for number in ("77", "0", "999999999999999"):
            answer = await told(await pair.red.slash("move", notation="Tbc3", game=number))
            assert answer == f"There is no game #{number} here. /games lists yours."
        for nonsense in ("one", "#", "-1", "1e3", "99999999999999999999", "٣"):
            answer = await told(await pair.red.slash("move", notation="Tbc3", game=nonsense))
            assert answer.endswith("is no game's number. /games lists yours."), answer


async def test_a_finished_game_takes_no_move(pair: Pair, referee: Referee) -> None:
    """A game that is over says how it ended; without its number there is no game to move in."""
    asked = await (await pair.red.slash("game resign")).reply()
    await pair.red.press(asked, "Yes, resign")
    await pair.next_board()
    async with untouched(pair.discord, referee):
        answer = await told(await pair.blue.slash("move", notation="Td5", game="1"))
        assert answer == "This game is over: Blue wins: resignation."
        for command in (
            "game resign",
            "game draw action:offer",
            "game draw action:accept",
            "game draw action:decline",
            "game draw action:claim",
        ):
            answer = await told(await pair.blue.slash(command, game="1"))
            assert answer == "This game is over: Blue wins: resignation.", command
        answer = await told(await pair.blue.slash("move", notation="Td5"))
        assert answer == "You have no game going in this channel. Start one with /play."


async def test_several_games_in_one_channel(discord_: Standin, referee: Referee) -> None:
    """With two games in a channel a command asks which, by their labels, and goes where its number says."""
    first = await Pair.seated(discord_)
    second = await Pair.seated(discord_, number=2)
    async with untouched(discord_, referee):
        answer = await told(await first.red.slash("game draw action:offer"))
        assert answer == "Which game? #2 Hexeh vs bob, your move; #1 Hexeh vs bob, your move. Add its number."
    await second.move("Tbc3")
    assert [await moves_of(referee, number) for number in (1, 2)] == [[], ["b1c3"]]
    first.board = second.board
    outcome = await first.red.slash("move", notation="Tfc3")
    assert (await told(outcome)).startswith("Red: Tfc3"), "only one of the games awaits Red now"
    await first.next_board()
    whole_label = "#2 Hexeh vs alice, your move"
    await told(await first.blue.slash("move", notation="Tfe4", game=whole_label))
    assert [await moves_of(referee, number) for number in (1, 2)] == [["f1c3"], ["b1c3", "f5e4"]]
    first.board = await first.channel.wait_for(says("#2 ", "Blue: Tfe4"))


async def test_a_move_finds_its_game(discord_: Standin, referee: Referee) -> None:
    """Of two games that wait, a move without a number is made in the only one where it's legal."""
    first = await Pair.seated(discord_, variant="chess")
    second = await Pair.seated(discord_, number=2)
    me = discord_.bot.mention
    assert (await told(await first.red.slash("move", notation="Nf3"))).startswith("White: Nf3")
    await first.next_board()
    third = await Pair.seated(discord_, number=3, variant="glinski")
    await third.red.say(f"{me} Tbc3")
    await second.next_board()
    fourth = await Pair.seated(discord_, number=4, variant="chess")
    await fourth.red.at(fourth.red.dm).say("**Nf3**")
    await fourth.next_board()
    moves = [await moves_of(referee, number) for number in (1, 2, 3, 4)]
    assert moves == [["g1f3"], ["b1c3"], [], ["g1f3"]]


async def test_a_move_that_fits_in_several_games(discord_: Standin, referee: Referee) -> None:
    """Where a move is legal in two games, a button for each makes it there; the answer to a message has them, too."""
    first = await Pair.seated(discord_)
    second = await Pair.seated(discord_, number=2)
    asked = await shown(await first.red.slash("move", notation="Tbc3"))
    assert asked.content == "“Tbc3” fits in several of your games. Which one?"
    assert labels(asked) == ["#2 Hexeh vs bob", "#1 Hexeh vs bob"]
    await first.red.press(asked, "#1 Hexeh vs bob")
    await first.next_board()
    third = await Pair.seated(discord_, number=3)
    message = await third.red.say(f"{discord_.bot.mention} Tfc3")
    reply = await third.channel.wait_for(lambda m: m.reference is message)
    assert labels(reply) == ["#3 Hexeh vs bob", "#2 Hexeh vs bob"]
    assert await told(await discord_.human("carol").press(reply, "#2 Hexeh vs bob")) == STRANGER.replace("#1", "#2")
    await third.red.press(reply, "#2 Hexeh vs bob")
    await second.next_board()
    assert [await moves_of(referee, number) for number in (1, 2, 3)] == [["b1c3"], ["f1c3"], []]


async def test_a_move_that_fits_nowhere(discord_: Standin, referee: Referee) -> None:
    """A move that's legal in none of several games, or comes while none waits, is refused by the games' names."""
    first = await Pair.seated(discord_)
    await Pair.seated(discord_, number=2)
    alice, bob = first.red, first.blue
    async with untouched(discord_, referee):
        assert await told(await alice.slash("move", notation="Pcd3")) == (
            "“Pcd3” isn't legal in any of your games: #2 Hexeh vs bob, your move; #1 Hexeh vs bob, your move. "
            "Add a game's number, and I'll say why."
        )
        assert await told(await bob.slash("move", notation="Gc4")) == (
            "It isn't your move in any of your games: #2 Hexeh vs alice, alice to move; "
            "#1 Hexeh vs alice, alice to move."
        )
        assert (await told(await alice.slash("move", notation="hello"))).startswith("I can't read “hello” as a move.")


async def test_moves_as_they_are_offered(discord_: Standin, referee: Referee) -> None:
    """The name of a completion, which Discord sends after a change of channel, makes the move like its value."""
    pair = await Pair.seated(discord_)
    await Pair.seated(discord_, number=2)
    for number, move in ((1, "Tbc3"), (2, "Tfc3")):
        offered = await pair.red.autocomplete("move", notation=f"#{number} {move}")
        assert [choice.name for choice in offered] == [f"#{number} {move} (traveler from {move[1]}1)"]
    names = [choice.name for choice in await pair.red.autocomplete("move", notation="Tbc3")]
    assert names == ["#2 Hexeh vs bob: Tbc3 (traveler from b1)", "#1 Hexeh vs bob: Tbc3 (traveler from b1)"]
    await told(await pair.red.slash("move", notation=names[1]))
    await told(await pair.red.slash("move", notation="Tfc3 (traveler from f1)"))
    await settled(referee)
    assert [await moves_of(referee, number) for number in (1, 2)] == [["b1c3"], ["f1c3"]]


async def test_completing_the_game(discord_: Standin, referee: Referee) -> None:
    """`/move` offers the games that await you; other commands offer all of yours, in other channels too."""
    pair = await Pair.seated(discord_)
    other = await Pair.seated(discord_, number=2, place=discord_.channel("annex"))
    await pair.move("Tbc3")
    offered = await pair.red.autocomplete("move", notation="T", game="")
    assert [(choice.name, choice.value) for choice in offered] == [("#2 Hexeh vs bob, your move", "2")]
    for command in (
        "game draw action:offer",
        "game draw action:accept",
        "game draw action:decline",
        "game draw action:claim",
        "game resign",
        "record get",
        "board",
        "board piece:all",
    ):
        offered = await pair.red.autocomplete(command, game="")
        names = [choice.name for choice in offered]
        assert names == ["#2 Hexeh vs bob, your move", "#1 Hexeh vs bob, bob to move"], command
    offered = await pair.red.autocomplete("game resign", game="#1")
    assert [choice.value for choice in offered] == ["1"]
    assert await discord_.human("carol").autocomplete("game resign", game="") == ()
    await settled(referee)
    assert other.board.channel.name == "annex"


async def test_completing_the_move(pair: Pair, referee: Referee) -> None:
    """Legal moves that fit what is typed are offered with a word of help, at most 25; the value chosen plays."""
    assert len(await pair.red.autocomplete("move", notation="")) == 25
    offered = await pair.red.autocomplete("move", notation="tbc")
    assert [(choice.name, choice.value) for choice in offered] == [
        ("Tbc3 (traveler from b1)", "Tbc3"),
        ("Tbxc6 (traveler takes prowler)", "Tbxc6"),
    ]
    offered = await pair.red.autocomplete("move", notation="Tbx")
    assert all(choice.name.split()[0].startswith("Tbx") and "takes" in choice.name for choice in offered)
    assert await pair.red.autocomplete("move", notation="Pd4") == ()
    assert await pair.blue.autocomplete("move", notation="T") == (), "it is not Blue's turn"
    assert await pair.discord.human("carol").autocomplete("move", notation="T") == ()
    (only,) = await pair.red.autocomplete("move", notation=Typing("b1c3"))
    await pair.move(str(only.value))
    assert await moves_of(referee) == ["b1c3"]


async def test_completing_moves_of_several_games(discord_: Standin, referee: Referee) -> None:
    """As soon as two games await one, the moves of all are offered, each with its game, in which it is then made."""
    first, second = await Pair.seated(discord_), await Pair.seated(discord_, 2)
    alice = first.red
    offered = await alice.autocomplete("move", notation="")
    assert len(offered) == 25
    assert [(choice.name, choice.value) for choice in offered[:2]] == [
        ("#2 Hexeh vs bob: Ga2 (guard from a1)", "#2 Ga2"),
        ("#1 Hexeh vs bob: Ga2 (guard from a1)", "#1 Ga2"),
    ]
    chosen = await alice.autocomplete("move", notation="Tbc3")
    assert [choice.value for choice in chosen] == ["#2 Tbc3", "#1 Tbc3"]
    assert [choice.value for choice in await alice.autocomplete("move", notation="#1 Tbc3")] == ["#1 Tbc3"]
    assert (await told(await alice.slash("move", notation=chosen[1].value))).startswith("Red: Tbc3")
    assert [await moves_of(referee, number) for number in (1, 2)] == [["b1c3"], []]
    assert [choice.value for choice in await alice.autocomplete("move", notation="Tbc3")] == ["Tbc3"]
    annex = alice.at(discord_.channel("annex"))
    assert [choice.value for choice in await annex.autocomplete("move", notation="Tbc3")] == ["#2 Tbc3"]
    async with untouched(discord_, referee):
        assert (
            await told(await alice.slash("move", notation="#7 Tbc3")) == "There is no game #7 here. /games lists yours."
        )
    second.board = await second.channel.wait_for(says("#1 ", "Red: Tbc3"))


async def test_the_order_of_completions(discord_: Standin, referee: Referee) -> None:
    """Numbers in moves and cells are in their order: c2 comes before c10."""
    pair = await Pair.seated(discord_, variant="glinski")
    assert referee.is_ready()
    pieces = [str(choice.value) for choice in await pair.red.autocomplete("board", piece="")][1:]
    assert pieces == sorted(pieces, key=natural)
    moves = [str(choice.value) for choice in await pair.red.autocomplete("move", notation="")]
    assert moves == sorted(moves, key=natural)
    assert sorted(["c10", "c1", "c2", "b11", "b"], key=natural) == ["b", "b11", "c1", "c2", "c10"]


async def test_resigning_asks_which(discord_: Standin, referee: Referee) -> None:
    """Of two games none is resigned before it is named, though one alone awaits a move; *Cancel* changes nothing."""
    pair, _ = await Pair.seated(discord_), await Pair.seated(discord_, 2)
    await pair.move("Tbc3")
    async with untouched(discord_, referee):
        answer = await told(await pair.red.slash("game resign"))
        assert answer == "Which game? #2 Hexeh vs bob, your move; #1 Hexeh vs bob, bob to move. Add its number."
        asked = await (await pair.red.slash("game resign", game="1")).reply()
        assert asked.content == "Do you resign game #1, Hexeh against bob? This cannot be undone."
        assert labels(asked) == ["Yes, resign", "Cancel"]
        await pair.red.press(asked, "Cancel")
    asked = await (await pair.red.slash("game resign", game="1")).reply()
    await told(await pair.red.press(asked, "Yes, resign"))
    assert await moves_of(referee, 1) == ["b1c3", "Resigned", "Revealed"]


async def reply_to(message: Message) -> str:
    """The referee's reply to a message; it pings nobody."""
    reply = await message.channel.wait_for(lambda m: m.reference is message)
    assert not reply.pinged
    return reply.content


async def answered_only(pair: Pair, *ignored: Message) -> None:
    """Fail if any of these messages was answered, as seen when a later one has been."""
    later = await pair.red.say(f"{pair.discord.bot.mention} #77 Tbc3")
    assert "There is no game #77" in await reply_to(later)
    replies = [m.reference for m in pair.channel.messages if m.author == pair.discord.bot and m.reference]
    assert [message for message in replies if message in ignored] == []


async def test_moves_in_messages(pair: Pair, referee: Referee) -> None:
    """A message that begins by mentioning the bot plays the move it holds, with or without the game's number."""
    me = pair.discord.bot.mention
    await pair.red.say(f"{me} Tbc3")
    await pair.next_board()
    assert pair.board.pinged.users == {pair.blue.id}
    await pair.blue.say(f" {me.replace('@', '@!')}\n#1  Gc4 ")
    await pair.next_board()
    assert await moves_of(referee) == ["b1c3", "c5c4"]


async def test_messages_refused(pair: Pair, referee: Referee) -> None:
    """A mention-move is refused in a reply that pings nobody, and changes nothing."""
    me = pair.discord.bot.mention
    await settled(referee)
    games = await games_of(referee)
    carol = pair.discord.human("carol")
    said: list[tuple[Human, str, str]] = [
        (pair.red, f"{me} Pcd3", BLOCKED),
        (pair.red, f"{me} Tc3", "Tbc3 or Tfc3. Which one?"),
        (pair.red, f"{me} #7 Tbc3", "There is no game #7 here."),
        (pair.blue, f"{me} Pd5", "It's alice's move."),
        (carol, f"{me} Tbc3", "You have no game going in this channel."),
        (
            carol,
            f"{me} #1 Tbc3",
            STRANGER,
        ),
        (pair.red, f"{pair.channel.guild.bot_role.mention} Tbc3" if pair.channel.guild else "", f"Mention me, {me}."),
    ]
    for who, text, words in said:
        assert words in await reply_to(await who.say(text)), text
    await settled(referee)
    assert await games_of(referee) == games


async def test_other_digits(pair: Pair, referee: Referee) -> None:
    """A game's number in digits that the referee does not read is never taken for no number at all."""
    message = await pair.red.say(f"{pair.discord.bot.mention} #٣ Tbc3")
    await pair.channel.wait_for(lambda m: m.id > message.id)
    assert await moves_of(referee) == []


async def test_messages_that_are_no_moves(pair: Pair, referee: Referee) -> None:
    """Plain talk, a mention amid a text, another's mention and a reply that pings nobody are ignored."""
    me = pair.discord.bot.mention
    talk = [
        await pair.red.say("Tbc3"),
        await pair.red.say(f"dear {me} Tbc3"),
        await pair.red.say(f"{pair.blue.mention} Tbc3"),
        await pair.red.say("Tbc3", reply_to=pair.board, pings=False),
    ]
    await answered_only(pair, *talk)
    assert await moves_of(referee) == []


async def test_each_message_acts_once(pair: Pair, referee: Referee, database: Path) -> None:
    """A message delivered twice plays once, even when a restart and a repetition of the position lie between."""
    me = pair.discord.bot.mention
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
        assert await reply_to(message) == "I have already acted on that."
        assert await moves_of(again) == ["b1c3", "f5e4", "c3b1", "e4f5"]


async def test_a_game_in_a_thread(discord_: Standin, referee: Referee) -> None:
    """A game in a thread is played there, by command, by message and by button."""
    thread = discord_.channel().thread("our game")
    pair = await Pair.seated(discord_, place=thread)
    await pair.move("Tbc3")
    await pair.blue.say(f"{discord_.bot.mention} Gc4")
    await pair.next_board()
    flipped = await (await pair.red.press(pair.board, "Flip")).followup()
    assert flipped.ephemeral
    assert await moves_of(referee) == ["b1c3", "c5c4"]
    assert [m for m in discord_.channel().messages if m.author == discord_.bot] == []


async def test_two_channels_at_once(discord_: Standin, referee: Referee) -> None:
    """Games in two channels do not disturb one another, and need no numbers."""
    here = await Pair.seated(discord_)
    there = await Pair.seated(discord_, number=2, place=discord_.channel("annex"))
    await asyncio.gather(here.red.slash("move", notation="Tbc3"), there.red.slash("move", notation="Tfc3"))
    await asyncio.gather(here.next_board(), there.next_board())
    assert [await moves_of(referee, number) for number in (1, 2)] == [["b1c3"], ["f1c3"]]
    assert await told(await here.red.slash("move", notation="Gc4", game="2")) == "It's bob's move."


async def test_another_server_sees_nothing(pair: Pair, referee: Referee) -> None:
    """From another server a game cannot be seen or played by its number, not even by its players.

    `/games` tells them there that it awaits them, and the way to it.
    """
    abroad = pair.discord.channel("games", pair.discord.guild("Chess Club"))
    alice = pair.red.at(abroad)
    async with untouched(pair.discord, referee):
        for command in (
            "board",
            "board piece:all",
            "record get",
            "game resign",
            "game draw action:offer",
            "game draw action:claim",
        ):
            assert await told(await alice.slash(command, game="1")) == "There is no game #1 here. /games lists yours."
        answer = await told(await alice.slash("move", notation="Tbc3", game="1"))
        assert answer == "There is no game #1 here. /games lists yours."
        assert await alice.autocomplete("board", game="") == ()
        none, elsewhere, line = (await told(await alice.slash("games"))).split("\n")
        assert (none, elsewhere) == ("You have no games here. Start one with /play.", "In other servers:")
        assert line == f"\\#1 Hexeh vs bob, your move, {link_to(pair.board)}"
        bob = pair.blue.at(abroad)
        assert await told(await bob.slash("games")) == "You have no games here. Start one with /play."
    message = await alice.say(f"{pair.discord.bot.mention} #1 Tbc3")
    assert await reply_to(message) == "There is no game #1 here. /games lists yours."
    assert await moves_of(referee) == []
