"""Matches: levels that are stronger win them, and programs play them by the protocol."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from engine.model.position import long_form
from engine.records.replay import replay_moves
from engine.variants import variant_of
from tests.engine.prompt import ROOT
from tests.tools.matches.__main__ import main
from tests.tools.matches.encounter import MatchTerms, encounter, opening
from tests.tools.matches.match import play_match
from tests.tools.matches.moves import made, position_line, thrower
from tests.tools.matches.players import player_of
from tests.tools.matches.score import Score

EXAMPLE = re.search(r"```python\n(import sys.*?)```", (ROOT / "docs/engine.md").read_text("utf-8"), re.DOTALL)
STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")


def test_the_example_of_the_documentation_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program of the documentation plays the last legal move by name, as it says."""
    assert EXAMPLE is not None
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    path = tmp_path / "last.py"
    path.write_text(EXAMPLE[1], encoding="utf-8")
    game = encounter(MatchTerms("hexeh", (), "random", f"cmd:{sys.executable} {path}", longest=12), 0)
    state = replay_moves(variant_of("hexeh"), " ".join(game.moves[:5]))
    assert game.moves[5] == max(long_form(state.variant.board, move) for move in state.movement.legal(state.position))


def test_the_referee_as_a_program() -> None:
    """A level asked by the protocol plays what it plays without, fights and promotions included."""
    variant = variant_of("combat-chess")
    program = player_of(f"cmd:{sys.executable} -m engine uci combat-chess?Seed=5&level=1")
    own, state = player_of("1"), opening(variant, 1, 1)
    try:
        for number in range(24):
            move = program.choose(state, number)
            assert own.choose(state, 5) == move
            state = made(state, move, thrower("dice"))
    finally:
        program.close()
    assert "[" in position_line(state)


def test_at_the_prompt(capsys: pytest.CaptureFixture[str]) -> None:
    """The command tells what came of the match, and refuses a player that there is not."""
    assert main(["plies:2", "random", "combat-chess", "--games", "2", "--seed", "3"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "Combat Chess: A plies:2 against B random, seed 3"
    assert out[1].startswith("2 games: 2 wins, no draws, 0 losses; 2 of 2 points")
    assert main(["9", "1", "hexeh"]) == 2


@pytest.mark.slow
@pytest.mark.skipif(STOCKFISH is None, reason="Stockfish is not installed")
def test_a_program_of_others_plays() -> None:
    """Stockfish plays games of chess to their end, castling and promotions included, and beats chance in all."""
    stockfish = f"cmd:{STOCKFISH}?Threads=1&Hash=16&nodes=500"
    assert play_match(MatchTerms("chess", (), stockfish, "random", seed=2), 2).score == Score(2, 0, 0)


def test_level_0_is_for_first_steps() -> None:
    """In Hexeh it loses most games to level 1, and still has a chance against random moves."""
    assert play_match(MatchTerms("hexeh", (), "1", "0", seed=1), 10).score.share().value >= 0.85
    assert 0.4 < play_match(MatchTerms("hexeh", (), "0", "random", seed=1), 40).score.share().value < 0.85


@pytest.mark.slow
def test_two_levels_more_are_stronger() -> None:
    """In Hexeh a level takes most points from the one two below it, at a tenth of their budgets."""
    assert play_match(MatchTerms("hexeh", (), "4", "2", 0.1, 1, longest=200), 6).score.share().value > 0.5
