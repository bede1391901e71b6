"""Whole games for two through Discord, from the challenge to the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Referee
from engine.records.replay import replay_moves, short_moves
from engine.variants import variant_of
from tests.bot.support.people import Pair, moves_of, record_of
from tests.wire import Standin

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
