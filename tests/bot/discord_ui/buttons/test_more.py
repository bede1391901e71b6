"""The menu More… under a board: each item does what its command does, and nothing stale stays behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Referee
from bot.discord_ui.commands.proposals import ITEMS
from bot.games import Table
from bot.store import Player
from engine.play.rolls import record_hash
from engine.records.audit import short_seal
from tests.bot.discord_ui.buttons.test_buttons import aged, gone, moved_on, offered, pick
from tests.bot.support.people import (
    STRANGER,
    Pair,
    button,
    games_of,
    labels,
    more,
    moves_of,
    record_of,
    says,
    settled,
    shown,
    told,
    untouched,
)
from tests.wire import Human, Message, Outcome, Standin, running

USUAL = ["Offer draw", "Resign", "Rules", "How pieces move", "Record", "Notes", "Explore"]


async def opened(who: Human, board: Message) -> Message:
    """The menu that More… opens."""
    return await shown(await who.press(board, "More…"))


async def instead(outcome: Outcome) -> Message:
    """What an item puts in the place of the menu."""
    message = await outcome.reply()
    assert message.ephemeral
    assert not message.pinged
    return message


async def test_what_is_offered(discord_: Standin, referee: Referee) -> None:
    """The menu holds what can be done in this game at this time, by whoever opens it."""
    pair = await Pair.seated(discord_)
    menu = await opened(pair.red, pair.board)
    assert (menu.content, labels(menu)) == ("**#1 Hexeh**: what would you like to do?", USUAL)
    await pair.move("Tbc3")
    assert labels(await opened(pair.red, pair.board)) == [USUAL[0], "Take back", "Nudge", *USUAL[1:]]
    assert labels(await opened(pair.blue, pair.board)) == USUAL
    carol = discord_.human("carol")
    async with untouched(discord_, referee):
        watching = await opened(carol, pair.board)
        assert labels(watching) == ["Rules", "How pieces move", "Record", "Notes", "Explore"]
    rolled = await Pair.seated(discord_, 2, options="combat=poly", clock="3 days/move")
    assert labels(await opened(rolled.red, rolled.board)) == [
        "Offer draw", "Offer pause", "Resign", "Rules", "How pieces move", "Record", "Dice", "Notes",
        "Explore",
    ]  # fmt: skip


def test_every_item_has_a_name_of_its_own() -> None:
    """Items are told apart by their names in ids, and fit in one message."""
    assert len(ITEMS) <= 25


@pytest.mark.parametrize(("label", "event"), [("Offer draw", "DrawOffered"), ("Offer pause", "PauseOffered")])
async def test_offers(discord_: Standin, referee: Referee, label: str, event: str) -> None:
    """An offer is made at the second tap, told by its news alone, and the menu goes away."""
    pair = await Pair.seated(discord_, clock="3 days/move")
    menu = await opened(pair.red, pair.board)
    outcome = await pair.red.press(menu, label)
    news = await pair.channel.wait_for(says("do you accept?"), after=pair.board)
    await gone(menu)
    await settled(referee)
    assert outcome.followups == ()
    assert news.pinged.users == {pair.blue.id}
    assert (await moves_of(referee))[-1] == event
    assert label not in labels(await opened(pair.red, pair.board))


async def test_taking_back_and_resuming(discord_: Standin, referee: Referee) -> None:
    """A takeback is asked for; a game that is paused can be resumed."""
    pair = await Pair.seated(discord_, clock="3 days/move")
    await pair.move("Tbc3")
    await more(pair.red, pair.board, "Take back")
    await pair.channel.wait_for(says("asks to take back"), after=pair.board)
    await more(pair.red, pair.board, "Offer pause")
    news = await pair.channel.wait_for(says("offers a pause"), after=pair.board)
    await told(await pair.blue.press(news, "Accept pause"))
    menu = await opened(pair.red, pair.board)
    assert "Resume" in labels(menu)
    assert "Offer pause" not in labels(menu)
    await pair.red.press(menu, "Resume")
    await gone(menu)
    assert (await moves_of(referee))[-1] in {"Resumed", "ClockResumed"}


async def test_nudging(pair: Pair) -> None:
    """Who waits for another may remind them, once a day, as by the command; the answer takes the menu's place."""
    assert "nudge" in (await instead(await more(pair.blue, pair.board, "Nudge"))).content.casefold()
    again = await instead(await more(pair.blue, pair.board, "Nudge"))
    assert again.content.startswith("Game #1 has had its nudge for today.")
    assert again.buttons == ()


async def test_papers(pair: Pair, referee: Referee) -> None:
    """Rules, pictures of the pieces and record come in the place of the menu, the same as by their commands."""
    await pair.move("Tbc3")
    async with untouched(pair.discord, referee):
        rules = await instead(await more(pair.discord.human("carol"), pair.board, "Rules"))
        assert "Prowler" in rules.embeds[0]["description"].title()
        assert (rules.attachments, rules.buttons, rules.content) == ((), (), "")
        pieces = await instead(await more(pair.discord.human("carol"), pair.board, "How pieces move"))
        assert pieces.attachments[0].filename == "pieces.png"
        assert labels(pieces) == ["◀ Guard (G)", "Empress (E) ▶"]
        record = await instead(await more(pair.blue, pair.board, "Record"))
        assert record.attachments[0].data.decode() == await record_of(pair.blue)
        assert record.buttons == ()


async def test_dice(discord_: Standin, referee: Referee) -> None:
    """Dice shows what they are committed to and how they fell, and once the game is over what their check finds."""
    pair = await Pair.seated(discord_, options="combat=poly")
    (game,) = await games_of(referee)
    commitment = game.commitment
    paper = await instead(await more(pair.red, pair.board, "Dice"))
    table = await referee.controller.games.tables.find(1)
    assert isinstance(table, Table)
    record = record_hash(table.state, "game 1", commitment)
    assert paper.content == (
        f"The dice of game #1 are committed to\n`{commitment}`\n"
        f"The hash of its record so far, in short `{short_seal(record)}`, is\n`{record}`"
    )
    await pair.move("Tbxc6")
    paper = await instead(await more(pair.red, pair.board, "Dice"))
    assert " expected. " in paper.content
    assert paper.buttons == ()


async def test_notes(pair: Pair, referee: Referee) -> None:
    """Notes are written in a form, keep their line ends, and are listed to their writer alone."""
    await pair.move("Tbc3")
    async with untouched(pair.discord, referee):
        notes = await instead(await more(pair.red, pair.board, "Notes"))
        assert notes.content.startswith("You have no notes on game #1.")
        form = await pair.red.press(notes, "Write a note")
        assert form.modal["title"] == "A note on game #1"
        submitted = await pair.red.submit(form, text="Watch c6.\r\n\n1. then *b4*\u202e \n")
        await submitted.reply()
        listing = "**Your notes on game #1**\n1: after 1. Tbc3: Watch c6.\n\n1\\. then \\*b4\\*"
        assert notes.content == listing
        assert labels(notes) == ["Write a note"]
        again = await pair.red.submit(await pair.red.press(notes, "Write a note"), text="Short.")
        await again.reply()
        assert notes.content == f"{listing}\n2: after 1. Tbc3: Short."
        theirs = await instead(await more(pair.blue, pair.board, "Notes"))
        assert theirs.content.startswith("You have no notes on game #1.")
        assert (await shown(await pair.red.slash("game note"))).content == notes.content


async def test_a_form_outlives_a_restart(discord_: Standin, database: Path) -> None:
    """What is handed in after a restart is kept; the library remembers no forms."""
    async with running(Referee(database)) as referee:
        pair = await Pair.seated(discord_)
        notes = await instead(await more(pair.red, pair.board, "Notes"))
        form = await pair.red.press(notes, "Write a note")
        assert referee._connection._view_store._modals == {}
        await settled(referee)
    async with running(Referee(database)) as again:
        await (await pair.red.submit(form, text="Later.")).reply()
        (game,) = await games_of(again)
        written = await again.controller.games.notes.read(game, Player(pair.red.id, ""))
        assert [note.text for note in written] == ["Later."]


async def test_a_form_for_a_game_elsewhere(pair: Pair, discord_: Standin, referee: Referee) -> None:
    """A note on a game that one does not see is refused."""
    notes = await instead(await more(pair.red, pair.board, "Notes"))
    form = await pair.red.press(notes, "Write a note")
    form.modal["custom_id"] = "hm:noted:7"
    async with untouched(discord_, referee):
        refused = await (await pair.red.submit(form, text="Lost.")).followup()
        assert refused.content == "There is no game #7 here. /games lists yours."


async def test_exploring(pair: Pair, referee: Referee) -> None:
    """Explore puts an exploration in the place of the menu, with the same menus of pieces."""
    async with untouched(pair.discord, referee):
        copy = await instead(await more(pair.discord.human("carol"), pair.board, "Explore"))
        assert copy.content.startswith("**Exploring #1 Hexeh, from the start**")
        assert [select.placeholder for select in copy.selects] == ["Travelers (2)", "Guards (4)"]
        await (await pick(pair.discord.human("carol"), copy, "Traveler on b1")).reply()
        assert "c3" in offered(copy)


async def test_a_menu_left_open(pair: Pair, referee: Referee) -> None:
    """Of a menu opened before the next move, what acts leads to the newest board; what looks shows the present."""
    acting, looking = await opened(pair.red, pair.board), await opened(pair.red, pair.board)
    await pair.move("Tbc3")
    async with untouched(pair.discord, referee):
        assert await told(await pair.red.press(acting, "Offer draw")) == moved_on(pair.board)
        assert labels(acting) == []
        record = await instead(await pair.red.press(looking, "Record"))
        assert "Tbc3" in record.attachments[0].data.decode()


async def test_strangers_do_not_act(pair: Pair, referee: Referee) -> None:
    """A stranger who gets hold of an item for players is told that they do not play."""
    menu = await opened(pair.discord.human("carol"), pair.board)
    forged = button(await opened(pair.red, pair.board), "Offer draw")
    aged(menu, forged)
    async with untouched(pair.discord, referee):
        assert await told(await pair.discord.human("carol").press(menu, custom_id=forged)) == STRANGER
        unknown = forged.replace("item-draw", "item-other")
        aged(menu, unknown)
        answer = await told(await pair.discord.human("carol").press(menu, custom_id=unknown))
        assert answer == "I do not know that button any more. Press More… under the newest board."
