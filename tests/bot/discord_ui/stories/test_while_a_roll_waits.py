"""What players do, and what they are told, between an attack and the reply that rolls it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Referee
from engine.clocks.control import DAY
from engine.play.events import RollCalled
from engine.play.state import Await
from engine.records.scoresheet import read_scoresheet
from tests.bot.discord_ui.stories.test_absences import CLOSED, passes
from tests.bot.discord_ui.stories.test_player_rolls import attacked, calls, replied, rolled, seated, table_of
from tests.bot.discord_ui.stories.test_privacy_story import forgotten
from tests.bot.support.people import is_board, moves_of, record_of, says, settled, shown, told
from tests.bot.support.timed import PATIENT, Time, refereed
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
    assert "no move “1”" in await told(await pair.red.slash("explore", game="1", after="1"))
    assert [choice.value for choice in await pair.red.autocomplete("explore", game="1", after="")] == ["0"]
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
    monkeypatch.setattr("bot.store.outbox.RETRY", 10)
    monkeypatch.setattr("bot.discord_ui.commands.mentions.commands.CooldownMapping.update_rate_limit", lambda *_: None)
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


async def test_kept_answers_wait_for_the_dice(discord_: Standin, referee: Referee) -> None:
    """An answer kept is made when the dice have fallen, if it is legal then; an attack so made waits in its turn."""
    pair = await seated(discord_)
    kept = await told(await pair.blue.slash("game if", text="Tbxc6 then Tb5xc6", game="1"))
    assert kept.startswith("Kept for game #1")
    board = await attacked(pair)
    await referee.controller.games.play.catch_up()
    assert (await moves_of(referee)) == ["b1c6"]
    reply = await pair.blue.say("roll", reply_to=board)
    await pair.channel.wait_for(lambda m: is_board(m) and "Tbxc6[" in m.content, after=reply)
    state = (await table_of(referee)).state
    won = len(state.played) == 2
    assert (state.awaits, state.due) == ((Await.CALL, 1) if won else (Await.MOVE, 2))
    if won:
        again = await pair.channel.wait_for(says("roll: reply to this message", "Txc6"), after=reply)
        assert again.pinged.users == {pair.red.id}
    else:
        assert "~~if Tbxc6 then Txc6~~" in await told(await pair.blue.slash("game if", game="1"))


async def test_only_moves_wait_for_the_dice(discord_: Standin, referee: Referee) -> None:
    """Whoever has their only moves made for them, attacks included, still rolls by a reply of their own."""
    pair = await seated(discord_)
    for who in (pair.red, pair.blue):
        await told(await who.slash("settings change", **{"only-move": "all"}))
    await attacked(pair)
    await referee.controller.games.play.catch_up()
    await settled(referee)
    table = await table_of(referee)
    assert (table.state.awaits, calls(table)) == (Await.CALL, [])


@pytest.mark.parametrize("who", ["red", "blue"])
async def test_either_side_resigns(discord_: Standin, referee: Referee, who: str) -> None:
    """The attack is withdrawn, whoever resigns, and the record with it verifies."""
    pair = await seated(discord_)
    await attacked(pair)
    leaver = pair.red if who == "red" else pair.blue
    sure = await shown(await leaver.slash("game resign", game="1"))
    await told(await leaver.press(sure, "Yes, resign"))
    await pair.channel.wait_for(says("Game over. Blue wins" if who == "red" else "Game over. Red wins"))
    record = await record_of(pair.red)
    assert "\n; long form:\n; undone: 3:b1c6\n" in record
    assert read_scoresheet(record).verify().matches
    assert (await table_of(referee)).state.played == ()


async def test_a_roller_who_stays_silent(discord_: Standin, database: Path) -> None:
    """Without a clock the game is closed as any abandoned one."""
    time = Time()
    async with refereed(database, time, PATIENT) as referee:
        pair = await seated(discord_)
        await pair.moves("b1c3 b5c4 c3b1 c4b5")
        await attacked(pair)
        await passes(time, referee, 29 * DAY)
        await pair.channel.wait_for(says(f"{pair.blue.mention} has abandoned the game", CLOSED))
        assert read_scoresheet(await record_of(pair.red)).verify().matches


async def test_a_roller_who_has_everything_deleted(discord_: Standin, referee: Referee) -> None:
    """Who deletes their data while their roll waits leaves the game; what they said before stays in its dice."""
    pair = await seated(discord_)
    reply = await rolled(pair, pair.blue, await attacked(pair), "plum")
    state = (await table_of(referee)).state
    mover = pair.blue if state.turn == 2 else pair.red
    assert mover is pair.blue
    await told(await pair.blue.slash("move", notation="Tfxe1", game="1"))
    await pair.channel.wait_for(says("roll: reply to this message", "Tfxe1"), after=reply)
    await forgotten(pair.red)
    await pair.channel.wait_for(says("Game over. Blue wins"))
    table = await table_of(referee)
    assert calls(table) == [RollCalled(reply.id, "plum")]
    assert table.game.seats[1].name == "former player"
    assert read_scoresheet(await record_of(pair.blue)).verify().matches
