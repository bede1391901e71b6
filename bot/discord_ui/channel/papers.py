"""What is shown in words and files about a game, whether a command asks for it or a button."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from typing import NamedTuple

import discord

from bot.discord_ui.channel.messages import LONGEST, attachment, person, picture_file, whisper
from bot.discord_ui.components.items import Interaction, card_pages, sheet_view
from bot.games import Games, Table, pictures
from bot.games.readers import apart
from bot.store import Note
from bot.text import gamelist
from bot.text import games as wording
from bot.text.harmless import named, quoted
from engine.notation.fen import fen_of
from engine.notation.position_code import code_of
from engine.variants.variant import Variant

FIGHTS_IN_PGN = "They can't read its dice, which are in brackets; the scoresheet is exact."
NOT_FOR_SEVERAL = "PGN is for two players, so this is the scoresheet."


class RecordForm(StrEnum):
    SCORESHEET = "scoresheet"
    PGN = "pgn"


class Paper(NamedTuple):
    """Words with files, buttons and embeds; the embeds behind the first come in messages of their own."""

    text: str
    files: list[discord.File]
    embeds: Sequence[discord.Embed] = ()
    view: discord.ui.View | None = None


def rules(variant: Variant) -> Paper:
    return Paper("", [], card_pages(variant))


async def pieces(games: Games, interaction: Interaction, variant: Variant, place: int = 0) -> Paper:
    """How the piece at a place among a game's kinds moves, from 1 on, or all of them; with the ways to the others."""
    place = place if 0 <= place <= len(variant.kinds) else 0
    kind = variant.kinds[place - 1] if place else None
    viewer = await games.settings.viewer(person(interaction.user), 1, guild=interaction.guild_id)
    picture = await pictures.diagrams(variant, viewer, kind)
    file = picture_file(picture, "pieces.png" if kind is None else f"{kind.name.casefold()}.png")
    return Paper(gamelist.pieces_heading(variant, kind), [file], view=sheet_view(variant, place))


async def whisper_pieces(games: Games, interaction: Interaction, variant: Variant) -> None:
    paper = await pieces(games, interaction, variant)
    await whisper(interaction, paper.text, files=paper.files, view=paper.view)


async def record(table: Table, form: RecordForm = RecordForm.SCORESHEET) -> Paper:
    """The record of a game as a file; a scoresheet with its position code."""
    variant, number = table.state.variant, table.game.number
    if form is RecordForm.PGN and len(variant.seats) == 2:
        written = await apart(partial(wording.pgn_of, table))
        fights = f" {FIGHTS_IN_PGN}" if variant.combat else ""
        file = attachment(written.encode(), f"game-{number}.pgn")
        return Paper(f"Game #{number} as PGN, for other programs.{fights}", [file])
    sheet = await apart(partial(wording.record_of, table))
    code, instead = code_of(variant, table.state.position), f"{NOT_FOR_SEVERAL} " if form is RecordForm.PGN else ""
    fen = fen_of(variant, table.state.position, table.state.round)
    text = f"{instead}The scoresheet of game #{number}, for /record look. Its position code, for /play: `{code}`"
    text += f"\nFor other programs (FEN): `{fen}`" if fen else ""
    return Paper(text, [attachment(sheet.encode(), f"game-{number}.txt")])


async def dice_checked(table: Table, seal: str = "") -> Paper:
    """What a check of a finished game's dice finds, or with a seal how that compares with a game's record."""
    found = await apart(partial(wording.compared_with, table, seal) if seal else partial(wording.check_of, table))
    return Paper(quoted(found)[:LONGEST], [])


async def dice(table: Table) -> Paper:
    """What a game's dice are committed to, what their check finds once they are revealed, and how they fell."""
    committed = wording.commitment_of(table)
    checked = await dice_checked(table) if table.state.secret else None
    lines = [checked.text if checked is not None else committed]
    if table.state.rolls:
        lines.append(await apart(partial(wording.luck_of, table, named)))
    return Paper("\n".join(lines)[:LONGEST], [])


def notebook(number: int, written: Sequence[Note]) -> Paper:
    """Somebody's notes on a game, in a file where they are too long for a message."""
    title = f"Your notes on game #{number}"
    lines = [wording.note_line(note) for note in written]
    listing = quoted("\n".join(lines))
    if not lines:
        return Paper(wording.NO_NOTES.format(number), [])
    if len(listing) <= LONGEST:
        return Paper(f"**{title}**\n{listing}", [])
    file = attachment("\n".join([title, *lines, ""]).encode(), f"notes-{number}.txt")
    return Paper(f"**{title}**", [file])
