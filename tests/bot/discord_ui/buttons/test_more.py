"""The menu ⋯ under a board: each item does what its command does, and nothing stale stays behind."""

from __future__ import annotations

from pathlib import Path

from bot.app import Referee
from bot.store import Player
from tests.bot.discord_ui.buttons.test_buttons import aged, moved_on, opened
from tests.bot.support.people import STRANGER, Pair, button, games_of, labels, more, settled, shown, told, untouched
from tests.wire import Human, Message, Outcome, Standin, running

DEFAULT_TERMS = ["Offer draw", "Resign", "Rules", "How pieces move", "Record", "Notes", "Explore"]


async def instead(outcome: Outcome) -> Message:
    """What an item puts in the place of the menu."""
    message = await outcome.reply()
    assert message.ephemeral
    assert not message.pinged
    return message


async def test_what_is_offered(carol: Human, discord_: Standin, referee: Referee) -> None:
    """The menu holds what can be done in this game at this time, by whoever opens it."""
    pair = await Pair.seated(discord_)
    menu = await opened(pair.red, pair.board, "⋯")
    assert (menu.content, labels(menu)) == ("**#1 Hexeh** – what would you like to do?", DEFAULT_TERMS)
    await pair.move("Tbc3")
    draw, *rest = DEFAULT_TERMS
    assert labels(await opened(pair.red, pair.board, "⋯")) == [draw, "Take back", "Nudge", *rest]
    assert labels(await opened(pair.blue, pair.board, "⋯")) == DEFAULT_TERMS
    async with untouched(discord_, referee):
        watching = await opened(carol, pair.board, "⋯")
        assert labels(watching) == ["Rules", "How pieces move", "Record", "Notes", "Explore"]
    rolled = await Pair.seated(discord_, 2, options="combat=poly", clock="3 days/move")
    assert labels(await opened(rolled.red, rolled.board, "⋯")) == [
        "Offer draw", "Offer pause", "Resign", "Rules", "How pieces move", "Record", "Dice", "Notes",
        "Explore",
    ]  # fmt: skip


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


async def test_a_menu_left_open(pair: Pair, referee: Referee) -> None:
    """Of a menu opened before the next move, what acts leads to the newest board; what looks shows the present."""
    acting, looking = await opened(pair.red, pair.board, "⋯"), await opened(pair.red, pair.board, "⋯")
    await pair.move("Tbc3")
    async with untouched(pair.discord, referee):
        assert await told(await pair.red.press(acting, "Offer draw")) == moved_on(pair.board)
        assert labels(acting) == []
        record = await instead(await pair.red.press(looking, "Record"))
        assert "Tbc3" in record.attachments[0].data.decode()


async def test_strangers_do_not_act(pair: Pair, referee: Referee) -> None:
    """A stranger who gets hold of an item for players is told that they do not play."""
    menu = await opened(pair.discord.human("carol"), pair.board, "⋯")
    forged = button(await opened(pair.red, pair.board, "⋯"), "Offer draw")
    aged(menu, forged)
    async with untouched(pair.discord, referee):
        assert await told(await pair.discord.human("carol").press(menu, custom_id=forged)) == STRANGER
        unknown = forged.replace("item-draw", "item-other")
        aged(menu, unknown)
        answer = await told(await pair.discord.human("carol").press(menu, custom_id=unknown))
        assert answer == "I don't know that button any more. Press ⋯ under the newest board."
