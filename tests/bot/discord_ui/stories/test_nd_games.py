"""Whole Nearlydouble games, at the terminal and through Discord, to checkmate."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from bot.app import Referee
from bot.console import play_here
from engine.records.replay import replay_moves, shorts
from engine.variants import variant_of
from tests.bot.support.people import Pair, moves_of, record_of, told
from tests.wire import Standin

RECORDS = Path(__file__).parents[3] / "engine" / "games"
CASTLED, SMOTHERED, LEAPT = "nd-mccooey-castling", "nd-anglojewish-smothered", "nd-wellisch-leaper"


def recorded(name: str) -> tuple[str, list[str], list[str]]:
    """The game of a record, its moves in long and in short notation."""
    head, _, moves = (RECORDS / f"{name}.txt").read_text("utf-8").partition("\n\n")
    variant = next(line.split()[1] for line in head.splitlines() if line.startswith("variant:"))
    return variant, moves.split(), shorts(replay_moves(variant_of(variant), moves))


async def typed(
    variant: str, lines: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """What the referee writes when these lines are typed at it in a folder."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert await play_here(variant, ()) == 0
    return capsys.readouterr().out


async def test_a_game_with_everything_at_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game with castling, en passant and a promotion is typed in short notation to checkmate, and recorded."""
    variant, longs, moves = recorded(CASTLED)
    text = await typed(variant, ["O-O", *moves, "record"], tmp_path, monkeypatch, capsys)
    assert "“O-O” is not legal: i1 and j1 are occupied." in text
    assert "White: O-O (Grandduke castles to j1, Rook to i1)" in text
    assert "White: Bxd9 (Broker c7 takes Broker on d8)" in text
    assert "White: Bxc10=D (Broker d9 takes Broker on c10 and becomes Duchess)" in text
    assert "Game over. White wins: checkmate.\n" in text
    assert " ".join(longs) in text.split("; long form: ")[1].replace("\n; ", " ")


@pytest.mark.parametrize("name", [SMOTHERED, LEAPT])
async def test_short_games_at_the_terminal(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games on both boards are typed in long notation to checkmate; then nothing more is played."""
    variant, longs, _ = recorded(name)
    text = await typed(variant, [*longs, longs[0]], tmp_path, monkeypatch, capsys)
    assert "Game over. White wins: checkmate.\n" in text
    assert "This game is over" in text


@pytest.mark.parametrize("name", [CASTLED, LEAPT])
async def test_whole_games_through_discord(discord_: Standin, referee: Referee, name: str) -> None:
    """Two people play from the challenge to checkmate; every board pings the one to move alone."""
    variant, longs, moves = recorded(name)
    pair = await Pair.seated(discord_, variant=variant)
    for notation in moves:
        mover = pair.mover
        other = pair.blue if mover is pair.red else pair.red
        await pair.move(notation)
        assert other in pair.board.pinged
        assert mover not in pair.board.pinged
    assert "White wins: checkmate" in pair.board.content
    assert longs == [move for move in await moves_of(referee) if move[:1].islower()]
    assert "; long form: " in await record_of(pair.red)


async def test_a_refused_castling_through_discord(discord_: Standin, referee: Referee) -> None:
    """A castling that is not open is refused privately with its reason, and the game stays as it is."""
    pair = await Pair.seated(discord_, variant="nd-trios")
    begun = await moves_of(referee)
    answer = await told(await pair.mover.slash("move", notation="0-0-0", game="1"))
    assert "f1 and g1 are occupied" in answer
    assert begun == await moves_of(referee)
    assert "White: Bb2" in await pair.move("Bb2")
