"""A game with a coin toss and placements before the first move, through Discord to the mate."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from bot.app import Referee
from bot.console import play_here
from bot.games import Table
from engine.dice.commitment import linked_roll
from tests.bot.support.people import Pair, is_board, told
from tests.wire import Message, Standin

GAME = "Pe2 Pih7 Exj5 Nxj5 P3e4 Pjh4 Qxl7 Exl7 P4f4 Exf4 Pxf4 Ng4 Pf3 Nd2 Pxd2 Pg3 Pxg3 Qh4 Gd3 Qxg3 Df1 Qxd3 Dxi4 Qxc3"


async def seated(discord_: Standin) -> Pair:
    """Challenge, accept, and wait for the first board; the referee tosses who is White."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    await (await alice.slash("play", game="imperial", opponent=bob)).reply()
    challenge = await discord_.channel().wait_for(lambda m: "challenges" in m.content)
    await bob.press(challenge, "Accept")
    board = await discord_.channel().wait_for(is_board, after=challenge)
    white, black = (alice, bob) if f"White {alice.mention}" in board.content else (bob, alice)
    return Pair(discord_, white, black, board)


def mover_of(pair: Pair) -> tuple[str, Message]:
    """The side to move as the newest board says it, and that board."""
    return ("White" if "(White) to move" in pair.board.content else "Black"), pair.board


async def test_no_side_is_taken(discord_: Standin, referee: Referee) -> None:
    """Where a coin toss decides who begins, a wished side is refused and nothing is posted."""
    assert referee.is_ready()
    outcome = await discord_.human("alice").slash("play", game="imperial", side="White")
    assert "coin toss" in await told(outcome)
    assert discord_.channel().messages == []


async def test_the_toss_is_the_first_roll(discord_: Standin, referee: Referee) -> None:
    """Who is White is the first roll of the game's committed dice."""
    pair = await seated(discord_)
    secret = await referee.controller.games.ledger.secret(1)
    game = await referee.controller.games.ledger.game(1)
    assert game is not None
    table = await referee.controller.games.tables.find(1)
    assert isinstance(table, Table)
    (seat,) = linked_roll(secret, "game 1", table.state.rolls[0].chain, 0, (2,))
    assert {seat: game.challenger} == {seat: game.seats[seat].id}
    assert pair.red.id == game.seats[1].id


async def test_scouts_at_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At the terminal both sides place their scouts before the first move, and are told what they can place."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("moves\nPe2\nP@e2\n@i5\nP2e3\nquit\n"))
    assert 0 == await play_here("imperial", ())
    text = capsys.readouterr().out
    assert "White can place: P@e1, P@e2 or P@e3." in text
    assert "first each side places two more pawns, its scouts" in text
    assert "Black: P@i5 (pawns placed on i5 and i7)" in text
    assert "White: P2e3" in text


async def test_a_whole_game_with_scouts(discord_: Standin, referee: Referee) -> None:
    """Scouts by button and by command, an assisted capture, a forfeited protection, a refused capture, and a mate."""
    assert referee.is_ready()
    pair = await seated(discord_)
    first = "Before the first move each side places two more pawns, its scouts, on its fifth row"
    assert first in pair.board.content
    opened = await pair.red.press(pair.board, "Move")
    menu = await opened.followup()
    chosen = await pair.red.choose(menu, menu.selects[0].custom_id, "Pawns placed on e3 and e5")
    assert chosen.acknowledged
    await pair.next_board()
    assert "P@e3 (pawns placed on e3 and e5)" in pair.board.content
    refused = await pair.blue.slash("move", notation="Pj4")
    assert "each side places two more pawns, its scouts" in await told(refused)
    assert first in pair.board.content, "Black's scouts are still to come"
    await (await pair.blue.slash("move", notation="P@i4")).reply()
    await pair.next_board()
    assert first not in pair.board.content
    for number, notation in enumerate(GAME.split()):
        player = pair.red if number % 2 == 0 else pair.blue
        side, _ = mover_of(pair)
        assert side == ("White", "Black")[number % 2]
        if notation == "Pih7":
            assert "not legal" in await told(await player.slash("move", notation="Qxg1"))
        await (await player.slash("move", notation=notation)).reply()
        await pair.next_board()
    assert "Black wins: checkmate" in pair.board.content
