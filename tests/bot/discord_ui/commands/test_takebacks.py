"""Takebacks through Discord: asked for, agreed to, declined and lapsed; what they undo is said before and after."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Referee
from bot.games import Table
from bot.store import Player
from engine.dice.commitment import linked_roll
from engine.play.commands import MakeMove
from engine.play.referee import sheet
from tests.bot.discord_ui.buttons.test_buttons import moved_on
from tests.bot.support.parties import Party
from tests.bot.support.people import (
    BOARD_BUTTONS,
    Pair,
    button,
    deliver_again,
    is_board,
    labels,
    moves_of,
    record_of,
    says,
    settled,
    shown,
    told,
    untouched,
)
from tests.engine.proposing import ask_takeback
from tests.wire import Message, Standin, running

NONE_ASKED = "No takeback offer is open: none was made, or it was declined, or it lapsed when the game went on."
YOURS = "You ask to take back Blue's Tfe4 and your Tbc3. It is your move (Red)."


async def asked(pair: Pair, **options: object) -> Message:
    """Let Red ask, after both sides have moved, and return the news of it."""
    await pair.moves("Tbc3 Tfe4")
    assert await told(await pair.red.slash("game takeback", **options)) == YOURS
    return await pair.channel.wait_for(says("do you agree?"), after=pair.board)


async def position_of(referee: Referee, number: int = 1) -> Table:
    """The table of a game."""
    table = await referee.controller.games.tables.find(number)
    assert isinstance(table, Table)
    return table


async def test_agreed(pair: Pair, referee: Referee) -> None:
    """The news say exactly what is to be undone and ping who has to agree; agreeing shows the board of before."""
    first = pair.board
    news = await asked(pair)
    assert news.content == (
        f"**#1** {pair.red.mention} asks to take back Blue's Tfe4 and Red's Tbc3. {pair.blue.mention}, do you agree?"
    )
    assert labels(news) == ["Accept takeback", "Decline takeback"]
    assert news.pinged.users == {pair.blue.id}
    answer = await told(await pair.blue.press(news, "Accept takeback"))
    assert answer == "You agree. Taken back: your Tfe4 and Red's Tbc3. alice (Red) to move."
    board = await pair.next_board()
    assert "Taken back: Blue's Tfe4 and Red's Tbc3." in board.content
    assert f"{pair.red.mention} (Red) to move." in board.content
    assert "1. Tbc3" not in board.content
    assert board.attachments[0].data == first.attachments[0].data
    assert board.pinged.users == {pair.red.id}
    await pair.discord.hub.pulse.until(lambda: not news.buttons or None, "the request to lose its buttons", 5)
    assert await moves_of(referee) == ["b1c3", "f5e4", "TakebackOffered", "TakenBack"]
    await pair.move("Gc3")
    assert "Taken back" not in pair.board.content
    assert "1. Gc3" in pair.board.content


async def test_declined(pair: Pair, referee: Referee) -> None:
    """A declined takeback is told to who asked, and the board keeps its buttons."""
    news = await asked(pair)
    answer = await told(await pair.blue.press(news, "Decline takeback"))
    assert answer == "You decline the takeback; the game goes on. alice (Red) to move."
    told_all = await pair.channel.wait_for(says("declines the takeback"), after=news)
    assert told_all.pinged.users == {pair.red.id}
    assert await told(await pair.blue.slash("game takeback", answer="accept")) == NONE_ASKED
    await settled(referee)
    assert labels(pair.board) == BOARD_BUTTONS
    await pair.move("Gc2b2")


async def test_withdrawn(pair: Pair, referee: Referee) -> None:
    """Who asked may withdraw by declining, and cannot agree alone."""
    news = await asked(pair)
    async with untouched(pair.discord, referee):
        alone = "You have already agreed to that takeback; not everybody has answered yet. Declining withdraws it."
        assert await told(await pair.red.press(news, "Accept takeback")) == alone
        assert "already been asked for" in await told(await pair.blue.slash("game takeback"))
    assert "decline the takeback" in await told(await pair.red.slash("game takeback", answer="decline"))
    assert await moves_of(referee) == ["b1c3", "f5e4", "TakebackOffered", "TakebackDeclined"]


async def test_by_command_and_number(pair: Pair, referee: Referee) -> None:
    """A number says how many moves; both answers can be given by command, too."""
    await pair.moves("Tbc3 Tfe4 Gcd3")
    answer = await told(await pair.blue.slash("game takeback", moves=2))
    assert answer.startswith("You ask to take back Red's Gcd3 and your Tfe4.")
    answer = await told(await pair.red.slash("game takeback", answer="accept"))
    assert answer.startswith("You agree. Taken back: your Gcd3 and Blue's Tfe4. bob (Blue) to move.")
    await pair.next_board()
    assert (await position_of(referee)).state.turn == 2
    game = await referee.controller.games.ledger.game(1)
    assert game is not None
    assert game.turn == 2


async def test_refused(pair: Pair, referee: Referee) -> None:
    """What cannot be taken back is refused in words, and nobody is told of it."""
    async with untouched(pair.discord, referee):
        assert await told(await pair.red.slash("game takeback")) == "You have made no move that could be taken back."
        assert await told(await pair.blue.slash("game takeback", answer="accept")) == NONE_ASKED
        answer = await told(await pair.discord.human("carol").slash("game takeback", game="1"))
        assert answer.startswith("You do not play in game #1.")
    await pair.moves("Tbc3 Tfe4")
    async with untouched(pair.discord, referee):
        answer = await told(await pair.red.slash("game takeback", moves=1))
        assert answer == "Blue's Tfe4 is not yours to take back. Leave the number out to go back to your own last move."
        assert await told(await pair.red.slash("game takeback", moves=5)) == "At most 2 moves can be taken back now."


async def test_a_request_lapses(pair: Pair, referee: Referee) -> None:
    """A move lets the request lapse: its buttons then do nothing."""
    news = await asked(pair)
    accept = button(news, "Accept takeback")
    await pair.move("Gc2b2")
    async with untouched(pair.discord, referee):
        assert await told(await pair.blue.press(news, custom_id=accept)) == NONE_ASKED


async def test_stale_buttons(pair: Pair, referee: Referee) -> None:
    """The buttons of the board that was taken back are stale, even though the same position comes again."""
    first = pair.board
    move = button(first, "Move")
    news = await asked(pair)
    await told(await pair.blue.press(news, "Accept takeback"))
    await pair.next_board()
    await pair.channel.wait_for(lambda m: m.id == news.id and not m.buttons)
    async with untouched(pair.discord, referee):
        assert await told(await pair.red.press(first, custom_id=move)) == moved_on(pair.board)


async def test_delivered_twice(pair: Pair, referee: Referee) -> None:
    """An agreement that Discord delivers twice takes back once."""
    await asked(pair)
    outcome = await pair.blue.slash("game takeback", answer="accept")
    await told(outcome)
    await pair.next_board()
    await deliver_again(pair.blue, outcome, "game takeback", answer="accept")
    await settled(referee)
    assert await moves_of(referee) == ["b1c3", "f5e4", "TakebackOffered", "TakenBack"]


async def test_after_a_fight(discord_: Standin, referee: Referee) -> None:
    """After a fight it is said that the dice stay spent; the next fight has the next roll, and all are checked."""
    pair = await Pair.seated(discord_, options="combat=poly")
    secret = await referee.controller.games.ledger.secret(1)
    await pair.move("Tbxc6")
    first = (await position_of(referee)).state
    fight = first.played[-1].dice
    answer = await told(await pair.red.slash("game takeback"))
    assert answer.startswith(f"You ask to take back your Tbxc6 (fight {fight}): the dice stay spent.")
    news = await pair.channel.wait_for(says("the dice stay spent"), after=pair.board)
    await told(await pair.blue.press(news, "Accept takeback"))
    await pair.next_board()
    assert f"Taken back: Red's Tbxc6 (fight {fight}): the dice stay spent." in pair.board.content
    await pair.move("Tbxc6")
    second = (await position_of(referee)).state
    assert len(second.rolls) > len(first.rolls)
    number, made = len(first.rolls), second.rolls[len(first.rolls)]
    assert made.dice == linked_roll(secret, "game 1", made.chain, number, (8, 8))
    sure = await shown(await pair.red.slash("game resign"))
    await told(await pair.red.press(sure, "Yes, resign"))
    verdict = await told(await pair.blue.slash("dice check", game="1"))
    assert f"all {len(second.rolls)} rolls match" in verdict
    record = await record_of(pair.blue)
    body, _, long = record.partition("; long form:")
    long, _, undone = long.partition("; undone:")
    assert body.count("1. Tbxc6[") == 2, "the fight taken back is told, too"
    assert (long.count("b1c6["), undone.count(f"b1c6[{fight}]")) == (1, 1)
    assert f"1. Tbxc6[{fight}]" in body


async def test_scouts(discord_: Standin, referee: Referee) -> None:
    """A placement is taken back like a move."""
    assert referee.is_ready()
    alice, bob = discord_.human("alice"), discord_.human("bob")
    await (await alice.slash("play", game="imperial", opponent=bob)).reply()
    challenge = await discord_.channel().wait_for(says("challenges"))
    await bob.press(challenge, "Accept")
    board = await discord_.channel().wait_for(is_board, after=challenge)
    white, black = (alice, bob) if f"White {alice.mention}" in board.content else (bob, alice)
    await told(await white.slash("move", notation="P@e3"))
    assert "your P@e3" in await told(await white.slash("game takeback"))
    news = await discord_.channel().wait_for(says("do you agree?"))
    await told(await black.press(news, "Accept takeback"))
    assert (await position_of(referee)).state.position.due == 2


async def test_a_restart(discord_: Standin, database: Path) -> None:
    """A request outlives a restart, and so does what was taken back."""
    async with running(Referee(database)) as referee:
        pair = await Pair.seated(discord_)
        news = await asked(pair)
        await settled(referee)
    async with running(Referee(database)) as again:
        await told(await pair.blue.press(news, "Accept takeback"))
        await pair.next_board()
        before = (await position_of(again)).state
        await settled(again)
    async with running(Referee(database)) as third:
        assert (await position_of(third)).state == before
        await pair.move("Gc3")


@pytest.mark.parametrize("effective", [False, True])
async def test_shown_late(discord_: Standin, database: Path, effective: bool) -> None:
    """A takeback committed before the client closes is shown once by the next start."""
    async with running(Referee(database)) as referee:
        pair = await Pair.seated(discord_)
        await asked(pair)
        await settled(referee)
        hold = discord_.delay("POST", f"/channels/{pair.channel.id}/messages", effective=effective)
        await pair.blue.slash("game takeback", answer="accept")
        await hold.reached()
    hold.release()
    async with running(Referee(database)) as again:
        await again.controller.poster.catch_up()
        await settled(again)
        shown_ = [m for m in pair.channel.messages if "Taken back:" in m.content]
        assert len(shown_) == 1
        assert labels(shown_[0]) == BOARD_BUTTONS


async def test_three_players(discord_: Standin, referee: Referee) -> None:
    """Among three, the news tell who has still to agree; the takeback is made by the last to do so."""
    party = await Party.seated(discord_, "nd-wellisch-3")
    alice, bob, carol = party.players
    for _ in range(3):
        await party.move(sheet((await position_of(referee)).state).long()[0])
    await settled(referee)
    before = (await position_of(referee)).state
    asking = await told(await bob.slash("game takeback", game="1"))
    assert "1 of 3 agrees: Gold; waiting for Red and Blue." in asking
    news = await party.channel.wait_for(says("do you agree?"))
    assert news.pinged.users == {alice.id, carol.id}
    answer = await told(await alice.press(news, "Accept takeback"))
    assert answer.startswith("You agree to the takeback. 2 of 3 agree: Red and Gold; waiting for Blue.")
    assert (await position_of(referee)).state.line == before.line
    later = await party.channel.wait_for(says("agrees to the takeback. 2 of 3 agree"))
    assert labels(later) == labels(news) == ["Accept takeback", "Decline takeback"]
    await told(await carol.press(later, "Accept takeback"))
    board = await party.channel.wait_for(says("Taken back:"))
    assert board.pinged.users == {bob.id}
    after = (await position_of(referee)).state
    assert (after.line, after.turn) == (before.line[:2], 2)


async def test_asked_before_the_board_is_shown(pair: Pair, referee: Referee) -> None:
    """A takeback asked for before the channel has been shown the move comes with the board: words, buttons and ping."""
    act, alice = referee.controller.games.play.act, Player(pair.red.id, "alice")
    await act(1, alice, lambda seat: MakeMove(seat, move="Tbc3"))
    await act(1, alice, ask_takeback)
    assert await referee.controller.show((await position_of(referee)).game)
    board = await pair.next_board()
    assert f"{pair.red.mention} asks to take back Red's Tbc3." in board.content
    assert labels(board)[-2:] == ["Accept takeback", "Decline takeback"]
    assert board.pinged.users == {pair.blue.id}
    await told(await pair.blue.press(board, "Accept takeback"))
    assert "Taken back: Red's Tbc3." in (await pair.next_board()).content
