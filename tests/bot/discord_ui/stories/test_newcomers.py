"""Newcomers against the bot: an attacked royal piece is pointed out, and they are asked before it is left."""

from __future__ import annotations

from bot.app import Referee
from tests.bot.support.minds import FirstMove
from tests.bot.support.people import is_board, labels, moves_of, placed_game, shown
from tests.wire import Human, Message, Standin

ATTACKED = "4/W4/6/Eg4e/6/5/4 1"
"""Red's empress on d1 is attacked by the guard on d2, and could take it; the wizard could move instead."""
DANGER = "Your empress on d1 is under attack."
ASKED = "Are you sure? The guard on d2 could then take your empress on d1."


async def begin(discord: Standin, number: int = 1) -> tuple[Human, Message]:
    alice = discord.human("alice")
    wishes = {"game": "hexeh", "level": 1, "side": "1", "clock": "none", "position": ATTACKED}
    await alice.slash("play", **wishes)
    return alice, await alice.place.wait_for(lambda m: f"#{number} " in m.content and is_board(m))


async def test_asked_once(discord_: Standin, referee: Referee) -> None:
    """The board says and shows the danger; a move that leaves it is asked about once, however it is made."""
    FirstMove.of(referee)
    alice, board = await begin(discord_)
    assert DANGER in board.content
    assert "Red's empress on d1 is under attack." in (board.attachments[0].description or "")
    assert DANGER in (await shown(await alice.slash("board"))).content
    assert DANGER not in (await shown(await discord_.human("bob").slash("board"))).content
    question = await shown(await alice.slash("move", notation="Wb2"))
    assert question.content == ASKED
    assert labels(question) == ["Yes, play it", "Back"]
    assert await moves_of(referee) == []
    menu = await (await alice.press(question, "Back")).reply()
    assert menu.id == question.id
    assert menu.content == "Which piece?"
    await alice.slash("move", notation="Wb2")
    await alice.place.wait_for(is_board, after=board)
    assert (await moves_of(referee))[:1] == ["b1b2"]


async def test_asked_in_a_reply(discord_: Standin, referee: Referee) -> None:
    """A typed move is asked about in a reply with the same buttons, which goes away when one is pressed."""
    FirstMove.of(referee)
    alice, board = await begin(discord_)
    said = await alice.say("Wb2", reply_to=board)
    question = await alice.place.wait_for(lambda m: m.reference is said)
    assert question.content == ASKED
    await alice.press(question, "Yes, play it")
    await alice.place.wait_for(is_board, after=question)
    assert (await moves_of(referee))[:1] == ["b1b2"]
    await discord_.hub.pulse.until(lambda: question.deleted or None, "the question to go away", 5)


async def test_asked_after_a_form(discord_: Standin, referee: Referee) -> None:
    """A move typed in the form is asked about in place of the menus, and can then be made."""
    FirstMove.of(referee)
    alice, board = await begin(discord_)
    menu = await shown(await alice.press(board, "Move"))
    question = await (await alice.submit(await alice.press(menu, "Type it…"), text="Wb2")).reply()
    assert (question.id, question.content) == (menu.id, ASKED)
    await alice.press(question, "Yes, play it")
    await alice.place.wait_for(is_board, after=board)
    assert (await moves_of(referee))[:1] == ["b1b2"]


async def test_who_is_no_newcomer(discord_: Standin, referee: Referee) -> None:
    """After three games against the bot, players aren't warned any more."""
    FirstMove.of(referee)
    for number in range(1, 4):
        alice, board = await begin(discord_, number)
        assert DANGER in board.content
        question = await shown(await alice.slash("game resign", game=str(number)))
        await alice.press(question, question.buttons[0].label)
        await alice.place.wait_for(lambda m: "Rematch" in labels(m), after=board)
    _, board = await begin(discord_, 4)
    assert DANGER not in board.content
    await alice.slash("move", notation="Wb2", game="4")
    await alice.place.wait_for(is_board, after=board)
    assert (await moves_of(referee, 4))[:1] == ["b1b2"]


async def test_against_people(alice: Human, bob: Human, discord_: Standin, referee: Referee) -> None:
    board, number = await placed_game(discord_, referee, (alice, bob), "hexeh", ATTACKED)
    assert DANGER not in board.content
    await alice.slash("move", notation="Wb2", game=str(number))
    await alice.place.wait_for(is_board, after=board)
    assert await moves_of(referee, number) == ["b1b2"]
