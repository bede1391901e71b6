"""How slash commands answer: acknowledged privately at once, then filled in."""

from __future__ import annotations

import io
from typing import Any

import discord

from bot.desk import Tell
from bot.sending import lacking_at

LONGEST = 1900
NOBODY = discord.AllowedMentions.none()


async def open_privately(interaction: discord.Interaction[Any], *, embeds: bool = False) -> bool:
    """Acknowledge a command; False, after saying why, where the bot may not write, attach files or embed."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    missing = lacking_at(interaction, embeds=embeds)
    if missing:
        await answer(interaction, missing)
    return missing is None


async def answer(interaction: discord.Interaction[Any], text: str, **extras: Any) -> None:  # noqa: ANN401 - passed on
    """Fill in the answer to an acknowledged command."""
    await interaction.edit_original_response(content=text, allowed_mentions=NOBODY, **extras)


async def answer_at_length(interaction: discord.Interaction[Any], text: str, name: str) -> None:
    """Fill in an answer that may be long: what a message cannot hold comes as a file of this name, too."""
    if len(text) <= LONGEST:
        await answer(interaction, text)
        return
    whole = discord.File(io.BytesIO(text.encode()), name)
    await answer(interaction, f"{text[: text.rindex(' ', 0, LONGEST)]} …", attachments=[whole])


def tell_in(interaction: discord.Interaction[Any], **extras: Any) -> Tell:  # noqa: ANN401 - passed on
    """A way to tell the user things: the first fills in the answer, with the extras, later ones follow it."""
    told = False

    async def tell(text: str) -> None:
        nonlocal told
        if told:
            await interaction.followup.send(text, ephemeral=True, allowed_mentions=NOBODY)
        else:
            told = True
            await answer(interaction, text, **extras)

    return tell
