"""Menus for choosing a move, side by side in one message: one for each kind of piece, or for parts of the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import discord

from bot.discord_ui.components.items import Item, Press, drawn, menu, view_of
from bot.discord_ui.components.move_picker import Choice, ChoiceGroup, Path, Question

MENU = 25
"""The options that a menu may have."""
ROWS = 5
"""The rows that a message may have."""
LABEL = 80
"""The characters that a button may bear."""


class Shelf(NamedTuple):
    words: str
    choices: tuple[Choice, ...]


def shelved(question: Question, rows: int) -> list[Shelf]:
    """The choices of a question on at most so many menus, one for each kind as far as they suffice.

    There must not be more choices than so many menus hold.
    """
    shelves = [[piece] for group in question.groups for piece in _cut(group, MENU)]
    while len(shelves) > rows:
        fitting = [
            (_count(one) + _count(other), index)
            for index, (one, other) in enumerate(pairwise(shelves))
            if _count(one) + _count(other) <= MENU
        ]
        if not fitting:
            shelves = list(_evenly(question.groups, MENU))
            break
        _, index = min(fitting)
        shelves[index : index + 2] = [shelves[index] + shelves[index + 1]]
    return [Shelf(_words(shelf, question), tuple(_choices(shelf))) for shelf in shelves]


def parts(question: Question, rows: int) -> list[Question]:
    """The question in as few parts as so many menus can hold at a time; itself where they can hold it all."""
    most = rows * MENU
    if len(question.choices) <= most:
        return [question]
    return [
        Question(question.path, question.text, tuple(piece.group for piece in part))
        for part in _evenly(question.groups, most)
    ]


def part_words(part: Question, whole: Question) -> str:
    """What a part of a question holds, short enough for a button."""
    pieces = [_Piece(group, group in whole.groups) for group in part.groups]
    words = _words(pieces, whole, ranged=True)
    return words if len(words) <= LABEL else words[: LABEL - 1] + "…"


class _Piece(NamedTuple):
    """A group or a slice of one, which then names its cells."""

    group: ChoiceGroup
    whole: bool


def _cut(group: ChoiceGroup, most: int) -> Iterator[_Piece]:
    """The group in even slices of so many at most."""
    count = -(-len(group.choices) // most)
    for number in range(count):
        first, last = (len(group.choices) * each // count for each in (number, number + 1))
        yield _Piece(group._replace(choices=group.choices[first:last]), whole=count == 1)


def _evenly(groups: Sequence[ChoiceGroup], most: int) -> Iterator[list[_Piece]]:
    """All choices in even slices of so many at most, whatever their groups, in their order."""
    total = sum(len(group.choices) for group in groups)
    count = -(-total // most)
    bounds = [total * number // count for number in range(count + 1)]
    for first, last in pairwise(bounds):
        slice_: list[_Piece] = []
        begin = 0
        for group in groups:
            kept = group.choices[max(first - begin, 0) : max(last - begin, 0)]
            begin += len(group.choices)
            if kept:
                slice_.append(_Piece(group._replace(choices=kept), whole=len(kept) == len(group.choices)))
        yield slice_


def _count(shelf: Sequence[_Piece]) -> int:
    return sum(len(piece.group.choices) for piece in shelf)


def _choices(shelf: Sequence[_Piece]) -> Iterator[Choice]:
    for piece in shelf:
        yield from piece.group.choices


def _words(shelf: Sequence[_Piece], question: Question, *, ranged: bool = False) -> str:
    """What stands on a menu: `Pawns (12)`, `Pawns a2–d3 (20)`, `Rooks, Queen`; "" for all there is without a name."""
    if len(shelf) > 1:
        return ", ".join(_name(piece) for piece in shelf)
    (only,) = shelf
    if not only.group.one and only.whole and not ranged:
        return "" if len(question.groups) == 1 else _range(only)
    count = len(only.group.choices)
    return _name(only) if count == 1 else f"{_name(only)} ({count})"


def _name(piece: _Piece) -> str:
    """A kind, in the plural where there are several, with the first and the last cell of a slice."""
    group = piece.group
    name = (group.one if len(group.choices) == 1 else group.several).capitalize()
    return name if piece.whole else f"{name} {_range(piece)}".strip()


def _range(piece: _Piece) -> str:
    first, last = piece.group.choices[0].cell, piece.group.choices[-1].cell
    return first if first == last else f"{first}–{last}"


PLACEHOLDER = 150
"""The characters that may stand on a closed menu."""


class Purpose(NamedTuple):
    """What menus are for: the action of a menu, and that of the buttons which lead to other questions."""

    menu: str
    turn: str


PLAYING, EXPLORING, LOOKING = Purpose("pick", "turn"), Purpose("try", "leaf"), Purpose("look", "glance")
LEARNING, SOLVING = Purpose("learn", "learnleaf"), Purpose("solve", "solveleaf")
"""Menus for a move in a game, on a copy of a position, to see where pieces can go, in a lesson and in a puzzle."""


def pick_menu(action: str, game: int, sequence: int, path: Path, number: int, shelf: Shelf) -> Press:
    """One of the menus of a question; `number` keeps their ids apart."""
    options = [
        discord.SelectOption(label=choice.words[:100], value=choice.value, description=choice.hint[:100] or None)
        for choice in shelf.choices
    ]
    words = game, sequence, number, ".".join(path)
    return menu(action, *words, placeholder=shelf.words[:PLACEHOLDER], options=options)


def turn_button(action: str, label: str, game: int, sequence: int, path: Path, page: int = 0) -> Press:
    """A button to another question: an earlier one, or a part (`page`, from 1) of one with very many choices."""
    return drawn(action, game, sequence, page, ".".join(path), label=label)


def asked_in(press: Press) -> tuple[Path, int]:
    """The answers so far, with what was chosen in a menu, a piece being its letter and its cell; and the page."""
    *_, page, answers = press.words
    path = tuple(answers.split(".")) if answers else ()
    return ((*path, *press.chosen[0].split(".", 1)), 0) if press.chosen else (path, int(page))


def picker_view(
    game: int,
    sequence: int,
    question: Question,
    page: int = 0,
    back: Path | None = None,
    purpose: Purpose = PLAYING,
    extra: Sequence[Item] = (),
) -> discord.ui.View:
    """All menus for a question, or for a part of it; below them the way back to an earlier one, and other buttons.

    Of more choices than the menus hold, the parts are offered as buttons first. The way back makes room for a fifth
    menu where that spares a tap.
    """
    count, rows = len(question.choices), ROWS - 1
    found = parts(question, rows)
    if not extra and count <= ROWS * MENU and (back is None or count > rows * MENU):
        found, rows, back = [question], ROWS, None
    items: list[Item]
    if len(found) > 1 and not 0 < page <= len(found):
        items = [
            turn_button(purpose.turn, part_words(part, question), game, sequence, question.path, number)
            for number, part in enumerate(found, 1)
        ]
    else:
        if len(found) > 1:
            back = question.path
        items = [
            pick_menu(
                purpose.menu,
                game,
                sequence,
                question.path,
                number,
                shelf if shelf.words else shelf._replace(words=question.text),
            )
            for number, shelf in enumerate(shelved(found[page - 1] if len(found) > 1 else question, rows))
        ]
    if back is not None:
        items.append(turn_button(purpose.turn, "Back", game, sequence, back))
    return view_of([*items, *extra])
