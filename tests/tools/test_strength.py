"""The command that writes how strong the levels are: every pairing once, continued where it was stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.variants import GAMES, variant_of
from tests.benchmarks.strength import Pairing, Row, page, pairings, read, run
from tests.tools.matches.encounter import MatchTerms
from tests.tools.matches.match import Sprt

QUICK = Pairing("levels", MatchTerms("hexeh", (), "3", "1", 0.005, 1), 4, Sprt(0, 1000))
OTHER = Pairing("levels", MatchTerms("hexeh", (), "4", "2", 0.005, 1), 4)


def row_of(kind: str, game: str, a: str, b: str, score: tuple[int, int, int]) -> Row:
    """A line of the file."""
    return {"kind": kind, "game": game, "a": a, "b": b, "share": 1, "score": score, "date": "2026-01-02"}


def test_every_level_meets_the_one_two_below() -> None:
    """So it is in every game; the first level meets a plain player, and one game of each size has full budgets."""
    found = list(pairings())
    for key in GAMES:
        terms = [pairing.terms for pairing in found if pairing.terms.game == key]
        levels = {(each.a, each.b) for each in terms if each.a.isdigit() and each.b.isdigit()}
        assert {(str(level), str(level - 2)) for level in range(3, 9)} == levels
        assert ("1", "plies:2") in {(each.a, each.b) for each in terms}
    keys = {pairing.key for pairing in found}
    assert len(found) == len(keys)
    assert "levels hexeh+combat=poly 4-2 × 0.1" in keys
    assert not [key for key in keys if "/" in key], "a program is known without its place"
    full = [each.game for each in found if each.kind == "levels" and each.terms.a == "3" and each.terms.share == 1]
    sizes = [len(variant_of(key).board) for key in full]
    assert sorted(sizes) == sorted({len(variant_of(key).board) for key in GAMES})


@pytest.mark.parametrize(
    ("score", "settled"), [((6, 0, 0), True), ((0, 0, 6), True), ((24, 3, 13), False), ((104, 20, 76), True)]
)
def test_a_match_is_settled_by_its_score(score: tuple[int, int, int], *, settled: bool) -> None:
    """By the test between levels that are far apart, by the number of games where they are close."""
    match = next(each for each in pairings() if each.kind == "levels")
    assert match.settled({"score": score}) is settled
    assert not match.settled(None)


def test_a_run_continues_where_it_was_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Games that the file has aren't played again, a settled match not at all, and the page tells what is missing."""
    file = tmp_path / "rows"
    begun = {**row_of("levels", "hexeh", "3", "1", (1, 0, 1)), "key": QUICK.key, "reasons": {"royal-captured": 2}}
    file.write_text(json.dumps(begun) + "\n", encoding="utf-8")
    text = run([QUICK, OTHER], ["levels", "3-1"], file=file)
    row = read(file)[QUICK.key]
    assert sum(row["score"]) == sum(row["reasons"].values()) == 4
    assert row["date"] > begun["date"]
    assert "Matches still to be settled: 1." in text
    assert QUICK.key in capsys.readouterr().out
    assert run([QUICK], file=file) == page([row])
    assert capsys.readouterr().out == ""


def test_the_page_has_one_table() -> None:
    """A level has a row for each opponent, with its points by the kind of game, and Elo."""
    rows = [
        row_of("Stockfish 1350", "chess", "8", "cmd:stockfish?UCI_Elo=1350", (1, 0, 0)),
        row_of("levels", "chess", "8", "6", (7, 2, 1)),
        row_of("levels", "nd-trios", "8", "6", (0, 0, 10)),
        row_of("first", "hexeh+combat=poly", "1", "plies:2", (0, 0, 5)),
    ]
    lines = [line for line in page(rows).splitlines() if line.startswith("|")][2:]
    assert len(lines) == 9
    assert lines[0] == "| 1 | 60 | two plies | – | – | – | 0 % | 0 % (0–43 %) | −∞ |"
    assert lines[1] == "| 2 | 600 | – | – | – | – | – | – | – |"
    assert lines[7] == "| 8 | 50,000 | level 6 | 80 % | 0 % | – | – | 40 % (23–60 %) | −70 |"
    assert lines[8].startswith("| 8 | 50,000 | Stockfish 1350 | 100 % |")
    assert "26 games in all, until 2026-01-02" in page(rows)
