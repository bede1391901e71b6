"""Whole games, recorded in long form, and sample positions with their exact moves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.command_line import answer
from engine.notation.position_code import code_of
from engine.play.commands import ClaimDraw, Resign
from engine.play.state import State
from engine.records.replay import replay_moves
from engine.rules.protocols import Result
from engine.variants import variant_of
from tests.engine.support import done

HERE = Path(__file__).parents[1]
GAMES = sorted((HERE / "games").glob("*.txt"))
SAMPLES = sorted((HERE / "cases").glob("*.jsonl"))


def sampled(name: str, number: int, line: str) -> object:
    """A sample position as a case; the fast suite looks at every second short one, of the longer ones fewer."""
    case = json.loads(line)
    length = len(case["after"].split())
    slow = number % (16 if length > 100 else 4 if length > 50 else 2) != 1
    return pytest.param(case, id=f"{name}-{number}", marks=[pytest.mark.slow] * slow)


CASES = [
    sampled(path.stem, number, line)
    for path in SAMPLES
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
]
FINALLY = {"resign": Resign, "claim": ClaimDraw}


def record(path: Path) -> tuple[dict[str, str], str]:
    head, _, moves = path.read_text("utf-8").partition("\n\n")
    fields = (line.partition(":") for line in head.splitlines() if not line.startswith(";"))
    return {name: value.strip() for name, _, value in fields}, moves


def replayed(path: Path) -> State:
    """The state at the end of a recorded game."""
    fields, moves = record(path)
    options = dict(option.split("=") for option in fields["options"].split())
    state = replay_moves(variant_of(fields["variant"], options), moves)
    if "finally" in fields:
        verb, seat = fields["finally"].split()
        assert state.result is None
        state = done(state, FINALLY[verb](int(seat)))
    return state


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_golden_game(path: Path) -> None:
    """A recorded game replays to its result and final position."""
    fields, _ = record(path)
    state = replayed(path)
    winner, reason = fields["result"].split()
    assert Result(None if winner == "draw" else int(winner), reason) == state.result
    if fields.get("finally", "claim").startswith("claim"):
        assert fields["code"] == code_of(state.variant, state.position)


@pytest.mark.parametrize("case", CASES)
def test_sample_position(case: dict[str, dict[str, object]]) -> None:
    """A sample position has the exact moves, or the result, that an independent program has found."""
    found = answer({name: case[name] for name in ("variant", "options", "after")})
    assert case["expect"] == {name: found.get(name) for name in case["expect"]}
