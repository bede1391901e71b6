"""Puzzles through Discord: solved by menus or typed moves, privately, wherever one is."""

from __future__ import annotations

from bot.app import Referee
from bot.discord_ui.components.picker import path_to
from bot.games import Solving
from bot.store import Player
from engine.lookahead.puzzles import Puzzle, shipped
from engine.play.game import find_move
from engine.play.referee import sheet
from tests.bot.support.people import button, labels, shown, told, untouched
from tests.wire import Human, Message, Standin


async def opened(who: Human, **options: str) -> Message:
    """Open a puzzle; the private message that shows it."""
    message = await shown(await who.slash("puzzle", **options))
    assert message.viewer == who.user
    return message


async def open_one(referee: Referee, who: Human) -> Solving:
    """The puzzle that somebody has open."""
    solving = await referee.controller.games.puzzles.latest(Player(who.user.id, ""))
    assert isinstance(solving, Solving)
    return solving


async def chosen(who: Human, message: Message, solving: Solving, puzzle: Puzzle) -> Message:
    """Make the solution's next move by the menus."""
    move = find_move(solving.state.movement, solving.state.position, puzzle.line[solving.progress.step])
    for _ in range(4):
        answers = path_to(sheet(solving.state), move)
        offered = [(menu, each.value) for menu in message.selects for each in menu.options]
        menu, value = next((menu, value) for menu, value in offered if {*value.split(".")} <= {*answers})
        message = await (await who.choose(message, menu.custom_id, value)).reply()
        if "Right. " in message.content or "Solved" in message.content:
            break
    return message


async def test_a_whole_puzzle(discord_: Standin, referee: Referee) -> None:
    """A puzzle is solved by menus: task, reply, rating, and the next one; nobody else sees any of it."""
    alice = discord_.human("alice")
    async with untouched(discord_, referee):
        message = await opened(alice, game="hexeh")
        solving = await open_one(referee, alice)
        assert message.content.startswith("**Puzzle: Hexeh, ")
        assert solving.puzzle.task in message.content
        assert labels(message) == ["Hint", "Give up", "How pieces move"]
        while not (solving := await open_one(referee, alice)).over:
            message = await chosen(alice, message, solving, solving.puzzle)
        assert "Solved!" in message.content
        assert "Your puzzle rating: " in message.content
        assert labels(message) == ["Next puzzle", "How pieces move"]
        message = await (await alice.press(message, "Next puzzle")).reply()
        assert solving.puzzle.key != (await open_one(referee, alice)).puzzle.key
        (picture,) = message.attachments
        assert picture.description


async def test_typed_hinted_and_given_up(discord_: Standin, referee: Referee) -> None:
    """Typed moves are judged, a refused one is explained; a hint names the piece, giving up shows the solution."""
    alice = discord_.human("alice")
    message = await opened(alice, game="chess")
    answer = await told(await alice.slash("puzzle", move="Qz9"))
    assert "Qz9" in answer
    solving = await open_one(referee, alice)
    wrong = next(long for long in sheet(solving.state).long() if long != solving.puzzle.line[0])
    message = await opened(alice, move=wrong)
    assert "That is legal, but it does not do it. Try again." in message.content
    message = await (await alice.press(message, "Hint")).reply()
    assert "Hint: move your " in message.content
    assert "Hint" not in labels(message)
    message = await (await alice.press(message, "Give up")).reply()
    assert "The solution: 1. " in message.content


async def test_an_older_message(discord_: Standin, referee: Referee) -> None:
    """A button of an earlier version shows how the puzzle stands; somebody else's opens nothing."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    first = await opened(alice, game="hexeh")
    show = button(first, "Give up")
    solving = await open_one(referee, alice)
    second = await opened(alice, move=solving.puzzle.line[0])
    message = await (await alice.press(first, custom_id=show)).reply()
    assert message.content == second.content
    assert not (await open_one(referee, alice)).over
    await opened(bob)
    assert (await open_one(referee, bob)).progress.number != solving.progress.number


async def test_no_puzzles_of_that_game(discord_: Standin, referee: Referee) -> None:
    """A game that has no puzzles is refused in words."""
    assert referee.is_ready()
    answer = await told(await discord_.human("alice").slash("puzzle", game="nd-wellisch-three"))
    assert answer.endswith("Puzzles are for games for two, without fights.")
    assert shipped()
