"""Looking: boards, moves, records, lists, rules and help, all of them private unless shared."""

from __future__ import annotations

import re

from bot.app import Referee
from bot.games import Table
from engine.records.replay import replay_moves
from engine.variants import variant_of
from engine.variants.card import card
from tests.bot.support.people import (
    BOARD_BUTTONS,
    Pair,
    challenge,
    games_of,
    labels,
    link_to,
    settled,
    shown,
    told,
    untimed,
    untouched,
)
from tests.wire import NOBODY, Standin


async def test_the_board_in_private(pair: Pair, referee: Referee) -> None:
    """`/board` shows text and picture to the asker alone, from the asker's side, who is *you* in it."""
    async with untouched(pair.discord, referee):
        seen = [await shown(await who.slash("board")) for who in (pair.red, pair.blue, pair.discord.human("carol"))]
    public = pair.board.content
    mine = public.replace(pair.red.mention, "(you)", 1).replace(
        f"{pair.red.mention} (Red) to move", "It is your move (Red)"
    )
    yours = public.replace(pair.blue.mention, "(you)")
    assert "Red (you) – Blue <@" in mine
    assert [mine, yours, public] == [message.content for message in seen]
    for message in seen:
        (picture,) = message.attachments
        assert (picture.description or "").startswith(
            "Hexeh game 1 at the start. Red to move. Red: empress d1; wizard d2; prowlers c1, e1;"
        )
        assert message.buttons == ()
    red, blue, stranger = (message.attachments[0].data for message in seen)
    assert red == stranger == pair.board.attachments[0].data
    assert blue != red


async def test_the_board_shared(pair: Pair, referee: Referee) -> None:
    """A shared board is there for all to see, pings nobody, and does not take the place of the game's own."""
    assert await told(await pair.blue.slash("board", share=True)) == "The board is in the channel."
    shared = await pair.channel.wait_for(lambda m: bool(m.attachments), after=pair.board)
    assert (shared.pinged, shared.buttons) == (NOBODY, ())
    assert shared.content == pair.board.content
    own, pair.board = pair.board, shared
    assert labels(own) == BOARD_BUTTONS
    await pair.move("Tbc3")
    await settled(referee)
    assert labels(own) == []


async def test_the_board_of_a_game_that_is_over(pair: Pair) -> None:
    """The last game of a channel stays to be seen when it is over, without a number too."""
    await pair.red.press(await (await pair.red.slash("game resign")).reply(), "Yes, resign")
    await pair.next_board()
    carol = pair.discord.human("carol")
    for options in ({}, {"game": "1"}):
        message = await shown(await carol.slash("board", **options))
        assert "Game over. Blue wins: resignation." in message.content
        message = await shown(await carol.slash("board", piece="c2", **options))
        assert message.content == "**#1** The game is over: Blue wins: resignation."
    answer = await shown(await carol.slash("record get"))
    assert '[Result "Blue wins: resignation"]' in answer.attachments[0].data.decode()


async def test_nothing_to_look_at(discord_: Standin, referee: Referee) -> None:
    """Where there has been no game, each question says so."""
    alice = discord_.human("alice")
    async with untouched(discord_, referee):
        for command in ("board", "board piece:all", "record get"):
            assert (
                await told(await alice.slash(command)) == "There is no game in this channel yet. Start one with /play."
            )
        assert await told(await alice.slash("games")) == "You have no games here. Start one with /play."


async def test_where_a_piece_can_go(pair: Pair, referee: Referee) -> None:
    """`/board` with a piece names and marks the targets of the piece there, in the picture's words too."""
    async with untouched(pair.discord, referee):
        message = await shown(await pair.red.slash("board", piece=" C2 "))
    assert message.content == "**#1** Red's guard on c2: Gcb2, Gc3, Gcd3."
    (picture,) = message.attachments
    assert (picture.description or "").startswith(
        "Hexeh game 1 at the start. Red to move. The guard on c2 can go to b2, c3, d3. Red: "
    )
    plain = await shown(await pair.red.slash("board"))
    assert picture.data != plain.attachments[0].data


async def test_which_pieces_can_move(pair: Pair, referee: Referee) -> None:
    """`/board piece:all` names and marks every piece that can move."""
    async with untouched(pair.discord, referee):
        message = await shown(await pair.red.slash("board", piece="all"))
    assert message.content == "**#1** Red can move from a1, b1, c2, e2, f1 and g1."
    words = message.attachments[0].description or ""
    assert "Red to move. Pieces that can move: a1, b1, c2, e2, f1, g1. Red: " in words


async def test_cells_without_moves(pair: Pair, referee: Referee) -> None:
    """A vacant cell, the opponent's piece, a blocked piece and a cell that is none are each answered plainly."""
    answers = {
        "d4": "**#1** d4 is vacant.",
        "c6": "**#1** c6 holds Blue's prowler, and Red is to move.",
        "c1": "**#1** Red's prowler on c1: no legal move.",
        "z9": "This board has no cell z9.",
        "nonsense": "This board has no cell nonsense.",
    }
    async with untouched(pair.discord, referee):
        for cell, answer in answers.items():
            assert await told(await pair.red.slash("board", piece=cell)) == answer


async def test_the_record(pair: Pair, referee: Referee) -> None:
    """`/record` gives a text file with tags and moves, whose long form replays to the same position."""
    await pair.moves("Tbc3 Tfe4 Tcxc6")
    async with untouched(pair.discord, referee):
        message = await shown(await pair.discord.human("carol").slash("record get"))
    (sheet,) = message.attachments
    assert (sheet.filename, sheet.content_type) == ("game-1.txt", "text/plain")
    text = sheet.data.decode()
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.MULTILINE))
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", tags.pop("Date"))
    assert tags.pop("Commitment") == (await games_of(referee))[0].commitment
    assert tags == {
        "Number": "1",
        "Red": "alice",
        "Blue": "bob",
        "Game": "hexeh@1",
        "Dice": "2",
        "Result": "unfinished",
    }
    assert "\n1. Tbc3 Tfe4 2. Tcxc6\n" in untimed(text)
    longs = text.partition("; long form:")[2].partition("; faces:")[0].replace("; ", " ")
    state = replay_moves(variant_of("hexeh"), longs)
    table = await referee.controller.games.tables.find(1)
    assert isinstance(table, Table)
    assert state.position == table.state.position


async def test_ones_games(discord_: Standin, referee: Referee) -> None:
    """`/games` lists the asker's games in the server: what awaits them first, with the way there, challenges last."""
    here = await Pair.seated(discord_)
    annex = discord_.channel("annex")
    other = await Pair.seated(discord_, number=2, place=annex)
    await other.move("Tbc3")
    alice, bob = discord_.human("alice"), discord_.human("bob")
    await challenge(alice, number=3)
    async with untouched(discord_, referee):
        assert (await told(await alice.slash("games"))).replace("\\", "").splitlines() == [
            f"#1 Hexeh vs bob, your move, {link_to(here.board)}",
            f"#2 Hexeh vs bob, bob to move in <#{annex.id}>",
            "#3 Hexeh, your challenge",
        ]
        assert (await told(await bob.at(annex).slash("games"))).replace("\\", "").splitlines() == [
            f"#2 Hexeh vs alice, your move, {link_to(other.board)}",
            f"#1 Hexeh vs alice, alice to move in <#{discord_.channel().id}>",
        ]


async def test_the_rules_card(discord_: Standin, referee: Referee) -> None:
    """`/rules` shows the whole card, rulings and movement diagrams included, for the game and options asked for.

    The diagrams come last, where one reads on.
    """
    carol = discord_.human("carol")
    async with untouched(discord_, referee):
        for options in ({}, {"game": "hexeh"}, {"game": "Hexeh", "options": "travelers=straight"}):
            outcome = await carol.slash("rules", **options)
            message = await shown(outcome)
            pieces = await outcome.followup()
            (diagrams,) = pieces.attachments
            assert pieces.selects
            assert diagrams.data.startswith(b"\x89PNG")
            assert "Prowler: goes to any of the twelve cells" in (diagrams.description or "")
            text = "".join(m.embeds[0]["description"] for m in (message, *outcome.followups[:-1]))
            chosen = {"travelers": "straight"} if "options" in options else {}
            for section in card(variant_of("hexeh", chosen)):
                assert section.heading in text
                assert [line for line in section.lines if line not in text] == []
            assert "The referee's rulings" in text
        assert "there is no game" in (await told(await carol.slash("rules", game="zebra"))).casefold()


async def test_rules_with_options_that_cannot_be(discord_: Standin, referee: Referee) -> None:
    """`/rules` passes no option over in silence: what it cannot take is refused in words."""
    carol = discord_.human("carol")
    async with untouched(discord_, referee):
        answer = await told(await carol.slash("rules", game="hexeh", options="travelers=lost"))
        assert "Travelers can be winding or straight" in answer
        answer = await told(await carol.slash("rules", game="hexeh", options="straight"))
        assert "name=value" in answer


async def test_the_rules_of_the_game_played_here(discord_: Standin, referee: Referee) -> None:
    """`/rules` alone shows the card of the game in the channel, with its options."""
    assert referee.is_ready()
    pair = await Pair.seated(discord_, options="travelers=straight")
    message = await shown(await pair.blue.slash("rules"))
    assert "Option travelers=straight." in message.embeds[0]["description"]
