"""Forty tournament games of hex chess, read as their books write them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.play.game import new_game
from engine.play.referee import sheet
from engine.variants import variant_of
from tests.engine.support import played

GAMES = Path(__file__).resolve().parents[3].parent / "shared" / "field" / "glinski-40.pgn"
ENDS = {"1-0", "0-1", "1/2-1/2", "remi", "*"}


@pytest.mark.skipif(not GAMES.exists(), reason=f"{GAMES} is not there")
def test_every_move_of_forty_games_reads() -> None:
    """Every move reads as it is printed, pawn moves without a letter; none of the forty games holds a slip."""
    slips = []
    texts = re.split(r"(?m)^\[Event .*$", GAMES.read_text(encoding="utf-8"))[1:]
    for number, text in enumerate(texts, 1):
        state = new_game(variant_of("glinski"))
        bare = re.sub(r"(?m)^\[.*$|^;.*$|\{[^}]*\}|\d+\.+", " ", text)
        for move in (word for word in bare.split() if word not in ENDS):
            if not isinstance(sheet(state).read(move), tuple):
                slips.append(f"game {number}, after {len(state.played)} moves: {move}")
                break
            state = played(state, move)
    assert len(texts) == 40
    assert not slips
