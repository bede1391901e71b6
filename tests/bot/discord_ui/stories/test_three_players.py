"""Whole games for three and four through Discord, with players who leave in the middle, and those who watch."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.app import Referee
from bot.games import Table
from bot.text.games import title
from engine.command_line import main
from engine.variants import variant_of
from tests.bot.discord_ui.buttons.test_buttons import gone
from tests.bot.support.parties import Party, invite
from tests.bot.support.people import (
    END_BUTTONS,
    STRANGER,
    labels,
    link_to,
    moves_of,
    record_of,
    settled,
    shown,
    told,
    untimed,
    untouched,
)
from tests.engine.support import code
from tests.wire import NOBODY, Human, Standin, running


async def seen_by(who: Human, **options: object) -> bytes:
    """The picture of the board that somebody is shown."""
    return (await shown(await who.slash("board", **options))).attachments[0].data


# ---- a whole game


async def test_a_game_for_three_with_a_resignation(
    discord_: Standin, referee: Referee, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three play; one resigns in the middle, the other two play on to the end, and the record replays it all."""
    party = await Party.seated(discord_, "nd-wellisch-3")
    alice, bob, carol = party.players
    assert party.board.pinged.users == {alice.id, bob.id, carol.id}
    for who, notation in ((alice, "c5d6"), (bob, "j13j12"), (carol, "j5j6"), (alice, "d6e7")):
        assert party.mover == who
        await party.move(notation)
        assert party.board.pinged.users == {party.mover.id}
    assert party.mover == bob
    assert await party.resign(bob) == ""
    assert party.mover == carol
    assert f"Red {alice.mention} – ~~Gold {bob.mention}~~ (out) – Blue {carol.mention}" in party.board.content
    assert "Gold leaves the game with all its pieces." in party.board.content
    table = await referee.controller.games.tables.find(1)
    assert isinstance(table, Table)
    assert title(table) == "#1 Nearlydouble Wellisch for three: Red alice – Gold bob – Blue carol"
    assert "Gold: no pieces" in (party.board.attachments[0].description or "")
    assert party.board.pinged.users == {carol.id}
    async with untouched(discord_, referee):
        assert await told(await bob.slash("move", notation="j13j12")) == "You are no longer in this game."
        for outcome in (await bob.press(party.board, "Move"), await bob.slash("game draw", action="offer", game="1")):
            assert (await told(outcome)).startswith(("You are no longer", "It is not"))
    for who, notation in ((carol, "k7k8"), (alice, "c8d8"), (carol, "k6k7")):
        assert party.mover == who
        await party.move(notation)
        assert party.board.pinged.users == {party.mover.id}
        assert "Gold leaves" not in party.board.content
    assert await party.resign(carol) == ""
    assert "Game over. Red wins: last player standing." in party.board.content
    assert party.board.pinged.users == {alice.id, bob.id}
    assert labels(party.board)[:3] == END_BUTTONS
    record = await record_of(bob)
    assert "P6e7\n* Gold resigns\n2. … Pk8" in untimed(record)
    assert "Pkk7\n* Blue resigns\n" in untimed(record)
    path = tmp_path / "record.txt"
    path.write_text(record, encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    assert "The secret is the one committed to" in capsys.readouterr().out


@pytest.mark.usefixtures("toys")
async def test_whoever_is_to_move_resigns(discord_: Standin, referee: Referee) -> None:
    """When the player to move resigns before any move, the next is to move and pinged alone."""
    party = await Party.seated(discord_)
    alice, bob, carol = party.players
    assert await party.resign(alice) == ""
    assert party.board.pinged.users == {bob.id}
    await party.move("f3e3")
    assert party.board.pinged.users == {carol.id}
    assert await moves_of(referee) == ["Resigned", "f3e3"]


@pytest.mark.usefixtures("toys")
async def test_two_resign_at_once(discord_: Standin, referee: Referee) -> None:
    """Of two who resign at the same moment both leave, or the second is told that the board has changed."""
    party = await Party.seated(discord_)
    _, bob, carol = party.players
    sure = [await shown(await who.slash("game resign")) for who in (bob, carol)]
    outcomes = [who.press(message, "Yes, resign") for who, message in zip((bob, carol), sure, strict=True)]
    answers = sorted([await told(outcome) for outcome in await asyncio.gather(*outcomes)])
    await settled(referee)
    assert answers[0] == ""
    assert answers[1].startswith("The game has moved on since that board. ")
    assert await moves_of(referee) == ["Resigned"]


async def test_four_play_in_the_order_of_their_seats(discord_: Standin, referee: Referee) -> None:
    """Four play in turn, each pinged alone when it is their turn."""
    party = await Party.seated(discord_, "nd-wellisch-4-mccooey")
    assert referee.is_ready()
    for turn, notation in enumerate(("c5d6", "Bi11", "m11l10", "Bi5", "d6e7")):
        assert party.mover == party.players[turn % 4]
        await party.move(notation)
        assert party.board.pinged.users == {party.players[(turn + 1) % 4].id}


async def test_a_checkmate_between_turns(discord_: Standin, referee: Referee) -> None:
    """Checks are spelled out under the board; who is checkmated is told, struck through and never asked again."""
    pieces = ("G b5 · P c2", "K i15 · R n8", "G n11 · R o9", "K f1 · U h3")
    variant = variant_of("nd-wellisch-4-mccooey")
    party = await Party.placed(discord_, referee, variant.key, code(variant, pieces, 1))
    white, red, black, blue = party.players
    assert "Red attacks Black's General." in party.board.content
    await party.move("c2d2")
    assert "Black is checkmated by Red: its pieces leave the board." in party.board.content
    assert f"Red {red.mention} – ~~Black {black.mention}~~ (out) – Blue" in party.board.content
    assert "attacks" not in party.board.content
    assert party.board.pinged.users == {red.id}
    await party.move("Rn9")
    assert party.mover == blue
    async with untouched(discord_, referee):
        assert await told(await black.press(party.board, "Move")) == "You are no longer in this game."
    await party.move("Kf2")
    assert party.mover == white


# ---- boards and watchers


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("variant", ["toy-three", "toy-four"])
async def test_everybody_sees_the_board_from_their_own_side(discord_: Standin, referee: Referee, variant: str) -> None:
    """`/board` and Flip turn the board to one's own side, `/board seat:` to any; the channel sees the mover's."""
    party = await Party.seated(discord_, variant)
    stranger = discord_.human("zoe")
    async with untouched(discord_, referee):
        sides = [await seen_by(stranger, seat=str(number)) for number in range(1, len(party.players) + 1)]
        assert len(set(sides)) == len(party.players)
        assert party.board.attachments[0].data == sides[0]
        for who, side in zip(party.players, sides, strict=True):
            assert await seen_by(who) == side
            flipped = await shown(await who.press(party.board, "Flip"))
            assert flipped.attachments[0].data == side
        assert await seen_by(party.players[0], seat="blue") == sides[-1]
        names = [choice.value for choice in await stranger.autocomplete("board", seat="")]
        assert (names[0], names[-1]) == ("Red" if variant == "toy-three" else "White", "Blue")
        assert "The sides are" in await told(await stranger.slash("board", seat="Pink"))


@pytest.mark.usefixtures("toys")
async def test_those_who_watch(discord_: Standin, referee: Referee) -> None:
    """Anyone looks at boards, moves and the record of a game; its buttons for players refuse them kindly."""
    party = await Party.seated(discord_)
    zoe = discord_.human("zoe")
    async with untouched(discord_, referee):
        assert await told(await zoe.press(party.board, "Move")) == STRANGER
        assert await told(await zoe.slash("move", notation="c2c3", game="1")) == STRANGER
        assert (await shown(await zoe.press(party.board, "Flip"))).attachments
        assert "Red can move" in (await shown(await zoe.slash("board", piece="all"))).content
        assert "toy-three@1" in await record_of(zoe)
    assert await told(await zoe.slash("board", share=True, seat="Gold")) == "The board is in the channel."
    board = await party.channel.wait_for(lambda m: bool(m.attachments), after=party.board)
    assert board.pinged == NOBODY


@pytest.mark.usefixtures("toys")
async def test_names_of_games(discord_: Standin, referee: Referee) -> None:
    """`/games` lists lobbies with how many are in, and running games with all rivals."""
    party = await Party.seated(discord_)
    alice, bob, _ = party.players
    asked = await invite(alice, 2, "toy-four", opponent=bob)
    await settled(referee)
    async with untouched(discord_, referee):
        listed = (await told(await bob.slash("games"))).replace("\\", "").splitlines()
    assert listed == [
        f"#2 Four, challenge by alice, 1 in; you are invited, {link_to(asked, 'challenge')}",
        "#1 Three vs alice and carol, alice to move",
    ]


# ---- restarts


@pytest.mark.usefixtures("toys")
async def test_a_resignation_not_shown(discord_: Standin, database: Path) -> None:
    """A resignation in the middle, committed but not shown, is shown once at the next start, pinging the mover."""
    async with running(Referee(database)) as referee:
        party = await Party.seated(discord_)
        await settled(referee)
        sure = await shown(await party.players[1].slash("game resign"))
        hold = discord_.delay("POST", "/messages")
        await party.players[1].press(sure, "Yes, resign")
        await gone(sure)
        await hold.reached()
    await discord_.wait_disconnected()
    async with running(Referee(database)) as referee:
        await party.next_board()
        await settled(referee)
        assert "(out)" in party.board.content
        assert party.board.pinged.users == {party.players[0].id}
        await party.move("c2c3")
        assert party.mover == party.players[2]
        await settled(referee)
