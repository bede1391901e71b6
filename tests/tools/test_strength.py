"""The command that writes how strong the levels are: every pairing once, gone on with where it was stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.variants import GAMES, variant_of
from tests.benchmarks.strength import page, pairings, strength
from tests.tools.matches.encounter import MatchTerms


def test_every_level_meets_the_one_two_below() -> None:
    """In every game each level from the third on meets the one two below it, and the first a plain player."""
    found = list(pairings(40, None, 1))
    for key in GAMES:
        terms = [pairing.terms for pairing in found if pairing.terms.game == key]
        levels = {(each.a, each.b) for each in terms if each.a.isdigit() and each.b.isdigit()}
        assert {(str(level), str(level - 2)) for level in range(3, 9)} == levels
        assert ("1", "plies:2") in {(each.a, each.b) for each in terms}
    assert len(found) == len({pairing.key for pairing in found})


def test_levels_meet_where_dice_decide() -> None:
    """In a game without fights of its own, too, under a key of its own."""
    found = {each.key: each for each in pairings(40, None, 1) if each.kind == "levels"}
    assert found["levels hexeh+combat=poly 4-2 × 0.1"].terms.options == (("combat", "poly"),)


def test_a_match_is_settled_by_its_score() -> None:
    """By the test between levels that are far apart, by the number of games where they are close."""
    match = next(each for each in pairings(40, None, 1) if each.kind == "levels")
    assert match.games == 200
    settled = {(6, 0, 0): True, (0, 0, 6): True, (24, 3, 13): False, (104, 20, 76): True}
    assert {score: match.settled({"score": list(score)}) for score in settled} == settled
    assert not match.settled(None)


def test_a_match_that_is_not_settled_goes_on(tmp_path: Path) -> None:
    """From its score, with the games after those that were played, in the same line."""
    file = tmp_path / "rows"
    words = ["--file", str(file), "--page", str(tmp_path / "page.md"), "--share", "0.005"]
    row = {
        "key": "levels hexeh 3-1 × 0.005",
        "kind": "levels",
        "game": "hexeh",
        "a": "3",
        "b": "1",
        "share": 0.005,
        "score": [4, 0, 4],
        "reasons": {"royal-captured": 8},
        "date": "2026-01-02",
    }
    file.write_text(json.dumps(row) + "\n", encoding="utf-8")
    counted = {"key": row["key"], "game": [7, "BA", "B", "a stone from the sky", []]}
    (tmp_path / "rows.begun").write_text(json.dumps(counted) + "\n", encoding="utf-8")
    assert 0 == strength([*words, "--games", "2", "--only", "levels", "hexeh", "3-1"])
    (after,) = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert sum(after["score"]) == sum(after["reasons"].values()) == 10
    assert after["score"][0] >= 4 <= after["score"][2]
    assert "a stone from the sky" not in after["reasons"], "a game that the score counts does not count again"
    assert not (tmp_path / "rows.begun").exists()


def test_programs_are_known_without_the_place_where_they_lie() -> None:
    """Results of one machine are those of another."""
    assert not [each.key for each in pairings(40, None, 1) if "/" in each.key]


def test_hunts_are_played_as_people_meet_them() -> None:
    """At the level's own budget, and long enough to end."""
    hunts = [each for each in pairings(40, None, 1) if each.kind == "hunt"]
    assert {(each.terms.a, each.terms.share) for each in hunts} == {("3", 1.0)}
    assert all(each.terms.longest > MatchTerms.longest for each in hunts)


def test_one_game_of_each_size_has_its_own_budgets() -> None:
    """The levels play at their own budgets in one game of each size of board, at a tenth of them in the others."""
    full = {each.terms.game for each in pairings(40, None, 1) if each.kind == "levels" and each.terms.share == 1}
    sizes = [len(variant_of(key).board) for key in full]
    assert len(sizes) == len(set(sizes))
    assert set(sizes) == {len(variant_of(key).board) for key in GAMES}


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the file holds is not played again, and the page tells of all of it."""
    file, written = tmp_path / "rows", tmp_path / "page.md"
    words = ["--file", str(file), "--page", str(written), "--games", "1", "--share", "0.005"]
    assert 0 == strength([*words, "--only", "levels", "hexeh", "3-1"])
    assert "levels hexeh 3-1" in capsys.readouterr().out
    assert 0 == strength([*words, "--only", "levels", "hexeh", "3-1"])
    assert "" == capsys.readouterr().out
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [5] == [sum(row["score"]) for row in rows]
    text = written.read_text("utf-8")
    assert "| hexeh | 3 | 1 | 0.005 |" in text
    assert "python -m tests.benchmarks strength --games 1 --share 0.005" in text
    assert rows[0]["date"] in text
    waiting = text.partition("## Not settled yet")[2]
    assert "- 3 and 1: imperial, " in waiting
    assert "- 8 and 6: hexeh, imperial, " in waiting


def test_a_match_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """The games of a match that was under way count, those of others stay, and none is left once it is over."""
    file, begun = tmp_path / "rows", tmp_path / "rows.begun"
    words = ["--file", str(file), "--page", str(tmp_path / "page.md"), "--games", "1", "--share", "0.005"]
    known = [
        {"key": f"levels hexeh {levels} × 0.005", "game": [0, "AB", "B", "a stone from the sky", []]}
        for levels in ("3-1", "4-2")
    ]
    begun.write_text("".join(f"{json.dumps(each)}\n" for each in known), encoding="utf-8")
    assert 0 == strength([*words, "--only", "levels", "hexeh", "3-1"])
    (row,) = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert 5 == sum(row["score"])
    assert 1 == row["reasons"]["a stone from the sky"]
    assert [known[1]] == [json.loads(line) for line in begun.read_text("utf-8").splitlines()]


def test_the_page_shows_results() -> None:
    """A row tells results, share of points and Elo, each with its interval."""
    row = {
        "kind": "levels",
        "game": "chess",
        "a": "3",
        "b": "1",
        "share": 0.1,
        "score": [7, 2, 1],
        "date": "2026-01-02",
    }
    text = page([{**row, "reasons": {"checkmate": 8, "stalemate": 2}}], 1, 40, "")
    expected = "| chess | 3 | 1 | 0.1 | 7–2–1 | 80 % (51 to 92 %) | +241 (+9 to +424) | checkmate 8, stalemate 2 |"
    assert expected in text.splitlines()
    assert "in 10 games played until 2026-01-02" in text


def test_sections_stand_in_one_order() -> None:
    """Levels first, then others by name, in whatever order their results came."""
    kinds = ["Stockfish 1500", "first", "Stockfish 1350", "levels", "Stockfish 1400"]
    row = {"game": "chess", "a": "8", "b": "1", "share": 1, "score": [1, 0, 0], "reasons": {}, "date": "2026-01-02"}
    text = page([{**row, "kind": kind} for kind in kinds], 1, 40, "")
    heads = [line.partition(" (")[0] for line in text.splitlines() if line.startswith("## ")]
    assert ["Stockfish 1350", "Stockfish 1400", "Stockfish 1500"] == [head[-14:] for head in heads[2:]]
    assert heads[0].endswith("two below it")
