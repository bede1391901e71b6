"""The lobby of a game for more than two in Discord: filled, left, started, and shown anew after a stop."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Referee
from tests.bot.support.parties import NAMES, answered, edited, fill, invite, take_side
from tests.bot.support.people import OPENING, games_of, is_board, labels, link_to, says, settled, told, untouched
from tests.wire import NOBODY, Human, Message, Standin, running

pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture
def people(discord_: Standin) -> tuple[Human, ...]:
    """Name alice, bob, carol and dave."""
    return tuple(discord_.human(name) for name in NAMES)


async def called(lobby: Message, after: Message | None = None) -> Message:
    """Wait for the word to the challenger that all are in."""
    return await lobby.channel.wait_for(says("press *Start*"), after=after or lobby)


async def test_a_lobby_fills(discord_: Standin, referee: Referee, people: tuple[Human, ...]) -> None:
    """The one message of a challenge shows who is in as it fills; when it is full the challenger alone is called."""
    alice, bob, carol, dave = people
    lobby = await invite(alice, side="Gold")
    assert labels(lobby) == ["Join", "Rules", "How pieces move", "Withdraw"]
    assert lobby.pinged == NOBODY
    assert f"\n{alice.mention} (Gold) · 2 seats open\n-# " in lobby.content
    answer = await answered(await bob.press(lobby, "Join"))
    assert answer == "You're in game #1: your side will be drawn. Pick one here if you like."
    await edited(lobby, f"{alice.mention} (Gold) · {bob.mention} (any side) · 1 seat open")
    assert labels(lobby) == ["Join", "Rules", "How pieces move", "Leave", "Withdraw"]
    await fill(lobby, [carol])
    call = await called(lobby)
    assert call.content == f"**#1** All 3 players are in – {alice.mention}, press *Start*!"
    assert call.pinged.users == {alice.id}
    assert call.reference == lobby
    assert labels(lobby) == ["Start", "Rules", "How pieces move", "Choose side", "Leave", "Withdraw"]
    async with untouched(discord_, referee):
        for who in (bob, dave):
            assert await told(await who.press(lobby, "Start")) == "Only the challenger can start the game."
    await alice.press(lobby, "Start")
    board = await lobby.channel.wait_for(is_board)
    assert board.pinged.users == {alice.id, bob.id, carol.id}
    assert board.content.startswith("### ")
    await settled(referee)
    assert labels(lobby) == []
    assert lobby.content.endswith(f" #1 · Game on! {link_to(board, 'Jump to the board')}")
    assert [m.nonce for m in discord_.channel().messages] == ["1:challenge", "1:full:2", f"1:{OPENING + 1}"]


async def test_choosing_a_side(referee: Referee, people: tuple[Human, ...]) -> None:
    """The menu offers the sides that nobody has chosen; the choice is shown, and may be changed until the start."""
    alice, bob, carol, _ = people
    lobby = await invite(alice, side="Gold")
    menu = await (await bob.press(lobby, "Join")).followup()
    options = [(option.label, option.default) for option in menu.selects[0].options]
    assert options == [("Any side", True), ("Red", False), ("Blue", False)]
    chosen = await (await bob.choose(menu, "Choose your side", "Blue")).reply()
    assert chosen.content == "You're in game #1: you play Blue."
    await edited(lobby, f"{bob.mention} (Blue)")
    await fill(lobby, [carol])
    assert await take_side(bob, lobby, "Red", "Choose side") == "You're in game #1: you play Red."
    await edited(lobby, f"{bob.mention} (Red)")
    await alice.press(lobby, "Start")
    await lobby.channel.wait_for(is_board)
    (game,) = await games_of(referee)
    assert [player.name for player in game.seats.values()] == ["bob", "alice", "carol"]


async def test_invitations(referee: Referee, discord_: Standin, people: tuple[Human, ...]) -> None:
    """Those invited are pinged, and their places kept until they decline; then anyone may come."""
    alice, bob, carol, dave = people
    lobby = await invite(alice, opponent=bob, opponent2=carol)
    assert lobby.pinged.users == {bob.id, carol.id}
    assert f" · {bob.mention} (invited) · {carol.mention} (invited)\n" in lobby.content
    assert labels(lobby) == ["Join", "Rules", "How pieces move", "Decline", "Withdraw"]
    async with untouched(discord_, referee):
        kept = "The remaining seats in game #1 are for bob and carol."
        assert await told(await dave.press(lobby, "Join")) == kept
    await carol.press(lobby, "Decline")
    await edited(lobby, f"{carol.mention} (declined) · 1 seat open")
    await fill(lobby, [bob, dave])
    assert "Decline" not in labels(lobby)


async def test_edits_come_in_order(discord_: Standin, referee: Referee, people: tuple[Human, ...]) -> None:
    """However late an edit of the message is, the last one tells how things stand."""
    alice, bob, carol, _ = people
    lobby = await invite(alice)
    await fill(lobby, [bob])
    hold = discord_.delay("PATCH", f"/messages/{lobby.id}")
    await answered(await carol.press(lobby, "Join"))
    await hold.reached()
    await bob.press(lobby, "Leave")
    hold.release()
    await edited(lobby, carol.mention, "1 seat open")
    await settled(referee)
    assert bob.mention not in lobby.content


async def test_a_deleted_lobby_comes_back(discord_: Standin, referee: Referee, people: tuple[Human, ...]) -> None:
    """When the message of a challenge has been deleted, the next change posts it anew, pinging nobody invited again."""
    alice, bob, carol, _ = people
    lobby = await invite(alice, opponent=carol)
    menu = await (await bob.press(lobby, "Join")).followup()
    await edited(lobby, bob.mention)
    await alice.delete(lobby)
    await (await bob.choose(menu, "Choose your side", "Gold")).reply()
    again = await discord_.channel().wait_for(lambda m: "#1 " in m.content and bool(m.buttons) and not m.deleted)
    assert (f"{bob.mention} (Gold)" in again.content, bool(again.pinged)) == (True, False)
    await carol.press(again, "Decline")
    await edited(again, f"{carol.mention} (declined)")
    await settled(referee)
    assert len([m for m in discord_.channel().messages if not m.deleted]) == 1


@pytest.mark.parametrize("request_", [("PATCH", "/messages/"), ("POST", "/messages")], ids=["shown", "called"])
@pytest.mark.parametrize("arrived", [False, True])
async def test_stopped_while_somebody_joins(
    discord_: Standin, database: Path, people: tuple[Human, ...], request_: tuple[str, str], arrived: bool
) -> None:
    """Who has joined when the referee stops is in and shown at the next start; the challenger is called once."""
    alice, bob, carol, _ = people
    async with running(Referee(database)) as referee:
        lobby = await invite(alice)
        await fill(lobby, [bob])
        await settled(referee)
        hold = discord_.delay(*request_, effective=arrived)
        await answered(await carol.press(lobby, "Join"))
        await hold.reached()
    await discord_.wait_disconnected()
    hold.release()
    for _ in range(2):
        async with running(Referee(database)) as referee:
            await referee.controller.poster.catch_up()
            await settled(referee)
            assert await referee.controller.games.ledger.outbox.boards() == []
        await discord_.wait_disconnected()
    assert "Everyone is in" in lobby.content
    (call,) = [m for m in discord_.channel().messages if "press *Start*" in m.content]
    assert call.pinged.users == {alice.id}
    async with running(Referee(database)):
        await alice.press(lobby, "Start")
        await discord_.channel().wait_for(is_board)
