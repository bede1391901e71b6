"""Replies to the board of an attack: the roller's first counts, whatever was missed, deleted or sent twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Referee
from bot.games import Table
from engine.clocks.control import MINUTE
from engine.play.events import Flagged, RollCalled
from tests.bot.support.people import Pair, is_board, link_to, says, settled
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.wire import Human, Message, Standin, bits, running


async def seated(standin: Standin) -> Pair:
    """Seat alice as Red and bob as Blue at a game in which players roll."""
    return await Pair.seated(standin, options="combat=poly", rolls="player")


async def table_of(referee: Referee) -> Table:
    return await referee.controller.games.tables.find(1)


async def attacked(pair: Pair, notation: str = "Tbxc6") -> Message:
    """Attack; the board that waits for the roll."""
    await pair.mover.slash("move", notation=notation)
    return await pair.channel.wait_for(says(", roll!"), after=pair.board)


async def rolled(pair: Pair, who: Human, board: Message, words: str = "roll") -> Message:
    """Roll; the board that shows the outcome."""
    reply = await who.say(words, reply_to=board)
    pair.board = await pair.channel.wait_for(lambda m: is_board(m) and "**" in m.content, after=reply)
    return reply


def calls(table: Table) -> list[RollCalled]:
    return [event.what for event in table.state.events if isinstance(event.what, RollCalled)]


async def replied(pair: Pair, message: Message) -> str:
    return (await pair.channel.wait_for(lambda m: m.reference is message)).content


async def test_only_the_first_reply_counts(discord_: Standin, referee: Referee) -> None:
    """Others, replies without the ping and to older boards roll nothing and are told how, once; so is a second."""
    pair = await seated(discord_)
    older, carol = pair.board, discord_.human("carol")
    board = await attacked(pair)
    for who in (pair.red, carol):
        said = await who.say("roll", reply_to=board)
        assert await replied(pair, said) == "Only bob's reply counts."
    await carol.say("roll!", reply_to=board)
    silent = await pair.blue.say("roll", reply_to=board, pings=False)
    assert "doesn't count" in await replied(pair, silent)
    await pair.blue.say("roll, please", reply_to=board, pings=False)
    loose = await pair.blue.say(f"{discord_.bot.mention} roll")
    assert "only a reply to the board of the attack counts" in await replied(pair, loose)
    await pair.blue.say("roll", reply_to=older)
    assert calls(await table_of(referee)) == []
    first = await rolled(pair, pair.blue, board)
    again = await pair.blue.say("roll again", reply_to=board)
    assert f"/{first.id}) came first, and the first reply counts." in await replied(pair, again)
    assert [call.message for call in calls(await table_of(referee))] == [first.id]
    answers = [m for m in pair.channel.messages if m.author == discord_.bot and m.reference in {silent, loose}]
    assert len(answers) == 2


async def test_two_copies_of_a_board(discord_: Standin, database: Path) -> None:
    """After a crash the board of an attack may come twice; the first reply to either copy rolls."""
    async with running(Referee(database)) as referee:
        pair = await seated(discord_)
        await settled(referee)
        hold = discord_.delay("POST", f"/channels/{pair.channel.id}/messages", effective=True)
        await pair.mover.slash("move", notation="Tbxc6")
        await hold.reached()
    await discord_.wait_disconnected()
    discord_.hub.nonces.clear()
    async with running(Referee(database)) as referee:
        await referee.controller.poster.catch_up()
        older, newer = [m for m in pair.channel.messages if ", roll!" in m.content]
        first = await pair.blue.say("first", reply_to=older)
        await pair.blue.say("second", reply_to=newer)
        await pair.channel.wait_for(is_board, after=first)
        assert calls(await table_of(referee)) == [RollCalled(first.id, "first")]
    hold.release()


def by(reply: Message) -> RollCalled:
    return RollCalled(reply.id, reply.content)


async def test_missed_by_a_shard_that_resumes(
    discord_: Standin, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reply that came while the connection was lost rolls before time goes on: no flag falls for the roller."""
    time = Time()
    async with refereed(database, time, PATIENT) as referee:
        pair = await Pair.seated(discord_, options="combat=poly", rolls="player", clock="15m")
        board = await attacked(pair)
        await settled(referee)
        referee.dispatch("shard_disconnect", 0)
        with monkeypatch.context() as deaf:
            deaf.setattr(discord_.hub, "announce", lambda *_: None)
            missed = await pair.blue.say("roll", reply_to=board)
        time.go(14 * MINUTE)
        referee.dispatch("shard_resumed", 0)
        await pair.channel.wait_for(lambda m: is_board(m) and "**" in m.content, after=missed)
        time.go(2 * MINUTE, referee)
        await referee.scheduler.meet()
        table = await table_of(referee)
        assert calls(table) == [by(missed)]
        assert not any(isinstance(event.what, Flagged) for event in table.state.events)


async def test_a_channel_whose_history_is_closed(discord_: Standin, referee: Referee) -> None:
    """Where the referee may not read what was said, what it hears first counts."""
    pair = await seated(discord_)
    pair.channel.deny(discord_.bot, bits.READ_MESSAGE_HISTORY)
    board = await attacked(pair)
    reply = await rolled(pair, pair.blue, board)
    assert calls(await table_of(referee)) == [by(reply)]


async def test_a_reply_to_a_board_that_was_deleted(discord_: Standin, referee: Referee) -> None:
    """It rolls if that was the board of the attack; a reply to an older one is told which is the newest."""
    pair = await seated(discord_)
    older = pair.board
    board = await attacked(pair)
    await settled(referee)
    for each in (older, board):
        each.deleted = True
    lost = await pair.blue.say("roll", reply_to=older)
    assert "only a reply to the board of the attack counts: reply to the newest [board]" in await replied(pair, lost)
    other = await pair.red.say("roll", reply_to=board)
    assert await replied(pair, other) == "Only bob's reply counts."
    reply = await rolled(pair, pair.blue, board)
    assert calls(await table_of(referee)) == [RollCalled(reply.id, "roll")]
    again = await pair.blue.say("Gcb4", reply_to=older)
    assert link_to(pair.board) in await replied(pair, again)


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
        assert (await replied(pair, mute)).endswith("Please try again in a minute.")
        first = await pair.blue.say("first", reply_to=board)
        assert await replied(pair, first) == (
            "I'm very busy right now. If this is the roll that the board asks for, it counts, and you don't "
            "have to do anything. Otherwise, please try again in a minute."
        )
    await pair.channel.wait_for(is_board, after=first)
    assert calls(await table_of(referee)) == [RollCalled(first.id, "first")]
