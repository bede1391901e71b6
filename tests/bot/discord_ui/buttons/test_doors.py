"""Ids of buttons and menus: each is one thing's, and answers only where a command would find its game."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import discord
import pytest
from discord.ui import View

from bot.app import Referee
from bot.discord_ui.components.items import BUTTONS, Press, drawn, menu
from tests.bot.support.parties import NAMES, invite
from tests.bot.support.people import STRANGER, Pair, button, challenge, moves_of, settled, shown, told, untouched
from tests.wire import Channel, Human, Message, Outcome, Standin

NOT_HERE = "There is no game #1 here. /games lists yours."
OWN = {action for action, kind in BUTTONS.items() if kind.door == "own" or kind.form}
"""The actions on what is nobody else's: scoresheets that were brought, explorations, lessons, puzzles, what is kept."""
MENUS = {"pick", "try", "look", "learn", "solve", "seat"}
ON_CHALLENGES = ("join", "refuse", "withdraw", "enter", "side", "leave", "start", "seat", "rules", "pieces")


def items(game: int = 1, sequence: int = 0) -> Iterator[Press]:
    """One of every button and menu that is about a game."""
    options = [discord.SelectOption(label="Traveler on b1", value="T.b1")]
    for action, kind in BUTTONS.items():
        if action in MENUS:
            yield menu(action, game, sequence, 0, "", placeholder="Which?", options=options)
        else:
            yield drawn(action, game, sequence, 0, "", label=kind.label or "Do")


# ---- ids


def test_every_id_says_what_it_is() -> None:
    """The id of every button and menu names its action, its game and its event."""
    for item in items(10**15 - 1, 10**9 - 1):
        assert len(item.custom_id) <= 100
        assert (item.action in BUTTONS, item.game, item.sequence) == (True, 10**15 - 1, 10**9 - 1)


async def test_every_button_is_answered(referee: Referee) -> None:
    """All buttons and menus are known to the client as one kind."""
    assert {Press} == set(referee._connection._view_store._dynamic_items.values())


@pytest.mark.usefixtures("toys")
async def test_choosing_a_side_logs_nothing(
    discord_: Standin, referee: Referee, caplog: pytest.LogCaptureFixture
) -> None:
    """A side is chosen without an error in the log."""
    alice, bob, *_ = (discord_.human(name) for name in NAMES)
    lobby = await invite(alice)
    menu = await (await bob.press(lobby, "Join")).followup()
    await (await bob.choose(menu, "Choose your side", "Gold")).reply()
    await settled(referee)
    assert menu.content == "You are in game #1: you play Gold."
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


# ---- places


async def forged(referee: Referee, place: Channel, *actions: str) -> Message:
    """A message of the referee's own in a place, with the buttons and menus of game 1."""
    view = View(timeout=None)
    for item in items():
        if item.action in actions:
            view.add_item(item)
    sent = await referee.get_partial_messageable(place.id).send("forged", view=view)
    return await place.wait_for(lambda message: message.id == sent.id)


async def used(who: Human, message: Message) -> Outcome:
    """Press the one button of a message, or choose in its one menu."""
    if message.selects:
        (menu,) = message.selects
        return await who.choose(message, menu.custom_id, menu.options[0].value)
    (only,) = message.buttons
    return await who.press(message, custom_id=only.custom_id)


async def refused(referee: Referee, who: Human, place: Channel, actions: set[str], answer: str) -> None:
    """See somebody refused with an answer whatever they press in a place."""
    for action in sorted(actions):
        message = await forged(referee, place, action)
        outcome = await used(who.at(place), message)
        assert (action, await told(outcome)) == (action, answer)


@pytest.fixture
def elsewhere(discord_: Standin) -> list[Channel]:
    """Name a channel of another server, another channel here, and a thread of that."""
    annex = discord_.channel("annex")
    return [discord_.channel("games", discord_.guild("Other Club")), annex, annex.thread("chat")]


async def test_boards_elsewhere(pair: Pair, referee: Referee, elsewhere: list[Channel]) -> None:
    """What is about a game answers a stranger nowhere but in its channel, and a player nowhere but in its server."""
    actions = {item.action for item in items()} - OWN - set(ON_CHALLENGES)
    carol = pair.discord.human("carol")
    for place in elsewhere:
        await refused(referee, carol, place, actions, NOT_HERE)
    await refused(referee, pair.red, elsewhere[0], actions, NOT_HERE)
    flipped = await shown(await pair.red.at(elsewhere[1]).press(await forged(referee, elsewhere[1], "flip"), "Flip"))
    assert flipped.attachments
    assert await told(await carol.press(await forged(referee, pair.channel, "resign"), "Resign")) == STRANGER
    assert await moves_of(referee) == []


async def test_challenges_elsewhere(discord_: Standin, referee: Referee, elsewhere: list[Channel]) -> None:
    """A challenge is answered nowhere but in its channel, whoever presses; there it still can be."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    message = await challenge(alice)
    for place in elsewhere:
        for who in (alice, bob):
            await refused(referee, who, place, set(ON_CHALLENGES), NOT_HERE)
    assert (await told(await bob.press(message, "Accept"))).startswith("Game #1 begins.")


async def test_a_challenge_whose_game_has_its_thread(discord_: Standin, referee: Referee) -> None:
    """The buttons of a challenge whose game went on in a thread of its own say that it is no longer open."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    message = await challenge(alice, thread=True)
    accept = button(message, "Accept")
    await bob.press(message, "Accept")
    await discord_.wait_for_request("POST", "/threads")
    await settled(referee)
    async with untouched(discord_, referee):
        answer = await told(await discord_.human("carol").press(message, custom_id=accept))
        assert answer == "Challenge #1 is no longer open. Start a new one with /play."


async def test_flipping_in_the_channel_of_the_thread(discord_: Standin, referee: Referee) -> None:
    """A game in a thread is shown to a stranger there and in the channel of the thread, as by /board."""
    pair = await Pair.seated(discord_, thread=False)
    await told(await pair.red.slash("game thread"))
    await settled(referee)
    thread = discord_.hub.channels[pair.board.id]
    carol = discord_.human("carol")
    for place in (discord_.channel(), thread):
        flipped = await shown(await carol.at(place).press(await forged(referee, place, "flip"), "Flip"))
        assert flipped.attachments
