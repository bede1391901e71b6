"""The buttons and the menu under a picture of how pieces move; their ids hold the game, its options and the piece."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, Self, cast

import discord

from bot.discord_ui.components.items import HandsOver, Interaction, Item
from bot.discord_ui.components.shelves import LABEL
from bot.text.pieces import label
from engine.model.equipment import PieceType
from engine.variants.variant import Variant

HINT = 100
"""The characters of the hint beside a choice in a menu."""
_GAME = r"(?P<spec>[a-z0-9-]{1,30}(?:,[a-z0-9-]{1,20}=[a-z0-9-]{1,20}){0,3})"


class Subject(NamedTuple):
    """What a sheet is about: the id of a game, its options, and the place of a piece among its kinds, 0 for all."""

    key: str
    options: Mapping[str, str]
    place: int


class SheetButton(
    HandsOver,
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=rf"hm:piece:{_GAME}:(?P<place>\d{{1,2}})",
):
    """A button to another piece."""

    action = "piece"
    game = sequence = 0

    def __init__(self, spec: str, place: int, words: str = "") -> None:
        super().__init__(discord.ui.Button(label=words[:LABEL], custom_id=f"hm:piece:{spec}:{place}"))
        self.subject = _subject(spec, place)

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:  # noqa: ARG003
        """The button that a press names."""
        return cls(match["spec"], int(match["place"]))


class SheetMenu(
    HandsOver,
    discord.ui.DynamicItem[discord.ui.Select[discord.ui.View]],
    template=rf"hm:kinds:{_GAME}",
):
    """The menu of all pieces of a game."""

    action = "kinds"
    game = sequence = 0

    def __init__(self, spec: str, place: int, options: list[discord.SelectOption]) -> None:
        menu: discord.ui.Select[discord.ui.View] = discord.ui.Select(
            placeholder="Which piece?", options=options, custom_id=f"hm:kinds:{spec}"
        )
        super().__init__(menu)
        self.subject = _subject(spec, place)

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:  # noqa: ARG003
        """The menu that a choice was made in."""
        data = cast("dict[str, list[str]]", interaction.data)
        return cls(match["spec"], int(data["values"][0]), [])


def spec_of(variant: Variant) -> str:
    """A game with its options, as the ids of buttons name it."""
    return ",".join([variant.key, *(f"{name}={value}" for name, value in variant.options)])


def sheet_view(variant: Variant, place: int) -> discord.ui.View:
    """The ways from the sheet at a place among a game's kinds, 0 being that of all: one back, one on, and a menu."""
    kinds: tuple[PieceType | None, ...] = (None, *variant.kinds)
    spec = spec_of(variant)
    before, behind = (place - 1) % len(kinds), (place + 1) % len(kinds)
    options = [
        discord.SelectOption(label=label(kind), value=str(number), description=_hint(kind), default=number == place)
        for number, kind in enumerate(kinds)
    ]
    view = discord.ui.View(timeout=None)
    view.add_item(SheetButton(spec, before, f"◀ {label(kinds[before])}"))
    view.add_item(SheetButton(spec, behind, f"{label(kinds[behind])} ▶"))
    view.add_item(SheetMenu(spec, place, options))
    return view


def _hint(kind: PieceType | None) -> str | None:
    """A piece's rule, as far as a menu has room for it."""
    if kind is None:
        return None
    if len(kind.text) <= HINT:
        return kind.text
    return f"{kind.text[: HINT - 1].rsplit(' ', 1)[0]}…"


def _subject(spec: str, place: int) -> Subject:
    key, *options = spec.split(",")
    return Subject(key, dict(option.split("=", 1) for option in options), place)
