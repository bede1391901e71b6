"""Games from their own position: challenged, refused with every problem, played on, restarted, recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Referee
from bot.games import ChallengeRequest, Games, Location
from bot.store import Database, Ledger, Player
from engine.command_line import main
from engine.notation.fen import fen_of
from engine.notation.position_code import code_of, position_of
from engine.records.scoresheet import read_scoresheet
from engine.variants import variant_of
from tests.bot.support.parties import edited
from tests.bot.support.people import (
    Pair,
    challenge,
    games_of,
    labels,
    moves_of,
    record_of,
    says,
    settled,
    told,
    untimed,
    untouched,
)
from tests.wire import Human, Message, Standin, running

HEXEH = variant_of("hexeh")
CODE = "4/5/2G3/E2W2e/6/5/4 2 quiet=2,1 lost=,G"
BROKEN = "4/5/2G3/E2E2q/6/5/4 1 tokens=d1:2 colour=red"


async def offered(by: Human, number: int = 1, **wishes: str | Human) -> Message:
    """Challenge to a game from CODE, in the code marks in which it is shown, and give the challenge as it is seen."""
    return await challenge(by, number, position=f"`{CODE}`", **wishes)


async def test_a_challenge_from_a_position(discord_: Standin, referee: Referee) -> None:
    """A challenge from a position shows its picture and says so; accepted, the game goes on from there."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    message = await offered(alice, opponent=bob, side="Red")
    first = message.content.splitlines()[0]
    assert first.endswith(
        f"challenges {bob.mention}, playing as Red, from a position of the challenger's own (Blue to move)."
    )
    (picture,) = message.attachments
    assert picture.data.startswith(b"\x89PNG")
    assert "empress d1; wizard d4; guard c3" in (picture.description or "")
    assert bob in message.pinged
    await told(await bob.press(message, "Accept"))
    board = await discord_.channel().wait_for(says("#1 ", "to move"), after=message)
    assert f"{bob.mention} (Blue) to move" in board.content
    pair = Pair(discord_, alice, bob, board)
    await pair.move("Ed6")
    await pair.move("Gc4")
    (game,) = await games_of(referee)
    assert game.start == CODE
    assert await moves_of(referee) == ["d7d6", "c3c4"]
    assert "37-move rule" not in pair.board.content


async def test_a_challenge_from_a_fen(discord_: Standin, referee: Referee) -> None:
    """A game begins from a FEN as other programs write it; one that is none is refused in one sentence."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    fen = "b/qbk/n1b1n/r5r/ppp1ppppp/5p5/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 2"
    answer = await told(await alice.slash("play", game="glinski", position=fen.replace("5P5", "4P5"), opponent=bob))
    problem = "this looks like a FEN, but rank 5 has 10 cells instead of 11"
    assert f"No game can begin from that position: {problem}." == answer
    message = await challenge(alice, game="glinski", position=f"`{fen}`", opponent=bob, side="White")
    await told(await bob.press(message, "Accept"))
    await discord_.channel().wait_for(says("#1 ", "to move"), after=message)
    (game,) = await games_of(referee)
    variant = variant_of("glinski")
    assert fen.replace("0 2", "0 1") == fen_of(variant, position_of(variant, game.start or ""))
    paper = await told(await alice.slash("record get", game="1"))
    assert f"For other programs (FEN): `{fen.replace('0 2', '0 1')}`" in paper


async def test_the_position_survives_a_restart_and_stands_in_the_record(discord_: Standin, database: Path) -> None:
    """A game from a position goes on after a restart, and its record names the position and replays from it."""
    async with running(Referee(database)) as referee:
        alice, bob = discord_.human("alice"), discord_.human("bob")
        message = await offered(alice, opponent=bob, side="1")
        await settled(referee)
    async with running(Referee(database)) as referee:
        await told(await bob.press(message, "Accept"))
        board = await discord_.channel().wait_for(says("#1 ", "to move"), after=message)
        pair = Pair(discord_, alice, bob, board)
        await pair.moves("Ed6 Gc4")
        await settled(referee)
    async with running(Referee(database)):
        await pair.move("Ec5")
        text = await record_of(alice)
    assert f'[Position "{CODE}"]' in text
    assert "1. … Ed6 2. Gc4 Ec5" in " ".join(untimed(text).split())
    read = read_scoresheet(text)
    assert read.state.line[0] == position_of(HEXEH, CODE)
    assert [HEXEH.board.names[played.move.target] for played in read.state.played] == ["d6", "c4", "c5"]


async def test_a_finished_game_from_a_position_is_verified(
    discord_: Standin, referee: Referee, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The record of a finished game from a position is checked at the prompt, its drawn sides and fights included."""
    assert referee.is_ready()
    alice, bob = discord_.human("alice"), discord_.human("bob")
    code = "4/5/2G3/E2We2/6/5/4 1 tokens=d1:1"
    message = await challenge(alice, opponent=bob, position=code, options="combat=poly")
    await told(await bob.press(message, "Accept"))
    board = await discord_.channel().wait_for(says("#1 ", "to move"), after=message)
    red = alice if f"Red {alice.mention}" in board.content else bob
    await told(await red.slash("move", notation="Gc4", game="1"))
    for who in (alice, bob):
        sure = await (await who.slash("game resign", game="1")).reply()
        if sure.buttons:
            await told(await who.press(sure, "Yes, resign"))
            break
    file = tmp_path / "record.txt"
    file.write_text(await record_of(alice), encoding="utf-8")
    assert f'[Position "{code}"]' in file.read_text("utf-8")
    assert main(["verify", str(file)]) == 0
    assert "the only roll matches" in capsys.readouterr().out


async def test_a_wrong_position_is_refused_with_every_problem(discord_: Standin, referee: Referee) -> None:
    """A position that cannot be played is refused with all that stands against it, in private; nothing is posted."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    async with untouched(discord_, referee):
        answer = await told(await alice.slash("play", game="hexeh", opponent=bob, position=BROKEN))
        assert answer.replace("\\", "").splitlines() == [
            "No game can begin from that position:",
            "• no piece of this game is written q",
            "• there is no field 'colour'",
        ]
        answer = await told(
            await alice.slash("play", game="hexeh", position="4/5/2G3/E2E2e/6/5/4 1 tokens=d1:2 lost=E,")
        )
        assert answer.replace("\\", "").splitlines() == [
            "No game can begin from that position:",
            "• Red has more than one empress: on d1 and d4",
            "• Red's empress is among its lost pieces, but Red is still in the game",
            "• tokens: this game has no fights, so no piece has fatigue (on d1)",
        ]
        answer = await told(await alice.slash("play", game="hexeh", position="4/5/6/E5e/6/5/4 1"))
        assert answer.startswith("No game can begin from that position: the game would be over at once: draw")
        answer = await told(await alice.slash("play", game="hexeh", position="a chess board"))
        assert "1 line of pieces, but the board has 7" in answer


async def test_problems_that_fill_more_than_a_message(discord_: Standin, referee: Referee) -> None:
    """Where a message cannot hold all problems, a file has every one of them."""
    code = "/".join(f"{'Q' * 8}" for _ in range(8)) + " 1 " + " ".join(f"field{n}=x" for n in range(150))
    async with untouched(discord_, referee):
        answer = await (await discord_.human("alice").slash("play", game="imperial", position=code)).reply()
        assert len(answer.content) <= 2000
        (file,) = answer.attachments
        assert file.filename == "problems.txt"
        assert "field149" in file.data.decode()
        assert "field149" not in answer.content


@pytest.mark.parametrize("label", ["Decline", "Withdraw"])
async def test_the_picture_goes_with_the_challenge(discord_: Standin, referee: Referee, label: str) -> None:
    """A challenge from a position that is declined or withdrawn loses its picture with its card."""
    assert referee.is_ready()
    alice, bob = discord_.human("alice"), discord_.human("bob")
    message = await offered(alice, opponent=bob)
    await (bob if label == "Decline" else alice).press(message, label)
    await edited(message, label.lower())
    assert (labels(message), message.embeds, message.attachments) == ([], (), ())


async def test_the_array_is_no_position_of_its_own(discord_: Standin, referee: Referee) -> None:
    """The game's own array as a code makes a challenge like any other."""
    message = await challenge(discord_.human("alice"), position=code_of(HEXEH, HEXEH.start))
    assert "position" not in message.content
    (game,) = await games_of(referee)
    assert game.start is None


async def test_sides_and_tosses(discord_: Standin, referee: Referee) -> None:
    """Where a toss decides who begins, a side may be chosen only in a position past the placements."""
    alice = discord_.human("alice")
    imperial = variant_of("imperial")
    before, after = imperial.start, imperial.start._replace(due=0)
    async with untouched(discord_, referee):
        answer = await told(
            await alice.slash(
                "play", game="imperial", side="White", position=code_of(imperial, before._replace(quiet=(0, 1, 1)))
            )
        )
        assert answer.startswith("In this game a coin toss")
    outcome = await alice.slash("play", game="imperial", side="White", position=code_of(imperial, after))
    assert await told(outcome) == "You have made challenge #1."
    await discord_.channel().wait_for(
        says("#1 ", "playing as White, from a position of the challenger's own (White to move)")
    )


async def test_a_challenge_not_shown(discord_: Standin, database: Path) -> None:
    """A challenge that was made but not shown is shown at the next start, with its picture."""
    store = await Database.open(database)
    alice, channel = discord_.human("alice"), discord_.channel()
    assert channel.guild is not None
    place, wishes = Location(channel.guild.id, channel.id), ChallengeRequest("hexeh", {}, start=CODE)
    await Games(Ledger(store)).lobby.challenge(place, Player(alice.id, alice.name), wishes)
    await store.close()
    async with running(Referee(database)):
        message = await channel.wait_for(says("#1 ", "from a position of the challenger's own"))
        assert len(message.attachments) == 1
