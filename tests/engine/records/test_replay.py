"""Records: replayed from long moves, and written as scoresheets."""

from __future__ import annotations

import pytest

from engine.records.replay import WrongMove, board_after, named_move, plies_named, replay_moves, rounds_of, state_after
from engine.records.scoresheet import WIDTH, scoresheet
from engine.variants import variant_of
from tests.engine.lively import lively
from tests.engine.support import STRAIGHT, WINDING, after, random_game, some_state
from tests.suites import first

TAGS = {"Red": "Alice", "Blue": "Bob", "Date": "2025-11-21"}


# ---- replaying


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("c1d3", ["move 1, c1d3:", "The prowler can't get from c1 to d3: c2 and d2 are both in the way"]),
        ("b1c3 b1c3", ["move 2, b1c3:", "b1 is empty"]),
        ("b1c3 a1a2", ["move 2, a1a2:", "The guard on a1 is Red's, not yours"]),
        ("Tbc3", ["move 1, Tbc3:", "write it in long form, b1c3"]),
        ("B1C3", ["move 1, B1C3:", "write it in long form, b1c3"]),
        ("b1-c3", ["move 1, b1-c3:", "write it in long form, b1c3"]),
        ("hello", ["move 1, hello:", "isn't a move"]),
        ("c2d3=W", ["move 1, c2d3=W:", "That move doesn't promote"]),
    ],
)
def test_wrong_moves(moves: str, words: list[str]) -> None:
    """The first wrong move stops the replay, and the error says which and why."""
    with pytest.raises(WrongMove) as caught:
        replay_moves(WINDING, moves)
    assert words == [word for word in words if word in str(caught.value)]


def test_moves_after_the_end() -> None:
    """A move after the end of the game is wrong."""
    with pytest.raises(WrongMove, match=r"move 10, b5b4: the game is over \(Red wins by capturing the empress\)"):
        after("c2c3 a4a3 d2e5 g4g3 e5d6 g3g2 d6c6 b5b4 c6d7 b5b4")


# ---- scoresheets


def test_scoresheet_names_the_options() -> None:
    """Options that differ from the defaults stand in the scoresheet, the others do not."""
    assert '[Options "travelers=straight"]' in scoresheet(after("", STRAIGHT), {})
    assert "Options" not in scoresheet(after(""), {})


def test_scoresheet_lines_are_short() -> None:
    """Moves are wrapped to lines that fit a narrow screen."""
    state = some_state(WINDING, 3, 120)
    assert all(len(line) <= WIDTH for line in scoresheet(state, TAGS).splitlines())


def test_hostile_tags() -> None:
    """A name cannot break out of its tag."""
    text = scoresheet(after(""), {"Red": 'A"]\n[Result "Blue wins', "Blue": "back\\slash\u202e", "Empty": ""})
    assert '[Red "A\\"][Result \\"Blue wins"]' in text
    assert '[Blue "back\\\\slash"]' in text
    assert "Empty" not in text
    assert 1 == sum(line.startswith("[Result") for line in text.splitlines())


NAMED = {0: "0", 1: "1.|1.Tbc3", 2: "1|1...|1. …| 1 …|1. … Tfe4|1... tfe4", 3: "2. Tcxc6|2 Tcc6|2"}
UNNAMED = {None: f"2...|3|2. Tbc3|-1|x||{'9' * 50}"}


@pytest.mark.parametrize(
    ("text", "plies"), [(text, plies) for plies, texts in (NAMED | UNNAMED).items() for text in texts.split("|")]
)
def test_positions_are_named_as_they_are_shown(text: str, plies: int | None) -> None:
    """A number is the whole round, with a point its first move, with dots the answer; a move tells itself."""
    assert plies == plies_named(after("b1c3 f5e4 c3c6"), text)


@pytest.mark.parametrize("key", ["hexeh", "nd-wellisch-3", "nd-wellisch-4-trios"])
def test_every_position_is_named(key: str) -> None:
    """What stands for a move leads to the position after it, for two, three and four players."""
    *_, state = random_game(variant_of(key), 5, 30)
    names = [named_move(state, index) for index in range(len(state.played))]
    assert [names.index(name) + 1 for name in names] == [plies_named(state, name) for name in names]
    for number in range(1, rounds_of(state)):
        last = max(index for index, played in enumerate(state.played) if played.round == number)
        assert last + 1 == plies_named(state, str(number)) == plies_named(state, f"{number}. …")


@pytest.mark.parametrize("name", ["hexeh poly", "chess off", "three", "imperial d6"])
@pytest.mark.parametrize("seed", first(1, [1, 2, 3]))
def test_glimpses(name: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a board shows of a game after each of its moves is what it showed then, without applying an event."""
    state = lively(name, seed)
    then = [state_after(state, plies) for plies in range(len(state.played) + 2)]
    monkeypatch.setattr("engine.records.replay.advance", None)
    for plies, earlier in enumerate(then):
        seen = board_after(state, plies)
        assert (seen.position, seen.last_move, seen.turn) == (earlier.position, earlier.last_move, earlier.turn)
        assert [each.fought for each in seen.played[-1:]] == [each.fought for each in earlier.played[-1:]]
        assert seen.result == earlier.result
