"""Whole games for two through Discord, from the challenge to the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Referee
from engine.dice.commitment import linked_roll
from engine.records.replay import replay_moves, short_moves
from engine.variants import variant_of
from tests.bot.support.people import Pair, is_board, moves_of, pick, record_of, shown, told
from tests.wire import Standin

IMPERIAL = (
    "Pe2 Pih7 Exj5 Nxj5 P3e4 Pjh4 Qxl7 Exl7 P4f4 Exf4 Pxf4 Ng4 Pf3 Nd2 Pxd2 Pg3 Pxg3 Qh4 Gd3 Qxg3 Df1 Qxd3 Dxi4 Qxc3"
)
RECORDS = Path(__file__).parents[3] / "engine" / "games"


@pytest.mark.parametrize("name", ["nd-wellisch-leaper", pytest.param("nd-mccooey-castling", marks=pytest.mark.slow)])
async def test_nearlydouble(discord_: Standin, referee: Referee, name: str) -> None:
    """Two people play to checkmate, what is recorded is what they played."""
    head, _, moves = (RECORDS / f"{name}.txt").read_text("utf-8").partition("\n\n")
    variant = next(line.split()[1] for line in head.splitlines() if line.startswith("variant:"))
    pair = await Pair.seated(discord_, variant=variant)
    await pair.moves(" ".join(short_moves(replay_moves(variant_of(variant), moves))))
    assert "Checkmate, after" in pair.board.content
    assert moves.split() == [move for move in await moves_of(referee) if move[:1].islower()]
    assert "; long form: " in await record_of(pair.red)


@pytest.mark.slow
async def test_imperial(discord_: Standin, referee: Referee) -> None:
    """The first roll tosses who is White; scouts are placed by button and by command, then all goes to the mate."""
    alice, bob, channel = discord_.human("alice"), discord_.human("bob"), discord_.channel()
    assert "coin toss" in await told(await alice.slash("play", game="imperial", side="White"))
    await told(await alice.slash("play", game="imperial", opponent=bob))
    await bob.press(await channel.wait_for(lambda m: "challenges" in m.content), "Accept")
    board = await channel.wait_for(is_board)
    pair = Pair(discord_, *((alice, bob) if f"Your move, {alice.mention}" in board.content else (bob, alice)), board)
    table = await referee.controller.games.tables.find(1)
    secret = await referee.controller.games.ledger.secret(1)
    (seat,) = linked_roll(secret, "game 1", table.state.rolls[0].chain, 0, (2,))
    assert (table.game.seats[seat].id, table.game.seats[1].id) == (alice.id, pair.red.id)
    to_place = " places two pawns first: P@"
    assert to_place in board.content
    menu = await shown(await pair.red.press(board, "Move"))
    await pick(pair.red, menu, "Pawns placed on e3 and e5")
    await pair.next_board()
    assert "**P@e3** – pawns are placed on e3 and e5." in pair.board.content
    refused = await told(await pair.blue.slash("move", notation="Pj4"))
    assert "each side places two more pawns, its scouts" in refused
    for number, notation in enumerate(f"P@i4 {IMPERIAL}".split(), 1):
        assert (to_place in pair.board.content) is (number == 1)
        await told(await (pair.blue if number % 2 else pair.red).slash("move", notation=notation))
        await pair.next_board()
    assert "Checkmate, after" in pair.board.content
