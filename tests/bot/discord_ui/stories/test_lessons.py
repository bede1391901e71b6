"""Lessons through Discord: learned by making moves, privately, wherever one is, and gone on with after a restart."""

from __future__ import annotations

from pathlib import Path

from bot.app import Referee
from bot.discord_ui.components.picker import path_to
from bot.games.study import best
from engine.lookahead.lessons import LessonStep, lesson_of
from engine.model.position import Move
from engine.variants import variant_of
from tests.bot.people import button, games_of, labels, shown, told, untouched
from tests.wire import Human, Message, Standin, running

HEAD = "**Learn Hexeh, step {} of 6: {}**"


def steps(key: str = "hexeh", fights: str = "off") -> tuple[LessonStep, ...]:
    """The steps of a game's lesson."""
    return lesson_of(variant_of(key, {"combat": fights})).steps


async def learned(who: Human, **options: str) -> Message:
    """Open a lesson; the private message that shows it."""
    message = await shown(await who.slash("learn", **options))
    assert message.viewer == who.user
    return message


async def pressed(who: Human, message: Message, label: str) -> Message:
    """Press a button of a lesson, and wait for what it changes into."""
    return await (await who.press(message, label)).reply()


async def made(who: Human, message: Message, step: LessonStep, move: Move) -> Message:
    """Make a move by the menus of a lesson."""
    answers = path_to(step.legal, move)
    while message.selects:
        offered = [(menu, each.value) for menu in message.selects for each in menu.options]
        menu, value = next((menu, value) for menu, value in offered if {*value.split(".")} <= {*answers})
        message = await (await who.choose(message, menu.custom_id, value)).reply()
        if "Try again." in message.content:
            break
    return message


def words(message: Message) -> str:
    """The alternative text of a lesson's picture."""
    (picture,) = message.attachments
    return picture.description or ""


async def test_a_whole_lesson(discord_: Standin, referee: Referee) -> None:
    """A learner is led through a game: each step has its rule, a picture with targets, a task, praise and Next."""
    alice = discord_.human("alice")
    async with untouched(discord_, referee):
        message = await learned(alice)
        for number, step in enumerate(steps(), 1):
            assert message.content.startswith(HEAD.format(number, step.title))
            assert step.text in message.content
            assert f"**You play Red.** {step.task}" in message.content
            assert labels(message) == [*(["Back"] if number > 1 else []), "Skip", "Show me", "How pieces move"]
            assert (f" The {step.title.lower()} on " in words(message)) is (step.title != "Promotion")
            message = await made(alice, message, step, best(step))
            assert step.legal.short(best(step)) in message.content
            assert not message.selects
            assert labels(message)[-1] == "Next"
            message = await pressed(alice, message, "Next")
        assert message.content.startswith("**Learn Hexeh: the end**")
        assert labels(message) == ["Challenge anyone here", "Rules", "How pieces move", "Back", "Start over"]
        assert message.attachments == ()
        message = await pressed(alice, message, "Start over")
        assert message.content.startswith(HEAD.format(1, "Wizard"))
    assert await games_of(referee) == []


async def test_a_legal_move_that_is_not_the_task(discord_: Standin, referee: Referee) -> None:
    """A legal move that does not do the task is told, and may be tried again; one that is not legal is explained."""
    assert referee.is_ready()
    alice, step = discord_.human("alice"), steps()[0]
    message = await learned(alice)
    move = next(move for move in step.legal.legal if move.origin == step.mover and move not in step.solutions)
    message = await made(alice, message, step, move)
    assert f"Red: {step.legal.short(move)} (wizard b1 to " in message.content
    assert "That is legal, but it is not the task. Try again." in message.content
    assert step.task in message.content
    assert message.selects
    answer = await told(await alice.slash("learn", move="Wb3"))
    assert answer.startswith("“Wb3” is not legal: ")
    assert "never along a file" in answer
    message = await learned(alice, move="Wxd4")
    assert "Red: Wxd4 (wizard b1 takes guard on d4)." in message.content
    assert labels(message) == ["Next"]
    assert "That task is done." in await told(await alice.slash("learn", move="Wxd4"))


async def test_what_to_do_next(discord_: Standin, referee: Referee) -> None:
    """At the end one tap challenges anyone in the channel to the game learned; direct messages have no such button."""
    alice = discord_.human("alice")
    message = await learned(alice, game="hexeh", fights="poly")
    for _ in steps("hexeh", "poly"):
        message = await pressed(alice, message, "Skip")
    there = await learned(alice.at(alice.dm))
    assert labels(there) == ["Rules", "How pieces move", "Back", "Start over"]
    assert "**Play**: `/play` names an opponent in a server." in there.content
    assert "*Challenge anyone here* posts a challenge in this channel" in message.content
    await alice.press(message, "Challenge anyone here")
    await discord_.channel().wait_for(lambda m: "#1 " in m.content and bool(m.buttons))
    (game,) = await games_of(referee)
    assert (game.variant, dict(game.options), game.challenger) == ("hexeh", {"combat": "poly"}, alice.id)


async def test_gone_on_with_after_a_restart(discord_: Standin, database: Path) -> None:
    """After a restart the buttons of a lesson go on working, and /learn opens it where the learner was."""
    alice = discord_.human("alice")
    async with running(Referee(database)):
        message = await learned(alice, game="chess")
        message = await pressed(alice, message, "Skip")
        message = await pressed(alice, message, "Show me")
        assert "step 2 of 10: Rook" in message.content
    async with running(Referee(database)):
        again = await learned(alice)
        assert "step 2 of 10: Rook" in again.content
        assert "This is how it is done." in again.content
        assert labels(again) == ["Back", "Next", "Start over"]
        message = await pressed(alice, message, "Next")
        assert "step 3 of 10: Bishop" in message.content
        again = await learned(alice)
        assert "You left off here." in again.content
        assert labels(again) == ["Back", "Skip", "Show me", "How pieces move", "Start over"]


async def test_a_stale_button(discord_: Standin, referee: Referee) -> None:
    """A button or menu of an earlier state changes nothing: it shows how the lesson stands."""
    assert referee.is_ready()
    alice = discord_.human("alice")
    message = await learned(alice)
    skip, menu = button(message, "Skip"), message.selects[0]
    await pressed(alice, message, "Skip")
    for _ in range(2):
        outcome = await alice.press(message, custom_id=skip)
        assert (await outcome.reply()).content.startswith(HEAD.format(2, "Prowler"))
    outcome = await alice.choose(message, "", menu.options[0].value, custom_id=menu.custom_id)
    assert (await outcome.reply()).content.startswith(HEAD.format(2, "Prowler"))


async def test_a_lesson_that_is_gone(discord_: Standin, referee: Referee) -> None:
    """A button of a lesson that is not kept any more says so, and how to begin again; its buttons go."""
    alice = discord_.human("alice")
    message = await learned(alice)
    await referee.controller.games.ledger.database.rows("DELETE FROM studies")
    message = await pressed(alice, message, "Skip")
    assert message.content == "I do not find that lesson any more. /learn begins it again."
    assert (labels(message), message.selects, message.attachments) == ([], (), ())


async def test_fights_are_rolled_for_practice(discord_: Standin, referee: Referee) -> None:
    """With fights an attack is rolled and told; an empress that is attacked has to be attacked."""
    assert referee.is_ready()
    alice = discord_.human("alice")
    message = await learned(alice, fights="poly")
    assert "captures are fought out with dice" in message.content
    *others, fight, fall = steps("hexeh", "poly")
    for _ in others:
        message = await pressed(alice, message, "Skip")
    assert fight.task in message.content
    message = await made(alice, message, fight, best(fight))
    assert " attacks guard on " in message.content
    assert "Wizard b1 rolls " in message.content
    message = await pressed(alice, message, "Next")
    assert fall.task == "Attack Blue's empress on d7."
    message = await made(alice, message, fall, best(fall))
    assert "empress d7" in message.content.lower()
    assert "Next" in labels(message)


async def test_nonsense(discord_: Standin, referee: Referee) -> None:
    """A game that there is not is refused."""
    async with untouched(discord_, referee):
        assert "no game 'ludo'" in await told(await discord_.human("alice").slash("learn", game="ludo"))
