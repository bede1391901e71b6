"""Buttons and menus: a move in three taps, presses too late, too many or by the wrong person."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.app import Referee
from tests.bot.support.people import (
    BOARD_BUTTONS,
    STRANGER,
    Pair,
    button,
    choices,
    is_board,
    labels,
    link_to,
    moves_of,
    pick,
    settled,
    shown,
    told,
    untouched,
)
from tests.wire import Human, Message, Outcome, Standin, running

PROMOTING = "3e/5/6/E4G1/6/5/4 1 lost=PW,"


def moved_on(board: Message) -> str:
    """What is said of an earlier board than the newest."""
    return f"That board is out of date. Latest: {link_to(board)}"


async def choose(who: Human, menu: Message, label: str) -> Outcome:
    """Choose from whichever menu of a message offers it, and wait for what it changes into."""
    outcome = await pick(who, menu, label)
    await outcome.reply()
    return outcome


async def gone(message: Message) -> None:
    await message.channel.hub.pulse.until(lambda: message.deleted or None, "the message to go away", 5)


async def resigning(who: Human, board: Message) -> Message:
    """Ask to resign by the menu under a board; the question."""
    more = await opened(who, board, "⋯")
    return await (await who.press(more, "Resign")).reply()


def aged(message: Message, custom_id: str) -> str:
    """Let a message hold a button that none shows; its id."""
    button: dict[str, object] = {"type": 2, "id": 2, "style": 2, "label": "Old", "custom_id": custom_id}
    message.components = ({"type": 1, "id": 1, "components": [button]},)
    return custom_id


async def opened(who: Human, board: Message, label: str = "Move") -> Message:
    return await shown(await who.press(board, label))


async def test_a_move_in_three_taps(pair: Pair, referee: Referee) -> None:
    """Move shows all pieces, a button each; a piece shows its targets; the third tap plays, and the buttons go away."""
    menu = await opened(pair.red, pair.board)
    assert (menu.content, labels(menu), menu.attachments, menu.selects) == ("Which piece?", ["Type it…"], (), ())
    assert choices(menu)[:3] == ["Traveler b1", "Traveler f1", "Guard a1"]
    await choose(pair.red, menu, "Traveler b1")
    assert (menu.content, labels(menu), menu.selects) == ("Where to?", ["Type it…", "Back"], ())
    assert {"c3", "xc6"} <= set(choices(menu))
    (picture,) = menu.attachments
    assert (picture.filename, (picture.size or (0,))[0] >= 600) == ("reach.png", True)
    assert " The traveler on b1 can go to " in (picture.description or "")
    outcome = await pick(pair.red, menu, "c3")
    await pair.next_board()
    await gone(menu)
    await settled(referee)
    assert outcome.followups == (), "the board tells of the move"
    assert pair.board.pinged.users == {pair.blue.id}
    assert await moves_of(referee) == ["b1c3"]


async def test_promoting_by_menus(discord_: Standin, referee: Referee) -> None:
    """A promotion costs one tap more."""
    pair = await Pair.placed(discord_, referee, PROMOTING)
    menu = await opened(pair.red, pair.board)
    await choose(pair.red, menu, "Guard d6")
    assert menu.content == "Where to?"
    await choose(pair.red, menu, "d7")
    assert (menu.content, choices(menu)) == ("Promote to what?", ["Stay a guard", "Prowler", "Wizard"])
    assert (menu.attachments, labels(menu)) == ((), ["Type it…", "Back"])
    await (await pair.red.press(menu, "Back")).reply()
    assert menu.content == "Where to?"
    await choose(pair.red, menu, "d7")
    await pick(pair.red, menu, "Stay a guard")
    await pair.next_board()
    assert await moves_of(referee, pair.number) == ["d6d7"]


async def test_a_typed_move(pair: Pair, referee: Referee) -> None:
    """A move is typed into a form; one that is refused says why above the same choice, an old one ends it."""
    menu = await opened(pair.red, pair.board)
    async with untouched(pair.discord, referee):
        outcome = await pair.red.submit(await pair.red.press(menu, "Type it…"), text="Tb6")
        await outcome.reply()
        assert (outcome.followups, menu.content.splitlines()[-1]) == ((), "Which piece?")
        assert "b6" in menu.content.splitlines()[0]
        assert labels(menu) == ["Type it…"]
        assert "Guard c2" in choices(menu)
    old, form = await opened(pair.red, pair.board), await pair.red.press(menu, "Type it…")
    late = await pair.red.press(old, "Type it…")
    await pair.red.submit(form, text="Tbc3")
    await pair.next_board()
    await gone(menu)
    await (await pair.red.submit(late, text="Gc3")).reply()
    assert (old.content, old.buttons) == (moved_on(pair.board), ())
    assert await moves_of(referee) == ["b1c3"]


async def test_where_can_i_go(pair: Pair, referee: Referee) -> None:
    """Where can I go? shows what can move, then where a piece can; the player to move goes on to move it."""
    async with untouched(pair.discord, referee):
        looks = await opened(pair.red, pair.board, "Where can I go?")
        assert looks.content == "**#1** Red can move from a1, b1, c2, e2, f1 and g1."
        assert " Pieces that can move: a1, b1, c2, e2, f1, g1." in (looks.attachments[0].description or "")
        await choose(pair.red, looks, "Guard c2")
        assert labels(looks) == ["Move this guard"]
        for who in (pair.blue, pair.discord.human("carol")):
            watching = await opened(who, pair.board, "Where can I go?")
            assert (labels(watching), len(choices(watching))) == ([], 6)
            await choose(who, watching, "Guard c2")
            assert "Red's guard on c2" in watching.content
    await (await pair.red.press(looks, "Move this guard")).reply()
    assert looks.content == "Where to?"
    await pick(pair.red, looks, "c3")
    await pair.next_board()
    assert await moves_of(referee) == ["c2c3"]


async def test_stale_buttons(pair: Pair, referee: Referee) -> None:
    """The buttons of an old board say that the game has moved on, and lead to the newest; Flip shows that position."""
    old = pair.board
    ids = {label: button(old, label) for label in labels(old)}
    assert list(ids) == BOARD_BUTTONS
    await pair.moves("Tbc3 Tfe4")
    async with untouched(pair.discord, referee):
        assert labels(old) == []
        for label in ("Move", "Where can I go?", "⋯"):
            for who in (pair.red, pair.blue):
                assert await told(await who.press(old, custom_id=ids[label])) == moved_on(pair.board)
        flipped = await shown(await pair.red.press(old, custom_id=ids["Flip"]))
        assert "traveler" in (flipped.attachments[0].description or "")
        assert f"Latest: {link_to(pair.board)}" in flipped.content


async def test_a_stale_menu(pair: Pair, referee: Referee) -> None:
    """A menu opened before the move was made otherwise gives way to the newest board, and its choice does not count."""
    menu = await opened(pair.red, pair.board)
    looks = await opened(pair.red, pair.board, "Where can I go?")
    sure = await resigning(pair.red, pair.board)
    await choose(pair.red, menu, "Traveler b1")
    await pair.move("Gc3")
    async with untouched(pair.discord, referee):
        await choose(pair.red, menu, "c3")
        await choose(pair.red, looks, "Traveler b1")
        await (await pair.red.press(sure, "Yes, resign")).reply()
        for message in (menu, looks, sure):
            assert message.content == moved_on(pair.board)
            assert (message.selects, message.buttons, message.attachments) == ((), (), ())


async def test_choices_that_were_never_offered(pair: Pair, referee: Referee) -> None:
    """A choice that the menu did not hold is refused, and nothing changes."""
    async with untouched(pair.discord, referee):
        for value in ("Q", "T.b1.c3.-.-", "x" * 80, "@everyone", "\u202e"):
            menu = await opened(pair.red, pair.board)
            outcome = await pair.red.press(menu, custom_id=aged(menu, f"hm:pick:{pair.number}:0:{value}"))
            await outcome.reply()
            assert menu.content == "That isn't legal any more. Press Move under the newest board."
            assert menu.buttons == ()


async def test_a_double_click(pair: Pair, referee: Referee) -> None:
    """The same choice clicked twice, and both players pressing at once, make one move and one board."""
    menu = await opened(pair.red, pair.board)
    await choose(pair.red, menu, "Guard c2")
    await asyncio.gather(pick(pair.red, menu, "c3"), pick(pair.red, menu, "c3"), pair.blue.press(pair.board, "Move"))
    await pair.next_board()
    await settled(referee)
    assert await moves_of(referee) == ["c2c3"]
    assert len([m for m in pair.channel.messages if is_board(m)]) == 1, "the board before is shrunk"


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


async def test_strangers(carol: Human, pair: Pair, referee: Referee) -> None:
    """Who does not play in a game, or is not to move, is told so by Move, and nothing changes."""
    async with untouched(pair.discord, referee):
        assert await told(await carol.press(pair.board, "Move")) == STRANGER
        assert await told(await pair.blue.press(pair.board, "Move")) == "It's alice's move."


async def test_buttons_survive_a_restart(discord_: Standin, database: Path) -> None:
    """Buttons and menus of before work after the client has been closed and started anew on the same file."""
    async with running(Referee(database)) as referee:
        pair = await Pair.seated(discord_)
        menu = await shown(await pair.red.press(pair.board, "Move"))
        await choose(pair.red, menu, "Traveler f1")
        await settled(referee)
    async with running(Referee(database)) as again:
        await pick(pair.red, menu, "c3")
        await pair.next_board()
        await settled(again)
    async with running(Referee(database)) as third:
        await pair.blue.press(await resigning(pair.blue, pair.board), "Yes, resign")
        await pair.next_board()
        assert await moves_of(third) == ["f1c3", "Resigned", "Revealed"]
        await settled(third)
