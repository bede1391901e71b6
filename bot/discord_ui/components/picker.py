"""Menus for choosing a move, side by side in one message; the answers so far stand in their ids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import discord

from bot.discord_ui.components.items import Item, Press, drawn, menu, view_of
from bot.discord_ui.components.move_picker import Path, Question
from bot.discord_ui.components.shelves import MENU, ROWS, Shelf, part_words, parts, shelved

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
