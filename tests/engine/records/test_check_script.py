"""The check that is written from docs/dice.md alone finds what the engine's finds."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from engine.dice.terms import LINKED, PLAYERS, DiceTerms
from engine.play.state import State
from engine.records.scoresheet import read_scoresheet, scoresheet
from tests.engine.lively import COMMITMENT, VARIANTS, continued, sworn
from tests.suites import spread

SCRIPT = Path(__file__).parents[3] / "docs" / "check_dice.py"
TAGS = {"Number": "14", "White": 'Ann "x" [1]', "Red": "Ben"}
NAMES = [name for name in VARIANTS if name != "three"]
TERMS = (LINKED, PLAYERS)


@cache
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_dice", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def agrees(state: State) -> None:
    """Check that both checks agree on a game, and the script's chain is the engine's."""
    text = scoresheet(state, TAGS, COMMITMENT)
    assert read_scoresheet(text).verify().matches
    checked = script().Check(text)
    assert (checked.wrong, checked.number, checked.event) == (0, len(state.rolls), len(state.events))
    assert checked.chain == state.chain


@pytest.mark.parametrize("name", spread(4, NAMES))
def test_it_agrees(name: str) -> None:
    """On every game of the registry, with players' rolls, takebacks and all that may be."""
    for seed, dice in enumerate((*TERMS, PLAYERS)):
        agrees(sworn(name, seed, 16, dice, ("", "14d+7d")[seed % 2]))


@pytest.mark.parametrize("dice", TERMS, ids=lambda dice: dice.text)
@pytest.mark.parametrize("earlier", TERMS, ids=lambda dice: dice.text)
def test_it_agrees_on_continued_games(earlier: DiceTerms, dice: DiceTerms) -> None:
    """Games that go on from a record, whose earlier rolls are another secret's, included."""
    agrees(continued("hexeh poly", 5, earlier, dice))
    agrees(continued("nd-wellisch-4-trios poly", 6, earlier, dice))


@pytest.mark.parametrize("dice", TERMS, ids=lambda dice: dice.text)
def test_it_finds_what_does_not_match(dice: DiceTerms, tmp_path: Path) -> None:
    """At the prompt it prints every roll as derived and as recorded, and its status tells whether all match."""
    text = scoresheet(sworn("hexeh poly", 8, 12, dice), TAGS, COMMITMENT)
    path = tmp_path / "record.txt"

    def run(changed: str) -> tuple[int, list[str]]:
        path.write_text(changed, encoding="utf-8")
        done = subprocess.run([sys.executable, SCRIPT, path], capture_output=True, encoding="utf-8", check=False)
        assert not done.stderr
        return done.returncode, done.stdout.splitlines()

    status, lines = run(text)
    assert status == 0
    assert lines[-1] == f"0 of {len(lines) - 1} rolls differ; the secret is the one committed to"
    for line in lines[:-1]:
        found = re.fullmatch(r"roll \d+: derived ([\d+]+), recorded ([\d+]+)", line)
        assert found
        assert found[1] == found[2]
    die = re.search(r"\[(\d)[\d+]*-", text)
    assert die
    status, lines = run(f"{text[: die.start(1)]}{int(die[1]) % 8 + 1}{text[die.end(1) :]}")
    assert status == 1
    assert not lines[-1].startswith("0 of")
    status, lines = run(text.replace(COMMITMENT, "0" * 64))
    assert (status, lines[-1].rpartition("; ")[2]) == (1, "the secret is not the one committed to")
