"""Fights whose dice a player rolls: the attack is shown, the roller replies to it, and the game goes on."""

from __future__ import annotations

from pathlib import Path

from bot.app import Referee
from bot.games import Table
from engine.play.events import Barred, Opened, RollCalled, Worded
from engine.play.state import Await
from engine.records.scoresheet import read_scoresheet
from tests.bot.discord_ui.channel.test_calls import attacked, calls, rolled, seated, table_of
from tests.bot.support.people import Pair, challenge, is_board, is_end, labels, record_of, shown, told
from tests.wire import Human, Standin, running


async def test_an_attack_is_rolled_by_its_defender(discord_: Standin, referee: Referee) -> None:
    """The attack is shown first and pings the defender, whose reply rolls; the record verifies, the seal stands."""
    pair = await seated(discord_)
    board = await attacked(pair)
    assert board.pinged.users == {pair.blue.id}
    assert "**Tbxc6** – the traveler attacks your prowler.\nReply to this message with any word" in board.content
    assert labels(board) == ["Flip", "⋯", "Resign"]
    for command, options in (("move", {"notation": "Gcb4"}), ("game thread", {})):
        answer = await told(await pair.red.slash(command, **options))
        assert answer.endswith(" roll. Until then you can only resign.")
    assert "your roll" in await told(await pair.blue.slash("games"))
    reply = await rolled(pair, pair.blue, board, "plum & **pear**")
    table = await table_of(referee)
    assert calls(table) == [RollCalled(reply.id, "plum & **pear**")]
    dice = await told(await pair.red.slash("dice commitment", game="1"))
    assert f"/{reply.id}): “plum & \\*\\*pear\\*\\*”" in dice
    assert table.state.awaits is Await.MOVE
    assert pair.board.content.endswith(f" · {dice.split('in short `')[1][:19]}")
    sure = await shown(await pair.red.slash("game resign", game="1"))
    await told(await pair.red.press(sure, "Yes, resign"))
    last = await pair.channel.wait_for(is_end)
    final = await table_of(referee)
    assert final.state.secret not in last.content
    sheet = read_scoresheet(await record_of(pair.red))
    assert sheet.verify().matches
    assert calls(final) == calls(Table(final.game, sheet.state))
    assert "genuine" in (await shown(await pair.blue.slash("dice check", game="1"))).content


async def test_words_with_a_challenge(alice: Human, bob: Human, discord_: Standin, referee: Referee) -> None:
    """Words of both players go into the dice before the draw, with the id of the challenge's message; later none do."""
    message = await challenge(alice, options="combat=d6", word="kum @everyone quat")
    assert "Lucky words: " in message.content
    assert "“kum @\u200beveryone quat”" in message.content
    assert not message.pinged.everyone
    await bob.submit(await bob.press(message, "Accept + lucky word"), text="  pear  tree ")
    await discord_.channel().wait_for(is_board, after=message)
    table = await table_of(referee)
    first = [event.what for event in table.state.events[:3]]
    assert first == [Opened(message.id), Worded(1, "kum @everyone quat"), Worded(2, "pear tree")]
    late = await told(await bob.slash("dice word", word="plum", game="1"))
    assert late.startswith("Too late: lucky words count only before the game starts")


async def test_a_host_never_rolls(alice: Human, bob: Human, discord_: Standin, database: Path) -> None:
    """Where a host plays, the other side rolls every fight unless chosen otherwise; a host's word is refused."""
    async with running(Referee(database)) as referee:
        games = referee.controller.games
        games.lobby.hosts = frozenset({bob.id})
        message = await challenge(alice, opponent=bob, options="combat=poly", side="Red")
        assert f"since {bob.mention} runs me and could predict the dice" in message.content
        refused = await told(await bob.submit(await bob.press(message, "Accept + lucky word"), text="pear"))
        assert refused.startswith("You run me")
        await bob.press(message, "Accept")
        board = await discord_.channel().wait_for(is_board, after=message)
        pair = Pair(discord_, alice, bob, board)
        assert "Against bob the attacker rolls" in await told(await alice.slash("dice commitment", game="1"))
        board = await attacked(pair)
        assert board.pinged.users == {alice.id}
        table = await table_of(referee)
        assert table.state.barred == {2}
        assert Barred(2) in [event.what for event in table.state.events]
        reply = await rolled(pair, alice, board)
        assert [call.message for call in calls(await table_of(referee))] == [reply.id]
