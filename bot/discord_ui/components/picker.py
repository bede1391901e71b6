"""Menus for choosing a move, side by side in one message; the answers so far stand in their ids."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, Self, cast

import discord

from bot.discord_ui.components.items import HandsOver, Interaction, Item
from bot.discord_ui.components.move_picker import Path, Question
from bot.discord_ui.components.shelves import MENU, ROWS, Shelf, part_words, parts, shelved

PLACEHOLDER = 150
"""The characters that may stand on a closed menu."""
_IDS = r":(?P<game>\d{1,15}):(?P<sequence>\d{1,9}):(?P<page>\d{1,3}):(?P<path>[A-Za-z0-9.@-]*)"


class Purpose(NamedTuple):
    """What menus are for: the action of a menu, and that of the buttons which lead to other questions."""

    menu: str
    turn: str


PLAYING, EXPLORING, LOOKING = Purpose("pick", "turn"), Purpose("try", "leaf"), Purpose("look", "glance")
LEARNING, SOLVING = Purpose("learn", "learnleaf"), Purpose("solve", "solveleaf")
PURPOSES = (PLAYING, EXPLORING, LOOKING, LEARNING, SOLVING)
"""Menus for a move in a game, on a copy of a position, in a lesson and in a puzzle, and to see where pieces can go."""
_MENUS, _TURNS = ("|".join(actions) for actions in zip(*PURPOSES, strict=True))


def _words(path: Path) -> str:
    return ".".join(path)


def _path(text: str) -> Path:
    return tuple(text.split(".")) if text else ()


class PickMenu(
    HandsOver,
    discord.ui.DynamicItem[discord.ui.Select[discord.ui.View]],
    template=rf"hm:(?P<action>{_MENUS})" + _IDS,
):
    """One of the menus of a question, the `page`-th; `action` tells what for."""

    def __init__(
        self, action: str, game: int, sequence: int, path: Path, page: int, shelf: Shelf | None = None
    ) -> None:
        options = [
            discord.SelectOption(label=choice.words[:100], value=choice.value, description=choice.hint[:100] or None)
            for choice in (shelf.choices if shelf else ())
        ]
        super().__init__(
            discord.ui.Select(
                placeholder=shelf.words[:PLACEHOLDER] if shelf else None,
                options=options,
                custom_id=f"hm:{action}:{game}:{sequence}:{page}:{_words(path)}",
            )
        )
        self.action, self.game, self.sequence, self.path, self.page = action, game, sequence, path, page

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:  # noqa: ARG003
        """The menu that a choice was made in, the choice added to its path: a piece is its letter and its cell."""
        data = cast("dict[str, list[str]]", interaction.data)
        chosen = data["values"][0].split(".", 1)
        return cls(match["action"], int(match["game"]), int(match["sequence"]), (*_path(match["path"]), *chosen), 0)


class TurnButton(
    HandsOver,
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=rf"hm:(?P<action>{_TURNS})" + _IDS,
):
    """A button to another question: an earlier one, or a part (`page`, from 1) of one with very many choices."""

    def __init__(self, action: str, label: str, game: int, sequence: int, path: Path, page: int) -> None:
        custom_id = f"hm:{action}:{game}:{sequence}:{page}:{_words(path)}"
        super().__init__(discord.ui.Button(label=label, custom_id=custom_id))
        self.action, self.game, self.sequence, self.path, self.page = action, game, sequence, path, page

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:  # noqa: ARG003
        """The button that a press names."""
        game, sequence, page = (int(match[name]) for name in ("game", "sequence", "page"))
        return cls(match["action"], "", game, sequence, _path(match["path"]), page)


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
    view = discord.ui.View(timeout=None)
    if len(found) > 1 and not 0 < page <= len(found):
        for number, part in enumerate(found, 1):
            label = part_words(part, question)
            view.add_item(TurnButton(purpose.turn, label, game, sequence, question.path, number))
    else:
        if len(found) > 1:
            back = question.path
        for number, shelf in enumerate(shelved(found[page - 1] if len(found) > 1 else question, rows)):
            named = shelf if shelf.words else shelf._replace(words=question.text)
            view.add_item(PickMenu(purpose.menu, game, sequence, question.path, number, named))
    if back is not None:
        view.add_item(TurnButton(purpose.turn, "Back", game, sequence, back, 0))
    for item in extra:
        view.add_item(item)
    return view
