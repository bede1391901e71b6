"""The lobby of a game for more than two in Discord: filled, left, started, and killed at every stage."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.app import Referee
from engine.records.scoresheet import read_scoresheet
from tests.bot.support.parties import NAMES, Party, answered, edited, fill, invite, take_side
from tests.bot.support.people import (
    OPENING,
    button,
    games_of,
    is_board,
    labels,
    link_to,
    record_of,
    says,
    settled,
    shown,
    told,
    untouched,
)
from tests.wire import NOBODY, Human, Message, Standin, running

pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture
def people(discord_: Standin) -> tuple[Human, ...]:
    """Name alice, bob, carol and dave."""
    return tuple(discord_.human(name) for name in NAMES)


def begun_on(board: Message) -> str:
    """What a challenge says whose game has begun."""
    return f"the game has begun; here is its {link_to(board)}."


async def called(lobby: Message) -> Message:
    """Wait for the word to the challenger that all are in."""
    return await lobby.channel.wait_for(says("press *Start*"), after=lobby)


# ---- filling


async def test_a_lobby_fills(discord_: Standin, referee: Referee, people: tuple[Human, ...]) -> None:
    """The one message of a challenge shows who is in as it fills; when it is full the challenger alone is called."""
    alice, bob, carol, _ = people
    lobby = await invite(alice, side="Gold")
    assert (labels(lobby), lobby.pinged) == (
        ["Join", "Rules", "How pieces move", "Join with a word", "Withdraw"],
        NOBODY,
    )
    assert f"- Gold: {alice.mention}\n- 2 places free\n1 of 3 players is in.\n-# Dice" in lobby.content
    assert f"{alice.mention} invites players to a game for 3.\nA game made up for tests." in lobby.content
    answer = await answered(await bob.press(lobby, "Join"))
    assert answer == "You are in game #1: your side will be drawn. Choose your side here, if you like."
    await edited(lobby, f"- Side to be drawn: {bob.mention}\n- 1 place free\n2 of 3 players are in.")
    assert labels(lobby) == ["Join", "Rules", "How pieces move", "Join with a word", "Leave", "Withdraw"]
    await fill(lobby, [carol])
    call = await called(lobby)
    assert call.content == f"**#1** All 3 players are in. {alice.mention}, press *Start*."
    assert call.pinged.users == {alice.id}
    assert call.reference is lobby
    assert labels(lobby) == ["Start", "Rules", "How pieces move", "Give a word", "Choose side", "Leave", "Withdraw"]
    assert f"All 3 players are in; {alice.mention} starts the game." in lobby.content
    answer = await answered(await alice.press(lobby, "Start"))
    assert answer.startswith("Game #1 begins. ")
    board = await lobby.channel.wait_for(is_board)
    assert board.pinged.users == {alice.id, bob.id, carol.id}
    assert f"Gold {alice.mention}" in board.content
    await settled(referee)
    assert (labels(lobby), begun_on(board) in lobby.content) == ([], True)
    assert [m.nonce for m in discord_.channel().messages] == ["1:challenge", "1:full:2", f"1:{OPENING + 1}"]


async def test_choosing_a_side(referee: Referee, people: tuple[Human, ...]) -> None:
    """The menu offers the sides that nobody has chosen; the choice is shown, and may be changed until the start."""
    alice, bob, carol, _ = people
    lobby = await invite(alice, side="Gold")
    menu = await (await bob.press(lobby, "Join")).followup()
    assert [option.label for option in menu.selects[0].options] == ["Let my side be drawn", "Red", "Blue"]
    assert [option.default for option in menu.selects[0].options] == [True, False, False]
    assert (
        await (await bob.choose(menu, "Choose your side", "Blue")).reply()
    ).content == "You are in game #1: you play Blue."
    await edited(lobby, f"- Blue: {bob.mention}")
    await fill(lobby, [carol])
    assert await take_side(carol, lobby, "Red", "Choose side") == "You are in game #1: you play Red."
    await edited(lobby, f"- Red: {carol.mention}")
    assert (
        await take_side(bob, lobby, "Let my side be drawn", "Choose side")
        == "You are in game #1: your side will be drawn."
    )
    await edited(lobby, f"- Side to be drawn: {bob.mention}")
    await settled(referee)
    assert len([m for m in lobby.channel.messages if "press *Start*" in m.content]) == 1
    await answered(await alice.press(lobby, "Start"))
    (game,) = await games_of(referee)
    assert [player.name for player in game.seats.values()] == ["carol", "alice", "bob"]


async def test_a_side_that_went_meanwhile(referee: Referee, discord_: Standin, people: tuple[Human, ...]) -> None:
    """Of two who choose the same side in their menus the first has it, and the other is told who."""
    alice, bob, carol, _ = people
    lobby = await invite(alice)
    menus = [await (await who.press(lobby, "Join")).followup() for who in (bob, carol)]
    await (await bob.choose(menus[0], "Choose your side", "Red")).reply()
    await edited(lobby, f"- Red: {bob.mention}")
    async with untouched(discord_, referee):
        outcome = await carol.choose(menus[1], "Choose your side", "Red")
        answer = (await outcome.followup()).content
        assert answer == "bob has already chosen Red. Choose another side, or let yours be drawn."


async def test_invitations(referee: Referee, discord_: Standin, people: tuple[Human, ...]) -> None:
    """Those invited are pinged, and their places kept until they decline; then anyone may come."""
    alice, bob, carol, dave = people
    lobby = await invite(alice, opponent=bob, opponent2=carol)
    assert lobby.pinged.users == {bob.id, carol.id}
    assert f"- Place kept for {bob.mention}\n- Place kept for {carol.mention}\n1 of 3" in lobby.content
    assert labels(lobby) == ["Join", "Rules", "How pieces move", "Join with a word", "Decline", "Withdraw"]
    async with untouched(discord_, referee):
        answer = await told(await dave.press(lobby, "Join"))
        assert answer == "The places left in game #1 are kept for bob and carol."
        assert await told(await dave.press(lobby, "Decline")) == "You are not in game #1."
        assert await told(await alice.press(lobby, "Decline")) == "That challenge is your own; withdraw it instead."
    assert await told(await carol.press(lobby, "Decline")) == "You have declined the challenge."
    await edited(lobby, f"- 1 place free\n- {carol.mention} has declined")
    await fill(lobby, [bob, dave])
    assert "Decline" not in labels(lobby)
    assert (await called(lobby)).pinged.users == {alice.id}


async def test_leaving(referee: Referee, discord_: Standin, people: tuple[Human, ...]) -> None:
    """Whoever leaves makes room, and the challenger is called once more when it fills again."""
    alice, bob, carol, dave = people
    lobby = await invite(alice)
    await fill(lobby, [bob, carol])
    first = await called(lobby)
    assert await told(await bob.press(lobby, "Leave")) == "You have left game #1."
    await edited(lobby, "2 of 3 players are in.")
    assert bob.mention not in lobby.content
    start = "hm:start:1:0"
    async with untouched(discord_, referee):
        answer = await told(await alice.press(lobby, custom_id=start))
        assert answer == "2 of 3 players are in; the game can start once all places are taken."
        assert await told(await bob.press(lobby, "Leave")) == "You are not in game #1."
        assert await told(await alice.press(lobby, "Leave")) == "That challenge is your own; withdraw it instead."
    await fill(lobby, [dave])
    again = await lobby.channel.wait_for(says("press *Start*"), after=first)
    assert again.pinged.users == {alice.id}


async def test_only_the_challenger_starts(referee: Referee, discord_: Standin, people: tuple[Human, ...]) -> None:
    """Start by anybody else, joined or not, is refused in private."""
    alice, bob, carol, dave = people
    lobby = await invite(alice)
    await fill(lobby, [bob, carol])
    await called(lobby)
    async with untouched(discord_, referee):
        for who in (bob, dave):
            answer = await told(await who.press(lobby, "Start"))
            assert answer == "Only the challenger can start the game."


async def test_withdrawing(referee: Referee, discord_: Standin, people: tuple[Human, ...]) -> None:
    """The challenger withdraws; the message says so without buttons and card, and old buttons say that it is gone."""
    alice, bob, *_ = people
    lobby = await invite(alice)
    await fill(lobby, [bob])
    gone = {label: button(lobby, label) for label in labels(lobby)}
    assert await told(await bob.press(lobby, "Withdraw")) == "Only the challenger can withdraw the challenge."
    await alice.press(lobby, "Withdraw")
    await edited(lobby, "withdraws")
    assert lobby.content == f"**#1 Three**: {alice.mention} withdraws the challenge."
    assert (lobby.buttons, lobby.attachments) == ((), ())
    async with untouched(discord_, referee):
        for custom_id in gone.values():
            pressed = await bob.press(lobby, custom_id=custom_id)
            answer = await told(await bob.submit(pressed, text="plum") if ":word" in custom_id else pressed)
            assert answer == "Challenge #1 is no longer open. Start a new one with /play."


@pytest.mark.parametrize(
    ("variant", "others", "answer"),
    [
        ("hexeh", ("bob", "carol"), "Hexeh is for 2 players, so name at most 1 besides yourself."),
        ("toy-three", ("bob", "carol", "dave"), "Three is for 3 players, so name at most 2 besides yourself."),
        ("toy-four", ("bob", "bob"), "You have named bob twice."),
        ("toy-four", ("bob", "alice"), "You cannot challenge yourself. Leave the opponent out to let anyone in."),
        (
            "toy-four",
            ("bob", "bot"),
            "Bots do not play, except me. Challenge me or a person, or leave the opponent out to let anyone in.",
        ),
    ],
)
async def test_invitations_that_cannot_be(
    discord_: Standin, referee: Referee, variant: str, others: tuple[str, ...], answer: str
) -> None:
    """Too many opponents, one named twice, oneself and bots are refused, and nothing is posted."""
    invited = [discord_.robot() if name == "bot" else discord_.human(name) for name in others]
    options = dict(zip(("opponent", "opponent2", "opponent3"), invited, strict=False))
    async with untouched(discord_, referee):
        assert await told(await discord_.human("alice").slash("play", game=variant, **options)) == answer


# ---- races


async def test_two_join_for_the_last_place(referee: Referee, people: tuple[Human, ...]) -> None:
    """Of two who press Join for the last place at once one is in, as the message says, and the other is told."""
    alice, bob, carol, dave = people
    lobby = await invite(alice)
    await fill(lobby, [bob])
    outcomes = await asyncio.gather(carol.press(lobby, "Join"), dave.press(lobby, "Join"))
    answers = sorted([await answered(outcome) for outcome in outcomes])
    assert answers[0] == "All places in game #1 are taken. Start another with /play."
    assert answers[1].startswith("You are in game #1")
    await called(lobby)
    await settled(referee)
    assert (carol.mention in lobby.content) + (dave.mention in lobby.content) == 1
    assert len(lobby.channel.messages) == 2


async def test_start_while_somebody_leaves(referee: Referee, people: tuple[Human, ...]) -> None:
    """When Start and Leave are pressed at once, either the game begins with all or it does not; both are told which."""
    alice, bob, carol, _ = people
    lobby = await invite(alice)
    await fill(lobby, [bob, carol])
    await called(lobby)
    started, left = await asyncio.gather(alice.press(lobby, "Start"), carol.press(lobby, "Leave"))
    answers = await answered(started), await answered(left)
    await settled(referee)
    (game,) = await games_of(referee)
    if game.stage == "playing":
        assert answers[0].startswith("Game #1 begins.")
        assert answers[1] == "Challenge #1 is no longer open. Start a new one with /play."
        assert len(game.seats) == 3
    else:
        assert answers[0].startswith("2 of 3 players are in")
        assert answers[1] == "You have left game #1."
        assert "2 of 3 players are in." in lobby.content


async def test_a_double_start(discord_: Standin, referee: Referee, people: tuple[Human, ...]) -> None:
    """Start clicked twice begins one game with one board."""
    alice, bob, carol, _ = people
    lobby = await invite(alice)
    await fill(lobby, [bob, carol])
    await called(lobby)
    outcomes = await asyncio.gather(alice.press(lobby, "Start"), alice.press(lobby, "Start"))
    answers = sorted([await answered(outcome) for outcome in outcomes])
    assert answers[0] == "Challenge #1 is no longer open. Start a new one with /play."
    assert answers[1].startswith("Game #1 begins.")
    await discord_.channel().wait_for(is_board)
    await settled(referee)
    assert len([m for m in discord_.channel().messages if is_board(m)]) == 1


async def test_edits_come_in_order(discord_: Standin, referee: Referee, people: tuple[Human, ...]) -> None:
    """However late an edit of the message is, the last one tells how things stand."""
    alice, bob, carol, _ = people
    lobby = await invite(alice)
    await fill(lobby, [bob])
    hold = discord_.delay("PATCH", f"/messages/{lobby.id}")
    await answered(await carol.press(lobby, "Join"))
    await hold.reached()
    await answered(await bob.press(lobby, "Leave"))
    hold.release()
    await edited(lobby, carol.mention, "2 of 3")
    await settled(referee)
    assert bob.mention not in lobby.content


async def test_a_deleted_lobby_comes_back(discord_: Standin, referee: Referee, people: tuple[Human, ...]) -> None:
    """When the message of a challenge has been deleted, the next change posts it anew, pinging nobody invited again."""
    alice, bob, carol, _ = people
    lobby = await invite(alice, opponent=carol)
    menu = await (await bob.press(lobby, "Join")).followup()
    await edited(lobby, bob.mention)
    await alice.delete(lobby)
    assert "you play Gold" in (await (await bob.choose(menu, "Choose your side", "Gold")).reply()).content
    again = await discord_.channel().wait_for(lambda m: "#1 " in m.content and bool(m.buttons) and not m.deleted)
    assert (f"- Gold: {bob.mention}" in again.content, bool(again.pinged)) == (True, False)
    assert await told(await carol.press(again, "Decline")) == "You have declined the challenge."
    await edited(again, f"{carol.mention} has declined")
    await settled(referee)
    assert len([m for m in discord_.channel().messages if not m.deleted]) == 1


# ---- dice


async def test_drawn_seats_are_checked(discord_: Standin, referee: Referee, people: tuple[Human, ...]) -> None:
    """The draw of three seats is checked by `/dice verify` and by the record alone; a changed draw is found."""
    alice, bob, carol, _ = people
    lobby = await invite(alice)
    await fill(lobby, [bob, carol])
    await answered(await alice.press(lobby, "Start"))
    board = await discord_.channel().wait_for(is_board)
    party = Party(discord_, people[:3], board)
    await party.resign(alice)
    await party.resign(bob)
    assert "and all 2 rolls match." in (await shown(await carol.slash("dice check"))).content
    record = await record_of(carol)
    assert '[Joined "alice, bob, carol"]' in record
    assert read_scoresheet(record).verify().matches
    value = record[record.index(" of 2 for seats") - 1]
    assert not read_scoresheet(record.replace(f"{value} of 2", f"{3 - int(value)} of 2")).verify().matches
    assert referee.is_ready()


# ---- restarts


async def restarted(standin: Standin, database: Path) -> list[Message]:
    """Start a referee, stop it once it has caught up, and give what the channel has been shown since."""
    before = len(standin.channel().messages)
    async with running(Referee(database)) as referee:
        await referee.controller.poster.catch_up()
        await settled(referee)
        assert await referee.controller.games.ledger.lagging() == []
    await standin.wait_disconnected()
    return standin.channel().messages[before:]


@pytest.mark.parametrize("arrived", [False, True])
async def test_killed_while_posting(
    discord_: Standin, database: Path, people: tuple[Human, ...], arrived: bool
) -> None:
    """A challenge on its way when the referee stops is there once after the next start, had it arrived or not."""
    alice, bob, *_ = people
    async with running(Referee(database)):
        hold = discord_.delay("POST", "/messages", effective=arrived)
        await told(await alice.slash("play", game="toy-three"))
        await hold.reached()
    await discord_.wait_disconnected()
    await restarted(discord_, database)
    hold.release()
    assert [m.nonce for m in discord_.channel().messages] == ["1:challenge"]
    async with running(Referee(database)):
        await fill(discord_.channel().messages[0], [bob])


@pytest.mark.parametrize("arrived", [False, True])
async def test_killed_while_somebody_joins(
    discord_: Standin, database: Path, people: tuple[Human, ...], arrived: bool
) -> None:
    """Who has joined when the referee is stopped before the message shows it is in, and is shown at the next start."""
    alice, bob, *_ = people
    async with running(Referee(database)):
        lobby = await invite(alice)
        hold = discord_.delay("PATCH", f"/messages/{lobby.id}", effective=arrived)
        await answered(await bob.press(lobby, "Join"))
        await hold.reached()
    await discord_.wait_disconnected()
    assert await restarted(discord_, database) == []
    assert bob.mention in lobby.content
    assert labels(lobby) == ["Join", "Rules", "How pieces move", "Join with a word", "Leave", "Withdraw"]
    edits = len(lobby.edits)
    assert await restarted(discord_, database) == []
    assert len(lobby.edits) == edits


@pytest.mark.parametrize("arrived", [False, True])
async def test_killed_while_calling(
    discord_: Standin, database: Path, people: tuple[Human, ...], arrived: bool
) -> None:
    """The challenger is called once to a full game, whether the referee is stopped before or after the word arrives."""
    alice, bob, carol, _ = people
    async with running(Referee(database)) as referee:
        lobby = await invite(alice)
        await fill(lobby, [bob])
        await settled(referee)
        hold = discord_.delay("POST", "/messages", effective=arrived)
        await answered(await carol.press(lobby, "Join"))
        await hold.reached()
    await discord_.wait_disconnected()
    await restarted(discord_, database)
    hold.release()
    assert await restarted(discord_, database) == []
    (call,) = [m for m in discord_.channel().messages if "press *Start*" in m.content]
    assert call.pinged.users == {alice.id}
    async with running(Referee(database)):
        await answered(await alice.press(lobby, "Start"))
        await discord_.channel().wait_for(is_board)


@pytest.mark.parametrize("request_", [("PATCH", "/channels/"), ("POST", "/messages")])
@pytest.mark.parametrize("arrived", [False, True])
async def test_killed_while_starting(
    discord_: Standin, database: Path, people: tuple[Human, ...], request_: tuple[str, str], arrived: bool
) -> None:
    """A game started before the referee is stopped has its first board once, and its challenge says so."""
    alice, bob, carol, _ = people
    async with running(Referee(database)) as referee:
        lobby = await invite(alice)
        await fill(lobby, [bob, carol])
        await called(lobby)
        await settled(referee)
        hold = discord_.delay(*request_, effective=arrived)
        assert (await answered(await alice.press(lobby, "Start"))).startswith("Game #1 begins.")
        await hold.reached()
    await discord_.wait_disconnected()
    await restarted(discord_, database)
    hold.release()
    assert await restarted(discord_, database) == []
    (board,) = [m for m in discord_.channel().messages if is_board(m)]
    assert board.pinged.users == {alice.id, bob.id, carol.id}
    assert (labels(lobby), begun_on(board) in lobby.content) == ([], True)


async def test_killed_while_withdrawing(discord_: Standin, database: Path, people: tuple[Human, ...]) -> None:
    """A challenge withdrawn before the referee is stopped says so after the next start, without buttons."""
    alice, bob, *_ = people
    async with running(Referee(database)):
        lobby = await invite(alice)
        await fill(lobby, [bob])
        hold = discord_.delay("PATCH", f"/messages/{lobby.id}")
        await alice.press(lobby, "Withdraw")
        await hold.reached()
    await discord_.wait_disconnected()
    assert await restarted(discord_, database) == []
    hold.release()
    assert (lobby.content, lobby.buttons) == (f"**#1 Three**: {alice.mention} withdraws the challenge.", ())


async def test_buttons_survive_a_restart(discord_: Standin, database: Path, people: tuple[Human, ...]) -> None:
    """Buttons and menus of before work after restarts at every stage."""
    alice, bob, carol, _ = people
    async with running(Referee(database)) as referee:
        lobby = await invite(alice)
        menu = await (await bob.press(lobby, "Join")).followup()
        await settled(referee)
    async with running(Referee(database)) as referee:
        await (await bob.choose(menu, "Choose your side", "Red")).reply()
        await edited(lobby, f"- Red: {bob.mention}")
        await settled(referee)
    async with running(Referee(database)) as referee:
        await fill(lobby, [carol])
        await called(lobby)
        await settled(referee)
    async with running(Referee(database)) as referee:
        await answered(await alice.press(lobby, "Start"))
        board = await discord_.channel().wait_for(is_board)
        assert f"Red {bob.mention}" in board.content
        await settled(referee)
