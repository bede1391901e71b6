"""Lessons through Discord: learned by making moves, privately, wherever one is, and gone on with after a restart."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from bot.app import Referee
from bot.discord_ui.components.picker import path_to
from bot.games import Learning
from bot.games.study import LessonGone, best
from bot.store import Player
from engine.lookahead.lessons import Lesson, LessonStep, lesson_of
from engine.model.position import Move
from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant
from tests.bot.support.people import button, games_of, labels, shown, told, untouched
from tests.bot.support.refusals import outcome
from tests.wire import Human, Message, Standin, bits, running

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


async def test_the_first_step_introduces_the_game(discord_: Standin, referee: Referee) -> None:
    """At its beginning a lesson says what the game is about and how to answer; later steps do not repeat it."""
    assert referee.is_ready()
    alice = discord_.human("alice")
    message = await learned(alice)
    assert GAMES["hexeh"].sentence in message.content
    assert "`/learn move:`" in message.content
    message = await pressed(alice, message, "Skip")
    assert GAMES["hexeh"].sentence not in message.content
    assert "You left off here" not in message.content


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


async def test_shown_skipped_and_back(discord_: Standin, referee: Referee) -> None:
    """Show me does the task, Skip leaves it, and Back leads to the step before, to be done anew."""
    assert referee.is_ready()
    alice = discord_.human("alice")
    message = await pressed(alice, await learned(alice), "Show me")
    assert "This is how it is done. Red: Wxd4 (" in message.content
    message = await pressed(alice, message, "Next")
    message = await pressed(alice, message, "Skip")
    assert message.content.startswith(HEAD.format(3, "Traveler"))
    message = await pressed(alice, await pressed(alice, message, "Back"), "Back")
    assert message.content.startswith(HEAD.format(1, "Wizard"))
    assert labels(message) == ["Skip", "Show me", "How pieces move"]


async def test_the_rules_card(discord_: Standin, referee: Referee) -> None:
    """At the end the whole card of the game comes beside the lesson, and so does how its pieces move, at any step."""
    assert referee.is_ready()
    alice = discord_.human("alice")
    message = await learned(alice)
    for _ in steps():
        assert "Prowler" in words(await shown(await alice.press(message, "How pieces move")))
        message = await pressed(alice, message, "Skip")
    card = await shown(await alice.press(message, "Rules"))
    assert "**Hexeh**" in card.embeds[0]["description"]


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


async def test_where_the_referee_may_not_write(discord_: Standin, referee: Referee) -> None:
    """A lesson is private, so it needs no permission in its channel; a challenge does, and says so."""
    alice = discord_.human("alice")
    discord_.channel().deny(discord_.bot, bits.SEND_MESSAGES)
    message = await learned(alice)
    for _ in steps():
        message = await pressed(alice, message, "Skip")
    refused = await told(await alice.press(message, "Challenge anyone here"))
    assert refused == "I cannot do that here until a moderator gives me Send Messages. Nothing has changed."
    assert await games_of(referee) == []


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
        message = await pressed(alice, again, "Start over")
        assert "step 1 of 10: Queen" in message.content
        assert HEAD.format(1, "Wizard") in (await learned(alice, game="hexeh")).content
        assert "step 1 of 10: Queen" in (await learned(alice, game="chess")).content


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


async def test_two_learners_at_once(discord_: Standin, referee: Referee) -> None:
    """Each learner has a lesson of their own, which nobody else finds."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    hers, his = await learned(alice), await learned(bob)
    await pressed(alice, hers, "Skip")
    his = await pressed(bob, his, "Show me")
    assert his.content.startswith(HEAD.format(1, "Wizard"))
    assert HEAD.format(2, "Prowler") in (await learned(alice)).content
    lessons = referee.controller.games.lessons
    assert isinstance(await lessons.find(1, Player(alice.id, "alice")), Learning)
    assert isinstance(await outcome(lessons.find(1, Player(bob.id, "bob"))), LessonGone)


async def test_a_lesson_that_is_gone(discord_: Standin, referee: Referee) -> None:
    """A button of a lesson that is not kept any more says so, and how to begin again; its buttons go."""
    alice = discord_.human("alice")
    message = await learned(alice)
    await referee.controller.games.ledger.database.rows("DELETE FROM studies")
    message = await pressed(alice, message, "Skip")
    assert message.content == "I do not find that lesson any more. /learn begins it again."
    assert (labels(message), message.selects, message.attachments) == ([], (), ())


async def test_in_a_direct_message(discord_: Standin, referee: Referee) -> None:
    """A lesson works in direct messages, and goes on there where it was left in a server."""
    assert referee.is_ready()
    alice = discord_.human("alice")
    await pressed(alice, await learned(alice), "Skip")
    there = alice.at(alice.dm)
    message = await learned(there)
    assert HEAD.format(2, "Prowler") in message.content
    message = await made(there, message, steps()[1], best(steps()[1]))
    assert labels(message) == ["Back", "Next"]


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


async def test_scouts_come_first(discord_: Standin, referee: Referee) -> None:
    """Where pieces are placed before the first move, that is the first thing learned."""
    assert referee.is_ready()
    alice, step = discord_.human("alice"), steps("imperial")[0]
    message = await learned(alice, game="imperial")
    assert "Before the first move each side places two more pawns, its scouts" in message.content
    message = await made(alice, message, step, best(step))
    assert "White: P@" in message.content


@pytest.mark.parametrize(
    ("options", "expected"),
    [({"game": "ludo"}, "There is no game 'ludo'"), ({"game": "chess", "move": "zzz"}, "I can't read “zzz” as a move")],
)
async def test_nonsense(discord_: Standin, referee: Referee, options: dict[str, str], expected: str) -> None:
    """A game that there is not, and a move that cannot be read, are refused in words."""
    async with untouched(discord_, referee):
        assert (await told(await discord_.human("alice").slash("learn", **options))).startswith(expected)


async def test_completed(discord_: Standin, referee: Referee) -> None:
    """Games and the moves of the present step are completed, and looking begins no lesson."""
    assert referee.is_ready()
    alice = discord_.human("alice")
    assert "chess" in [choice.value for choice in await alice.autocomplete("learn", game="ches")]
    assert [choice.value for choice in await alice.autocomplete("learn", game="hexeh", move="Wxd")] == ["Wxd4"]
    assert [choice.value for choice in await alice.autocomplete("learn", move="Wxd")] == ["Wxd4"]
    rows = await referee.controller.games.ledger.database.rows("SELECT count(*) FROM studies")
    assert rows[0][0] == 0


async def test_made_off_the_event_loop(discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lessons are made in the threads that read what people write, never in the event loop's."""
    made_in: list[str] = []

    def noted(variant: Variant) -> Lesson:
        made_in.append(threading.current_thread().name)
        return lesson_of(variant)

    monkeypatch.setattr("bot.games.study.lesson_of", noted)
    alice = discord_.human("alice")
    await pressed(alice, await learned(alice, game="nd-trios"), "Skip")
    assert referee.is_ready()
    assert {"reader"} == {name.partition("_")[0] for name in made_in}
