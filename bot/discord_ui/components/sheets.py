"""Rules cards, and the ways from one picture of how pieces move to the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import discord

from bot.discord_ui.components.items import Press, drawn, menu, view_of
from bot.discord_ui.components.picker import LABEL
from bot.text.gamelist import piece_label as label
from engine.model.equipment import PieceType
from engine.variants.card import card
from engine.variants.variant import Variant

DESCRIPTION = 4096


def card_pages(variant: Variant) -> list[discord.Embed]:
    """The whole card on as many embeds as it needs, no section line cut."""
    pages: list[str] = [""]
    for heading, lines in card(variant):
        for index, line in enumerate(lines):
            text = f"**{heading}**\n- {line}\n" if index == 0 else f"- {line}\n"
            if len(pages[-1]) + len(text) > DESCRIPTION:
                pages.append("")
            pages[-1] += text
    embeds = [discord.Embed(description=page) for page in pages]
    if len(embeds) > 1:
        for number, embed in enumerate(embeds, 1):
            embed.set_footer(text=f"Page {number} of {len(embeds)}")
    return embeds


HINT = 100
"""The characters of the hint beside a choice in a menu."""


class Subject(NamedTuple):
    """What a sheet is about: the id of a game, its options, and the place of a piece among its kinds, 0 for all."""

    key: str
    options: Mapping[str, str]
    place: int


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
    return view_of(
        [
            drawn("piece", spec, before, label=f"◀ {label(kinds[before])}"[:LABEL]),
            drawn("piece", spec, behind, label=f"{label(kinds[behind])} ▶"[:LABEL]),
            menu("kinds", spec, placeholder="Which piece?", options=options),
        ]
    )


def _hint(kind: PieceType | None) -> str | None:
    """A piece's rule, as far as a menu has room for it."""
    if kind is None:
        return None
    if len(kind.text) <= HINT:
        return kind.text
    return f"{kind.text[: HINT - 1].rsplit(' ', 1)[0]}…"


def subject_of(press: Press) -> Subject:
    """What the sheet is about to which a button or a choice in the menu leads."""
    spec, *place = press.words
    key, *options = spec.split(",")
    return Subject(key, dict(option.split("=", 1) for option in options), int((*press.chosen, *place)[0]))
