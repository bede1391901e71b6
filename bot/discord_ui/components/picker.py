"""Menus for choosing a move step by step; the answers so far stand in their ids."""

from __future__ import annotations

import re
from typing import Self, cast

import discord

from bot.discord_ui.components.items import HandsOver, Interaction, Item
from bot.discord_ui.components.move_picker import Path, Question

PAGE = 25
_IDS = r":(?P<game>\d{1,15}):(?P<sequence>\d{1,9}):(?P<page>\d{1,3}):(?P<path>[A-Za-z0-9.@-]*)"


def _words(path: Path) -> str:
    return ".".join(path)


def _path(text: str) -> Path:
    return tuple(text.split(".")) if text else ()


class PickMenu(
    HandsOver, discord.ui.DynamicItem[discord.ui.Select[discord.ui.View]], template=r"hm:(?P<action>pick|try)" + _IDS
):
    """A menu with one page of a question's choices; `action` tells what for: a game, or an exploration."""

    def __init__(
        self, action: str, game: int, sequence: int, path: Path, page: int, question: Question | None = None
    ) -> None:
        choices = question.choices[page * PAGE : (page + 1) * PAGE] if question else ()
        options = [
            discord.SelectOption(label=choice.words, value=choice.value, description=choice.hint[:100] or None)
            for choice in choices
        ]
        super().__init__(
            discord.ui.Select(
                placeholder=question.text if question else None,
                options=options,
                custom_id=f"hm:{action}:{game}:{sequence}:{page}:{_words(path)}",
            )
        )
        self.action, self.game, self.sequence, self.path, self.page = action, game, sequence, path, page

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:  # noqa: ARG003
        """The menu that a choice was made in, the choice added to its path."""
        data = cast("dict[str, list[str]]", interaction.data)
        chosen = data["values"][0]
        return cls(match["action"], int(match["game"]), int(match["sequence"]), (*_path(match["path"]), chosen), 0)


class TurnButton(
    HandsOver, discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"hm:(?P<action>turn|leaf)" + _IDS
):
    """A button to another page of a question, or back to an earlier question; `action` as for menus."""

    def __init__(self, action: str, label: str, game: int, sequence: int, path: Path, page: int) -> None:
        custom_id = f"hm:{action}:{game}:{sequence}:{page}:{_words(path)}"
        super().__init__(discord.ui.Button(label=label, custom_id=custom_id))
        self.action, self.game, self.sequence, self.path, self.page = action, game, sequence, path, page

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:  # noqa: ARG003
        """The button that a press names."""
        game, sequence, page = (int(match[name]) for name in ("game", "sequence", "page"))
        return cls(match["action"], "", game, sequence, _path(match["path"]), page)


PLAYING, EXPLORING = ("pick", "turn"), ("try", "leaf")
"""The actions of menus and of their buttons: for a move in a game, and on a copy of a position."""


def picker_view(
    game: int,
    sequence: int,
    question: Question,
    page: int,
    back: Path | None,
    actions: tuple[str, str] = PLAYING,
) -> discord.ui.View:
    """The menu for a question with the buttons to its other pages, and back to the path of an earlier question."""
    menu, turn = actions
    view = discord.ui.View(timeout=None)
    view.add_item(PickMenu(menu, game, sequence, question.path, page, question))
    if page > 0:
        view.add_item(TurnButton(turn, "Earlier choices", game, sequence, question.path, page - 1))
    if len(question.choices) > (page + 1) * PAGE:
        view.add_item(TurnButton(turn, "More choices", game, sequence, question.path, page + 1))
    if back is not None:
        view.add_item(TurnButton(turn, "Back", game, sequence, back, 0))
    return view
