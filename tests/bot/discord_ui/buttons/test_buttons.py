"""Buttons and menus: a move chosen step by step, presses too late, too many or by the wrong person."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.app import Referee
from bot.discord_ui.components.move_picker import Choice, Question
from bot.discord_ui.components.picker import PAGE, picker_view
from tests.bot.people import STRANGER, Pair, button, labels, moves_of, settled, shown, told, untouched
from tests.wire import Human, Message, Standin, running

PROMOTING = "3e/5/6/E4G1/6/5/4 1 lost=PW,"
MOVED_ON = "The game has moved on since that board. Please use the newest one."


async def choose(who: Human, menu: Message, label: str) -> None:
    """Choose from the one menu of a message, and wait for what it changes into."""
    (select,) = menu.selects
    await (await who.choose(menu, select.custom_id, label)).reply()


def offered(menu: Message) -> list[str]:
    """What a message's one menu offers."""
    return [option.label for option in menu.selects[0].options]


async def test_a_move_by_menus(pair: Pair, referee: Referee) -> None:
    """Move asks for the kind of piece, then the cell, then the target, which it shows; the choice plays."""
    menu = await shown(await pair.red.press(pair.board, "Move"))
    assert (menu.content, offered(menu), labels(menu)) == ("Which piece?", ["Guard", "Traveler"], [])
    await choose(pair.red, menu, "Traveler")
    assert (menu.content, offered(menu)) == ("Which one?", ["Traveler on b1", "Traveler on f1"])
    assert (labels(menu), menu.attachments) == (["Back"], ())
    await choose(pair.red, menu, "Traveler on b1")
    assert menu.content == "Where to?"
    assert {"c3", "xc6"} <= set(offered(menu))
    (picture,) = menu.attachments
    assert (picture.filename, (picture.size or (0,))[0] >= 600) == ("reach.png", True)
    assert (picture.description or "").startswith("The traveler on b1 can go to ")
    outcome = await pair.red.choose(menu, menu.selects[0].custom_id, "c3")
    await pair.next_board()
    assert await told(outcome) == "Red: Tbc3 (traveler b1 to c3). bob (Blue) to move."
    assert (menu.selects, menu.buttons, menu.attachments) == ((), (), ())
    assert pair.board.pinged.users == {pair.blue.id}
    assert await moves_of(referee) == ["b1c3"]


async def test_going_back(pair: Pair, referee: Referee) -> None:
    """Back leads to the question before, without the picture, and from there on to another move."""
    menu = await shown(await pair.red.press(pair.board, "Move"))
    await choose(pair.red, menu, "Traveler")
    await choose(pair.red, menu, "Traveler on b1")
    await (await pair.red.press(menu, "Back")).reply()
    assert (menu.content, menu.attachments) == ("Which one?", ())
    await (await pair.red.press(menu, "Back")).reply()
    assert (menu.content, offered(menu), labels(menu)) == ("Which piece?", ["Guard", "Traveler"], [])
    await choose(pair.red, menu, "Guard")
    await choose(pair.red, menu, "Guard on c2")
    await choose(pair.red, menu, "c3")
    await pair.next_board()
    assert await moves_of(referee) == ["c2c3"]


@pytest.mark.parametrize(("choice", "move"), [("Prowler", "d6d7=P"), ("Wizard", "d6d7=W"), ("Stay a guard", "d6d7")])
async def test_promoting_by_menus(discord_: Standin, referee: Referee, choice: str, move: str) -> None:
    """A guard on the throne is asked what to become; a kind with one piece skips the question which."""
    pair = await Pair.placed(discord_, referee, PROMOTING)
    menu = await shown(await pair.red.press(pair.board, "Move"))
    await choose(pair.red, menu, "Guard")
    assert menu.content == "Where to?"
    await choose(pair.red, menu, "d7")
    assert (menu.content, offered(menu)) == ("Promote to what?", ["Stay a guard", "Prowler", "Wizard"])
    assert menu.attachments == ()
    await choose(pair.red, menu, choice)
    await pair.next_board()
    assert await moves_of(referee, pair.number) == [move]


async def test_many_choices_are_paged() -> None:
    """A question with sixty choices is asked on three pages within Discord's limits."""
    long = "A very long kind of name for a piece".ljust(100, ".")
    choices = tuple(Choice(f"w{number}", long, long) for number in range(60))
    question = Question(("T", "w12"), "Where to?", choices)
    seen: list[str] = []
    for page, extra in enumerate((["More choices"], ["Earlier choices", "More choices"], ["Earlier choices"])):
        rows = picker_view(10**15 - 1, 10**9 - 1, question, page, ("T",)).to_components()
        menu, others = rows[0]["components"][0], [b for row in rows[1:] for b in row["components"]]
        assert [b["label"] for b in others] == [*extra, "Back"]
        assert len(rows) <= 5
        assert 1 <= len(menu["options"]) <= PAGE == 25
        assert all(len(item["custom_id"]) <= 100 for item in (menu, *others))
        assert all(len(o["label"]) <= 100 and len(o["description"]) <= 100 for o in menu["options"])
        seen += [o["value"] for o in menu["options"]]
    assert seen == [choice.value for choice in choices]


async def test_pages_turn(pair: Pair, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """The buttons between pages show the choices beyond the first page, and a choice there plays."""
    monkeypatch.setattr("bot.discord_ui.components.picker.PAGE", 4)
    menu = await shown(await pair.red.press(pair.board, "Move"))
    await choose(pair.red, menu, "Traveler")
    await choose(pair.red, menu, "Traveler on b1")
    first = offered(menu)
    await (await pair.red.press(menu, "More choices")).reply()
    second = offered(menu)
    assert len(first) == len(second) == 4
    assert not set(first) & set(second)
    assert labels(menu) == ["Earlier choices", "More choices", "Back"]
    await (await pair.red.press(menu, "Earlier choices")).reply()
    assert offered(menu) == first
    await (await pair.red.press(menu, "More choices")).reply()
    await choose(pair.red, menu, second[-1])
    await pair.next_board()
    assert await moves_of(referee) == ["b1" + second[-1].removeprefix("x")]


async def test_stale_buttons(pair: Pair, referee: Referee) -> None:
    """The buttons of an old board do nothing but say that the game has moved on; Flip shows the newest position."""
    old = pair.board
    ids = {label: button(old, label) for label in labels(old)}
    assert list(ids) == ["Move", "Offer draw", "Resign", "Flip"]
    await pair.moves("Tbc3 Tfe4")
    async with untouched(pair.discord, referee):
        assert labels(old) == []
        for label in ("Move", "Offer draw", "Resign"):
            for who in (pair.red, pair.blue):
                assert await told(await who.press(old, custom_id=ids[label])) == MOVED_ON
        flipped = await shown(await pair.red.press(old, custom_id=ids["Flip"]))
        assert "traveler" in (flipped.attachments[0].description or "")


async def test_a_stale_menu(pair: Pair, referee: Referee) -> None:
    """A menu opened before the move was made otherwise is cleared, and its choice does not count."""
    menu = await shown(await pair.red.press(pair.board, "Move"))
    sure = await shown(await pair.red.press(pair.board, "Resign"))
    await choose(pair.red, menu, "Traveler")
    await pair.move("Gc3")
    async with untouched(pair.discord, referee):
        outcome = await pair.red.choose(menu, menu.selects[0].custom_id, "Traveler on b1")
        assert await told(outcome) == MOVED_ON
        await pair.discord.hub.pulse.until(lambda: not menu.selects or None, "the menu to go", 5)
        assert await told(await pair.red.press(sure, "Yes, resign")) == MOVED_ON


async def test_choices_that_were_never_offered(pair: Pair, referee: Referee) -> None:
    """A choice that the menu did not hold is refused, and nothing changes."""
    menu = await shown(await pair.red.press(pair.board, "Move"))
    async with untouched(pair.discord, referee):
        for value in ("Q", "", "T.b1.c3.-", "x" * 100, "@everyone", "\u202e"):
            outcome = await pair.red.choose(menu, "", value, custom_id=f"hm:pick:{pair.number}:0:0:")
            assert await told(outcome) == "That choice is not legal any more. Press Move on the newest board."


async def test_two_moves_at_once(pair: Pair, referee: Referee) -> None:
    """Of two moves sent at the same moment one counts, and the other is told that it came too late."""
    outcomes = await asyncio.gather(*(pair.red.slash("move", notation=text) for text in ("Tbc3", "Tfc3")))
    answers = [await told(outcome) for outcome in outcomes]
    assert [answer for answer in answers if answer == "It is not your turn: Blue is to move."] == [answers[1]]
    assert answers[0].startswith("Red: Tbc3")
    await pair.next_board()
    await settled(referee)
    assert await moves_of(referee) == ["b1c3"]
    assert len([m for m in pair.channel.messages if m.attachments]) == 2


async def test_a_double_click(pair: Pair, referee: Referee) -> None:
    """The same choice clicked twice, and both players pressing at once, make one move and one board."""
    menu = await shown(await pair.red.press(pair.board, "Move"))
    await choose(pair.red, menu, "Guard")
    await choose(pair.red, menu, "Guard on c2")
    which = menu.selects[0].custom_id
    once, twice, other = await asyncio.gather(
        pair.red.choose(menu, which, "c3"), pair.red.choose(menu, which, "c3"), pair.blue.press(pair.board, "Move")
    )
    assert (await told(once)).startswith("Red: Gc3")
    assert await told(twice) in {MOVED_ON, "It is not your turn: Blue is to move."}
    assert await told(other) in {MOVED_ON, "It is not your turn: Red is to move."}
    await pair.next_board()
    await settled(referee)
    assert await moves_of(referee) == ["c2c3"]
    assert len([m for m in pair.channel.messages if m.attachments]) == 2


async def test_flip(pair: Pair, referee: Referee) -> None:
    """Flip shows the board to the presser alone, from their own side."""
    async with untouched(pair.discord, referee):
        pictures = []
        for who in (pair.red, pair.blue, pair.discord.human("carol")):
            flipped = await shown(await who.press(pair.board, "Flip"))
            assert flipped.viewer == who.user
            pictures.append(flipped.attachments[0].data)
        public = pair.board.attachments[0].data
        assert [picture == public for picture in pictures] == [True, False, False]
        assert pictures[1] == pictures[2], "a stranger sees the side that the channel does not"


async def test_resigning(pair: Pair, referee: Referee) -> None:
    """Resign asks first; only the answer resigns, the other is pinged, and the last board has nothing but Flip."""
    async with untouched(pair.discord, referee):
        sure = await shown(await pair.red.press(pair.board, "Resign"))
        assert (sure.content, labels(sure)) == ("Resign game #1? This cannot be undone.", ["Yes, resign"])
    outcome = await pair.red.press(sure, "Yes, resign")
    assert await told(outcome) == "You resign. Game over. Blue wins: resignation."
    await pair.next_board()
    assert "Game over. Blue wins: resignation." in pair.board.content
    assert labels(pair.board) == ["Flip"]
    assert pair.board.pinged.users == {pair.blue.id}
    await pair.discord.hub.pulse.until(lambda: not sure.buttons or None, "the question to lose its button", 5)
    assert await moves_of(referee) == ["Resigned", "Revealed"]


async def test_strangers(pair: Pair, referee: Referee) -> None:
    """Who does not play in a game is told so by every button, and nothing changes."""
    carol = pair.discord.human("carol")
    async with untouched(pair.discord, referee):
        for label in ("Move", "Offer draw", "Resign"):
            assert await told(await carol.press(pair.board, label)) == STRANGER
        assert await told(await pair.blue.press(pair.board, "Move")) == "It is not your turn: Red is to move."


async def test_buttons_survive_a_restart(discord_: Standin, database: Path) -> None:
    """Buttons and menus of before work after the client has been closed and started anew on the same file."""
    async with running(Referee(database)) as referee:
        pair = await Pair.seated(discord_)
        menu = await shown(await pair.red.press(pair.board, "Move"))
        await choose(pair.red, menu, "Traveler")
        await settled(referee)
    async with running(Referee(database)) as again:
        await choose(pair.red, menu, "Traveler on f1")
        await choose(pair.red, menu, "c3")
        await pair.next_board()
        await settled(again)
    async with running(Referee(database)) as third:
        sure = await shown(await pair.blue.press(pair.board, "Resign"))
        await pair.blue.press(sure, "Yes, resign")
        await pair.next_board()
        assert await moves_of(third) == ["f1c3", "Resigned", "Revealed"]
        await settled(third)
