"""Rules cards as embeds."""

from __future__ import annotations

import discord

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
