"""The command line: variants, perft, moves, show, read, batch."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.command_line import main
from engine.variants import GAMES
from tests.engine.prompt import ROOT, WIN, Runner, in_a_process

# ---- variants and perft


def test_variants(run: Runner) -> None:
    """The games are listed by id, one a line."""
    assert (0, list(GAMES), []) == run("variants")
    assert "hexeh" in GAMES


@pytest.mark.parametrize(
    ("depth", "options", "nodes"),
    [
        ("0", [], 1),
        ("1", [], 30),
        ("2", [], 912),
        ("3", [], 32180),
        ("1", ["--option", "travelers=winding"], 30),
        ("1", ["--option", "travelers=straight"], 20),
        ("2", ["--option", "travelers=straight"], 402),
    ],
)
def test_perft(run: Runner, depth: str, options: list[str], nodes: int) -> None:
    """Perft from the array is as the rules count it."""
    status, out, err = run("perft", "hexeh", depth, *options)
    assert (0, f"nodes {nodes}", []) == (status, out[-1], err)


# ---- moves


def test_moves(run: Runner) -> None:
    """The legal moves come in long notation, sorted, then whose turn it is."""
    status, out, err = run("moves", "hexeh")
    assert (0, [], "turn 1") == (status, err, out[-1])
    assert 30 == len(out[:-1])
    assert sorted(out[:-1]) == out[:-1]
    assert "a1a2" == out[0]


# ---- what is wrong


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["moves", "hexeh", "--after", "c1d3"], ["move 1, c1d3", "c2 and d2 are both in the way"]),
        (["moves", "hexeh", "--after", "b1c3 b1c3"], ["move 2, b1c3", "b1 is empty"]),
        (["perft", "hexeh", "1", "--after", "zz"], ["move 1, zz"]),
        (["show", "hexeh", "--after", f"{WIN} a3a2"], ["move 10, a3a2", "the game is over"]),
        (["moves", "tiddlywinks"], ["there's no game 'tiddlywinks'", "hexeh"]),
        (["moves", "hexeh", "--option", "wings=2"], ["no option 'wings'"]),
        (["moves", "hexeh", "--option", "travelers"], ["name=value"]),
    ],
)
def test_wrong_asking(run: Runner, arguments: list[str], parts: list[str]) -> None:
    """A wrong move, game, option or code: status 2 and one line on standard error that says which and why."""
    status, out, err = run(*arguments)
    assert (2, [], 1) == (status, out, len(err))
    assert parts == [part for part in parts if part in err[0]]


@pytest.mark.parametrize("arguments", [[], ["fly"], ["perft", "hexeh"], ["perft", "hexeh", "deep"], ["moves"]])
def test_wrong_usage(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    """A command that cannot be understood: status 2 and the usage."""
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert 2 == caught.value.code
    assert "usage:" in capsys.readouterr().err


# ---- show


def test_show(run: Runner) -> None:
    """A position is shown as text with names, lost pieces, counter, turn, words and, last, its code."""
    status, out, err = run("show", "hexeh", "--after", "c2c3 a4a3 d2e5")
    assert (0, []) == (status, err)
    assert "G1g1/T3t/P1G1gp/E4we/PG2Wp/T3t/G2g 2 lost=,G" == out[-1]
    assert "Blue lost: guard" in out
    assert "Red lost: none" in out
    assert "0 of 37 quiet moves" in out
    assert "Blue to move" in out
    assert out[2] == "         5       e"
    assert " 3   g       c4      e4      g3" in out


def test_show_what_stands_against_a_position(run: Runner) -> None:
    """A position that no game can begin from is shown all the same, with everything that stands against it."""
    status, out, _ = run("show", "hexeh", "--position", "4/5/6/E2E2e/6/5/4 1 tokens=d1:1")
    assert (0, "4/5/6/E2E2e/6/5/4 1 tokens=d1:1") == (status, out[-1])
    assert [
        "a game can't start from this position: Red has more than one empress: on d1 and d4",
        "a game can't start from this position: tokens: this game has no fights, so no piece has fatigue (on d1)",
    ] == [line for line in out if line.startswith("a game")]
    assert not [line for line in run("show", "hexeh", "--after", WIN)[1] if line.startswith("a game")]


def test_a_reader_that_leaves() -> None:
    """Where nobody reads on, as before `head`, the program ends without a traceback."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        command = [sys.executable, "-m", "engine", "card", "hexeh"]
        done = subprocess.run(command, check=False, stdout=pipe, stderr=subprocess.PIPE, cwd=ROOT)
    assert (done.returncode, done.stderr) == (1, b"")


# ---- read


def test_read(run: Runner, tmp_path: Path) -> None:
    """A scoresheet is played back to where it leads, or to where it stood after some moves."""
    path = tmp_path / "game.txt"
    path.write_text(f'[Game "hexeh@1"]\n{WIN}\n', encoding="utf-8")
    assert run("show", "hexeh", "--after", WIN) == run("read", str(path))
    assert run("show", "hexeh", "--after", "c2c3 a4a3") == run("read", str(path), "--move", "2")
    assert run("show", "hexeh") == run("read", str(path), "--move", "0")
    for move in ("-1", "99"):
        assert (2, [], [f"the game has moves 0 to 9, so there's no move {move}"]) == run(
            "read", str(path), "--move", move
        )


def test_read_a_list_of_moves(run: Runner, tmp_path: Path) -> None:
    """A list of moves is read with the game named beside it, and what of it was skipped is told."""
    path = tmp_path / "game.txt"
    path.write_text("1. e5 (1. d4) Ndf8 1/2", encoding="utf-8")
    assert "the tag Game is missing" in run("read", str(path))[2][0]
    for name in ("glinski", "Gliński's chess"):
        status, out, _ = run("read", str(path), "--variant", name)
        assert (status, out[-1]) == (0, "I skipped 1 variation.")
        assert "draw by agreement" in out
    assert run("read", str(path), "--game", "2", "--variant", "glinski")[2] == ["it has 1 game, so there's no game 2"]
    assert run("read", str(path), "--option", "combat=off")[2] == ["--option goes with --variant"]


def test_read_what_cannot_be_read(run: Runner, tmp_path: Path) -> None:
    """A scoresheet that is wrong, or no file, is refused with one line that tells the place."""
    path = tmp_path / "game.txt"
    path.write_text('[Game "hexeh@1"]\n1. Tbc3 Tbc3\n', encoding="utf-8")
    status, out, err = run("read", str(path))
    assert (2, [], 1) == (status, out, len(err))
    assert err[0].startswith("line 2, column 9: The traveler")
    missing = tmp_path / "none.txt"
    assert run("read", str(missing)) == (2, [], [f"{missing}: No such file or directory"])
    path.write_bytes(b"\xff\xfe")
    assert run("verify", str(path)) == (2, [], [f"{path} isn't a text file (UTF-8)"])


def batch(run: Runner, monkeypatch: pytest.MonkeyPatch, given: str) -> list[dict[str, object]]:
    """The answers to lines on standard input."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(given))
    status, out, err = run("batch")
    assert (0, []) == (status, err)
    return [json.loads(line) for line in out]


def test_batch(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line is answered by one line: moves and turn, or a result."""
    asked = [
        {"variant": "hexeh", "options": {}, "after": ""},
        {"variant": "hexeh", "options": {"travelers": "straight"}, "after": "b1c3"},
        {"variant": "hexeh", "options": {}, "after": WIN},
        {"variant": "hexeh"},
    ]
    first, second, third, fourth = batch(run, monkeypatch, "\n".join(map(json.dumps, asked)) + "\n\n")
    assert first == fourth
    assert 1 == first["turn"]
    assert 30 == len(list(first["moves"]))  # type: ignore[call-overload]
    assert 2 == second["turn"]
    assert {"result": "1", "reason": "royal-captured"} == third


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("{", "not JSON"),
        ("", ""),
        ("[]", "a question is a JSON object"),
        ("7", "a question is a JSON object"),
        ("{}", "there's no game"),
        ('{"variant": ["hexeh"]}', "there's no game"),
        ('{"variant": "hexeh", "options": []}', ""),
        ('{"variant": "hexeh", "options": "x"}', "options are a JSON object"),
        ('{"variant": "hexeh", "options": {"wings": 2}}', "no option 'wings'"),
        ('{"variant": "hexeh", "options": {"travelers": null}}', "winding or straight"),
        ('{"variant": "hexeh", "position": "x", "fen": "y"}', "there's no field 'position' or 'fen'"),
        ('{"variant": "hexeh", "after": "c1d3"}', "move 1, c1d3"),
        ('{"variant": "hexeh", "after": ["b1c3"]}', "move 1"),
        ('{"variant": "hexeh", "after": "\\ud800\\u0000"}', "move 1"),
        ("[" * 100_000, "not JSON"),
        ("1" * 10_000, "not JSON"),
    ],
    ids=range(16),
)
def test_batch_with_troubles(run: Runner, monkeypatch: pytest.MonkeyPatch, line: str, part: str) -> None:
    """A line that cannot be answered gets an error line, and the next one is answered as ever."""
    *answers, last = batch(run, monkeypatch, f'{line}\n{{"variant": "hexeh"}}\n')
    assert 1 == last["turn"]
    if part:
        (error,) = answers
        assert ["error"] == list(error)
        assert part in str(error["error"])


def test_batch_in_a_process() -> None:
    """A process answers on standard output, line by line, whatever comes."""
    given = '{"variant": "hexeh", "after": "b1c3"}\n{oops\n{"variant": "hexeh", "after": "c1d3"}\n'
    status, out, err = in_a_process("batch", given=given)
    first, second, third = map(json.loads, out)
    assert (0, []) == (status, err)
    assert (2, ["error"], ["error"]) == (first["turn"], list(second), list(third))
