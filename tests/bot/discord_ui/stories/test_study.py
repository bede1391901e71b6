"""Lessons and puzzles through Discord: done by making moves, privately, wherever one is, and kept over a restart."""

from __future__ import annotations

from pathlib import Path

from bot.app import Referee
from bot.discord_ui.components.items import buttons
from bot.discord_ui.components.picker import path_to
from bot.discord_ui.components.screens import Screen
from bot.games import Solving
from bot.games.study import best
from bot.store import Player
from engine.clocks.control import DAY, HOUR
from engine.lookahead.lessons import LessonStep, lesson_of
from engine.lookahead.puzzles import puzzle_of_the_day
from engine.model.position import Move
from engine.notation.moves import MoveList
from engine.play.game import find_move
from engine.play.referee import sheet
from engine.variants import variant_of
from tests.bot.support.minds import FirstMove
from tests.bot.support.people import choices, games_of, is_board, labels, says, shown, told, untouched
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.wire import Human, Message, Standin, bits, running

RED = 0xF04E6C
HEAD = "### Learn Hexeh {}/6: {}\n"


def steps(key: str = "hexeh", fights: str = "off") -> tuple[LessonStep, ...]:
    return lesson_of(variant_of(key, {"combat": fights})).steps


async def opened(who: Human, command: str, **options: str) -> Message:
    """Open a lesson or a puzzle; the private message that shows it."""
    message = await shown(await who.slash(command, **options))
    assert message.viewer == who.user
    return message


async def pressed(who: Human, message: Message, label: str) -> Message:
    return await (await who.press(message, label)).reply()


async def made(who: Human, message: Message, legal: MoveList, move: Move) -> Message:
    """Make a move by buttons and menus."""
    answers = ".".join(path_to(legal, move))
    while choices(message):
        ids = [b.custom_id or "" for b in message.buttons if b.label in choices(message)]
        way = next(each for each in ids if f"{answers}.".startswith(f"{each.split(':')[-1]}."))
        message = await (await who.press(message, custom_id=way)).reply()
        if any(words in message.content for words in ("Try again!", "Right! ", "Solved")):
            break
    return message


# ---- lessons


async def test_a_whole_lesson(alice: Human, discord_: Standin, referee: Referee) -> None:
    """A learner is led through a game: each step has its rule, a picture with targets, a task, praise and Next."""
    async with untouched(discord_, referee):
        message = await opened(alice, "study learn")
        assert message.components[0]["accent_color"] == RED
        for number, step in enumerate(steps(), 1):
            assert message.content.startswith(HEAD.format(number, step.title))
            assert step.text in message.content
            assert f"**You play Red.** {step.task}" in message.content
            assert labels(message) == [
                "Type it…",
                *(["Back"] if number > 1 else []),
                "Skip",
                "Show me",
                "How pieces move",
            ]
            targets = f" The {step.title.lower()} on " in (message.attachments[0].description or "")
            assert targets is (step.title != "Promotion")
            message = await made(alice, message, step.legal, best(step))
            assert step.legal.short(best(step)) in message.content
            assert (choices(message), labels(message)[-1]) == ([], "Next")
            message = await pressed(alice, message, "Next")
        assert message.content.startswith("### Learn Hexeh\nYou're ready for your first game!")
        assert labels(message) == [
            "Play against me",
            "Challenge anyone here",
            "Rules",
            "How pieces move",
            "Back",
            "Start over",
        ]
    assert await games_of(referee) == []
    await alice.press(message, "Challenge anyone here")
    await discord_.channel().wait_for(lambda m: "#1 " in m.content and bool(m.buttons))
    await alice.press(message, "Play against me")
    await discord_.channel().wait_for(lambda m: "#2 " in m.content and is_board(m))


async def test_on_to_a_game_in_direct_messages(alice: Human, referee: Referee) -> None:
    """Behind a lesson in direct messages comes a game against the bot there."""
    FirstMove.of(referee)
    alice = alice.at(alice.dm)
    message = await opened(alice, "study learn")
    for _ in steps():
        message = await pressed(alice, message, "Skip")
    await alice.press(message, "Play against me")
    await alice.dm.wait_for(is_board)


async def test_a_legal_move_that_is_not_the_task(discord_: Standin, referee: Referee) -> None:
    """A legal move that does not do the task is told, and may be tried again; one that is not legal is explained."""
    alice, step = discord_.human("alice"), steps()[0]
    async with untouched(discord_, referee):
        message = await opened(alice, "study learn")
        move = next(move for move in step.legal.legal if move.origin == step.mover and move not in step.solutions)
        message = await made(alice, message, step.legal, move)
        assert "Legal – but not what we're after. Try again!" in message.content
        message = await (await alice.submit(await alice.press(message, "Type it…"), text="Ea4")).reply()
        assert "can't go to a4" in message.content
        assert choices(message)
        assert (await told(await alice.slash("study learn", move="Ea4"))).count("a4")
        assert "no game 'ludo'" in await told(await alice.slash("study learn", game="ludo"))
        message = await opened(alice, "study learn", move="Exd7")
        assert labels(message) == ["Next"]


async def test_a_lesson_after_a_restart(alice: Human, database: Path) -> None:
    """After a restart the buttons of a lesson go on working, and /study learn opens it where the learner was."""
    async with running(Referee(database)):
        message = await opened(alice, "study learn", game="chess")
        message = await pressed(alice, await pressed(alice, message, "Skip"), "Show me")
    async with running(Referee(database)):
        again = await opened(alice, "study learn")
        assert "2/10: Bishop" in again.content
        assert "Here's how: " in again.content
        assert labels(again) == ["Back", "Next", "Start over"]
        message = await pressed(alice, message, "Next")
        assert "3/10: Queen" in message.content
        assert "3/10: Queen" in (await opened(alice, "study learn")).content


# ---- puzzles


async def open_one(referee: Referee, who: Human) -> Solving:
    return await referee.controller.games.puzzles.latest(Player(who.user.id, ""))


async def test_a_whole_puzzle(alice: Human, discord_: Standin, referee: Referee) -> None:
    """A puzzle is solved by menus: task, reply, rating, and the next one; nobody else sees any of it."""
    async with untouched(discord_, referee):
        message = await opened(alice, "study puzzle", game="hexeh")
        solving = await open_one(referee, alice)
        assert solving.puzzle.task in message.content
        assert labels(message) == ["Type it…", "Hint", "Give up", "How pieces move"]
        while not (solving := await open_one(referee, alice)).over:
            line = solving.puzzle.line[solving.progress.step]
            move = find_move(solving.state.movement, solving.state.position, line)
            message = await made(alice, message, sheet(solving.state), move)
        assert "Solved!" in message.content
        assert "Puzzle rating " in message.content
        assert labels(message) == ["Next puzzle", "How pieces move"]
        message = await pressed(alice, message, "Next puzzle")
        assert solving.puzzle.key != (await open_one(referee, alice)).puzzle.key


def posted(standin: Standin) -> list[Message]:
    return [message for message in standin.channel().messages if message.content.startswith("### Puzzle of the day: ")]


async def test_every_morning(discord_: Standin, database: Path, time: Time) -> None:
    """From the next morning on the channel has a puzzle a day, each once, unless the bot comes too late for it."""
    owner = discord_.human("olga")
    discord_.channel().allow(owner.user, bits.MANAGE_GUILD)
    async with refereed(database, time, PATIENT) as referee:
        panel = await (await owner.slash("server")).reply()
        menu = await (await owner.choose(panel, "Choose what to change", "daily")).reply()
        await (await owner.choose(menu, "Puzzle of the day", discord_.channel())).reply()
        await referee.scheduler.meet()
        assert posted(discord_) == []
        time.go(21 * HOUR, referee)
        await referee.scheduler.meet()
        message = await discord_.channel().wait_for(says("### Puzzle of the day: "))
        assert puzzle_of_the_day(time.now // DAY).task in message.content
        assert not message.pinged
        mine = await shown(await discord_.human("alice").press(message, "Solve it"))
        assert "Hint" in labels(mine)
        discord_.fail("POST", f"/channels/{discord_.channel().id}/messages", 403)
        time.go(DAY, referee)
        await referee.scheduler.meet()
        assert len(posted(discord_)) == 1, "a channel that refuses has none that day"
    time.go(DAY + 13 * HOUR)
    async with refereed(database, time, PATIENT) as referee:
        await referee.scheduler.meet()
        assert len(posted(discord_)) == 1, "it is too late"
        time.go(11 * HOUR, referee)
        await referee.scheduler.meet()
        assert len(posted(discord_)) == 2
        await referee.get_partial_messageable(message.channel.id).send(view=Screen("Older", buttons(1, 0, "puzzleday")))
        older = await discord_.channel().wait_for(says("Older"))
        gone = await shown(await discord_.human("alice").press(older, "Solve it"))
        assert "That puzzle is closed." in gone.content
