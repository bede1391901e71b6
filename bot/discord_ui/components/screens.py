"""Screens: what Hexmarshal shows, each a message laid out of words, pictures, files, and rows of buttons and menus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any

import discord
from discord import ui

from bot.games import Picture
from bot.text.harmless import answer_text, clickable
from engine.model.refusal import Refusal

Item = ui.Item[Any]
ROW_BUTTONS = 5
PICTURES = (".png", ".gif")
BOOK = 0xC8A04B
"""The colour of what explains games: rules, help and greetings."""
TextOrRefusal = str | Refusal


class Screen(ui.LayoutView):
    """A message: its words, pictures, buttons and menus from top to bottom, in a box if it has a `colour` (RGB).

    With `pictures_first` the words come below the pictures. It never ends: its buttons say by their ids what they do.
    """

    def __init__(
        self,
        said: TextOrRefusal,
        items: Iterable[Item] = (),
        files: Sequence[discord.File] = (),
        *,
        colour: int | None = None,
        pictures_first: bool = False,
    ) -> None:
        super().__init__(timeout=None)
        self.words = clickable(answer_text(said))
        self.files = list(files)
        words: list[Item] = [ui.TextDisplay(self.words)] if self.words else []
        shown = [_shown(file) for file in files]
        parts = [*shown, *words, *_rows(items)] if pictures_first else [*words, *shown, *_rows(items)]
        for part in parts if colour is None else [ui.Container(*parts, accent_colour=colour)]:
            self.add_item(part)


def _shown(file: discord.File) -> Item:
    url = f"attachment://{file.filename}"
    if file.filename.endswith(PICTURES):
        return ui.MediaGallery(discord.MediaGalleryItem(url, description=file.description))
    return ui.File(url)


def _rows(items: Iterable[Item]) -> list[Item]:
    """Buttons side by side, as many as fit or as share their number of a row; each menu on a row of its own."""
    rows: list[ui.ActionRow[Any]] = []
    width, last = ROW_BUTTONS, None
    for item in items:
        if width + item.width > ROW_BUTTONS or item.row != last:
            rows.append(ui.ActionRow())
            width = 0
        rows[-1].add_item(item)
        width, last = width + item.width, item.row
    return [*rows]


def attachment(data: bytes, name: str, description: str | None = None) -> discord.File:
    return discord.File(BytesIO(data), name, description=description)


def picture_file(picture: Picture, name: str = "board.png") -> discord.File:
    return attachment(picture.png, name, description=picture.words)


def screen_of(shown: TextOrRefusal | Screen) -> Screen:
    return shown if isinstance(shown, Screen) else Screen(shown)


def silenced(message: discord.Message) -> Screen:
    parts = ui.LayoutView.from_message(message).walk_children()
    return Screen("\n".join(part.content for part in parts if isinstance(part, ui.TextDisplay)))
