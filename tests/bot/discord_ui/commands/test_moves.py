"""Moves, boards and lists of games by command: played, refused, shown in private or to all."""

from __future__ import annotations

from pathlib import Path

from bot.app import Referee
from bot.games import pictures
from bot.games.settings import Viewer
from engine.clocks.control import DAY, HOUR
from tests.bot.support.fought import resign
from tests.bot.support.people import (
    BOARD_BUTTONS,
    STRANGER,
    Pair,
    labels,
    link_to,
    moves_of,
    reply_to,
    settled,
    shown,
    told,
    untouched,
)
from tests.bot.support.timed import NOON, PATIENT, Time, refereed
from tests.wire import NOBODY, Human, Message, Standin, Typing

BLOCKED = "The prowler can't get from c1 to d3: c2 and d2 are both in the way"
FIRST = "Hexeh game 1 after Red's move 1. Red's traveler moved from b1 to c3. Blue to move."


async def drawn(referee: Referee, viewer: Viewer) -> bytes:
    """The board of the first game as this viewer should see it."""
    games = referee.controller.games
    table = await games.tables.find(1)
    return (await pictures.board(table, viewer, await games.company.at(table))).png


def png(message: Message) -> bytes:
    return message.attachments[0].data


# ---- moves


async def test_a_move_is_shown(pair: Pair, referee: Referee) -> None:
    """A legal move in any form is shown to the channel with the other side pinged, and nothing else is said."""
    assert await pair.move("b1-C3!") == ""
    assert "**Tbc3** – the traveler moves from b1 to c3." in pair.board.content
    assert f"### Your move, {pair.blue.mention}" in pair.board.content
    assert pair.board.pinged.users == {pair.blue.id}
    assert await moves_of(referee) == ["b1c3"]


async def test_moves_refused(carol: Human, pair: Pair, referee: Referee) -> None:
    """Not legal, not your turn, not your game, no such game, no number: each is a private sentence."""
    async with untouched(pair.discord, referee):
        for who, notation, game, words in (
            (pair.red, "Pcd3", None, BLOCKED),
            (pair.red, "hello", None, "“hello” isn't a move."),
            (pair.blue, "Td5", None, "It's alice's move."),
            (carol, "Tbc3", "1", STRANGER),
            (pair.red, "Tbc3", "999999999999999", "There's no game #999999999999999 here."),
            (pair.red, "Tbc3", "٣", "isn't a game number."),
            (pair.red, "Tbc3", "-1", "isn't a game number."),
        ):
            assert words in await told(await who.slash("move", notation=notation, game=game)), (notation, game)
        without = await shown(await carol.slash("move", notation="Tbc3"))
        assert without.content.startswith("You're not playing here yet.")
    assert labels(without) == ["Play Hexeh", "Play against me"]
    await carol.press(without, "Play Hexeh")
    await pair.channel.wait_for(lambda m: "#2 " in m.content and bool(m.buttons))


async def test_a_finished_game_takes_no_move(pair: Pair, referee: Referee) -> None:
    """A game that is over says how it ended; without its number there's no game to move in, but a board to see."""
    await resign(pair)
    await pair.next_board()
    async with untouched(pair.discord, referee):
        for command in ("move notation:Td5", "game resign", "game draw action:offer", "game draw action:claim"):
            answer = await told(await pair.blue.slash(command, game="1"))
            assert answer == "That game is over – Blue won by resignation.", command
        assert "not playing here" in (await shown(await pair.blue.slash("move", notation="Td5"))).content
        message = await shown(await pair.discord.human("carol").slash("board"))
        assert " resigns" in message.content


async def test_a_command_goes_on_with_the_game_chosen(discord_: Standin, referee: Referee) -> None:
    """Where several games may be meant, a button each gives the same command, with its options, for that game."""
    pair, _ = await Pair.seated(discord_), await Pair.seated(discord_, 2)
    which = await shown(await pair.red.slash("board", piece="c2"))
    assert (which.content, labels(which)) == (
        "Which game?",
        [f"#{number} Hexeh vs bob, your move" for number in (2, 1)],
    )
    await (await pair.red.press(which, "#1 Hexeh vs bob, your move")).reply()
    assert which.content.startswith("**#1** Red's guard on c2: ")
    assert which.attachments[0].filename == "moves.png"
    offering = await shown(await pair.red.slash("game draw", action="offer"))
    await pair.red.press(offering, "#2 Hexeh vs bob, your move")
    await pair.channel.wait_for(lambda m: m.content.startswith("**#2**") and "offers a draw" in m.content)
    assert await moves_of(referee, 2) == ["DrawOffered"]


async def test_a_move_finds_its_game(discord_: Standin, referee: Referee) -> None:
    """Of two games that wait, a move without a number is made in the only one where it's legal."""
    first = await Pair.seated(discord_, variant="chess")
    second = await Pair.seated(discord_, number=2)
    me = discord_.bot.mention
    await told(await first.red.slash("move", notation="Nf3"))
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
    assert asked.content == "“Tbc3” works in several of your games. Which one?"
    assert labels(asked) == ["#2 Hexeh vs bob", "#1 Hexeh vs bob"]
    await first.red.press(asked, "#1 Hexeh vs bob")
    await first.next_board()
    third = await Pair.seated(discord_, number=3)
    reply = await reply_to(await third.red.say(f"{discord_.bot.mention} Tfc3"))
    assert labels(reply) == ["#3 Hexeh vs bob", "#2 Hexeh vs bob"]
    assert await told(await discord_.human("carol").press(reply, "#2 Hexeh vs bob")) == STRANGER.replace("#1", "#2")
    await third.red.press(reply, "#2 Hexeh vs bob")
    await second.next_board()
    assert [await moves_of(referee, number) for number in (1, 2, 3)] == [["b1c3"], ["f1c3"], []]


async def test_a_move_that_fits_nowhere(discord_: Standin, referee: Referee) -> None:
    """A move that's legal in none of several games, or comes while none waits, is refused by the games' names.

    A button each says why it isn't legal there, to who gave it, also in a message.
    """
    pair = await Pair.seated(discord_)
    await Pair.seated(discord_, number=2)
    async with untouched(discord_, referee):
        answer = (await shown(await pair.red.slash("move", notation="Pcd3"))).content
        assert answer.startswith("“Pcd3” isn't legal in any of your games: #2 Hexeh vs bob, your move; #1 ")
        answer = await told(await pair.blue.slash("move", notation="Gc4"))
        assert answer.startswith("It isn't your move in any of your games: #2 Hexeh vs alice, alice to move; #1 ")
    reply = await reply_to(await pair.red.say(f"{discord_.bot.mention} Pcd3"))
    assert labels(reply) == ["#2 Hexeh vs bob, your move", "#1 Hexeh vs bob, your move"]
    assert BLOCKED in await told(await pair.red.press(reply, "#1 Hexeh vs bob, your move"))
    assert (await told(await pair.blue.press(reply, labels(reply)[0]))).startswith("I asked another player.")
    assert await moves_of(referee, 1) == await moves_of(referee, 2) == []


async def test_another_server_sees_nothing(pair: Pair, referee: Referee) -> None:
    """From another server a game cannot be seen or played by its number, not even by its players, who find the way."""
    abroad = pair.discord.channel("games", pair.discord.guild("Chess Club"))
    alice = pair.red.at(abroad)
    async with untouched(pair.discord, referee):
        for command in ("board", "record get", "game resign", "game draw action:offer", "move notation:Tbc3"):
            assert (await told(await alice.slash(command, game="1"))).startswith("There's no game #1 here.")
        assert await alice.autocomplete("board", game="") == ()
        none, elsewhere, line = (await told(await alice.slash("games"))).split("\n")
        assert none.startswith("You have no games here.")
        assert (elsewhere, line) == ("Elsewhere:", f"\\#1 Hexeh vs bob, your move, {link_to(pair.board)}")
        assert (await told(await pair.blue.at(abroad).slash("games"))).startswith("You have no games here.")


# ---- completions


async def test_completing_the_game(discord_: Standin, referee: Referee) -> None:
    """`/move` offers the games that await you; other commands offer all of yours, in other channels too."""
    assert referee.is_ready()
    pair = await Pair.seated(discord_)
    await Pair.seated(discord_, number=2, place=discord_.channel("annex"))
    await pair.move("Tbc3")
    offered = await pair.red.autocomplete("move", notation="T", game="")
    assert [(choice.name, choice.value) for choice in offered] == [("#2 Hexeh vs bob, your move", "2")]
    for command in ("game draw action:offer", "game resign", "record get", "board"):
        names = [choice.name for choice in await pair.red.autocomplete(command, game="")]
        assert names == ["#2 Hexeh vs bob, your move", "#1 Hexeh vs bob, bob to move"], command
    assert [choice.value for choice in await pair.red.autocomplete("game resign", game="#1")] == ["1"]
    assert await discord_.human("carol").autocomplete("game resign", game="") == ()


async def test_completing_the_move(pair: Pair, referee: Referee) -> None:
    """Legal moves that fit what is typed are offered with a word of help, at most 25; the value chosen plays."""
    assert len(await pair.red.autocomplete("move", notation="")) == 25
    offered = await pair.red.autocomplete("move", notation="tbc")
    assert [(choice.name, choice.value) for choice in offered] == [
        ("Tbc3 (traveler from b1)", "Tbc3"),
        ("Tbxc6 (traveler takes prowler)", "Tbxc6"),
    ]
    assert await pair.red.autocomplete("move", notation="Pd4") == ()
    assert await pair.blue.autocomplete("move", notation="T") == (), "it is not Blue's turn"
    assert await pair.discord.human("carol").autocomplete("move", notation="T") == ()
    (only,) = await pair.red.autocomplete("move", notation=Typing("b1c3"))
    await pair.move(str(only.value))
    assert await moves_of(referee) == ["b1c3"]


async def test_completing_moves_of_several_games(discord_: Standin, referee: Referee) -> None:
    """As soon as two games await one, the moves of all are offered, each with its game, in which it is then made."""
    pair = await Pair.seated(discord_)
    await Pair.seated(discord_, 2)
    offered = await pair.red.autocomplete("move", notation="Tbc3")
    assert [(choice.name, choice.value) for choice in offered] == [
        ("#2 Hexeh vs bob: Tbc3 (traveler from b1)", "#2 Tbc3"),
        ("#1 Hexeh vs bob: Tbc3 (traveler from b1)", "#1 Tbc3"),
    ]
    assert [choice.value for choice in await pair.red.autocomplete("move", notation="#1 Tbc3")] == ["#1 Tbc3"]
    await told(await pair.red.slash("move", notation=offered[1].name))
    assert [await moves_of(referee, number) for number in (1, 2)] == [["b1c3"], []]
    assert [choice.value for choice in await pair.red.autocomplete("move", notation="Tbc3")] == ["Tbc3"]


# ---- boards


async def test_the_board_in_private(pair: Pair, referee: Referee) -> None:
    """`/board` shows text and picture to the asker alone, from the asker's side, who is *you* in it."""
    async with untouched(pair.discord, referee):
        red, blue, stranger = [
            await shown(await who.slash("board")) for who in (pair.red, pair.blue, pair.discord.human("carol"))
        ]
    small = "\n-# Hexeh #1 · alice – bob · rated"
    assert [red.content, blue.content] == [f"### Your move{small}", f"### {pair.red.mention} to move{small}"]
    assert stranger.content == blue.content
    assert (red.attachments[0].description or "").startswith("Hexeh game 1 at the start. Red to move. Red: empress d1;")
    assert red.buttons == ()
    assert png(red) == png(stranger) == png(pair.board) != png(blue)


async def test_the_board_shared(pair: Pair, referee: Referee) -> None:
    """A shared board is there for all to see, pings nobody, and does not take the place of the game's own."""
    assert await told(await pair.blue.slash("board", share=True)) == ""
    shared = await pair.channel.wait_for(lambda m: bool(m.attachments), after=pair.board)
    assert (shared.pinged, shared.buttons) == (NOBODY, ())
    assert shared.content.splitlines()[0] == pair.board.content.splitlines()[0]
    own, pair.board = pair.board, shared
    assert labels(own) == BOARD_BUTTONS
    await pair.move("Tbc3")
    await settled(referee)
    assert labels(own) == []


async def test_where_pieces_can_go(pair: Pair, referee: Referee) -> None:
    """`/board` with a piece names and marks where it can go, in the picture's words too; others are told why not."""
    answers = {
        " C2 ": ("**#1** Red's guard on c2: Gcb2, Gc3, Gcd3.", "The guard on c2 can go to b2, c3, d3. "),
        "c6": ("**#1** c6 holds Blue's prowler, and it's Red's move.", ""),
        "z9": ("This board has no cell z9.", ""),
    }
    async with untouched(pair.discord, referee):
        for piece, (answer, described) in answers.items():
            message = await shown(await pair.red.slash("board", piece=piece))
            assert message.content == answer
            assert all(described in (picture.description or "") for picture in message.attachments)
            assert message.attachments or not described


async def test_the_board_in_words(pair: Pair, referee: Referee) -> None:
    """In words a board begins as its picture's words do, and names each row and where a piece can go."""
    await pair.move("Tbc3")
    async with untouched(pair.discord, referee):
        message = await shown(await pair.red.slash("board", words=True))
        assert message.content.splitlines()[:3] == [
            FIRST,
            "Row 7: d7 Blue empress.",
            "Row 6: c6 Blue prowler, d6 Blue wizard, e6 Blue prowler.",
        ]
        assert message.attachments == ()
        answer = await told(await pair.blue.slash("board", words=True, piece="c5"))
        assert answer == f"{FIRST}\nThe guard on c5 can go to b4, c4, d5."
        for option in ({"theme": "slate"}, {"share": True}):
            refused = await told(await pair.blue.slash("board", words=True, **option))
            assert refused.startswith("Choose either words: or ")


async def test_theme_and_letters(pair: Pair, referee: Referee) -> None:
    """A theme or letters asked for hold once, chosen for all boards drawn for oneself, and nobody else."""
    usual, contrast, bare = [
        await drawn(referee, Viewer(1, letters=letters, theme=theme))
        for letters, theme in ((True, ""), (True, "contrast"), (False, ""))
    ]
    for options, board in (({}, usual), ({"theme": "contrast"}, contrast), ({"letters": False}, bare)):
        assert png(await shown(await pair.red.slash("board", **options))) == board
    assert "Board: contrast" in await told(await pair.red.slash("settings change", theme="contrast"))
    assert png(await shown(await pair.red.slash("board"))) == contrast
    assert png(await shown(await pair.red.slash("board", theme="auto"))) == usual == png(pair.board)
    assert png(await shown(await pair.blue.slash("board"))) == await drawn(referee, Viewer(2, letters=True))
    for who in (pair.red, pair.blue):
        await told(await who.slash("settings change", letters="off"))
    await pair.move("Tbc3")
    assert png(pair.board) == await drawn(referee, Viewer(1, letters=False)), "nobody at the table wants letters"


async def test_a_theme_that_does_not_suit_is_named(pair: Pair) -> None:
    """A theme in which the sides would not stand out gives way to another, and the answer says so."""
    note = "-# The pieces wouldn't stand out in walnut, so I drew this board in slate."
    assert (await shown(await pair.red.slash("board", theme="walnut"))).content.endswith(f"\n{note}")
    assert (await shown(await pair.red.slash("board", theme="walnut", piece="c2"))).content.endswith(f"\n{note}")
    for theme in ("slate", "auto"):
        assert "-# The pieces" not in (await shown(await pair.red.slash("board", theme=theme))).content


# ---- lists


async def test_the_most_urgent_first(discord_: Standin, database: Path) -> None:
    """What awaits one comes first, by the time left, untimed last; then what awaits others, and what one is asked."""
    time = Time()
    async with refereed(database, time, PATIENT):
        clocks = ("7d/move", "3d/move", "none", "1d/move")
        pairs = [await Pair.seated(discord_, number, clock=clock) for number, clock in enumerate(clocks, 1)]
        time.go(HOUR)
        await pairs[3].move("Tbc3")
        await told(await pairs[0].blue.slash("game draw", action="offer", game="4"))
        week, three, one = (f"time runs out <t:{(NOON + each) // 1000}:R>" for each in (7 * DAY, 3 * DAY, HOUR + DAY))
        assert (await told(await pairs[0].red.slash("games"))).replace("\\", "").split("\n") == [
            f"#2 Hexeh vs bob, your move; your {three}, {link_to(pairs[1].board)}",
            f"#1 Hexeh vs bob, your move; your {week}, {link_to(pairs[0].board)}",
            f"#3 Hexeh vs bob, your move, {link_to(pairs[2].board)}",
            f"#4 Hexeh vs bob, bob to move; a draw is offered; {one}, {link_to(pairs[3].board)}",
        ]


async def test_the_next_after_a_move(discord_: Standin, referee: Referee) -> None:
    """Behind a move stands how many games more await its player, and the way to the most urgent; none, nothing."""
    assert referee.is_ready()
    first = await Pair.seated(discord_)
    second = await Pair.seated(discord_, 2, place=discord_.channel("annex"))
    third = await Pair.seated(discord_, 3)
    answer = (await first.move("Tbc3")).replace("\\", "")
    assert answer.startswith("-# 2 more games await you. Next: #")
    assert (await third.move("Tbc3")).startswith("-# 1 more game awaits you. ")
    assert await second.move("Tbc3") == ""
