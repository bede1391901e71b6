"""What players do, and what they are told, between an attack and the reply that rolls it."""

from __future__ import annotations

import pytest

from bot.app import Referee
from engine.play.events import RollCalled
from engine.play.state import Await
from tests.bot.discord_ui.stories.test_player_rolls import attacked, calls, replied, rolled, seated, table_of
from tests.bot.people import is_board, settled, shown, told
from tests.wire import Standin

OWN = "You are to roll for the last attack, by a reply to its board. Until then you can do nothing but resign."
BLUE = "Blue is to roll for the last attack. Until then you can do nothing but resign."
DEEDS = {
    "move": {"notation": "Gcb4"},
    "game takeback": {},
    "game draw": {"action": "offer"},
    "game if": {"text": "Gcb4 then Gcb4"},
    "game thread": {},
}


async def test_everybody_is_told_who_is_to_roll(discord_: Standin, referee: Referee) -> None:
    """The roller is told that it is their roll and how, the other side whose it is; a word is refused for good."""
    pair = await seated(discord_)
    await attacked(pair)
    for deed, options in DEEDS.items():
        assert await told(await pair.blue.slash(deed, game="1", **options)) == OWN
        assert await told(await pair.red.slash(deed, game="1", **options)) == BLUE
    late = await told(await pair.blue.slash("dice word", word="plum", game="1"))
    assert late.startswith("Words for the dice are given with the challenge")
    assert (await table_of(referee)).state.awaits is Await.CALL


async def test_the_position_before_the_attack_is_explored(discord_: Standin, referee: Referee) -> None:
    """What comes of an attack is not known yet, so what can be explored is the position before it."""
    pair = await seated(discord_)
    await attacked(pair)
    before = await shown(await pair.red.slash("explore", game="1"))
    assert "**Exploring #1 Hexeh, from the start**\nRed to move." in before.content
    assert "choose a number from 0 to 0" in await told(await pair.red.slash("explore", game="1", after=1))
    assert [choice.value for choice in await pair.red.autocomplete("explore", game="1", after="")] == [0]
    assert (await table_of(referee)).state.awaits is Await.CALL


async def test_a_reply_to_a_board_that_was_deleted(discord_: Standin, referee: Referee) -> None:
    """It rolls if that was the board of the attack; a reply to an older one is told which is the newest."""
    pair = await seated(discord_)
    older = pair.board
    board = await attacked(pair)
    await settled(referee)
    for each in (older, board):
        each.deleted = True
    lost = await pair.blue.say("roll", reply_to=older)
    assert "only in reply to the board of the attack: reply to the newest [board]" in await replied(pair, lost)
    other = await pair.red.say("roll", reply_to=board)
    assert await replied(pair, other) == "The message that you replied to is gone."
    reply = await rolled(pair, pair.blue, board)
    assert calls(await table_of(referee)) == [RollCalled(reply.id, "roll")]
    again = await pair.blue.say("again", reply_to=older)
    assert (await replied(pair, again)).startswith(
        "The message that you replied to is gone; here is the newest [board]"
    )


async def test_turned_away_with_and_without_a_roll(
    discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without room a reply to a board is told that a roll counts; what is no reply, that nothing has changed."""
    monkeypatch.setattr("bot.discord_ui.channel.calls.RETRIES", (0.01,) * 3)
    monkeypatch.setattr("bot.discord_ui.commands.mentions.TOLD", 0)
    pair = await seated(discord_)
    board = await attacked(pair)
    await settled(referee)
    with monkeypatch.context() as busy:
        busy.setattr(referee.controller.gate, "most", 0)
        mute = await pair.blue.say("roll", reply_to=board, pings=False)
        assert (await replied(pair, mute)).endswith("Nothing has changed; please try again in a minute.")
        first = await pair.blue.say("first", reply_to=board)
        assert await replied(pair, first) == (
            "I have too much to do right now. If this is the roll that the board asks for, it counts, and I take it as "
            "soon as I can: you need not do anything. Anything else, please try again in a minute."
        )
    await pair.channel.wait_for(lambda m: is_board(m) and "“first”" in m.content, after=first)
    assert calls(await table_of(referee)) == [RollCalled(first.id, "first")]
