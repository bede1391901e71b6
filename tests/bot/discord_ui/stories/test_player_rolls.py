"""Fights whose dice a player rolls: the attack is shown, the roller replies to it, and the first reply counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Referee
from bot.games import Table
from engine.clocks.control import MINUTE
from engine.play.events import Barred, Opened, RollCalled, Worded
from engine.play.state import Await
from engine.records.scoresheet import read_scoresheet
from tests.bot.support.people import Pair, challenge, games_of, is_board, labels, record_of, says, settled, shown, told
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.wire import Human, Message, Standin, running


async def seated(standin: Standin) -> Pair:
    """Seat alice as Red and bob as Blue at a game in which players roll."""
    return await Pair.seated(standin, options="combat=poly", rolls="player")


async def table_of(referee: Referee, number: int = 1) -> Table:
    """Find a game."""
    table = await referee.controller.games.tables.find(number)
    assert isinstance(table, Table)
    return table


async def attacked(pair: Pair, notation: str = "Tbxc6") -> Message:
    """Attack; the board that waits for the roll."""
    await pair.mover.slash("move", notation=notation)
    return await pair.channel.wait_for(says("roll: reply to this message"), after=pair.board)


async def rolled(pair: Pair, who: Human, board: Message, words: str = "roll") -> Message:
    """Roll; the board that shows the outcome."""
    reply = await who.say(words, reply_to=board)
    pair.board = await pair.channel.wait_for(lambda m: is_board(m) and "Rolled with" in m.content, after=reply)
    return reply


def calls(table: Table) -> list[RollCalled]:
    """What has rolled the fights of a game."""
    return [event.what for event in table.state.events if isinstance(event.what, RollCalled)]


async def replied(pair: Pair, message: Message) -> str:
    """What the referee answers to a message."""
    return (await pair.channel.wait_for(lambda m: m.reference is message)).content


async def test_an_attack_is_rolled_by_its_defender(discord_: Standin, referee: Referee) -> None:
    """The attack is shown first and pings the defender, whose reply rolls; the record verifies, the seal stands."""
    pair = await seated(discord_)
    assert "In each fight a player rolls, by a reply to the board of the attack: the defender." in pair.board.content
    board = await attacked(pair)
    assert board.pinged.users == {pair.blue.id}
    assert "Red: Tbxc6 (traveler b1 attacks traveler c6)" in board.content or "attacks" in board.content
    assert labels(board) == ["Flip", "More…", "Resign"]
    assert "[" not in board.content.split("-# 1.")[-1].split("\n")[0], "no dice yet"
    answer = await told(await pair.red.slash("move", notation="Gcb4"))
    assert answer == "Blue is to roll for the last attack. Until then you can do nothing but resign."
    assert "your roll" in await told(await pair.blue.slash("games"))
    reply = await rolled(pair, pair.blue, board, "plum & **pear**")
    table = await table_of(referee)
    assert calls(table) == [RollCalled(reply.id, "plum & **pear**")]
    assert f"/{reply.id}): “plum & \\*\\*pear\\*\\*”" in pair.board.content
    assert table.state.awaits is Await.MOVE
    short = (await told(await pair.red.slash("dice commitment", game="1"))).split("in short `")[1][:19]
    assert f"record {short}" in pair.board.content
    sure = await shown(await pair.red.slash("game resign", game="1"))
    await told(await pair.red.press(sure, "Yes, resign"))
    last = await pair.channel.wait_for(says("Game over."))
    final = await table_of(referee)
    assert final.state.secret in last.content
    sheet = read_scoresheet(await record_of(pair.red))
    assert sheet.verify().matches
    assert calls(final) == calls(Table(final.game, sheet.state))
    assert "The secret is the one committed to" in await told(await pair.blue.slash("dice check", game="1"))


async def test_only_the_first_reply_counts(discord_: Standin, referee: Referee) -> None:
    """Others, replies without the ping and to older boards roll nothing and are told how, once; so is a second."""
    pair = await seated(discord_)
    older, carol = pair.board, discord_.human("carol")
    board = await attacked(pair)
    for who in (pair.red, carol):
        said = await who.say("roll", reply_to=board)
        assert await replied(pair, said) == "bob (Blue) rolls for this attack; nobody else's message counts."
    await carol.say("roll!", reply_to=board)
    silent = await pair.blue.say("roll", reply_to=board, pings=False)
    assert "does not count" in await replied(pair, silent)
    await pair.blue.say("roll, please", reply_to=board, pings=False)
    loose = await pair.blue.say(f"{discord_.bot.mention} roll")
    assert "only in reply to the board of the attack" in await replied(pair, loose)
    await pair.blue.say("roll", reply_to=older)
    assert calls(await table_of(referee)) == []
    first = await rolled(pair, pair.blue, board)
    again = await pair.blue.say("roll again", reply_to=board)
    assert f"/{first.id}) was the first answer, and the first counts." in await replied(pair, again)
    assert [call.message for call in calls(await table_of(referee))] == [first.id]
    answers = [m for m in pair.channel.messages if m.author == discord_.bot and m.reference in {silent, loose}]
    assert len(answers) == 2


async def test_a_reply_that_was_missed(discord_: Standin, database: Path) -> None:
    """The first reply counts also where the referee was away, and where it hears only the second."""
    async with running(Referee(database)) as referee:
        pair = await seated(discord_)
        board = await attacked(pair)
        await settled(referee)
    missed = await pair.blue.say("first", reply_to=board)
    await pair.blue.say("second", reply_to=board)
    async with running(Referee(database)) as referee:
        pair.board = await pair.channel.wait_for(lambda m: is_board(m) and "“first”" in m.content, after=missed)
        assert calls(await table_of(referee)) == [RollCalled(missed.id, "first")]


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
        older, newer = [m for m in pair.channel.messages if "roll: reply to this message" in m.content]
        first = await pair.blue.say("first", reply_to=older)
        await pair.blue.say("second", reply_to=newer)
        await pair.channel.wait_for(lambda m: is_board(m) and "“first”" in m.content, after=first)
        assert calls(await table_of(referee)) == [RollCalled(first.id, "first")]
    hold.release()


async def test_the_referee_was_deaf_to_the_first(
    discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reply whose event was lost is found in the channel when the second comes, and counts."""
    pair = await seated(discord_)
    board = await attacked(pair)
    with monkeypatch.context() as deaf:
        deaf.setattr(discord_.hub, "announce", lambda *_: None)
        lost = await pair.blue.say("lost", reply_to=board)
    second = await pair.blue.say("second", reply_to=board)
    await pair.channel.wait_for(lambda m: is_board(m) and "“lost”" in m.content, after=second)
    assert calls(await table_of(referee)) == [RollCalled(lost.id, "lost")]


async def test_words_with_a_challenge(discord_: Standin, referee: Referee) -> None:
    """Words of both players go into the dice before the draw, with the id of the challenge's message; later none do."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    message = await challenge(alice, options="combat=d6", word="kum @everyone quat")
    assert "For the dice: " in message.content
    assert "“kum @\u200beveryone quat”" in message.content
    assert not message.pinged.everyone
    await told(await bob.submit(await bob.press(message, "Accept with a word"), text="  pear  tree "))
    await discord_.channel().wait_for(is_board, after=message)
    table = await table_of(referee)
    first = [event.what for event in table.state.events[:3]]
    assert first == [Opened(message.id), Worded(1, "kum @everyone quat"), Worded(2, "pear tree")]
    late = await told(await bob.slash("dice word", word="plum", game="1"))
    assert late.startswith("Words for the dice are given with the challenge")


async def test_a_host_never_rolls(discord_: Standin, database: Path) -> None:
    """Where a host plays, the other side rolls every fight unless chosen otherwise; a host's word is refused."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    async with running(Referee(database)) as referee:
        games = referee.controller.games
        games.lobby.hosts = frozenset({bob.id})
        message = await challenge(alice, opponent=bob, options="combat=poly", side="Red")
        assert f"never {bob.mention}, since whoever runs me could foresee the dice" in message.content
        refused = await told(await bob.submit(await bob.press(message, "Accept with a word"), text="pear"))
        assert refused.startswith("You run me")
        await bob.press(message, "Accept")
        board = await discord_.channel().wait_for(is_board, after=message)
        pair = Pair(discord_, alice, bob, board)
        assert f"or the other side where that is {bob.mention}" in board.content
        board = await attacked(pair)
        assert board.pinged.users == {alice.id}
        table = await table_of(referee)
        assert table.state.barred == {2}
        assert Barred(2) in [event.what for event in table.state.events]
        reply = await rolled(pair, alice, board)
        assert [call.message for call in calls(await table_of(referee))] == [reply.id]


async def test_resigning_while_the_roll_waits(discord_: Standin, referee: Referee) -> None:
    """The roller may resign by the board's button; a reply afterwards rolls nothing."""
    pair = await seated(discord_)
    board = await attacked(pair)
    sure = await shown(await pair.blue.press(board, "Resign"))
    await told(await pair.blue.press(sure, "Yes, resign"))
    await pair.channel.wait_for(says("Game over."))
    await pair.blue.say("roll", reply_to=board)
    await settled(referee)
    assert calls(await table_of(referee)) == []


async def test_the_rollers_time_runs_out(discord_: Standin, database: Path) -> None:
    """The clock of the one who is to roll runs, and its flag falls like any other; a late reply rolls nothing."""
    time = Time()
    async with refereed(database, time, PATIENT) as referee:
        pair = await Pair.seated(discord_, options="combat=poly", rolls="player", clock="15m+10s")
        board = await attacked(pair)
        assert "Blue runs out of time" in board.content
        time.go(16 * MINUTE, referee)
        await pair.channel.wait_for(says("Game over. Red wins"))
        await pair.blue.say("roll", reply_to=board)
        await settled(referee)
        assert calls(await table_of(referee)) == []


async def test_a_rematch_keeps_the_choice(discord_: Standin, referee: Referee) -> None:
    """A rematch is rolled by players, too, and its challenge says so."""
    pair = await seated(discord_)
    sure = await shown(await pair.red.slash("game resign", game="1"))
    await told(await pair.red.press(sure, "Yes, resign"))
    last = await pair.channel.wait_for(says("Game over."))
    await pair.blue.press(last, "Rematch")
    again = await pair.channel.wait_for(says("#2 ", "In each fight a player rolls"))
    await pair.red.press(again, "Accept")
    await pair.channel.wait_for(lambda m: is_board(m) and "#2 " in m.content)
    assert (await table_of(referee, 2)).state.dice.by_players


async def test_no_fights_no_rolls(discord_: Standin, referee: Referee) -> None:
    """A game that fights nothing out has nobody to roll."""
    assert referee.is_ready()
    alice = discord_.human("alice")
    answer = await told(await alice.slash("play", game="hexeh", clock="none", rolls="player"))
    assert answer.startswith("This game has no fights, so nobody rolls in it.")


async def test_a_record_gone_on_with_keeps_the_choice(discord_: Standin, referee: Referee) -> None:
    """A game in which players roll is gone on with by its record, and players roll again."""
    pair = await seated(discord_)
    await rolled(pair, pair.blue, await attacked(pair))
    record = await record_of(pair.red)
    answer = await told(await pair.red.slash("record continue", file=("game.txt", record.encode()), side="Red"))
    assert answer == "You have made challenge #2."
    again = await pair.channel.wait_for(says("#2 ", "In each fight a player rolls"))
    await pair.blue.press(again, "Accept")
    begun = await pair.channel.wait_for(lambda m: is_board(m) and "#2 " in m.content)
    before = (await table_of(referee, 2)).state
    assert before.dice.by_players
    assert (before.inherited, before.turn) == (len(before.rolls), 2)
    await told(await pair.blue.slash("move", notation="Tfxe1", game="2"))
    board = await pair.channel.wait_for(says("#2 ", "roll: reply to this message"), after=begun)
    assert board.pinged.users == {pair.red.id}
    reply = await pair.red.say("on", reply_to=board)
    await pair.channel.wait_for(lambda m: is_board(m) and "“on”" in m.content, after=reply)
    after = await table_of(referee, 2)
    assert calls(after)[-1] == RollCalled(reply.id, "on")
    assert len(after.state.rolls) > before.inherited
    sure = await shown(await pair.red.slash("game resign", game="2"))
    await told(await pair.red.press(sure, "Yes, resign"))
    await pair.channel.wait_for(says("#2 ", "Game over."))
    found = read_scoresheet(await record_of(pair.red, 2)).verify()
    assert (found.matches, found.inherited) == (True, before.inherited)


async def test_a_record_with_a_waiting_attack(discord_: Standin, referee: Referee) -> None:
    """A record that ends in an attack whose dice have not fallen can be looked at; gone on with, it is refused."""
    pair = await seated(discord_)
    await attacked(pair)
    record = (await record_of(pair.red)).encode()
    look = await shown(await pair.red.slash("record look", file=("game.txt", record)))
    assert "Tbxc6" in look.content
    answer = await told(await pair.red.slash("record continue", file=("game.txt", record)))
    assert answer.startswith("That game cannot go on: the dice of its last attack are still to be rolled.")
    assert len(await games_of(referee)) == 1


async def test_a_roll_taken_back(discord_: Standin, referee: Referee) -> None:
    """The dice stay spent, and the attack made again is rolled anew, by a reply to its own board; all verifies."""
    pair = await seated(discord_)
    first = await rolled(pair, pair.blue, await attacked(pair))
    spent = len((await table_of(referee)).state.rolls)
    answer = await told(await pair.red.slash("game takeback"))
    assert "the dice stay spent" in answer
    news = await pair.channel.wait_for(says("asks to take back"), after=pair.board)
    await told(await pair.blue.press(news, "Accept takeback"))
    pair.board = await pair.channel.wait_for(lambda m: is_board(m) and "Taken back" in m.content, after=pair.board)
    again = await attacked(pair)
    old = await pair.blue.say("roll", reply_to=first)
    second = await rolled(pair, pair.blue, again)
    table = await table_of(referee)
    assert [call.message for call in calls(table)] == [first.id, second.id]
    assert old.id not in [call.message for call in calls(table)]
    assert len(table.state.rolls) > spent
    sure = await shown(await pair.red.slash("game resign", game="1"))
    await told(await pair.red.press(sure, "Yes, resign"))
    await pair.channel.wait_for(says("Game over."))
    assert f"all {len(table.state.rolls)} rolls match" in await told(await pair.blue.slash("dice check", game="1"))
    assert read_scoresheet(await record_of(pair.red)).verify().matches
