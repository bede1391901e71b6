"""The taps that a move by buttons costs, in every game: Move, the piece, its target; a promotion costs one more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest

from bot.discord_ui.components import picker
from bot.discord_ui.components.items import drawn
from engine.model.position import Move
from engine.notation.moves import MoveList
from engine.play.referee import sheet
from engine.variants import GAMES, variant_of
from tests.bot.support.markup import laid_out
from tests.engine.support import random_game
from tests.suites import first

STUDYING = ("retract", "restart", "spin", "threats", "value")
"""The most buttons below the choices."""
PLIES, EACH = 60, 20
"""How long the random games are, and how many moves lie between the positions looked at."""


def taps(legal: MoveList, move: Move) -> int:
    """How many taps lead to a move; a menu takes two. Each screen on the way is one that Discord takes."""
    answers = picker.path_to(legal, move)
    path: picker.Path = ()
    count = 1
    for _ in range(9):
        question = picker.ask(legal, path)
        if isinstance(question, Move):
            assert question == move or picker.path_to(legal, question) == answers
            return count
        assert question is not None
        length = len(question.path)
        wanted = ".".join(answers[:2]) if length < 2 else answers[length]
        path = (*question.path, *wanted.split("."))
        back = picker.asked_before(legal, question.path)
        for action, extra in (picker.PLAYING, []), (picker.EXPLORING, [drawn(each, 1, 1) for each in STUDYING]):
            items = picker.picker_items(10**15 - 1, 10**9 - 1, question, back, action, extra)
            assert {wanted, ".".join(path)} & {*offered(laid_out(items))}
        count += 1 if len(question.choices) <= picker.MAX_BUTTONS else 2
    raise AssertionError("the questions come to no end")


def offered(rows: Sequence[dict[str, Any]]) -> list[str]:
    """What the buttons or menus of a message offer, which Discord must take, a text and a picture beside them."""
    items = [item for row in rows for item in row["components"]]
    assert len(rows) + len(items) + 3 <= 40
    assert all(len(row["components"]) <= 5 for row in rows)
    assert len({item["custom_id"] for item in items}) == len(items)
    assert all(len(item["custom_id"]) <= 100 for item in items)
    menus, pressed = ([item for item in items if item["type"] == kind] for kind in (3, 2))
    assert all(
        1 <= len(menu["options"]) <= picker.MAX_OPTIONS and 1 <= len(menu["placeholder"]) <= 150 for menu in menus
    )
    options = [option for menu in menus for option in menu["options"]]
    assert all(1 <= len(option["label"]) <= 100 for option in options)
    assert all(1 <= len(item["label"]) <= 80 for item in pressed)
    answers = [item["custom_id"].split(":", 4)[-1] for item in pressed if item["custom_id"].count(":") == 4]
    values = [*(option["value"] for option in options), *answers]
    assert len(set(values)) == len(values)
    return values


@pytest.mark.parametrize("key", first(4, GAMES))
def test_few_taps(key: str) -> None:
    """A move of Hexeh costs three taps, in any game five at most, over random positions; a promotion one more."""
    for state in islice(random_game(variant_of(key, {"combat": "off"}), 1, PLIES), 0, None, EACH):
        legal = sheet(state)
        for move in dict.fromkeys(legal.legal):
            promotes = len({other.promotion for other in legal.legal if other[:2] == move[:2]}) > 1
            most = 3 if key == "hexeh" else 5
            assert 2 <= taps(legal, move) <= most + promotes, (key, legal.short(move))


def question_of(*counts: int) -> picker.Question:
    """A question about so many pieces of each of several kinds."""
    kinds = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    choices = [
        picker.Choice(f"{kind}.c{place}n{number}", "Piece", "", f"c{place}n{number}", (f"kind {kind}", f"kinds {kind}"))
        for place, (kind, count) in enumerate(zip(kinds, counts, strict=False))
        for number in range(count)
    ]
    return picker.Question((), "Which piece?", choices)


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((1,), ["Kind a"]),
        ((12, 2), ["Kinds a (12)", "Kinds b (2)"]),
        ((8, 2, 2, 2, 1, 1), ["Kinds a (8)", "Kinds b (2)", "Kinds c (2)", "Kinds d (2)", "Kind e, Kind f"]),
        ((40,), ["Kinds a c0n0–c0n19 (20)", "Kinds a c0n20–c0n39 (20)"]),
        ((24, 24, 24, 24, 24, 5), None),
        ((125,), None),
        ((99, 1, 1, 1, 1, 1, 1), None),
    ],
)
def test_menus_side_by_side(counts: Sequence[int], words: list[str] | None) -> None:
    """Kinds have a menu each, joined until five suffice and divided where one holds too many; nothing is lost."""
    question = question_of(*counts)
    shelves = picker.split_by_kind(question.choices, picker.MAX_MENUS)
    assert words is None or [picker.words_on(shelf, question.choices) for shelf in shelves] == words
    assert len(shelves) <= picker.MAX_MENUS
    assert all(1 <= len(shelf) <= picker.MAX_OPTIONS for shelf in shelves)
    assert [choice for shelf in shelves for choice in shelf] == question.choices
    assert sorted(offered(laid_out(picker.picker_items(1, 1, question)))) == sorted(c.value for c in question.choices)
