"""Forms that are filled in; like buttons they carry their game in their ids, so that they survive restarts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, Self

import discord

from bot.discord_ui.components.items import Interaction
from bot.games.players.own import NOTE_MAX_CHARS
from engine.play.referee import LONGEST_SALT

NOTE, WORD = "noted", "worded"
_ID = re.compile(r"hm:(?P<action>noted|worded):(?P<game>\d{1,15}):(?P<sequence>\d{1,9})")
_TEXT = "text"


class FilledForm(NamedTuple):
    """A form that was filled in: the action it stands for, on which game, in view of which event, and its text."""

    action: str
    game: int
    sequence: int
    text: str

    @classmethod
    def of(cls, interaction: Interaction) -> Self | None:
        """The form that an interaction hands in; None where it is none of ours."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return None
        data: Any = interaction.data
        match = _ID.fullmatch(data["custom_id"])
        if match is None:
            return None
        return cls(match["action"], int(match["game"]), int(match["sequence"]), "".join(_texts(data["components"])))


def note_form(game: int) -> discord.ui.Modal:
    """The form for a note on a game.

    It is stopped at once, which keeps the library from remembering it: what is handed in is known by its id.
    """
    form = discord.ui.Modal(title=f"A note on game #{game}", custom_id=f"hm:{NOTE}:{game}:0")
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        style=discord.TextStyle.paragraph,
        custom_id=_TEXT,
        max_length=NOTE_MAX_CHARS,
        placeholder="Nobody else sees it.",
    )
    form.add_item(discord.ui.Label(text="Your note", component=field))
    form.stop()
    return form


def word_form(game: int) -> discord.ui.Modal:
    """The form for a word for the dice of a game, stopped like that for a note."""
    form = discord.ui.Modal(title=f"A word for the dice of game #{game}", custom_id=f"hm:{WORD}:{game}:0")
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=_TEXT,
        max_length=LONGEST_SALT,
        placeholder="Any word of yours. Everybody may see it.",
    )
    label = discord.ui.Label(
        text="Your word", description="It goes into the dice before the first roll.", component=field
    )
    form.add_item(label)
    form.stop()
    return form


def _texts(components: list[Any]) -> Iterator[str]:
    for component in components:
        if component.get("custom_id") == _TEXT:
            yield component.get("value") or ""
        yield from _texts([*component.get("components", ()), *filter(None, [component.get("component")])])
