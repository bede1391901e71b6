"""Boards in words, in a theme for once, and for all to see; threats in explorations."""

from __future__ import annotations

from bot.app import Referee
from bot.games import Table, pictures
from bot.games.settings import Viewer
from engine.notation.describe import rows_in_words
from engine.variants import variant_of
from tests.bot.discord_ui.buttons.test_doors import forged
from tests.bot.support.people import Pair, shown, told, untouched
from tests.wire import NOBODY, Human, Message, Standin

FIRST = "Hexeh game 1 after Red's move 1. Red's traveler moved from b1 to c3. Blue to move."


async def drawn(referee: Referee, viewer: Viewer) -> bytes:
    """The board of the first game as this viewer should see it."""
    games = referee.controller.games
    table = await games.tables.find(1)
    assert isinstance(table, Table)
    return (await pictures.board(table, viewer, await games.company.at(table))).png


def png(message: Message) -> bytes:
    """The picture on a message."""
    return message.attachments[0].data


async def test_row_by_row(pair: Pair, referee: Referee) -> None:
    """In words a board begins as its picture's words do, and names each row with its pieces, to the asker alone."""
    await pair.move("Tbc3")
    async with untouched(pair.discord, referee):
        message = await shown(await pair.red.slash("board", words=True, share=True))
    assert message.content.splitlines() == [
        FIRST,
        "Row 7: d7 Blue empress.",
        "Row 6: c6 Blue prowler, d6 Blue wizard, e6 Blue prowler.",
        "Row 5: b5 Blue traveler, c5 Blue guard, e5 Blue guard, f5 Blue traveler.",
        "Row 4: a4 Blue guard, g4 Blue guard.",
        "Row 3: c3 Red traveler.",
        "Row 2: c2 Red guard, d2 Red wizard, e2 Red guard.",
        "Row 1: a1 Red guard, c1 Red prowler, d1 Red empress, e1 Red prowler, f1 Red traveler, g1 Red guard.",
    ]
    assert message.attachments == ()


async def test_where_pieces_can_go_in_words(pair: Pair, referee: Referee) -> None:
    """Where a piece can go is told in words, too, and what cannot be is refused as with a picture."""
    await pair.move("Tbc3")
    answers = {
        "c5": f"{FIRST}\nThe guard on c5 can go to b4, c4, d5.",
        "all": f"{FIRST}\nBlue can move from a4, b5, c5, e5, f5 and g4.",
        "c6": f"{FIRST}\nBlue's prowler on c6: no legal move.",
        "z9": "This board has no cell z9.",
    }
    async with untouched(pair.discord, referee):
        for piece, answer in answers.items():
            assert await told(await pair.blue.slash("board", words=True, piece=piece)) == answer
        for picture in ({"theme": "slate"}, {"letters": True}, {"seat": "Red"}):
            refused = await told(await pair.blue.slash("board", words=True, **picture))
            assert refused == "Choose either words: or seat:, letters: and theme: for a picture."


async def test_a_large_board_takes_several_messages(discord_: Standin, referee: Referee) -> None:
    """A board of 169 cells goes on in further messages, cut between rows, all of them private."""
    pair = await Pair.seated(discord_, variant="nd-trios")
    async with untouched(discord_, referee):
        outcome = await pair.red.slash("board", words=True)
        pages = [await outcome.reply(), await outcome.followup()]
    text = "\n".join(page.content for page in pages)
    assert all(page.ephemeral and page.pinged == NOBODY and len(page.content) <= 2000 for page in pages)
    rows = rows_in_words(variant_of("nd-trios"), variant_of("nd-trios").start)
    assert text.splitlines() == ["Nearlydouble Trios game 1 at the start. White to move.", *rows]


async def test_a_theme_for_once_and_for_good(pair: Pair, referee: Referee) -> None:
    """A theme asked for holds once, one chosen for all boards drawn for oneself, and nobody else."""
    contrast = await drawn(referee, Viewer(1, letters=True, theme="contrast"))
    slate, blue = await drawn(referee, Viewer(1, letters=True)), await drawn(referee, Viewer(2, letters=True))
    assert png(await shown(await pair.red.slash("board", theme="contrast"))) == contrast
    assert png(await shown(await pair.red.slash("board"))) == slate != contrast
    answer = await told(await pair.red.slash("settings change", theme="contrast"))
    assert "**theme: contrast – boards are drawn for you in contrast**" in answer
    assert png(await shown(await pair.red.slash("board"))) == contrast
    assert png(await shown(await pair.red.slash("board", theme="auto"))) == slate
    assert png(await shown(await pair.blue.slash("board"))) == blue
    assert png(pair.board) == slate


async def test_a_theme_that_does_not_suit_is_named(pair: Pair) -> None:
    """A theme in which the sides would not stand out gives way to another, and the answer says so."""
    note = "-# The pieces wouldn't stand out in walnut, so I drew this board in slate."
    assert (await shown(await pair.red.slash("board", theme="walnut"))).content.endswith(f"\n{note}")
    assert (await shown(await pair.red.slash("board", theme="walnut", piece="c2"))).content.endswith(f"\n{note}")
    for theme in ("slate", "auto"):
        assert "-# The pieces" not in (await shown(await pair.red.slash("board", theme=theme))).content


async def test_what_all_see_has_the_servers_theme(pair: Pair, referee: Referee) -> None:
    """The public board and a board that somebody shares from their side have the server's theme."""
    guild = pair.channel.guild
    assert guild is not None
    await referee.controller.games.servers.choose(guild.id, "theme", "paper")
    await told(await pair.red.slash("settings change", theme="contrast"))
    await pair.move("Tbc3")
    assert png(pair.board) == await drawn(referee, Viewer(2, letters=True, theme="paper"))
    await told(await pair.red.slash("board", share=True))
    shared = await pair.channel.wait_for(lambda m: bool(m.attachments), after=pair.board)
    assert png(shared) == await drawn(referee, Viewer(1, letters=True, theme="paper"))
    carol = pair.discord.human("carol")
    assert png(await shown(await carol.slash("board"))) == png(shared), "who has chosen nothing sees the server's"


async def explored(who: Human, **options: object) -> Message:
    """Begin an exploration."""
    return await shown(await who.slash("explore", **options))


async def test_threats_of_games_that_are_not_ones_own(pair: Pair, referee: Referee) -> None:
    """A spectator's exploration shows who attacks what, until something else is pressed."""
    carol = pair.discord.human("carol")
    await pair.moves("Tbc3 Tfe4")
    async with untouched(pair.discord, referee):
        message = await explored(carol, game="1")
        assert "Threats" in [button.label for button in message.buttons]
        calm = png(message)
        message = await (await carol.press(message, "Threats")).reply()
        (picture,) = message.attachments
        assert "Blue's pieces attacked: " in (picture.description or "")
        assert "Green cells are attacked more often by " in message.content
        assert (picture.description or "").startswith("Hexeh after move 1. Red to move. ")
        message = await (await carol.press(message, "Hide threats")).reply()
        assert png(message) == calm


async def test_no_threats_while_one_plays(pair: Pair, referee: Referee) -> None:
    """In a game under way that one plays with others there is no such button, and one of before is refused."""
    message = await explored(pair.red)
    assert "Threats" not in [button.label for button in message.buttons]
    forgery = await forged(referee, pair.channel, "threats")
    answer = await shown(await pair.red.press(forgery, "Threats"))
    assert answer.content == "Game #1 is still going on, and you play in it: I show its threats once it is over."
    sure = await shown(await pair.red.slash("game resign"))
    await told(await pair.red.press(sure, "Yes, resign"))
    await pair.next_board()
    assert "Threats" in [button.label for button in (await explored(pair.red)).buttons]
