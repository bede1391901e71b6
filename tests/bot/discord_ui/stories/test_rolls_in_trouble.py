"""Rolls that players make where things go otherwise: more players, threads, lost channels, absences, people who go."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from bot.app import Referee
from engine.clocks.control import DAY, MINUTE
from engine.model.position import long_form
from engine.play.events import Flagged, RollCalled
from engine.play.referee import sheet
from engine.play.state import Await
from engine.records.scoresheet import read_scoresheet
from tests.bot.discord_ui.stories.test_player_rolls import attacked, calls, replied, rolled, seated, table_of
from tests.bot.discord_ui.stories.test_privacy_story import asked, forgotten
from tests.bot.support.cheating import fights
from tests.bot.support.parties import Party
from tests.bot.support.people import Pair, is_board, record_of, says, settled, shown, told
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.wire import Message, Standin, bits

WAITS = says("roll: reply to this message")


def by(reply: Message) -> RollCalled:
    """The roll that a reply makes."""
    return RollCalled(reply.id, reply.content)


def answers(said: Message, message: Message) -> bool:
    """Whether a message replies to what was said."""
    return message.reference is said


async def test_three_players(discord_: Standin, referee: Referee) -> None:
    """Of three the one attacked rolls, whoever is next to move; the third is told who does."""
    party = await Party.seated(discord_, "nd-wellisch-3", options="combat=poly", rolls="player")
    alice, bob, carol = party.players
    for notation in ("c1d1", "f13f12", "f1e1"):
        await party.move(notation)
    attacker = party.mover
    await attacker.slash("move", notation="d1e1")
    board = await party.channel.wait_for(WAITS, after=party.board)
    (roller,) = (who for who in party.players if who.id in board.pinged.users)
    assert board.pinged.users == {roller.id}
    assert (attacker, roller) == (alice, carol)
    for who in (attacker, bob):
        said = await who.say("roll", reply_to=board)
        answer = await party.channel.wait_for(partial(answers, said))
        assert answer.content == "carol (Blue) rolls for this attack; nobody else's message counts."
    reply = await roller.say("roll", reply_to=board)
    after = await party.channel.wait_for(lambda m: is_board(m) and "Rolled with" in m.content, after=reply)
    assert calls(await table_of(referee)) == [by(reply)]
    assert after.pinged.users == {bob.id}


async def test_in_a_thread(discord_: Standin, referee: Referee) -> None:
    """In a game's thread its rolls are made and found; none is opened while a roll waits, which would part the two."""
    pair = await seated(discord_)
    board = await attacked(pair)
    refused = await told(await pair.red.slash("game thread"))
    assert refused == "Blue is to roll for the last attack. Until then you can do nothing but resign."
    reply = await rolled(pair, pair.blue, board)
    await settled(referee)
    await told(await pair.red.slash("game thread"))
    thread = discord_.hub.channels[pair.board.id]
    pair = Pair(discord_, pair.red.at(thread), pair.blue.at(thread), pair.board, 1, thread)
    while (state := (await table_of(referee)).state).awaits is not Await.CALL:
        if state.awaits is Await.ROLL:
            await settled(referee)
            continue
        attack = next((move for move in sheet(state).legal if fights(state, move)), sheet(state).legal[0])
        mover = pair.red if state.turn == 1 else pair.blue
        await mover.slash("move", notation=long_form(state.variant.board, attack), game="1")
    board = await thread.wait_for(WAITS)
    (roller,) = (who for who in (pair.red, pair.blue) if who.id in board.pinged.users)
    second = await rolled(pair, roller, board)
    assert calls(await table_of(referee)) == [by(reply), by(second)]
    assert f"/{thread.id}/{second.id})" in pair.board.content


async def test_moved_to_another_channel(discord_: Standin, database: Path) -> None:
    """After /game move-here the attack is shown anew, and the reply there rolls; no time is lost."""
    time = Time()
    async with refereed(database, time, PATIENT) as referee:
        club, hall = discord_.channel("club"), discord_.channel()
        pair = await Pair.seated(discord_, place=club, options="combat=poly", rolls="player", clock="3d")
        await attacked(pair)
        await settled(referee)
        club.delete()

        async def lost() -> bool:
            return (await table_of(referee)).game.lost is not None

        while not await lost():
            await discord_.hub.pulse.until(lambda: True, "a while", 1)
        time.go(9 * DAY, referee)
        await told(await pair.red.at(hall).slash("game move-here", game="1"))
        board = await hall.wait_for(WAITS)
        assert board.pinged.users == {pair.red.id, pair.blue.id}
        reply = await pair.blue.at(hall).say("roll", reply_to=board)
        await hall.wait_for(lambda m: is_board(m) and "Rolled with" in m.content, after=reply)
        assert calls(await table_of(referee)) == [by(reply)]


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
        await pair.channel.wait_for(lambda m: is_board(m) and "Rolled with" in m.content, after=missed)
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


async def test_turned_away_at_the_gate(discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reply that comes while too much is being done rolls a little later by itself, and counts as the first."""
    monkeypatch.setattr("bot.store.outbox.RETRY", 10)
    pair = await seated(discord_)
    board = await attacked(pair)
    await settled(referee)
    with monkeypatch.context() as busy:
        busy.setattr(referee.controller.gate, "most", 0)
        first = await pair.blue.say("first", reply_to=board)
        assert (await replied(pair, first)).startswith("I have too much to do right now.")
    await pair.channel.wait_for(lambda m: is_board(m) and "“first”" in m.content, after=first)
    assert calls(await table_of(referee)) == [by(first)]


async def test_who_has_rolled_is_forgotten(discord_: Standin, referee: Referee) -> None:
    """When the roller deletes their data, words and ids that the dice were made with stay, and the record verifies."""
    pair = await seated(discord_)
    reply = await rolled(pair, pair.blue, await attacked(pair), "plum")
    sure = await shown(await pair.red.slash("game resign", game="1"))
    await told(await pair.red.press(sure, "Yes, resign"))
    await pair.channel.wait_for(says("Game over."))
    question = await asked(pair.blue)
    assert "the words and the ids of the messages that went into the dice" in question.content
    await forgotten(pair.blue)
    table = await table_of(referee)
    assert calls(table) == [by(reply)]
    assert [player.name for player in table.game.seats.values() if player.id != pair.red.id] == ["former player"]
    assert read_scoresheet(await record_of(pair.red)).verify().matches


async def test_a_seat_that_changes_hands_while_its_roll_waits(discord_: Standin, referee: Referee) -> None:
    """Whoever takes the seat rolls, by a reply to the board that says so; a reply by the one before rolls nothing."""
    pair = await seated(discord_)
    board = await attacked(pair)
    carol = discord_.human("carol")
    await told(await pair.red.slash("game replace", seat="Blue", by=carol, game="1"))
    question = await pair.channel.wait_for(says("to play Blue in place of"))
    await carol.press(question, "Take over")
    await pair.blue.press(question, "Agree")
    again = await pair.channel.wait_for(WAITS, after=board)
    assert again.pinged.users >= {carol.id}
    late = await pair.blue.say("roll", reply_to=again)
    assert await replied(pair, late) == "carol (Blue) rolls for this attack; nobody else's message counts."
    reply = await rolled(pair, carol, again)
    table = await table_of(referee)
    assert calls(table) == [by(reply)]
    assert table.state.awaits is Await.MOVE
