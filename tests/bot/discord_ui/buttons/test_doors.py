"""Ids of buttons and menus: each is one thing's, and answers only where a command would find its game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import discord
import pytest
from discord.ui import View

from bot.app import Referee
from bot.discord_ui.commands.study import HINTS
from bot.discord_ui.components.items import BUTTONS, Press, drawn, menu
from tests.bot.support.people import STRANGER, Pair, challenge, is_board, moves_of, shown, told
from tests.wire import Channel, Human, Message, Outcome, Standin

NOT_HERE = "There's no game #1 here. /games lists yours."
QUESTIONS = {f"{deed}-{what}" for deed in ("item", "accept", "decline") for what in ("draw", "pause", "takeback")}
MOVING = {"move", "pick", "typed-pick", "sure", "unsure"}
MINE = {*MOVING, "resign", "really", "resume", "claimtime", "item-claim", *QUESTIONS, *HINTS}
"""The actions on a game by one who plays in it."""
SEEN = {
    *("flip", "where", "look", "more", "replay", "gamefirst", "gameback", "gameon", "gamelast", "gametenback"),
    *("gametenon", "gif", "strip", "rematch", "nextlevel", "review", "sheet", "verify", "whydice", "noted"),
    *("takeover", "agreeover", "declineover"),
    *("item-browser", "item-dice", "item-explore", "item-notes", "item-nudge", "item-pieces", "item-rules"),
}
"""The actions on a game by one who may see it."""
MENUS = {"pick", "try", "look", "learn", "solve", "seat"}
ON_CHALLENGES = ("join", "refuse", "withdraw", "enter", "side", "leave", "start", "seat", "rules", "pieces")


def items(game: int = 1, sequence: int = 0) -> Iterator[Press]:
    """One of every button and menu that is about a game."""
    options = [discord.SelectOption(label="Traveler b1", value="T.b1")]
    for action, kind in BUTTONS.items():
        if action in MENUS:
            yield menu(action, game, sequence, 0, "", placeholder="Which?", options=options)
        else:
            yield drawn(action, game, sequence, 0, "", label=kind.label or "Do")


# ---- ids


def test_every_id_says_what_it_is() -> None:
    """The id of every button and menu is its own, short enough, and read back as its action, its game and its event."""
    drawn_ = [(action, item.custom_id) for action, item in zip(BUTTONS, items(10**15 - 1, 10**9 - 1), strict=True)]
    assert len({custom_id for _, custom_id in drawn_}) == len(BUTTONS)
    assert {
        action for action, kind in BUTTONS.items() if kind.door in {"mine", "seen"} and not kind.form
    } == MINE | SEEN
    for action, custom_id in drawn_:
        read = Press(discord.ui.Button(custom_id=custom_id))
        assert (read.action, read.game, read.sequence) == (action, 10**15 - 1, 10**9 - 1)
        assert len(custom_id) <= 100


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


async def refused(referee: Referee, who: Human, places: list[Channel], actions: set[str], answer: str) -> None:
    """See somebody refused with an answer whatever they press, each in one of some places."""
    for place, action in zip(cycle(places), sorted(actions), strict=False):
        message = await forged(referee, place, action)
        outcome = await used(who.at(place), message)
        assert (action, await told(outcome)) == (action, answer)


@pytest.fixture
def elsewhere(discord_: Standin) -> list[Channel]:
    """Name a channel of another server, another channel here, and a thread of that."""
    annex = discord_.channel("annex")
    return [discord_.channel("games", discord_.guild("Other Club")), annex, annex.thread("chat")]


async def test_boards_elsewhere(carol: Human, pair: Pair, referee: Referee, elsewhere: list[Channel]) -> None:
    """What is about a game answers a stranger nowhere but in its channel, and a player nowhere but in its server."""
    await refused(referee, carol, elsewhere, MINE | SEEN, NOT_HERE)
    await refused(referee, pair.red, elsewhere[:1], MINE | SEEN, NOT_HERE)
    await refused(referee, carol, [pair.channel], MINE, STRANGER)
    flipped = await shown(await pair.red.at(elsewhere[1]).press(await forged(referee, elsewhere[1], "flip"), "Flip"))
    assert flipped.attachments
    assert await moves_of(referee) == []


async def test_challenges_elsewhere(discord_: Standin, referee: Referee, elsewhere: list[Channel]) -> None:
    """A challenge is answered nowhere but in its channel, whoever presses; there it still can be."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    message = await challenge(alice)
    for who in (alice, bob):
        await refused(referee, who, elsewhere, set(ON_CHALLENGES), NOT_HERE)
    await bob.press(message, "Accept")
    await discord_.channel().wait_for(is_board, after=message)
