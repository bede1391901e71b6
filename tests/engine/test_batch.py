"""The command line's batch: positions as JSON lines."""

from __future__ import annotations

import io
import json
import sys

import pytest

from tests.engine.prompt import WIN, Runner, in_a_process


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
        ("null", "a question is a JSON object"),
        ('"hexeh"', "a question is a JSON object"),
        ("7", "a question is a JSON object"),
        ("{}", "there is no game"),
        ('{"variant": "tiddlywinks"}', "there is no game 'tiddlywinks'"),
        ('{"variant": ["hexeh"]}', "there is no game"),
        ('{"variant": "hexeh", "options": []}', ""),
        ('{"variant": "hexeh", "options": "x"}', "options are a JSON object"),
        ('{"variant": "hexeh", "options": {"wings": 2}}', "no option 'wings'"),
        ('{"variant": "hexeh", "options": {"travelers": null}}', "winding or straight"),
        ('{"variant": "hexeh", "position": "x", "fen": "y"}', "there is no field 'position' or 'fen'"),
        ('{"variant": "hexeh", "after": "c1d3"}', "move 1, c1d3"),
        ('{"variant": "hexeh", "after": ["b1c3"]}', "move 1"),
        ('{"variant": "hexeh", "after": "\\ud800\\u0000"}', "move 1"),
        ("[" * 100_000, "not JSON"),
        ("1" * 10_000, "not JSON"),
    ],
    ids=range(19),
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
